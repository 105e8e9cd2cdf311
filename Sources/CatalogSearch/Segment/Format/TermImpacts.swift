// Upper bounds of the scores of a term's postings, known without reading them.

/// The shortest texts that contain a term, by field, and the words of the term. See kind 36 in
/// IndexFormat.md.
struct TermImpacts: RawRepresentable, BitwiseCopyable {
    private(set) var rawValue: UInt16

    @inline(__always)
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The impacts of a term before its texts are known.
    ///
    /// - Parameter wordCount: the number of words that the term adds to the length of a text.
    init(of term: IndexedTerm, wordCount: Int) throws(SegmentError) {
        rawValue = Self.noTexts
        if wordCount == 1, !term.isSplit, !term.listsBounds { rawValue |= Self.plain }
        rawValue |= UInt16(min(try term.shortestWord(), Self.longWord)) << Self.wordPosition
    }

    private static let plain: UInt16 = 0x8000
    private static let noTexts: UInt16 = 0x0FFF
    private static let wordPosition: UInt16 = 12
    /// The greatest stored length of a word, in bytes.
    private static let longWord = 7

    /// The class for fields in which no text contains the term.
    static let noLength: UInt8 = 7

    /// Fields from this number on share their bits.
    private static let sharedField = 3

    /// Whether both foldings of the term are equal, and are one word, which adds one word to the length of a
    /// text.
    @inline(__always)
    var isPlain: Bool { rawValue & Self.plain != 0 }

    /// Whether a pattern of this many bytes can be whole words of the term.
    @inline(__always)
    func mayHaveWord(ofLength length: Int) -> Bool {
        min(length, Self.longWord) >= Int(rawValue >> Self.wordPosition) & Self.longWord
    }

    /// The position of a field's bits.
    @inline(__always)
    static func position(ofField field: Int) -> Int { 3 * min(field, sharedField) }

    /// The class of the shortest text with the term in a field, or a shorter one; ``noLength`` if no text has
    /// it.
    ///
    /// - Parameter position: the position of the field's bits.
    @inline(__always)
    func shortest(at position: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: rawValue >> UInt16(position)) & Self.noLength
    }

    /// Adds a text of a field that contains the term.
    @inline(__always)
    mutating func add(field: Int, length: UInt8) {
        let position = Self.position(ofField: field)
        guard length < shortest(at: position) else { return }
        rawValue &= ~(UInt16(Self.noLength) << UInt16(position))
        rawValue |= UInt16(length) << UInt16(position)
    }
}
