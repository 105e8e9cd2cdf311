// Decodes the postings of a term.

/// The texts that contain a term, see kind 38 in IndexFormat.md; valid as long as the file.
enum TermPostings {
    /// One text, and the class of its length.
    case one(text: Int, length: UInt8)
    /// A few texts, ascending, see ``short(_:count:below:_:)``.
    case short(count: Int, VarintReader)
    /// Many texts, by field and length, see ``Groups``.
    case grouped(count: Int, Groups)

    /// The number of texts.
    var count: Int {
        switch self {
        case .one: 1
        case .short(let count, _), .grouped(let count, _): count
        }
    }

    /// Calls `body` with each text of a short list and the class of its length.
    ///
    /// - Parameter textCount: the number of texts of the locale.
    @inline(__always)
    static func forEach(
        _ count: Int, _ reader: VarintReader, below textCount: Int,
        _ body: (_ text: Int, _ length: UInt8) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        var reader = reader
        var text = -1
        for _ in 0..<count {
            let value = try reader.next()
            text += Int(value >> IndexLayout.lengthBits) + 1
            guard text < textCount else { throw .damaged }
            try body(text, try length(value))
        }
    }

    /// The class of the length in a posting.
    @inline(__always)
    static func length(_ value: UInt32) throws(SegmentError) -> UInt8 {
        let length = UInt8(truncatingIfNeeded: value & (1 << IndexLayout.lengthBits - 1))
        guard Int(length) < TextLength.classCount else { throw .damaged }
        return length
    }

    /// The texts of one field and one class of length.
    struct Group {
        let field: Int
        let length: UInt8
        let count: Int
        private let reader: VarintReader

        fileprivate init(field: Int, length: UInt8, count: Int, _ reader: VarintReader) {
            self.field = field
            self.length = length
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

    /// The groups of a long list, by field, then by length.
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
                field: Int(head >> IndexLayout.lengthBits), length: try TermPostings.length(head),
                count: count,
                VarintReader(bytes))
        }
    }
}
