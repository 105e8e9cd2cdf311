// Passes responses from the threads that search to the thread that draws.

internal import ProgramSupport
internal import SearchInterface
internal import Synchronization

/// Holds the newest response until it is taken, and wakes the thread that waits at the terminal.
final class ResponseMailbox: Sendable {
    private let latest = Mutex<SearchSession.Response?>(nil)
    private let waker: TerminalWaker

    init(_ waker: TerminalWaker) { self.waker = waker }

    /// Receives all responses of a session. A newer response replaces an older one.
    func follow(_ session: SearchSession) async {
        for await next in session.responses {
            latest.withLock { $0 = next }
            waker.wake()
        }
    }

    /// Takes the newest response; `nil` if it was taken already.
    func take() -> SearchSession.Response? {
        latest.withLock { response in
            defer { response = nil }
            return response
        }
    }
}
