// Letters that continue a word: terms in which they follow a pattern do not have it as a
// whole word, and need not be read.

/// A range of letters between which no word ends (Unicode Standard Annex #29, rules
/// WB5 and WB9), as bytes of UTF-8.
struct FollowingLetters {
    /// The bytes of the first letter, and those of the scalar behind the last one.
    let first: [UInt8]
    let end: [UInt8]

    private init(_ scalars: ClosedRange<UInt32>) {
        var first: [UInt8] = []
        var end: [UInt8] = []
        first.append(utf8Of: scalars.lowerBound)
        end.append(utf8Of: scalars.upperBound + 1)
        self.first = first
        self.end = end
    }

    /// The letters that continue a word which ends with some bytes, ascending: those of
    /// ASCII, and those of its own script.
    static func behind(_ pattern: [UInt8]) -> [FollowingLetters] {
        guard let last = pattern.last, last >= 0x80 else { return ofASCII }
        let start = pattern.lastIndex { $0 & 0xC0 != 0x80 } ?? pattern.startIndex
        let scalar = Array(pattern[start...])
        let own = ofScripts.first {
            !scalar.lexicographicallyPrecedes($0.first) && scalar.lexicographicallyPrecedes($0.end)
        }
        return own.map { ofASCII + [$0] } ?? ofASCII
    }

    /// The greatest number of bytes of a bound.
    static let longest = 3

    private static let ofASCII = [FollowingLetters(0x30...0x39), FollowingLetters(0x61...0x7A)]
    /// Small letters of Greek and Cyrillic, and those of Hebrew, Arabic and Devanagari, without marks.
    private static let ofScripts = [
        0x3B1...0x3CE, 0x430...0x481, 0x5D0...0x5EA, 0x620...0x64A, 0x904...0x939,
    ]
    .map(FollowingLetters.init)
}
