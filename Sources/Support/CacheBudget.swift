// The memory that several caches may take together.

internal import Synchronization

/// Counts what the values of some caches take, and lets all of them drop the values that were not used for
/// the longest time before the sum exceeds a limit.
public final class CacheBudget: Sendable {
    /// The most bytes of all values, but for the last one.
    public let limit: Int
    /// What all values take.
    private let total = Atomic<Int>(0)
    private let fixed = Atomic<Int>(0)
    /// What those take that were used since the caches began a generation.
    private let recent = Atomic<Int>(0)
    /// Each lets a cache begin a generation and, if asked, drop the oldest; returns what its values cost.
    private let caches = Mutex<[@Sendable (_ drops: Bool) -> Int]>([])

    /// About what a cache takes for each value besides the value itself: its key, and its place in a table.
    static let entryCost = 200

    /// The number of generations of values. Values that together take less than all generations but one are
    /// kept.
    static let generations = 4
    private var generationSize: Int { limit / Self.generations }

    /// - Parameter limit: the most bytes of all values.
    public init(limit: Int) { self.limit = limit }

    /// About how many bytes the values take, and what ``addFixed(_:)`` counted.
    public var byteCount: Int { total.load(ordering: .relaxed) + fixed.load(ordering: .relaxed) }

    /// Counts memory that is kept as long as the caches, besides their values: the limit of these stays.
    public func addFixed(_ byteCount: Int) { fixed.add(byteCount, ordering: .relaxed) }

    func add(_ beginGeneration: @escaping @Sendable (_ drops: Bool) -> Int) {
        caches.withLock { $0.append(beginGeneration) }
    }

    /// Counts a value that was used.
    ///
    /// - Parameters:
    ///   - cost: what it takes.
    ///   - isNew: whether it was not counted before; else it is one of the older values.
    @usableFromInline
    func charge(_ cost: Int, isNew: Bool) {
        let cost = cost + Self.entryCost
        if isNew { total.add(cost, ordering: .relaxed) }
        guard recent.add(cost, ordering: .relaxed).newValue > generationSize else { return }
        caches.withLock { caches in
            // Another thread may have been here.
            guard recent.load(ordering: .relaxed) > generationSize else { return }
            recent.store(0, ordering: .relaxed)
            // The oldest may have few values, or the last one may be large.
            for _ in 0..<Self.generations {
                let isFull = total.load(ordering: .relaxed) > limit - generationSize
                for beginGeneration in caches { total.subtract(beginGeneration(isFull), ordering: .relaxed) }
                if total.load(ordering: .relaxed) <= limit - generationSize { break }
            }
        }
    }
}
