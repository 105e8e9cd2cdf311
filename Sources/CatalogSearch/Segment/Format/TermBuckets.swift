// Finds terms by short texts derived from them, such as the stems of their words.

/// The terms of a locale in buckets. The texts are not stored: a bucket has the terms of all texts with the
/// same bits of their hash, and the caller examines these terms.
struct TermBuckets {
    private let bits: Int
    private let termCount: Int
    private let offsets: CheckedBytes
    private let lists: CheckedBytes

    /// The greatest logarithm of the number of buckets.
    private static let mostBits = 28

    /// - Returns: `nil` if the file lacks the section.
    init?(
        _ file: SegmentFile, _ kind: IndexLayout.Section, locale: Int, termCount: Int
    ) throws(SegmentError) {
        guard let section = file.section(kind, locale: locale) else { return nil }
        bits = Int(try section.number(0, as: UInt32.self))
        guard bits <= Self.mostBits else { throw .damaged }
        let start = 4 * ((1 << bits) + 2)
        guard start <= section.count else { throw .damaged }
        self.termCount = termCount
        offsets = try section.slice(4..<start)
        lists = try section.slice(start..<section.count)
    }

    /// The index of a text's bucket; the number of buckets is a power of two.
    static func bucket(of text: String, bits: Int) -> Int {
        var text = text
        let hash = text.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }
        return bits == 0 ? 0 : Int(hash >> UInt64(64 - bits))
    }

    /// The terms that may have a text, ascending.
    func terms(with text: String) throws(SegmentError) -> [UInt32] {
        let bucket = Self.bucket(of: text, bits: bits)
        var reader = VarintReader(
            try lists.bytes(from: offsets.number(bucket), to: offsets.number(bucket + 1)))
        var terms: [UInt32] = []
        var term = -1
        while !reader.isAtEnd {
            term += Int(try reader.next()) + 1
            guard term < termCount else { throw .damaged }
            terms.append(UInt32(term))
        }
        return terms
    }
}
