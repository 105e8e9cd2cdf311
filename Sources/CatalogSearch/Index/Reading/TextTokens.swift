// Decodes a text: the numbers of its terms and of the separators between them.

/// The terms and separators of a text, one after the other.
struct TextTokens {
    enum Token {
        case run(Int)
        case term(Int)
    }

    private var reader: VarintReader
    private let frequentTerms: CheckedBytes
    private let frequentCount: Int
    private let termCount: Int

    @inline(__always)
    init(
        _ reader: VarintReader, frequentTerms: CheckedBytes, frequentCount: Int, termCount: Int
    ) {
        self.reader = reader
        self.frequentTerms = frequentTerms
        self.frequentCount = frequentCount
        self.termCount = termCount
    }

    /// The number of bytes not read yet.
    @inline(__always)
    var size: Int { reader.remaining }

    /// The next term or run; `nil` at the end of the text.
    @inline(__always)
    mutating func next() throws(SegmentError) -> Token? {
        guard !reader.isAtEnd else { return nil }
        let code = Int(try reader.next())
        if code == 0 { return .run(Int(try reader.next())) }
        var term = code - 1 - frequentCount
        if term < 0 { term = Int(try frequentTerms.number(code - 1, as: UInt32.self)) }
        guard term < termCount else { throw .damaged }
        return .term(term)
    }
}
