// The server does not wait for a client that does not read.

import NIOCore
import NIOEmbedded
import Testing

@testable import Storefront

@Suite struct WriteTimeLimitTests {
    private let memory = ResponseMemory(capacity: 1 << 20)
    private let channel = EmbeddedChannel()

    init() throws {
        try channel.pipeline.syncOperations.addHandler(
            WriteTimeLimit(grace: .seconds(30), memory: memory, client: .local))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
    }

    /// Writes bytes, which wait until they are flushed.
    private func write(_ count: Int) {
        channel.write(IOData.byteBuffer(ByteBuffer(repeating: 0, count: count)), promise: nil)
    }

    private func wait(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    @Test func aClientThatTakesNothingIsCut() {
        write(1_000)
        #expect(memory.used == 1_000)
        wait(.seconds(29))
        #expect(channel.isActive)
        wait(.seconds(2))
        #expect(!channel.isActive)
        // The channel leaves its handlers later.
        channel.embeddedEventLoop.run()
        #expect(memory.used == 0)
    }

    @Test func aClientThatTakesMuchHasMoreTime() {
        write(10 * WriteTimeLimit.rate)
        channel.flush()
        write(1_000)
        // The time begins anew when bytes wait again.
        write(10 * WriteTimeLimit.rate)
        wait(.seconds(31))
        #expect(!channel.isActive)
    }

    @Test func aClientThatReadsIsNotCut() {
        for _ in 0..<100 {
            write(1_000)
            wait(.seconds(20))
            channel.flush()
        }
        #expect(channel.isActive)
        wait(.hours(1))
        #expect(channel.isActive)
    }
}
