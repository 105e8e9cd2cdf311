// Decodes the postings of a term.

/// What a posting says about a text that contains a term.
struct PostingKind: BitwiseCopyable {
    private let code: UInt8

    /// - Parameter code: may have more bits.
    @inline(__always)
    init(_ code: UInt32) throws(SegmentError) {
        self.code = UInt8(truncatingIfNeeded: code & (1 << IndexLayout.postingBits - 1))
        guard Int(length) < TextLength.classCount else { throw .damaged }
    }

    /// The class of the text's length.
    @inline(__always)
    var length: UInt8 { code & ~IndexLayout.repeatedPosting }

    /// Whether the text contains the term several times.
    @inline(__always)
    var isRepeated: Bool { code & IndexLayout.repeatedPosting != 0 }
}

/// The texts that contain a term, see kind 38 in IndexFormat.md; valid as long as the file.
enum TermPostings {
    /// One text.
    case one(text: Int, PostingKind)
    /// A few texts, ascending, see ``forEach(_:_:below:_:)``.
    case short(count: Int, VarintReader)
    /// Many texts, by field and kind, see ``Groups``.
    case grouped(count: Int, Groups)

    /// The number of texts.
    var count: Int {
        switch self {
        case .one: 1
        case .short(let count, _), .grouped(let count, _): count
        }
    }

    /// Calls `body` with each text of a short list.
    ///
    /// - Parameter textCount: the number of texts of the locale.
    @inline(__always)
    static func forEach(
        _ count: Int, _ reader: VarintReader, below textCount: Int,
        _ body: (_ text: Int, PostingKind) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        var reader = reader
        var text = -1
        for _ in 0..<count {
            let value = try reader.next()
            text += Int(value >> IndexLayout.postingBits) + 1
            guard text < textCount else { throw .damaged }
            try body(text, try PostingKind(value))
        }
    }

    /// The texts of one field and one kind of posting.
    struct Group {
        let field: Int
        let kind: PostingKind
        let count: Int
        private let reader: VarintReader

        fileprivate init(field: Int, _ kind: PostingKind, count: Int, _ reader: VarintReader) {
            self.field = field
            self.kind = kind
            self.count = count
            self.reader = reader
        }

        /// Calls `body` with each text, ascending, as its distance from the first text of the field.
        ///
        /// - Parameter textCount: the number of texts of the field.
        @inline(__always)
        func forEach(
            below textCount: Int, _ body: (_ position: Int) throws(SegmentError) -> Void
        ) throws(SegmentError) {
            var reader = reader
            var position = -1
            for _ in 0..<count {
                position += Int(try reader.next()) + 1
                guard position < textCount else { throw .damaged }
                try body(position)
            }
        }
    }

    /// The groups of a long list, by field, then by kind.
    struct Groups {
        private var reader: VarintReader

        init(_ reader: VarintReader) { self.reader = reader }

        @inline(__always)
        mutating func next() throws(SegmentError) -> Group? {
            guard !reader.isAtEnd else { return nil }
            let head = try reader.next()
            let count = Int(try reader.next())
            let bytes = try reader.bytes()
            // Each posting takes at least one byte.
            guard count <= bytes.count else { throw .damaged }
            return Group(
                field: Int(head >> IndexLayout.postingBits), try PostingKind(head), count: count,
                VarintReader(bytes))
        }
    }
}
