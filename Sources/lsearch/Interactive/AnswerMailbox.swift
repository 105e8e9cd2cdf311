// How do answers come from the threads that search to the one that draws?

internal import ProgramSupport
internal import SearchInterface
internal import Synchronization

/// Holds the newest answer until it is taken, and wakes whoever waits at the terminal.
final class AnswerMailbox: Sendable {
    private let answer = Mutex<SearchSession.Answer?>(nil)
    private let waker: TerminalWaker

    init(_ waker: TerminalWaker) { self.waker = waker }

    /// Takes all answers of a session as they come. A newer one says all that an older one did.
    func follow(_ session: SearchSession) async {
        for await next in session.answers {
            answer.withLock { $0 = next }
            waker.wake()
        }
    }

    /// The newest answer that was not yet taken.
    func take() -> SearchSession.Answer? {
        answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
    }
}
