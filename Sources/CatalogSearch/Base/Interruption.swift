// Ends searches whose task was cancelled or whose time is spent.

internal import Synchronization

/// Checks from time to time whether the task of a search was cancelled, or its ``RelaxationBudget`` is spent:
/// at the first step of a loop, and then after so many steps that the checks cost nothing in comparison.
///
/// The order of all titles is always completed, in the background, because later searches use it.
/// So is a segment that is written.
struct Interruption {
    /// The number of steps between two checks. A step takes between a nanosecond and a few microseconds, so a
    /// search ends within milliseconds.
    static let interval = 2_048

    /// Steps charged for reading one record.
    static let record = 8

    /// Bytes that are compared or decoded in one step.
    static let bytes = 16

    /// Steps charged for folding one word.
    static let form = 16

    private var left = 0
    /// The steps left after the last check.
    private var granted = 0

    /// Counts steps.
    ///
    /// - Throws: `SegmentError.cancelled`, as ``check()`` does.
    @inline(__always)
    mutating func count(_ steps: Int = 1) throws(SegmentError) {
        left -= steps
        if left < 0 { try look() }
    }

    @inline(never)
    private mutating func look() throws(SegmentError) {
        left = StepCounter.note(granted - left) - 1
        granted = left
        try Self.check()
    }

    /// Checks at once.
    ///
    /// - Throws: `SegmentError.cancelled`, also if the budget of the work is spent.
    static func check() throws(SegmentError) {
        if Task.isCancelled || RelaxationBudget.current?.isSpent == true
            || SharedCancellation.current?.isCancelled == true
        {
            throw .cancelled
        }
    }
}

/// Counts the steps of searches, so that tests can bound their cost whatever the machine.
package final class StepCounter: Sendable {
    @TaskLocal private static var current: StepCounter?
    /// The number of counters in use: without one, a check costs one comparison more.
    private static let used = Atomic<Int>(0)

    private let steps = Atomic<Int>(0)
    private let limit: Int

    private init(cancelsAfter limit: Int) { self.limit = limit }

    /// The number of steps between two checks while they are counted. The last
    /// steps of each loop are not counted.
    private static let interval = 16

    /// Runs `body` and counts the steps of its searches.
    ///
    /// - Parameter limit: the number of steps after which the task is cancelled.
    package static func count(cancellingAfter limit: Int = .max, _ body: () -> Void) -> Int {
        let counter = StepCounter(cancelsAfter: limit)
        used.add(1, ordering: .relaxed)
        defer { used.subtract(1, ordering: .relaxed) }
        $current.withValue(counter, operation: body)
        return counter.steps.load(ordering: .relaxed)
    }

    /// Counts steps, if the search has a limit.
    ///
    /// - Returns: the number of steps until the next check.
    fileprivate static func note(_ steps: Int) -> Int {
        guard used.load(ordering: .relaxed) > 0, let current else { return Interruption.interval }
        current.add(steps)
        return interval
    }

    private func add(_ steps: Int) {
        let count = self.steps.add(steps, ordering: .relaxed).newValue
        if count >= limit { withUnsafeCurrentTask { $0?.cancel() } }
    }
}

extension MutableCollection where Self: RandomAccessCollection {
    /// Sorts, unless the task is cancelled.
    ///
    /// - Throws: `SegmentError.cancelled`; the elements are then in any order.
    mutating func sortInterruptibly(
        by areInIncreasingOrder: (Element, Element) -> Bool
    ) throws(SegmentError) {
        var interruption = Interruption()
        do {
            try sort { left, right in
                try interruption.count()
                return areInIncreasingOrder(left, right)
            }
        } catch {
            // No other error is thrown.
            throw .cancelled
        }
    }
}
