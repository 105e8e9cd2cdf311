// Why a wait for the user is over.

/// What happened while the program waited.
package struct Wakeup: Hashable, Sendable {
    /// Why the program is to end.
    package enum Ending: Hashable, Sendable {
        /// A signal asks for it: SIGTERM, SIGHUP, SIGINT or SIGQUIT.
        case signal(Int32)
        /// The terminal was closed, or cannot be read or written.
        case terminalGone
    }

    package var events: [TerminalEvent] = []
    /// Whether another thread called its waker.
    package var isWoken = false
    /// Whether the screen has another size.
    package var isResized = false
    /// Whether the process was stopped, or may have been, and goes on.
    package var isContinued = false
    /// Once it is there, it stays.
    package var ending: Ending?

    package init() {}

    /// Whether nothing happened but that time passed.
    var isEmpty: Bool { self == Wakeup() }
}
