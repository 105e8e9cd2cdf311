// Adjacent words in a text: most words that could be adjacent never are.

internal import ICU

/// Pairs of adjacent words as numbers, and their bits in a filter, see kind 53 in IndexFormat.md.
enum WordBigram {
    /// The number of a folded word, above 0 and below 2^63.
    ///
    /// - Returns: `nil` for a word of a script without spaces, and for one with other scalars than letters,
    ///   digits and marks: the filter does not contain these.
    static func word(_ folding: UnsafeRawBufferPointer) -> UInt64? {
        let bytes = folding.assumingMemoryBound(to: UInt8.self)
        guard !bytes.isEmpty else { return nil }
        var position = 0
        while position < bytes.count {
            let (value, length) = bytes.scalar(at: position)
            guard value.isPartOfWord else { return nil }
            if value >= 0x80, let scalar = Unicode.Scalar(value) {
                guard scalar.isHangul || !scalar.isWrittenWithoutSpaces else { return nil }
            }
            position += length
        }
        return max(1, Checksum.of(folding) & (.max >> 1))
    }

    /// The number of two adjacent words.
    @inline(__always)
    static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
        // The finalizer of MurmurHash3.
        var hash = first &* 0x9E37_79B9_7F4A_7C15 ^ Checksum.rotated(second, 32)
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 33
    }

    /// The index in a filter of the 64 bits of a pair.
    ///
    /// - Parameter count: the filter's number of 64-bit words, a power of two.
    @inline(__always)
    static func index(of pair: UInt64, count: Int) -> Int {
        Int(truncatingIfNeeded: pair & UInt64(count - 1))
    }

    /// The bits of a pair, up to four.
    @inline(__always)
    static func bits(of pair: UInt64) -> UInt64 {
        1 << (pair >> 40 & 63) | 1 << (pair >> 46 & 63) | 1 << (pair >> 52 & 63) | 1 << (pair >> 58 & 63)
    }
}
