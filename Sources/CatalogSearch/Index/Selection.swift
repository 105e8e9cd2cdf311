// Selects the best of many candidates without ranking them all.

/// Finds the first `keeping` of many candidates by rules applied one after the other. Each rule reads only candidates
/// that the rules before it left open, so costly rules read few.
struct Selection {
    /// Candidates that the rules so far have selected.
    private var decided: [Int32] = []
    /// Candidates that are equal by the rules so far and of which only some are selected.
    private(set) var open: [Int32]
    /// The number of open candidates to select.
    private(set) var wanted: Int

    init(_ candidates: [Int32], keeping: Int) {
        open = candidates
        wanted = keeping
        settle()
    }

    /// Whether no candidate is open.
    var isDecided: Bool { open.isEmpty }

    /// The chosen candidates, in no particular order.
    var chosen: [Int32] { decided + open.prefix(wanted) }

    /// Applies a rule: smaller values come first.
    ///
    /// - Throws: what `value` throws, and `SegmentError.cancelled`.
    mutating func narrow(by value: (Int32) throws(SegmentError) -> Int) throws(SegmentError) {
        guard !open.isEmpty else { return }
        var values: [Int] = []
        values.reserveCapacity(open.count)
        var interruption = Interruption()
        for candidate in open {
            try interruption.count()
            values.append(try value(candidate))
        }
        try narrow(values)
    }

    /// The same with a value for each open candidate, in their order.
    mutating func narrow(_ values: [Int]) throws(SegmentError) {
        let bound = try Self.smallest(wanted, of: values)
        var equals: [Int32] = []
        for (candidate, value) in zip(open, values) {
            if value < bound {
                decided.append(candidate)
                wanted -= 1
            } else if value == bound {
                equals.append(candidate)
            }
        }
        open = equals
        settle()
    }

    /// Applies the last rule, which makes no two candidates equal.
    ///
    /// - Throws: `SegmentError.cancelled`.
    mutating func settle(by areInOrder: (Int32, Int32) -> Bool) throws(SegmentError) {
        try open.sortInterruptibly(by: areInOrder)
        open.removeLast(open.count - min(wanted, open.count))
        settle()
    }

    private mutating func settle() {
        guard open.count <= wanted || wanted == 0 else { return }
        if wanted > 0 { decided += open }
        wanted = max(0, wanted - open.count)
        open = []
    }

    /// The value at position `rank`, counted from 1, in ascending order.
    private static func smallest(_ rank: Int, of values: [Int]) throws(SegmentError) -> Int {
        var values = values
        var low = 0
        var high = values.count - 1
        let target = rank - 1
        // Quickselect; the median of three as pivot keeps sorted input cheap.
        while low < high {
            try Interruption.check()
            let middle = (low + high) / 2
            let pivot = [values[low], values[middle], values[high]].sorted()[1]
            var left = low
            var right = high
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                if left <= right {
                    values.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if target <= right {
                high = right
            } else if target >= left {
                low = left
            } else {
                return values[target]
            }
        }
        return values[target]
    }
}
