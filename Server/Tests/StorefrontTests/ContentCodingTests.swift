// Responses are compressed only if the client accepts it.

import NIOCore
import SearchTesting
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct ContentCodingTests {
    @Test(arguments: [
        ["gzip"], ["deflate, gzip"], ["br;q=1.0, gzip;q=0.8, *;q=0.1"], ["*"], ["x-gzip"], ["GZIP"],
        ["br", "gzip;q=0.1"],
        ["identity;q=0.5, *;q=0.2"],
    ])
    func gzipIsTakenWhereItIsNamedOrAnyIs(header: [String]) { #expect(ContentCoding.isGzipAccepted(header)) }

    @Test(arguments: [
        [], [""], ["br"], ["gzip;q=0"], ["gzip;q=0, *"], ["*, gzip;q=0.0"], ["*;q=0"], ["identity"],
        ["gzippy"],
        ["gzip;q=none"],
    ])
    func otherwiseItIsNot(header: [String]) { #expect(!ContentCoding.isGzipAccepted(header)) }

    @Test(arguments: [
        "text/html; charset=utf-8", "application/json", "application/problem+json", "image/svg+xml",
    ])
    func textsGain(type: String) { #expect(ContentCoding.gains(type)) }

    @Test func picturesDoNot() { #expect(!ContentCoding.gains("image/png")) }

    @Test func shortResponsesAreSentAsTheyAre() {
        #expect(!EndpointResponse(String(repeating: "a", count: 999), type: "text/plain").isCompressible)
        #expect(EndpointResponse(String(repeating: "a", count: 1_000), type: "text/plain").isCompressible)
        #expect(!EndpointResponse(String(repeating: "a", count: 1_000), type: "image/png").isCompressible)
    }

    @Test func compressionEndsWithItsTask() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try Gzip.compress(ByteBuffer(repeating: 0x61, count: 1_000))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Invariant: another program decompresses a response to the original bytes.
    @Test(arguments: [0, 1, 70_000, 3_000_000])
    func gzipGivesTheSameBytesBack(count: Int) throws {
        var random = SeededGenerator(seed: 7)
        // Half of it is noise, which compression makes longer.
        let plain = (0..<count).map {
            $0 % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : UInt8($0 >> 8 & 0xFF)
        }
        let compressed = try #require(try Gzip.compress(ByteBuffer(bytes: plain)))
        #expect(try decompressed(Array(compressed.readableBytesView)) == plain)
    }
}
