// Ends searches whose task was cancelled or whose time is spent.

/// Checks from time to time whether the task of a search was cancelled, or its ``RelaxationBudget`` is spent: at the
/// first step of a loop, and then after so many steps that the checks cost nothing in comparison.
///
/// Folded texts and terms of records in memory are always completed, because later searches and waiting searches use
/// them. So is the order of all titles, in the background.
struct Interruption {
    /// The number of steps between two checks. A step takes between a nanosecond and a few microseconds, so a search
    /// ends within milliseconds.
    static let interval = 2_048

    /// Steps charged for reading one record.
    static let record = 8

    /// Steps charged for folding one word.
    static let form = 16

    private var left = 0

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
        left = Self.interval - 1
        try Self.check()
    }

    /// Checks at once.
    ///
    /// - Throws: `SegmentError.cancelled`, also if the budget of the work is spent.
    static func check() throws(SegmentError) {
        if Task.isCancelled || RelaxationBudget.current?.isSpent == true { throw .cancelled }
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
