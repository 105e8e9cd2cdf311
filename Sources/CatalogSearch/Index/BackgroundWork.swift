// What is worth to be ended although whoever asked for it waits no more?

internal import Dispatch
internal import Synchronization

/// Work whose result later searches use. One piece is done at a time, whatever is asked for: so it never takes more than one
/// processor, and keeps none of the threads on which tasks run.
enum BackgroundWork {
    private static let isBusy = Atomic<Bool>(false)

    /// Does something soon, where nothing else is being done; it is asked for again where it is missed again.
    static func begin(_ body: @escaping @Sendable () -> Void) {
        guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return }
        DispatchQueue.global(qos: .utility).async {
            body()
            isBusy.store(false, ordering: .releasing)
        }
    }
}
