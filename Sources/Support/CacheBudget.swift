// The memory that several caches may take together.

internal import Synchronization

/// Counts what the values of some caches take, and lets all of them drop the values that were not used for
/// the longest time before the sum exceeds a limit.
public final class CacheBudget: Sendable {
    /// The most bytes of all values, but for the last one.
    public let limit: Int
    /// What all values take, and what is kept besides.
    private let total = Atomic<Int>(0)
    /// What those take that were used since the caches dropped some.
    private let recent = Atomic<Int>(0)
    /// Each lets a cache drop its older values, and returns what these cost.
    private let caches = Mutex<[@Sendable () -> Int]>([])

    /// About what a cache takes for each value besides the value itself: its key, and its place in a table.
    static let entryCost = 200

    /// - Parameter limit: the most bytes of all values.
    public init(limit: Int) { self.limit = limit }

    /// About how many bytes the values take, and what ``addFixed(_:)`` counted.
    public var byteCount: Int { total.load(ordering: .relaxed) }

    /// Counts memory that is kept as long as the caches, besides their values: the limit of these stays.
    public func addFixed(_ byteCount: Int) { total.add(byteCount, ordering: .relaxed) }

    func add(_ age: @escaping @Sendable () -> Int) { caches.withLock { $0.append(age) } }

    /// Counts a value that was used.
    ///
    /// - Parameters:
    ///   - cost: what it takes.
    ///   - isNew: whether it was not counted before; else it is one of the older values.
    @usableFromInline
    func charge(_ cost: Int, isNew: Bool) {
        let cost = cost + Self.entryCost
        if isNew { total.add(cost, ordering: .relaxed) }
        guard recent.add(cost, ordering: .relaxed).newValue > limit / 2 else { return }
        caches.withLock { caches in
            // Another thread may have been here.
            guard recent.load(ordering: .relaxed) > limit / 2 else { return }
            recent.store(0, ordering: .relaxed)
            for age in caches { total.subtract(age(), ordering: .relaxed) }
        }
    }
}
