// Sorts millions of suffixes by their bytes, which stay with the terms.

/// Suffixes in the order of the leaves: by set, then by their first ``IndexLayout/suffixLength`` bytes, where
/// zeros follow the end, then by term and offset.
struct SuffixSorter: ~Copyable {
    private var entries: GrowingBuffer<Suffix>
    private let spare: GrowingBuffer<Suffix>
    private let scanner: SuffixScanner
    private let hasOneSet: Bool

    /// Collects the suffixes of some buckets.
    ///
    /// - Parameter capacity: at least the number of these suffixes.
    init(_ scanner: SuffixScanner, _ buckets: ClosedRange<Int>, capacity: Int) {
        self.scanner = scanner
        hasOneSet = buckets.lowerBound >> 16 == buckets.upperBound >> 16
        entries = GrowingBuffer(capacity: capacity)
        spare = GrowingBuffer(capacity: capacity)
        scanner.append(buckets, to: &entries)
    }

    var count: Int { entries.count }

    @inline(__always)
    subscript(index: Int) -> Suffix { entries.base[index] }

    borrowing func sort() {
        if hasOneSet { return sort(0, count, depth: 0) }
        distribute(0, count) { suffix in
            suffix.set.rawValue
        } each: { start, count in
            sort(start, count, depth: 0)
        }
    }

    /// The number of entries up to which insertion is the fastest sort.
    private static let few = 40

    /// Sorts entries whose suffixes are equal before `depth`. Their keys begin at `depth`, rounded down to a
    /// multiple of 8. All steps are stable.
    private borrowing func sort(_ start: Int, _ count: Int, depth: Int) {
        let entries = entries.base + start
        if count <= Self.few {
            Self.insertionSort(entries, count)
            return sortEqualKeys(start, count, depth)
        }
        let first = entries[0].key
        var difference: UInt64 = 0
        for index in 0..<count { difference |= entries[index].key ^ first }
        if difference == 0 { return sortFurther(start, count, depth) }
        let byte = difference.leadingZeroBitCount / 8
        let shift = UInt64(56 - 8 * byte)
        let next = depth & ~7 + byte + 1
        distribute(start, count) { suffix in
            Int(suffix.key >> shift & 0xFF)
        } each: { start, count in
            if next & 7 == 0 { sortFurther(start, count, next - 1) } else { sort(start, count, depth: next) }
        }
    }

    /// Sorts the entries of each key further.
    private borrowing func sortEqualKeys(_ start: Int, _ count: Int, _ depth: Int) {
        let entries = entries.base
        var lower = start
        while lower < start + count {
            var upper = lower + 1
            while upper < start + count, entries[upper].key == entries[lower].key { upper += 1 }
            if upper - lower > 1 { sortFurther(lower, upper - lower, depth) }
            lower = upper
        }
    }

    /// Sorts entries of equal keys by the next bytes.
    private borrowing func sortFurther(_ start: Int, _ count: Int, _ depth: Int) {
        let next = depth & ~7 + 8
        let entries = entries.base + start
        // No folding contains a zero, so a key that ends with one contains the end of its suffix.
        if count < 2 || next >= IndexLayout.suffixLength || entries[0].key & 0xFF == 0 { return }
        for index in 0..<count { entries[index].key = scanner.key(of: entries[index], at: next) }
        sort(start, count, depth: next)
    }

    /// Moves entries to the positions of their digits, then calls `each` with the entries of each digit.
    @inline(__always)
    private borrowing func distribute(
        _ start: Int, _ count: Int, by digit: (Suffix) -> Int,
        each: (_ start: Int, _ count: Int) -> Void
    ) {
        let (entries, spare) = (entries.base + start, spare.base + start)
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 257) { ends in
            ends.initialize(repeating: 0)
            for index in 0..<count { ends[digit(entries[index]) + 1] += 1 }
            for value in 0..<256 { ends[value + 1] += ends[value] }
            for index in 0..<count {
                let value = digit(entries[index])
                spare[ends[value]] = entries[index]
                ends[value] += 1
            }
            entries.update(from: spare, count: count)
            var lower = 0
            for value in 0..<256 where ends[value] > lower {
                each(start + lower, ends[value] - lower)
                lower = ends[value]
            }
        }
    }

    private static func insertionSort(_ entries: UnsafeMutablePointer<Suffix>, _ count: Int) {
        for index in 1..<max(1, count) {
            let entry = entries[index]
            var place = index
            while place > 0, entries[place - 1].key > entry.key {
                entries[place] = entries[place - 1]
                place -= 1
            }
            entries[place] = entry
        }
    }

    /// Sorts the terms of a leaf.
    ///
    /// - Parameter spare: memory for as many terms.
    static func sort(_ terms: UnsafeMutablePointer<UInt32>, count: Int, spare: UnsafeMutablePointer<UInt32>) {
        // Sorts short runs by insertion, then merges them.
        let run = 16
        for start in stride(from: 0, to: count, by: run) {
            for index in (start + 1)..<max(start + 1, min(start + run, count)) {
                let term = terms[index]
                var place = index
                while place > start, terms[place - 1] > term {
                    terms[place] = terms[place - 1]
                    place -= 1
                }
                terms[place] = term
            }
        }
        var width = run
        while width < count {
            for start in stride(from: 0, to: count - width, by: 2 * width) {
                merge(terms + start, width, min(2 * width, count - start), spare)
            }
            width *= 2
        }
    }

    /// Merges two sorted runs, the first of `middle` terms.
    @inline(__always)
    private static func merge(
        _ terms: UnsafeMutablePointer<UInt32>, _ middle: Int, _ count: Int,
        _ spare: UnsafeMutablePointer<UInt32>
    ) {
        if terms[middle - 1] <= terms[middle] { return }
        spare.update(from: terms, count: middle)
        var (left, right, target) = (0, middle, 0)
        while left < middle {
            if right < count, terms[right] < spare[left] {
                terms[target] = terms[right]
                right += 1
            } else {
                terms[target] = spare[left]
                left += 1
            }
            target += 1
        }
    }
}
