// Closes connections whose clients do not read.

internal import NIOCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Closes a connection whose client receives too slowly. A client has a few seconds, and one more for each
/// ``rate`` bytes received, so that long responses have more time than short ones.
///
/// Bytes that wait on the connection count as memory of responses.
final class WriteTimeLimit: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let grace: TimeAmount
    private let memory: ResponseMemory
    private let client: Client
    /// The number of bytes that wait.
    private var waiting = 0
    /// The number of bytes that the client received since ``start``.
    private var taken = 0
    /// When bytes began to wait; not changed before the next check.
    private var start = NIODeadline.now()
    private var isChecked = false
    private var isRemoved = false

    /// The least speed, in bytes per second.
    static let rate = 16 << 10

    /// - Parameters:
    ///   - grace: how long a client may receive nothing.
    ///   - client: the peer of the connection.
    init(grace: Duration, memory: ResponseMemory, client: Client) {
        self.grace = .nanoseconds(Int64(grace / .nanoseconds(1)))
        self.memory = memory
        self.client = client
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).readableBytes
        if waiting == 0 {
            start = context.eventLoop.now
            taken = 0
        }
        waiting += count
        memory.add(count, of: client)
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenComplete { _ in
            guard !self.isRemoved else { return }
            self.waiting -= count
            self.taken += count
            self.memory.remove(count, of: self.client)
        }
        context.write(data, promise: written)
        if !isChecked { check(at: start + grace, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isRemoved = true
        memory.remove(waiting, of: client)
    }

    private func check(at time: NIODeadline, _ context: ChannelHandlerContext) {
        isChecked = true
        context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.isChecked = false
            guard self.waiting > 0, context.channel.isActive else { return }
            let end =
                self.start + self.grace + .nanoseconds(Int64(self.taken) * 1_000_000_000 / Int64(Self.rate))
            guard end <= context.eventLoop.now else { return self.check(at: end, context) }
            // Resets the connection, so that the system does not go on sending what the client does not read.
            let socket = context.channel as? any SocketOptionProvider
            _ = socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            context.close(promise: nil)
        }
    }
}
