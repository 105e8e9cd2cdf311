// Decodes a text: the numbers of its terms and of the separators between them.

/// The terms and separators of a text, in order.
struct TextTokens {
    enum Token {
        case run(Int)
        case term(Int)
    }

    enum StoredToken {
        case run(Int)
        /// The index of a term among the most frequent ones.
        case frequent(Int)
        case other(Int)
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

    /// The number of unread bytes.
    @inline(__always)
    var size: Int { reader.remaining }

    /// The next term or run; `nil` at the end of the text.
    @inline(__always)
    mutating func next() throws(SegmentError) -> Token? {
        switch try nextStored() {
        case .run(let run): .run(run)
        case .frequent(let position): .term(try term(atPlace: position))
        case .other(let term): .term(term)
        case nil: nil
        }
    }

    /// The next term or run, as stored; `nil` at the end of the text.
    @inline(__always)
    mutating func nextStored() throws(SegmentError) -> StoredToken? {
        guard !reader.isAtEnd else { return nil }
        let code = Int(try reader.next())
        if code == 0 { return .run(Int(try reader.next())) }
        if code <= frequentCount { return .frequent(code - 1) }
        return .other(try checked(code - 1 - frequentCount))
    }

    /// The number of one of the most frequent terms.
    @inline(__always)
    func term(atPlace position: Int) throws(SegmentError) -> Int {
        try checked(Int(try frequentTerms.number(position, as: UInt32.self)))
    }

    @inline(__always)
    private func checked(_ term: Int) throws(SegmentError) -> Int {
        guard term < termCount else { throw .damaged }
        return term
    }
}
