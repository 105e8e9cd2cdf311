// Checks of request heads that later handlers cannot do: the number of `Host` headers, and HTTP/1.0.

internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1

/// Checks each request head before the codec drops its version and repeated `Host` headers.
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After a malformed request the start of the next one is unknown.
        if isRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        // The decoder lets only versions 1.0 and 1.1 through.
        let isOld = head.version != .http1_1
        let hosts = head.headers["Host"].count
        // `Host` is optional in HTTP/1.0 (RFC 9112, 3.2).
        guard hosts == 1 || hosts == 0 && isOld else {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        // An HTTP/1.0 client reads until the connection closes (RFC 9112, 9.3).
        if isOld { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Inserts the handler before the codec, then removes itself.
    final class Installer: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Any

        func handlerAdded(context: ChannelHandlerContext) {
            do {
                let pipeline = context.pipeline.syncOperations
                let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
                try pipeline.addHandler(RequestHeadHandler(), position: .before(codec))
            } catch {
                // Do not serve requests without these checks.
                context.close(promise: nil)
            }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }
}
