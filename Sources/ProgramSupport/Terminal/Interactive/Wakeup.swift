// The result of a wait for the user.

/// The events during a wait.
package struct Wakeup: Hashable, Sendable {
    /// Why the program must end.
    package enum Ending: Hashable, Sendable {
        /// The program received SIGTERM, SIGHUP, SIGINT or SIGQUIT.
        case signal(Int32)
        /// The terminal was closed, or cannot be read or written.
        case terminalGone
    }

    package var events: [TerminalEvent] = []
    /// Whether another thread ended the wait.
    package var isWoken = false
    /// Whether the size of the screen changed.
    package var isResized = false
    /// Whether the process may have been stopped and continues.
    package var isContinued = false
    /// Whether the watched descriptor can be read, or has ended.
    package var isWatchedReady = false
    /// Set once; all later waits report it, too.
    package var ending: Ending?

    package init() {}

    /// Whether nothing happened until the timeout.
    var isEmpty: Bool { self == Wakeup() }
}
