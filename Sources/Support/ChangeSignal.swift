// Wakes one task after changes.

internal import Synchronization

/// Wakes the task that reads ``begin()``. Signals that arrive while the task works become one.
public final class ChangeSignal: Sendable {
    private let continuation = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// A signal without readers.
    public init() {}

    /// Signals a change; without a reader it is dropped.
    public func send() { continuation.withLock { _ = $0?.yield() } }

    /// Begins to read. The stream gives its first element at once, for changes made before, and ends when the
    /// task is cancelled or another one begins to read.
    public func begin() -> AsyncStream<Void> {
        let (changes, changed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        changed.yield()
        continuation.withLock { continuation in
            continuation?.finish()
            continuation = changed
        }
        return changes
    }
}
