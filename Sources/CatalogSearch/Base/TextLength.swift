// How long texts are, for their score.

/// How many words a text has, in classes: a word in a short text says more about the record.
///
/// Words are what white space separates. Where a script writes no spaces, some letters count as a word, see
/// ``words(ofTerm:)``.
package struct TextLength: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    /// The number of classes.
    static let classCount = 7

    /// - Returns: `nil` for a class that does not exist.
    package init?(rawValue: UInt8) {
        guard rawValue < Self.classCount else { return nil }
        self.rawValue = rawValue
    }

    /// The length of values that are no text.
    package static let shortest = TextLength(words: 1)

    /// The number of words that a term counts as: its runs of letters and digits, at least one; of the
    /// letters of East Asia two count as a word, of those of Southeast Asia four.
    ///
    /// - Parameter term: UTF-8. All bytes outside ASCII count as letters.
    @inline(__always)
    package static func words(ofTerm term: UnsafeBufferPointer<UInt8>) -> Int {
        var quarters = 0
        var runs = 0
        var isInRun = false
        for (index, byte) in term.enumerated() {
            let isLetter =
                byte >= 0x80 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
            if isLetter, !isInRun { runs += 1 }
            isInRun = isLetter
            if byte < 0xE0 { continue }
            if byte >= 0xE3 {
                // From U+3000 on.
                quarters += 2
            } else if byte == 0xE0, index + 1 < term.count, term[index + 1] >= 0xB8 {
                // Thai, Lao and Tibetan.
                quarters += 1
            } else if byte == 0xE1, index + 1 < term.count,
                [0x80, 0x81, 0x82, 0x9E, 0x9F].contains(term[index + 1])
            {
                // Burmese and Khmer.
                quarters += 1
            }
        }
        return max(1, runs, (quarters + 3) / 4)
    }

    /// The class of a text: of 1, 2, 3 or 4, up to 8, 16, 64, or more words.
    package init(words: Int) {
        rawValue =
            switch words {
            case ...1: 0
            case 2: 1
            case ...4: 2
            case ...8: 3
            case ...16: 4
            case ...64: 5
            default: 6
            }
    }
}
