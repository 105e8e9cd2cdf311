// Sends requests to other servers over HTTP/1.1, by libcurl (https://curl.se/libcurl/c/libcurl-multi.html).

internal import CCurl
internal import Synchronization

/// Sends requests from threads that wait for the responses. Any thread reuses idle connections.
public final class HTTPClient: Sendable {
    /// How often a waiting thread checks whether it is cancelled, in milliseconds.
    private static let interval: Int32 = 10
    /// libcurl must be initialized once per process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// The connections that one thread uses at a time.
    ///
    /// `@unchecked Sendable`: a thread removes them from `idle` before use, so no two threads share them.
    private struct Connections: @unchecked Sendable { let multi: UnsafeMutableRawPointer }

    private let connectTime: Duration
    private let usesProxies: Bool
    private let idle = Mutex<[Connections]>([])

    /// Makes a client without connections.
    ///
    /// - Parameters:
    ///   - connectTime: the longest time until a server accepts a connection.
    ///   - usesProxies: whether to use the proxies that the environment names (`https_proxy`, `no_proxy`).
    public init(connectTime: Duration, usesProxies: Bool) {
        (self.connectTime, self.usesProxies) = (connectTime, usesProxies)
    }

    deinit { for connections in idle.withLock({ $0 }) { curl_multi_cleanup(connections.multi) } }

    /// Sends requests at the same time, and waits on this thread until all have a response or have failed.
    ///
    /// - Parameter isCancelled: called repeatedly; `true` abandons all requests.
    /// - Returns: for each request its response, or why there is none.
    /// - Throws: `CancellationError` when `isCancelled` returns `true`.
    public func send(
        _ requests: [ClientRequest], isCancelled: () -> Bool = { false }
    ) throws(CancellationError) -> [Result<ClientResponse, ClientError>] {
        guard Self.isReady, let connections = takenConnections() else {
            return requests.map { _ in .failure(ClientError(description: "libcurl does not start")) }
        }
        let transfers = requests.map { Transfer($0, connectTime: connectTime, usesProxies: usesProxies) }
        defer {
            for transfer in transfers { curl_multi_remove_handle(connections.multi, transfer.easy) }
            idle.withLock { $0.append(connections) }
        }
        for transfer in transfers { curl_multi_add_handle(connections.multi, transfer.easy) }
        var running: Int32 = 0
        while curl_multi_perform(connections.multi, &running) == CURLM_OK, running > 0 {
            guard !isCancelled() else { throw CancellationError() }
            curl_multi_poll(connections.multi, nil, 0, Self.interval, nil)
        }
        var end = CURLE_OK
        while let easy = ccurl_next_end(connections.multi, &end) {
            transfers.first { $0.easy == easy }?.end = end
        }
        return transfers.map(\.result)
    }

    /// Sends a request, and waits on this thread for the response.
    public func send(_ request: ClientRequest) throws(ClientError) -> ClientResponse {
        // Without `isCancelled` nothing is thrown, and one request has one result.
        guard let result = try? send([request]).first else { throw ClientError(description: "not sent") }
        return try result.get()
    }

    private func takenConnections() -> Connections? {
        idle.withLock { $0.popLast() } ?? curl_multi_init().map(Connections.init)
    }
}
