// Closes a connection after a response with `Connection: close`.

internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection after a response with `Connection: close`, without reading the rest of a refused
/// request.
final class ConnectionCloseHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client that is still sending has to read the response, which an immediate close could
    /// discard (RFC 9112, 9.6).
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
