// The arithmetic of Hangul syllables (The Unicode Standard, section 3.12).

/// Decomposes Hangul syllables into letters, and composes them.
enum Hangul {
    static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
    static let leads: ClosedRange<UInt32> = 0x1100...0x1112
    static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
    static let tails: ClosedRange<UInt32> = 0x11A8...0x11C2

    /// Syllables with the same lead and vowel: one for each tail, and one without.
    private static let tailCount: UInt32 = 28
    /// Syllables with the same lead.
    private static let vowelTailCount: UInt32 = 21 * tailCount

    /// Visits the two or three letters of a syllable; none if the scalar is not a syllable.
    @inline(__always)
    static func forEachLetter(of scalar: UInt32, _ body: (UInt32) -> Void) {
        guard syllables.contains(scalar) else { return }
        let index = scalar - syllables.lowerBound
        body(leads.lowerBound + index / vowelTailCount)
        body(vowels.lowerBound + index % vowelTailCount / tailCount)
        if index % tailCount != 0 { body(tails.lowerBound - 1 + index % tailCount) }
    }

    /// Where syllables begin in text whose syllables are decomposed. What is no Hangul begins one together.
    static func syllableStarts(of scalars: [Unicode.Scalar]) -> [Int] {
        scalars.indices.filter { position in
            leads.contains(scalars[position].value)
                || !scalars[position].isHangul && (position == 0 || scalars[position - 1].isHangul)
        }
    }

    @inline(__always)
    static func syllable(lead: UInt32, vowel: UInt32) -> UInt32 {
        syllables.lowerBound + (lead - leads.lowerBound) * vowelTailCount
            + (vowel - vowels.lowerBound) * tailCount
    }

    /// A syllable without a tail, with this tail added.
    @inline(__always)
    static func syllable(_ syllable: UInt32, tail: UInt32) -> UInt32 {
        syllable + tail - (tails.lowerBound - 1)
    }
}
