// Cuts a text into terms and the separators after each.

/// A term of a text, and the separators up to the next term.
struct TermFragment: BitwiseCopyable {
    /// Where the term begins, in bytes of the text.
    let start: Int
    /// Where the term ends and the separators begin.
    let termEnd: Int
    /// Where the separators end.
    let end: Int

    /// `false` only for a text that begins with a separator.
    @inline(__always)
    var hasTerm: Bool { termEnd > start }

    @inline(__always)
    var hasRun: Bool { end > termEnd }

    /// Whether the separators are one space between two terms, which the format leaves out.
    @inline(__always)
    func isOneSpace(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        end == termEnd + 1 && text[termEnd] == 0x20 && hasTerm && end < text.count
    }
}

/// Yields the pieces of one text, in order. All bytes of the text belong to exactly one piece.
struct TermTokenizer {
    private let text: UnsafeBufferPointer<UInt8>
    private let borders: TermBorders
    private let classes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - classes: those of `borders`.
    @inline(__always)
    init(
        _ text: UnsafeBufferPointer<UInt8>, _ borders: TermBorders, _ classes: UnsafeBufferPointer<UInt8>
    ) {
        self.text = text
        self.borders = borders
        self.classes = classes
    }

    @inline(__always)
    var isAtEnd: Bool { position >= text.count }

    /// Writes the next pieces to `target`.
    ///
    /// - Returns: the number of pieces, at most `limit`.
    @inline(__always)
    mutating func next(into target: UnsafeMutablePointer<TermFragment>, limit: Int) -> Int {
        var count = 0
        while !isAtEnd, count < limit {
            target[count] = next()
            count += 1
        }
        return count
    }

    /// The next piece. There must be one.
    @inline(__always)
    mutating func next() -> TermFragment {
        let start = position
        while !isAtEnd, separatorLength() == 0 { position += 1 }
        let termEnd = position
        while !isAtEnd {
            let length = separatorLength()
            guard length > 0 else { break }
            position += length
        }
        return TermFragment(start: start, termEnd: termEnd, end: position)
    }

    /// The length of the separator at the position, in bytes; 0 if there is none.
    @inline(__always)
    private func separatorLength() -> Int {
        let kind = classes[Int(text[position])]
        if kind == 0 { return 0 }
        if kind == TermBorders.separator { return 1 }
        let (scalar, length) = text.scalar(at: position)
        return borders.isSeparator(scalar) ? length : 0
    }
}
