// Sorts millions of keys by their bytes, eight bytes at a time, as numbers.

/// Sorts by bytes.
struct ByteOrder: ~Copyable {
    private struct Entry: BitwiseCopyable {
        /// Eight bytes of the key, padded with zeros, as a number with the same order.
        var prefix: UInt64
        let index: UInt32
    }

    private var entries: GrowingBuffer<Entry>
    private var spare: GrowingBuffer<Entry>

    /// The indices of keys in the order of the keys' bytes; stable.
    static func sorted(count: Int, _ key: (Int) -> UnsafeRawBufferPointer) -> GrowingBuffer<UInt32> {
        var order = GrowingBuffer<UInt32>(capacity: count)
        var sorter = ByteOrder(count: count, key)
        sorter.sort(0..<count, depth: 0, key)
        for index in 0..<count { order.append(sorter.entries[index].index) }
        return order
    }

    /// Whether keys are equal.
    static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        var depth = 0
        while depth < left.count {
            if prefix(left, depth) != prefix(right, depth) { return false }
            depth += 8
        }
        return true
    }

    private init(count: Int, _ key: (Int) -> UnsafeRawBufferPointer) {
        entries = GrowingBuffer(capacity: count)
        spare = GrowingBuffer(capacity: count)
        for index in 0..<count {
            entries.append(Entry(prefix: Self.prefix(key(index), 0), index: UInt32(index)))
        }
    }

    @inline(__always)
    private static func prefix(_ key: UnsafeRawBufferPointer, _ depth: Int) -> UInt64 {
        if key.count >= depth + 8 {
            return UInt64(bigEndian: key.loadUnaligned(fromByteOffset: depth, as: UInt64.self))
        }
        var prefix: UInt64 = 0
        guard key.count > depth else { return 0 }
        for index in depth..<key.count { prefix = prefix << 8 | UInt64(key[index]) }
        return prefix << UInt64(8 * (depth + 8 - key.count))
    }

    /// Sorts a range of entries whose keys are equal before `depth` and whose prefixes begin there.
    private mutating func sort(_ range: Range<Int>, depth: Int, _ key: (Int) -> UnsafeRawBufferPointer) {
        if range.count > 256 { radixSort(range) } else { insertionSort(range) }
        var start = range.lowerBound
        while start < range.upperBound {
            let prefix = entries.base[start].prefix
            var end = start + 1
            while end < range.upperBound, entries.base[end].prefix == prefix { end += 1 }
            if end - start > 1 { sortEqual(start..<end, depth: depth + 8, key) }
            start = end
        }
    }

    /// Sorts entries whose keys are equal before `depth`, by the rest of the keys.
    private mutating func sortEqual(_ range: Range<Int>, depth: Int, _ key: (Int) -> UnsafeRawBufferPointer) {
        var depth = depth
        // A loop instead of recursion, for keys with a long common prefix.
        while true {
            var goesOn = false
            var differs = false
            let first = Self.prefix(key(Int(entries.base[range.lowerBound].index)), depth)
            for index in range {
                let key = key(Int(entries.base[index].index))
                entries.base[index].prefix = Self.prefix(key, depth)
                differs = differs || entries.base[index].prefix != first
                goesOn = goesOn || key.count > depth + 8
            }
            if differs { return sort(range, depth: depth, key) }
            if !goesOn { break }
            depth += 8
        }
        // The rest differs only in trailing zeros, so shorter keys come first.
        for index in range {
            entries.base[index].prefix = UInt64(key(Int(entries.base[index].index)).count)
        }
        if range.count > 256 { radixSort(range) } else { insertionSort(range) }
    }

    private mutating func insertionSort(_ range: Range<Int>) {
        let entries = entries.base
        if range.count > 24 {
            // Sort the halves, then merge them.
            let middle = (range.lowerBound + range.upperBound) / 2
            insertionSort(range.lowerBound..<middle)
            insertionSort(middle..<range.upperBound)
            let spare = spare.base
            let leftCount = middle - range.lowerBound
            spare.update(from: entries + range.lowerBound, count: leftCount)
            var (left, right, target) = (0, middle, range.lowerBound)
            while left < leftCount {
                if right < range.upperBound, entries[right].prefix < spare[left].prefix {
                    entries[target] = entries[right]
                    right += 1
                } else {
                    entries[target] = spare[left]
                    left += 1
                }
                target += 1
            }
            return
        }
        for index in range.dropFirst() {
            let entry = entries[index]
            var position = index
            while position > range.lowerBound, entries[position - 1].prefix > entry.prefix {
                entries[position] = entries[position - 1]
                position -= 1
            }
            entries[position] = entry
        }
    }

    /// From the last digit to the first, eleven bits each; digits equal in all keys are skipped.
    private mutating func radixSort(_ range: Range<Int>) {
        let count = range.count
        var source = entries.base + range.lowerBound
        var target = spare.base
        var isInSpare = false
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 2048) { positions in
            for shift in stride(from: UInt64(0), to: 64, by: 11) {
                positions.update(repeating: 0)
                for index in 0..<count { positions[Int(source[index].prefix >> shift & 2047)] += 1 }
                if positions[Int(source[0].prefix >> shift & 2047)] == count { continue }
                var position = 0
                for digit in 0..<2048 {
                    (positions[digit], position) = (position, position + positions[digit])
                }
                for index in 0..<count {
                    let digit = Int(source[index].prefix >> shift & 2047)
                    target[positions[digit]] = source[index]
                    positions[digit] += 1
                }
                swap(&source, &target)
                isInSpare.toggle()
            }
        }
        if isInSpare { (entries.base + range.lowerBound).update(from: spare.base, count: count) }
    }
}
