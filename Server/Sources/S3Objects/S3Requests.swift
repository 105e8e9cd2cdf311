// Sends signed requests, and repeats those that fail temporarily.

internal import CatalogStorage
internal import FoundationEssentials
internal import Glibc
internal import HTTPRequests

/// A request for a bucket or an object. Sending any of them twice does no harm.
struct S3Request {
    /// The most bytes of the description of an error.
    static let faultLimit = 64 << 10

    let method: ClientRequest.Method
    /// The object's name; `nil` for the bucket itself.
    let key: String?
    let query: [(name: String, value: String)]
    /// Headers besides those of every request, names in lower case.
    var headers: [(name: String, value: String)] = []
    let body: [UInt8]
    /// The most bytes of the response.
    let limit: Int

    init(
        _ method: ClientRequest.Method, key: String? = nil, query: [(name: String, value: String)] = [],
        body: [UInt8] = [], limit: Int = faultLimit
    ) {
        (self.method, self.key, self.query, self.body, self.limit) = (method, key, query, body, limit)
    }
}

/// Sends requests for one bucket.
final class S3Requests: Sendable {
    private static let connectTime = Duration.seconds(3)
    /// The least speed of the network, in bytes per millisecond; a slower request times out.
    private static let leastSpeed = 256
    private static let attempts = 3
    private static let responseTime = Duration.seconds(20)

    private let access: S3Access
    private let server: String
    private let path: String
    private let client = HTTPClient(connectTime: S3Requests.connectTime, usesProxies: true)

    init(_ access: S3Access, bucket: String) {
        self.access = access
        (server, path) = access.place(of: bucket)
    }

    /// Sends a request, and waits for its response.
    ///
    /// - Throws: `ObjectStoreError` unless the request succeeds.
    func send(_ request: S3Request) throws(ObjectStoreError) -> ClientResponse {
        var attempt = 1
        while true {
            let error: ObjectStoreError
            let mayPass: Bool
            do throws(ClientError) {
                let response = try exchange(request)
                if (200..<300).contains(response.status) { return response }
                let code = ResponseXML(response.body).value("Code") ?? "no description"
                error = ObjectStoreError("\(name(of: request)): status \(response.status), \(code)")
                mayPass = response.status >= 500 || response.status == 429
            } catch let failure {
                error = ObjectStoreError("\(name(of: request)): \(failure)")
                mayPass = true
            }
            guard mayPass, attempt < Self.attempts else { throw error }
            // A random delay, since other requests may have failed at the same time.
            usleep(UInt32.random(in: 100_000...300_000) * UInt32(attempt * attempt))
            attempt += 1
        }
    }

    private func name(of request: S3Request) -> String { server + path + (request.key ?? "") }

    private func exchange(_ request: S3Request) throws(ClientError) -> ClientResponse {
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
        let authorization = signed.authorization(
            key: access.key, secret: access.secret, region: access.region, time: time)
        headers.append(("authorization", authorization))
        let hasBody = request.method == .put || request.method == .post
        let transfer = Duration.milliseconds((request.body.count + request.limit) / Self.leastSpeed)
        return try client.send(
            ClientRequest(
                request.method, address, headers: headers, body: hasBody ? request.body : nil,
                limit: request.limit, within: Self.responseTime + transfer))
    }
}
