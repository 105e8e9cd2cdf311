// Traits of a text, found in one pass, so that a check runs only on texts that may concern it.

/// The kinds of characters in a text, found in one pass over its bytes. Most texts have few of them, and
/// most checks look for some of them.
public struct TextTraits: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a set of its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `%`
    public static let percent = TextTraits(rawValue: 1 << 0)
    /// `<` or `>`
    public static let angleBracket = TextTraits(rawValue: 1 << 1)
    /// `(`, `)`, `[`, `]`, `{` or `}`
    public static let bracket = TextTraits(rawValue: 1 << 2)
    /// `"`
    public static let quotationMark = TextTraits(rawValue: 1 << 3)
    /// `@`
    public static let commercialAt = TextTraits(rawValue: 1 << 4)
    /// `:`
    public static let colon = TextTraits(rawValue: 1 << 5)
    /// `/`
    public static let slash = TextTraits(rawValue: 1 << 6)
    /// `\`
    public static let backslash = TextTraits(rawValue: 1 << 7)
    /// `0` to `9`
    public static let digit = TextTraits(rawValue: 1 << 8)
    /// `.`
    public static let fullStop = TextTraits(rawValue: 1 << 9)
    /// `-`
    public static let hyphen = TextTraits(rawValue: 1 << 10)
    /// A control character other than tab and line breaks.
    public static let control = TextTraits(rawValue: 1 << 11)
    /// `A` to `Z`, `a` to `z`
    public static let latin = TextTraits(rawValue: 1 << 12)
    public static let space = TextTraits(rawValue: 1 << 13)
    /// U+0080 to U+00BF: C1 controls, no-break space, soft hyphen, guillemets.
    public static let latin1Sign = TextTraits(rawValue: 1 << 14)
    /// U+0370 to U+052F: Greek and Cyrillic.
    public static let greekOrCyrillic = TextTraits(rawValue: 1 << 15)
    /// U+2000 to U+2FFF: general punctuation, invisible characters.
    public static let generalPunctuation = TextTraits(rawValue: 1 << 16)
    /// U+3000 to U+3FFF: signs of Chinese and Japanese, kana.
    public static let cjkSign = TextTraits(rawValue: 1 << 17)
    /// U+E000 to U+FFFF: private use, presentation forms, full-width forms, specials.
    public static let special = TextTraits(rawValue: 1 << 18)
    /// Beyond U+FFFF: emoji, tags, private use.
    public static let supplementary = TextTraits(rawValue: 1 << 19)
    /// Two spaces in a row.
    public static let doubledSpace = TextTraits(rawValue: 1 << 20)
    /// White space at the beginning or the end.
    public static let edgeWhitespace = TextTraits(rawValue: 1 << 21)
    /// The last sign is no ASCII letter and no digit.
    public static let endsInSign = TextTraits(rawValue: 1 << 22)
    /// `&`
    public static let ampersand = TextTraits(rawValue: 1 << 23)
    /// A line feed.
    public static let lineBreak = TextTraits(rawValue: 1 << 25)
    /// At most sixteen bytes of UTF-8.
    public static let short = TextTraits(rawValue: 1 << 26)
    /// `*`
    public static let asterisk = TextTraits(rawValue: 1 << 27)
    /// Not empty.
    public static let text = TextTraits(rawValue: 1 << 24)

    /// Looks at a text.
    public init(_ text: String) {
        var bits: UInt32 = 0
        var text = text
        text.withUTF8 { bytes in
            guard let first = bytes.first, let last = bytes.last else { return }
            bits = TextTraits.text.rawValue
            if bytes.count <= 16 { bits |= TextTraits.short.rawValue }
            var previous: UInt8 = 0
            Self.table.withUnsafeBufferPointer { table in
                for byte in bytes {
                    bits |= table[Int(byte)]
                    if byte == 0x20, previous == 0x20 { bits |= TextTraits.doubledSpace.rawValue }
                    previous = byte
                }
            }
            // No-break spaces end in 0xA0 or 0xAF, the ideographic space in 0x80.
            if first <= 0x20 || last <= 0x20 || first == 0xC2 || first >= 0xE2 || last >= 0x80 {
                bits |= TextTraits.edgeWhitespace.rawValue
            }
            if !(0x30...0x39).contains(last), !(0x61...0x7A).contains(last | 0x20) {
                bits |= TextTraits.endsInSign.rawValue
            }
        }
        self.init(rawValue: bits)
    }

    /// The trait that each byte gives.
    private static let table: [UInt32] = (0...255).map { byte in
        let trait: TextTraits =
            switch UInt8(byte) {
            case 0x0A: .lineBreak
            case 0x09, 0x0D: []
            case ..<0x20, 0x7F: .control
            case 0x20: .space
            case 0x22: .quotationMark
            case 0x25: .percent
            case 0x26: .ampersand
            case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: .bracket
            case 0x2A: .asterisk
            case 0x2D: .hyphen
            case 0x2E: .fullStop
            case 0x2F: .slash
            case 0x30...0x39: .digit
            case 0x3A: .colon
            case 0x3C, 0x3E: .angleBracket
            case 0x40: .commercialAt
            case 0x41...0x5A, 0x61...0x7A: .latin
            case 0x5C: .backslash
            case 0xC2: .latin1Sign
            case 0xCD...0xD4: .greekOrCyrillic
            case 0xE2: .generalPunctuation
            case 0xE3: .cjkSign
            case 0xEE, 0xEF: .special
            case 0xF0...: .supplementary
            default: []
            }
        return trait.rawValue
    }
}
