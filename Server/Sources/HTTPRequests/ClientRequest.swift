// What is asked of another server, and what it answers.

/// A request to another server. It may be sent twice, if the server closes an idle connection at that moment.
public struct ClientRequest: Sendable {
    /// What is to be done with the resource.
    public enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    let method: Method
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]?
    let limit: Int
    let time: Duration

    /// Describes a request.
    ///
    /// - Parameters:
    ///   - url: an address with `http` or `https`, percent-encoded.
    ///   - body: what is sent; `nil` for nothing.
    ///   - limit: the most bytes of the answer's body.
    ///   - time: the longest time until the whole answer is there.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        limit: Int, within time: Duration
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        (self.limit, self.time) = (limit, time)
    }
}

/// The answer of another server, whatever its status.
public struct ClientResponse: Sendable {
    /// The status, for example 200.
    public internal(set) var status = 0
    public internal(set) var body: [UInt8] = []
    var headers: [(name: String, value: String)] = []

    /// The value of a header; `nil` without it.
    ///
    /// - Parameter name: the name in lower case.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// Why there is no answer.
public struct ClientError: Error, Sendable, CustomStringConvertible {
    /// The reason in libcurl's words, for logs.
    public let description: String
}
