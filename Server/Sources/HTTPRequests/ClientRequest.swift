// Requests to other servers, and their responses.

/// A request to another server. It may be sent twice, if the server closes an idle connection at that moment.
public struct ClientRequest: Sendable {
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
    ///   - body: the request's body; `nil` for none.
    ///   - limit: the most bytes of the response's body.
    ///   - time: the longest time until the whole response has arrived.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        limit: Int, within time: Duration
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        (self.limit, self.time) = (limit, time)
    }
}

/// The response of another server, whatever its status.
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

/// Why a request got no response.
public struct ClientError: Error, Sendable, CustomStringConvertible {
    /// The reason in libcurl's words, for logs.
    public let description: String
}
