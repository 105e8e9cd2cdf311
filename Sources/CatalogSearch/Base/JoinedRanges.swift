// Joins the matches of a text.

/// Ranges of a text, overlapping ones joined. Takes two bits for each scalar of the
/// text, however many ranges there are.
struct JoinedRanges {
    /// A bit for each scalar at which a range starts.
    private var starts: [UInt64] = []
    /// A bit for each scalar that is in a range with the scalar before it.
    private var inner: [UInt64] = []
    /// The range added last, joined with those before it that it overlaps.
    private var last: Range<Int>?

    /// Adds a range. It is fastest if ranges ascend.
    mutating func insert(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        guard let last, last.lowerBound <= range.lowerBound, range.lowerBound < last.upperBound else {
            store()
            last = range
            return
        }
        self.last = last.lowerBound..<max(last.upperBound, range.upperBound)
    }

    private mutating func store() {
        guard let range = last else { return }
        let missing = range.upperBound >> 6 + 1 - starts.count
        if missing > 0 {
            starts.append(contentsOf: repeatElement(0, count: missing))
            inner.append(contentsOf: repeatElement(0, count: missing))
        }
        starts[range.lowerBound >> 6] |= 1 << UInt64(range.lowerBound & 63)
        var scalar = range.lowerBound + 1
        while scalar < range.upperBound {
            let end = min(range.upperBound, (scalar | 63) + 1)
            inner[scalar >> 6] |= (UInt64.max >> UInt64(64 - (end - scalar))) << UInt64(scalar & 63)
            scalar = end
        }
        last = nil
    }

    /// Removes all ranges. Calls `body` with each, ascending.
    mutating func removeAll(_ body: (Range<Int>) -> Void) {
        store()
        for word in starts.indices where starts[word] != 0 {
            var bits = starts[word] & ~inner[word]
            while bits != 0 {
                let start = word << 6 + bits.trailingZeroBitCount
                bits &= bits - 1
                body(start..<end(ofRangeFrom: start))
            }
        }
        starts.removeAll(keepingCapacity: true)
        inner.removeAll(keepingCapacity: true)
    }

    private func end(ofRangeFrom start: Int) -> Int {
        var scalar = start + 1
        while scalar >> 6 < inner.count {
            let gaps = ~inner[scalar >> 6] >> UInt64(scalar & 63)
            if gaps != 0 { return scalar + gaps.trailingZeroBitCount }
            scalar = (scalar | 63) + 1
        }
        return scalar
    }
}
