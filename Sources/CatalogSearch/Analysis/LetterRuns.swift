// The parts of a word that separators divide: `Wi-Fi` has two.

internal import ICU
internal import Support

/// The runs of letters, marks and digits of a text. A decimal number is one run,
/// because its sign is no separator.
struct LetterRuns {
    /// Half-open, in bytes, ascending.
    private(set) var ranges: [Range<Int>] = []

    /// The greatest number of runs that are joined to one spelling; those of digits, such
    /// as an ISBN, may be twice as many.
    static let mostJoined = 4
    /// The greatest number of runs that are looked at.
    static let limit = 64

    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - grouping: the sign between groups of digits in the text's locale.
    init(_ text: UnsafeBufferPointer<UInt8>, grouping: UInt8?) {
        // Most words have no separator, and the properties of scalars cost time.
        guard Self.mayHaveSeparator(text) else {
            if !text.isEmpty { ranges = [text.indices] }
            return
        }
        var start: Int?
        var position = 0
        while position < text.count, ranges.count < Self.limit {
            let (scalar, length) = text.scalar(at: position)
            if scalar.isPartOfWord || Self.isDecimalSign(text, position, grouping) {
                start = start ?? position
            } else if let run = start {
                ranges.append(run..<position)
                start = nil
            }
            position += length
        }
        if let start, position == text.count { ranges.append(start..<position) }
    }

    init(_ text: UnsafeRawBufferPointer, grouping: UInt8?) {
        self.init(text.assumingMemoryBound(to: UInt8.self), grouping: grouping)
    }

    /// Whether a text has a sign of ASCII, a scalar of a block with punctuation (Latin-1 Supplement,
    /// General Punctuation to Supplemental Punctuation, CJK Symbols and Punctuation, wide forms), or
    /// one that separates words in blocks of letters: the katakana middle dot, the maqaf of Hebrew,
    /// the comma, semicolon, question mark and full stop of Arabic and Urdu, the dandas of Devanagari,
    /// and the punctuation of Ethiopic.
    private static func mayHaveSeparator(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
            case ..<0x80, 0xC2, 0xE2, 0xEF: return true
            case 0xD6, 0xD8, 0xDB, 0xE0, 0xE1, 0xE3:
                let next = index + 1 < text.count ? text[index + 1] : 0
                let third = index + 2 < text.count ? text[index + 2] : 0
                switch (byte, next, third) {
                case (0xD6, 0xBE, _), (0xD8, 0x8C, _), (0xD8, 0x9B, _), (0xD8, 0x9F, _), (0xDB, 0x94, _),
                    (0xE0, 0xA5, 0xA4), (0xE0, 0xA5, 0xA5), (0xE1, 0x8D, 0xA0...0xA8), (0xE3, 0x80, _),
                    (0xE3, 0x83, 0xBB):
                    return true
                default: continue
                }
            default: continue
            }
        }
        return false
    }

    /// The sign between groups of digits in a locale, if it is one byte of ASCII.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    static func grouping(of locale: LocaleIdentifier) throws(ICUError) -> UInt8? {
        try groupings.value(of: locale.icuIdentifier) { () throws(ICUError) in
            let sign = try NumberFormatter(locale).symbols.groupingSeparator.utf8
            return sign.count == 1 ? sign.first : nil
        }
    }

    private static let groupings = Cache<String, UInt8?>(limit: 1_000)

    /// Whether a full stop or a comma is the only one between digits, and stands before decimals.
    private static func isDecimalSign(
        _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ grouping: UInt8?
    ) -> Bool {
        func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") }
        func isDigit(_ place: Int) -> Bool {
            text.indices.contains(place) && text[place] >= UInt8(ascii: "0")
                && text[place] <= UInt8(ascii: "9")
        }
        guard isSign(text[place]), isDigit(place - 1), isDigit(place + 1) else { return false }
        var end = place + 1
        while isDigit(end) { end += 1 }
        if text[place] == grouping, end - place == 4 { return false }
        if end + 1 < text.count, isSign(text[end]), isDigit(end + 1) { return false }
        var start = place
        while isDigit(start - 1) { start -= 1 }
        // `0815.4711` is a number of an article.
        if place - start > 1, text[start] == UInt8(ascii: "0") { return false }
        return !(start > 1 && isSign(text[start - 1]) && isDigit(start - 2))
    }

    /// Calls `body` with each piece of neighbouring runs that may be joined, two or more.
    func forEachJoined<Failure: Error>(
        in text: UnsafeBufferPointer<UInt8>, _ body: (ArraySlice<Range<Int>>) throws(Failure) -> Void
    ) throws(Failure) {
        guard ranges.count > 1 else { return }
        for first in ranges.indices.dropLast() {
            var last = first
            var areDigits = text.areDigits(ranges[first])
            while last + 1 < ranges.count {
                last += 1
                areDigits = areDigits && text.areDigits(ranges[last])
                let count = last - first + 1
                guard count <= (areDigits ? 2 * Self.mostJoined : Self.mostJoined) else { break }
                try body(ranges[first...last])
            }
        }
    }

    /// The bytes of neighbouring runs without what is between them.
    static func joined(_ runs: ArraySlice<Range<Int>>, in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        runs.flatMap { text[$0] }
    }

    /// Where the runs meet in their joined bytes.
    static func borders(_ runs: ArraySlice<Range<Int>>) -> [Int] {
        var borders: [Int] = []
        var length = 0
        for run in runs.dropLast() {
            length += run.count
            borders.append(length)
        }
        return borders
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func areDigits(_ run: Range<Int>) -> Bool {
        self[run].allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether UTF-8, which may be that of a forged file, has letters or digits.
    var hasLetters: Bool {
        var bytes = makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            if scalar.value.isLetterOrDigit { return true }
        }
        return false
    }
}

extension UInt32 {
    /// Whether words consist of such scalars.
    var isLetterOrDigit: Bool {
        if self < 0x80 {
            return (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & ~0x20)
        }
        // Reading properties takes long.
        if isUsualLetter { return true }
        guard let properties = Unicode.Scalar(self)?.properties else { return false }
        if properties.isAlphabetic { return true }
        return switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }

    /// Whether the scalar is in a range that has only letters: of Latin, Greek, Cyrillic, Hebrew, Arabic,
    /// Devanagari, Thai, kana, ideographs and Hangul.
    private var isUsualLetter: Bool {
        switch self {
        case 0xDF...0xF6, 0xF8...0x24F, 0x3B1...0x3CE, 0x430...0x481, 0x5D0...0x5EA, 0x620...0x64A,
            0x904...0x939,
            0xE01...0xE30, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            true
        default: false
        }
    }

    /// Whether the scalar is a letter, a digit, a mark, or ignored inside words.
    var isPartOfWord: Bool {
        if self < 0x80 || isLetterOrDigit { return isLetterOrDigit }
        guard let scalar = Unicode.Scalar(self) else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: false
        }
    }
}
