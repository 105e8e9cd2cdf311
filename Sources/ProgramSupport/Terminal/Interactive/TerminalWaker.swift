// Lets threads and signal handlers interrupt the wait for the user.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Wakes the program that waits for the user.
package struct TerminalWaker: Sendable {
    init() {}

    /// Ends the current wait, or the next one. Safe on any thread.
    package func wake() { WakePipe.note(.woken) }
}

/// A pipe from the program to itself, and the events that its bytes announce. It stays open as long as the
/// process, so that no thread writes to a descriptor that was reused.
enum WakePipe {
    /// The events, as bits.
    struct Event: OptionSet {
        let rawValue: UInt32

        static let woken = Event(rawValue: 1)
        static let resized = Event(rawValue: 2)
        static let continued = Event(rawValue: 4)
        /// The program received SIGTSTP.
        static let stopped = Event(rawValue: 8)
    }

    /// `nil` if the system gave none; then only signals and input interrupt the wait.
    private static let pipe: ProcessPipe? = {
        guard let pipe = ProcessPipe() else { return nil }
        for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return pipe
    }()

    private static let events = Atomic<UInt32>(0)

    /// The descriptor for `poll`. The first use must be before any signal handler can run.
    static var readingEnd: Int32 { pipe?.reading ?? -1 }

    /// Records an event. Safe in signal handlers, once the pipe exists.
    static func note(_ event: Event) {
        events.bitwiseOr(event.rawValue, ordering: .sequentiallyConsistent)
        interrupt()
    }

    /// Ends the wait. A full pipe ends it, too.
    static func interrupt() {
        var byte: UInt8 = 0
        _ = write(pipe?.writing ?? -1, &byte, 1)
    }

    /// Drops events that were handled.
    static func forget(_ event: Event) {
        events.bitwiseAnd(~event.rawValue, ordering: .sequentiallyConsistent)
    }

    /// Takes all events since the last call.
    static func take() -> Event {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readingEnd, &bytes, 16) > 0 {}
        return Event(rawValue: events.exchange(0, ordering: .sequentiallyConsistent))
    }
}
