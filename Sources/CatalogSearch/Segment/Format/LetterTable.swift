// The spellings of scalars in keys of letters, computed once for each language.

/// The spellings of scalars in keys of a language, computed when first needed.
struct LetterTable {
    /// Scalars from here on are copied to keys.
    static let end: UInt32 = 0x10000
    /// A table without letters, to which none is added.
    static let empty = LetterTable(numbers: [])

    /// The spellings of one scalar.
    struct Spelling {
        var single: [UInt8]
        var double: [UInt8]
        /// Whether it is a ligature of two letters.
        var isLigature: Bool

        init(_ single: [UInt8], double: [UInt8]? = nil, isLigature: Bool = false) {
            self.single = single
            self.double = double ?? single
            self.isLigature = isLigature
        }
    }

    /// The ranges of a scalar's spellings in ``bytes``.
    struct Letter {
        let single: Range<Int>
        let double: Range<Int>
        let isLigature: Bool
        /// Whether both are the same.
        let isPlain: Bool
    }

    private var letters: [Letter] = []
    /// By scalar: 1 + its index in `letters`, 0 if not computed yet.
    private var numbers: [UInt16]
    /// The spellings of all letters.
    private(set) var bytes: [UInt8] = []

    init() { self.init(numbers: [UInt16](repeating: 0, count: Int(Self.end))) }

    private init(numbers: [UInt16]) { self.numbers = numbers }

    /// The number of letters.
    var count: Int { letters.count }

    /// The letter of a scalar; `nil` if not computed yet.
    @inline(__always)
    subscript(scalar: UInt32) -> Letter? {
        let number = numbers[Int(scalar)]
        return number > 0 ? letters[Int(number) - 1] : nil
    }

    @inline(never)
    mutating func add(_ spelling: Spelling, of scalar: UInt32) -> Letter {
        let start = bytes.count
        bytes += spelling.single
        let end = bytes.count
        let isPlain = spelling.single == spelling.double
        if !isPlain { bytes += spelling.double }
        let letter = Letter(
            single: start..<end, double: isPlain ? start..<end : end..<bytes.count,
            isLigature: spelling.isLigature, isPlain: isPlain)
        // The number fits: surrogates are not scalars, so a table has fewer than 65,536 below the end.
        letters.append(letter)
        numbers[Int(scalar)] = UInt16(letters.count)
        return letter
    }
}
