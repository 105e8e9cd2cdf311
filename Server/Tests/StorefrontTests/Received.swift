// Responses as a client receives them.

import HTTPTypes
import Hummingbird
import NIOCore
import StorefrontTestSupport
import Synchronization

/// A response as a client receives it.
struct Received: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    init(_ response: consuming Response) async throws {
        status = response.status.code
        headers = response.headers
        let writer = Writer()
        let body = response.body
        try await body.write(writer)
        self.body = writer.bytes.withLock { $0 }
    }

    init(status: Int, headers: HTTPFields, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    var text: String { StorefrontTestSupport.text(body) }

    /// The body as JSON; `null` if it is not JSON, which no test expects.
    var json: ReceivedJSON { (try? ReceivedJSON(body)) ?? .null }

    /// The code of a problem.
    var code: ReceivedJSON? { json["code"] }

    private final class Writer: ResponseBodyWriter, Sendable {
        let bytes = Mutex<[UInt8]>([])

        func write(_ buffer: ByteBuffer) async throws { bytes.withLock { $0 += buffer.readableBytesView } }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
