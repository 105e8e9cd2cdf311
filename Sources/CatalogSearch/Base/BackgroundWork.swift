// Work finished even after its caller gave up.

internal import Dispatch
internal import Synchronization

/// Runs work whose result later searches use. Only one piece runs at a time, so that it never takes more than
/// one processor, and it does not block the threads of tasks.
enum BackgroundWork {
    private static let isBusy = Atomic<Bool>(false)

    /// Starts work in the background. Dropped if busy; the next query requests it again.
    static func begin(_ body: @escaping @Sendable () -> Void) {
        guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return }
        DispatchQueue.global(qos: .utility).async {
            body()
            isBusy.store(false, ordering: .releasing)
        }
    }
}
