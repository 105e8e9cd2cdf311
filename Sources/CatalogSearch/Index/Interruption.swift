// How does a search end whose answer nobody waits for any more?

/// Looks from time to time whether the task in which a search runs was cancelled: at the first step of a loop, and then
/// each time after so many steps that the looks cost nothing beside them.
///
/// The folded texts and the terms of a field and a locale of records in memory are made to their end all the same, for later
/// searches, and for those that wait for them meanwhile. So is the order of all titles, in the background.
struct Interruption {
    /// How many steps lie between two looks. A step takes between a nanosecond and a few microseconds: so a
    /// search ends within milliseconds.
    static let interval = 2_048

    /// What it counts to read all texts of a record, in steps.
    static let record = 8

    private var left = 0

    /// Counts steps.
    ///
    /// - Throws: `SegmentError.cancelled`.
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

    /// Looks at once.
    ///
    /// - Throws: `SegmentError.cancelled`.
    static func check() throws(SegmentError) {
        if Task.isCancelled { throw .cancelled }
    }
}

extension MutableCollection where Self: RandomAccessCollection {
    /// Sorts, unless the task is cancelled meanwhile.
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
            // Nothing else is thrown.
            throw .cancelled
        }
    }
}
