// A path with the function that responds to its requests.

internal import HTTPTypes
internal import Hummingbird

/// A path and method with their handler.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, ClientContext) async throws -> EndpointResponse

    /// What a request does, which decides how it is handled.
    enum Kind {
        /// Reads records or searches them. Its response may be long, so it waits for memory.
        case read
        /// Changes something. The journal logs it.
        case write
        /// Responds briefly and at once, without waiting for memory.
        case status
    }

    let path: String
    let method: HTTPRequest.Method
    let kind: Kind
    let handler: Handler

    /// - Parameter kind: `nil` to derive it from the method; searches with a body use `POST`.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ kind: Kind? = nil, _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.kind = kind ?? (method == .get ? .read : .write)
        self.handler = handler
    }

    static func get(_ path: String, _ kind: Kind = .read, _ handler: @escaping Handler) -> Endpoint {
        Endpoint(.get, path, kind, handler)
    }
}
