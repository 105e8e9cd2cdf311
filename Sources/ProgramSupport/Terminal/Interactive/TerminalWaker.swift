// How threads and signal handlers interrupt the wait for the user.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Wakes the program that waits for the user.
package struct TerminalWaker: Sendable {
    init() {}

    /// Ends the wait, or the next one if there is none now. From any thread.
    package func wake() { WakePipe.note(.woken) }
}

/// A pipe that the program writes to itself, beside the events that it stands for. It stays as long as the process, so that
/// no thread ever writes to a descriptor that has become something else.
enum WakePipe {
    /// What happened, as bits.
    struct Event: OptionSet {
        let rawValue: UInt32

        static let woken = Event(rawValue: 1)
        static let resized = Event(rawValue: 2)
        static let continued = Event(rawValue: 4)
        /// Somebody asks the program to stop.
        static let stopped = Event(rawValue: 8)
    }

    /// `nil` where there is none, so that nothing but signals and the user interrupts the wait.
    private static let pipe: ProcessPipe? = {
        guard let pipe = ProcessPipe() else { return nil }
        for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return pipe
    }()

    private static let events = Atomic<UInt32>(0)

    /// What `poll` waits for. Asked for once before any signal handler may run.
    static var readingEnd: Int32 { pipe?.reading ?? -1 }

    /// Notes what happened. Safe in signal handlers, once the pipe exists.
    static func note(_ event: Event) {
        events.bitwiseOr(event.rawValue, ordering: .sequentiallyConsistent)
        interrupt()
    }

    /// Ends the wait. A full pipe is as good as a written one.
    static func interrupt() {
        var byte: UInt8 = 0
        _ = write(pipe?.writing ?? -1, &byte, 1)
    }

    /// Takes back what is dealt with already.
    static func forget(_ event: Event) {
        events.bitwiseAnd(~event.rawValue, ordering: .sequentiallyConsistent)
    }

    /// What happened since the last time.
    static func take() -> Event {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readingEnd, &bytes, 16) > 0 {}
        return Event(rawValue: events.exchange(0, ordering: .sequentiallyConsistent))
    }
}
