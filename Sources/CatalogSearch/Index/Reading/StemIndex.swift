// Finds the terms that contain a word with a stem: other forms of a word.

/// The terms of a locale by the stems of their words. Stems are not stored: a bucket has the terms of all stems with the
/// same bits of their hash, and the caller compares the words of these terms.
struct StemIndex {
    private let bucketBits: Int
    private let termCount: Int
    private let offsets: CheckedBytes
    private let lists: CheckedBytes

    /// The letters at the beginning that all forms of a word share; shorter words have no other forms.
    static let sameLetters = 3
    /// The greatest logarithm of the number of buckets.
    private static let mostBucketBits = 28

    /// - Returns: `nil` where no word has a stem, or Snowball has no algorithm for the language.
    init?(_ file: SegmentFile, locale: Int, termCount: Int) throws(SegmentError) {
        guard let section = file.section(.stems, locale: locale) else { return nil }
        bucketBits = Int(try section.number(0, as: UInt32.self))
        guard bucketBits <= Self.mostBucketBits else { throw .damaged }
        let start = 4 * ((1 << bucketBits) + 2)
        guard start <= section.count else { throw .damaged }
        self.termCount = termCount
        offsets = try section.slice(4..<start)
        lists = try section.slice(start..<section.count)
    }

    /// The bucket of a stem among a power of two of buckets.
    static func bucket(ofStem stem: String, bits: Int) -> Int {
        var stem = stem
        let hash = stem.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }
        return bits == 0 ? 0 : Int(hash >> UInt64(64 - bits))
    }

    /// The terms that may contain a word with a stem, ascending.
    func terms(withStem stem: String) throws(SegmentError) -> [UInt32] {
        let bucket = Self.bucket(ofStem: stem, bits: bucketBits)
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
