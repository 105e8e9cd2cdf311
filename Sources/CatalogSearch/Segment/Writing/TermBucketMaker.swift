// Puts terms into buckets by short texts, see ``TermBuckets``.

/// Makes a section of buckets.
struct TermBucketMaker: ~Copyable {
    /// The average number of texts in a bucket.
    private static let textsInBucket = 8

    /// The greatest logarithm of the number of buckets.
    private let mostBits: Int
    /// The terms of the texts, ascending, and the texts' hashes.
    private var terms = GrowingBuffer<UInt32>()
    private var hashes = GrowingBuffer<UInt32>()

    /// - Parameter mostBits: the greatest logarithm of the number of buckets.
    init(mostBits: Int = 24) { self.mostBits = mostBits }

    /// The number of texts.
    var count: Int { terms.count }

    /// Adds a text of a term; terms must not decrease.
    mutating func append(term: Int, _ text: String) {
        terms.append(UInt32(term))
        hashes.append(UInt32(TermBuckets.bucket(of: text, bits: 32)))
    }

    /// The content of the section.
    func section() -> GrowingBuffer<UInt8> {
        var bits = 0
        while bits < mostBits, Self.textsInBucket << bits < terms.count { bits += 1 }
        func bucket(_ index: Int) -> Int { bits == 0 ? 0 : Int(hashes[index] >> UInt32(32 - bits)) }
        var ends = GrowingBuffer<Int>(repeating: 0, count: 1 << bits)
        for index in 0..<terms.count { ends[bucket(index)] += 1 }
        var total = 0
        for bucket in 0..<ends.count { (ends[bucket], total) = (total, total + ends[bucket]) }
        // After this pass, each end is the end of its bucket.
        var sorted = GrowingBuffer<UInt32>(repeating: 0, count: terms.count)
        for index in 0..<terms.count {
            let bucket = bucket(index)
            sorted[ends[bucket]] = terms[index]
            ends[bucket] += 1
        }
        var offsets = GrowingBuffer<UInt32>(capacity: ends.count + 1)
        var lists = GrowingBuffer<UInt8>()
        var index = 0
        for bucket in 0..<ends.count {
            offsets.append(UInt32(lists.count))
            var previous = -1
            while index < ends[bucket] {
                let term = Int(sorted[index])
                index += 1
                if term == previous { continue }
                lists.append(varint: term - previous - 1)
                previous = term
            }
        }
        offsets.append(UInt32(lists.count))
        var bytes = GrowingBuffer<UInt8>(capacity: 4 + offsets.size + lists.count)
        bytes.append(number: UInt32(bits))
        for index in 0..<offsets.count { bytes.append(number: offsets[index]) }
        bytes.append(lists.base, count: lists.count)
        return bytes
    }
}
