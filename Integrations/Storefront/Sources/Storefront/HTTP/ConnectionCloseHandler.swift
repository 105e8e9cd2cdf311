// How does a connection end, where an answer says that it does?

internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Ends a connection behind an answer with `Connection: close`: the rest of what was refused is neither waited for nor taken.
final class ConnectionCloseHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// So long whoever still sends has time to read the answer: what is closed at once may be lost on its way to them
    /// (RFC 9112, 9.6).
    private static let patience = TimeAmount.seconds(2)

    private var isLast = false
    private var isEnding = false

    func read(context: ChannelHandlerContext) { if !isEnding { context.read() } }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): isLast = head.headerFields[.connection]?.lowercased() == "close"
        case .end where isLast:
            isEnding = true
            let written = promise ?? context.eventLoop.makePromise()
            written.futureResult.assumeIsolated().whenComplete { _ in
                context.close(mode: .output, promise: nil)
                context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
                    context.close(promise: nil)
                }
            }
            context.writeAndFlush(data, promise: written)
            return
        case .body, .end: break
        }
        context.write(data, promise: promise)
    }
}
