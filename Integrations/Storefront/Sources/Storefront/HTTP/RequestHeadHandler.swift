// Which requests does HTTP rule out by their head, and which ask for the end of the connection by their version?

internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1

/// Looks at each request as it was sent, before its version and what `Host` said beside the first time are lost.
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Behind a request that is none, nobody knows where the next one begins.
        if isRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        // Versions 1.0 and 1.1 are all that come here.
        let isOld = head.version != .http1_1
        let hosts = head.headers["Host"].count
        // An older client need not name the host (RFC 9112, 3.2).
        guard hosts == 1 || hosts == 0 && isOld else {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        // It waits for the end of the connection, unless it agreed upon another end with a server that does so, too
        // (RFC 9112, 9.3).
        if isOld { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Puts a handler where a connection's requests are still as they were sent. It stands in their way itself only until
    /// then.
    final class Installer: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Any

        func handlerAdded(context: ChannelHandlerContext) {
            do {
                let pipeline = context.pipeline.syncOperations
                let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
                try pipeline.addHandler(RequestHeadHandler(), position: .before(codec))
            } catch {
                // Without it requests are not what they seem.
                context.close(promise: nil)
            }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }
}
