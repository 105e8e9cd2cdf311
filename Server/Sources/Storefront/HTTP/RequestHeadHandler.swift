// Checks of request heads that later handlers cannot do: the number of `Host` headers,
// absolute addresses, and HTTP/1.0.

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
        // The decoder accepts only versions 1.0 and 1.1.
        let isOld = head.version != .http1_1
        let hosts = head.headers["Host"].count
        // `Host` is optional in HTTP/1.0 (RFC 9112, 3.2).
        guard hosts == 1 || hosts == 0 && isOld else {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        // Clients of proxies send absolute addresses. Their host takes precedence over `Host` (RFC 9112,
        // 3.2.2).
        if let absolute = AbsoluteAddress(head.uri) {
            guard absolute.isValid else {
                isRefused = true
                return context.fireErrorCaught(HTTPParserError.invalidURL)
            }
            head.uri = absolute.path
            head.headers.replaceOrAdd(name: "Host", value: absolute.authority)
        }
        if isOld {
            // An HTTP/1.0 client reads until the connection closes (RFC 9112, 9.3), and does not know interim
            // responses.
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            head.headers.remove(name: "Expect")
        }
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
                // Requests must not be served without these checks.
                context.close(promise: nil)
            }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }
}
