// Bodies that a client sends only after `100 Continue`: `Expect: 100-continue` (RFC 9110, 10.1.1).

internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// A request whose client waits for `100 Continue` before it sends the body.
struct ExpectedBody {
    /// The request; reading its body sends `100 Continue` first.
    let request: Request
    private let invitation: Invitation

    /// - Returns: `nil` if the client sends the body at once, or none.
    init?(of request: Request, on channel: any Channel) {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return nil }
        let invitation = Invitation(channel: channel)
        self.invitation = invitation
        var request = request
        request.body = RequestBody(asyncSequence: Parts(body: request.body, invitation: invitation))
        self.request = request
    }

    /// Whether `100 Continue` was sent.
    var isRequested: Bool { invitation.isSent.withLock { $0 } }

    private final class Invitation: Sendable {
        let isSent = Mutex(false)
        private let channel: any Channel

        init(channel: any Channel) { self.channel = channel }

        func send() async throws {
            let isFirst = isSent.withLock { isSent in
                defer { isSent = true }
                return !isSent
            }
            guard isFirst else { return }
            try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        }
    }

    private struct Parts: AsyncSequence, Sendable {
        let body: RequestBody
        let invitation: Invitation

        struct AsyncIterator: AsyncIteratorProtocol {
            var parts: RequestBody.AsyncIterator
            let invitation: Invitation

            mutating func next() async throws -> ByteBuffer? {
                try await invitation.send()
                return try await parts.next()
            }
        }

        func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(parts: body.makeAsyncIterator(), invitation: invitation)
        }
    }
}
