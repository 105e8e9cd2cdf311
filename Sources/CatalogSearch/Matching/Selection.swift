// Selects the best of many candidates without ranking them all.

/// Finds the first `keeping` of many candidates by rules applied one after the other. Each rule reads only
/// candidates that the rules before it left open, so costly rules read few.
struct Selection {
    /// Candidates that the rules so far have selected.
    private var decided: [Int32] = []
    /// Candidates that are equal by the rules so far, if only some of them will be selected; without those in
    /// ``unlisted``.
    private var listed: [Int32]
    /// All candidates, before the first rule.
    private var unlisted: RecordSet?
    /// The number of open candidates to select.
    private(set) var wanted: Int

    init(_ candidates: [Int32], keeping: Int) {
        listed = candidates
        wanted = keeping
        settle()
    }

    /// A selection of a set, which the first rule need not list.
    init(_ candidates: RecordSet, keeping: Int) {
        listed = []
        wanted = keeping
        unlisted = candidates
        if keeping == 0 || keeping > Self.mostKept || candidates.count <= keeping { list() }
        settle()
    }

    /// The number of wanted candidates up to which the first rule compares each candidate with them.
    private static let mostKept = 1_024

    private mutating func list() {
        guard let set = unlisted else { return }
        unlisted = nil
        listed = set.records
    }

    /// The candidates that are equal by the rules so far, if only some of them are selected.
    var open: [Int32] {
        mutating get {
            list()
            return listed
        }
    }

    /// Whether no candidate is open.
    var isDecided: Bool { unlisted == nil && listed.isEmpty }

    /// The chosen candidates, in no particular order.
    var chosen: [Int32] {
        mutating get { decided + open.prefix(wanted) }
    }

    /// Applies a rule: smaller values come first.
    ///
    /// - Throws: what `value` throws, and `SegmentError.cancelled`.
    mutating func narrow(by value: (Int32) throws(SegmentError) -> Int) throws(SegmentError) {
        guard !isDecided else { return }
        var values: [Int] = []
        var interruption = Interruption()
        if let set = unlisted {
            unlisted = nil
            // The greatest of the complements are the smallest of the values.
            var smallest = BestValues<Int>(wanted)
            try set.forEach { record throws(SegmentError) in
                try interruption.count()
                let candidate = Int32(truncatingIfNeeded: record)
                let value = try value(candidate)
                if let bound = smallest.least, value > ~bound { return }
                smallest.insert(~value)
                listed.append(candidate)
                values.append(value)
            }
        } else {
            values.reserveCapacity(listed.count)
            for candidate in listed {
                try interruption.count()
                values.append(try value(candidate))
            }
        }
        try narrow(values)
    }

    /// Applies a rule by a value for each open candidate, in their order.
    mutating func narrow(_ values: [Int]) throws(SegmentError) {
        let bound = try Self.smallest(wanted, of: values)
        var equals: [Int32] = []
        for (candidate, value) in zip(listed, values) {
            if value < bound {
                decided.append(candidate)
                wanted -= 1
            } else if value == bound {
                equals.append(candidate)
            }
        }
        listed = equals
        settle()
    }

    /// Applies the last rule, a total order.
    ///
    /// - Throws: `SegmentError.cancelled`.
    mutating func settle(by areInOrder: (Int32, Int32) -> Bool) throws(SegmentError) {
        list()
        try listed.sortInterruptibly(by: areInOrder)
        listed.removeLast(listed.count - min(wanted, listed.count))
        settle()
    }

    private mutating func settle() {
        guard unlisted == nil, listed.count <= wanted || wanted == 0 else { return }
        if wanted > 0 { decided += listed }
        wanted = max(0, wanted - listed.count)
        listed = []
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
