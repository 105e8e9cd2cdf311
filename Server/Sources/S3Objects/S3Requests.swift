// Sends signed requests, and repeats those that fail for a moment.

internal import AsyncHTTPClient
internal import CatalogStorage
internal import FoundationEssentials
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A request for a bucket or an object. All may be repeated.
struct S3Request {
    /// The most bytes of the description of a fault.
    static let faultLimit = 64 << 10

    let method: HTTPMethod
    /// The object's name; `nil` for the bucket itself.
    let key: String?
    let query: [(name: String, value: String)]
    /// Headers besides those of every request, names in lower case.
    var headers: [(name: String, value: String)] = []
    let body: [UInt8]
    /// The most bytes of the answer.
    let limit: Int

    init(
        _ method: HTTPMethod, key: String? = nil, query: [(name: String, value: String)] = [],
        body: [UInt8] = [], limit: Int = faultLimit
    ) {
        (self.method, self.key, self.query, self.body, self.limit) = (method, key, query, body, limit)
    }
}

/// The answer of a service.
struct S3Response {
    let status: UInt
    let entityTag: String?
    let body: [UInt8]
}

/// Sends requests for one bucket.
final class S3Requests: Sendable {
    private static let connectTime = TimeAmount.seconds(3)
    /// The least speed of a network, in bytes a millisecond; a slower one ends a request.
    private static let leastSpeed = 256
    private static let attempts = 3
    private static let answerTime = TimeAmount.seconds(20)

    private let access: S3Access
    private let server: String
    private let path: String
    private let client: HTTPClient

    init(_ access: S3Access, bucket: String) {
        self.access = access
        (server, path) = access.place(of: bucket)
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: Self.connectTime)
        configuration.httpVersion = .http1Only
        // Requests are repeated here.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
            configuration: configuration)
    }

    deinit { _ = client.shutdown() }

    /// Sends a request, and waits for its answer.
    ///
    /// - Throws: `ObjectStoreError` unless the request succeeds.
    func send(_ request: S3Request) throws(ObjectStoreError) -> S3Response {
        var attempt = 1
        while true {
            let error: ObjectStoreError
            let mayPass: Bool
            do {
                let answer = try exchange(request)
                if (200..<300).contains(answer.status) { return answer }
                let code = ResponseXML(answer.body).value("Code") ?? "no description"
                error = ObjectStoreError("\(name(of: request)): status \(answer.status), \(code)")
                mayPass = answer.status >= 500 || answer.status == 429
            } catch let failure {
                error = ObjectStoreError("\(name(of: request)): \(Self.words(failure))")
                mayPass = true
            }
            guard mayPass, attempt < Self.attempts else { throw error }
            // Others may have failed at the same time.
            usleep(UInt32.random(in: 100_000...300_000) * UInt32(attempt * attempt))
            attempt += 1
        }
    }

    private func name(of request: S3Request) -> String { server + path + (request.key ?? "") }

    private static func words(_ error: any Error) -> String {
        guard let failure = error as? NIOConnectionError else { return "\(error)" }
        return failure.connectionErrors.first.map { "\($0.error)" } ?? "no connection"
    }

    private func exchange(_ request: S3Request) throws -> S3Response {
        let checksum = SignedRequest.checksum(request.body)
        let time = Date().formatted(
            Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
        let host = server.drop { $0 != "/" }.dropFirst(2)
        var headers =
            request.headers + [
                ("host", String(host)), ("x-amz-content-sha256", checksum), ("x-amz-date", time),
            ]
        if let token = access.sessionToken { headers.append(("x-amz-security-token", token)) }
        let signed = SignedRequest(
            method: request.method.rawValue, path: path + (request.key ?? ""), query: request.query,
            headers: headers, bodyChecksum: checksum)
        var address = server + signed.path
        if !request.query.isEmpty { address += "?" + signed.encodedQuery }
        var sent = HTTPHeaders(headers)
        sent.add(
            name: "authorization",
            value: signed.authorization(
                key: access.key, secret: access.secret, region: access.region, time: time))
        let message = try HTTPClient.Request(
            url: address, method: request.method, headers: sent,
            body: request.method == .GET || request.method == .DELETE ? nil : .bytes(request.body))
        let transfer = TimeAmount.milliseconds(
            Int64((request.body.count + request.limit) / Self.leastSpeed))
        let response = try client.execute(
            request: message, delegate: ResponseAccumulator(request: message, maxBodySize: request.limit),
            deadline: .now() + Self.answerTime + transfer
        ).wait()
        return S3Response(
            status: response.status.code, entityTag: response.headers.first(name: "etag"),
            body: response.body.map { Array($0.readableBytesView) } ?? [])
    }
}
