// Marks terms that are searched for in texts.

/// Some terms of a locale, marked so that reading a text finds them fast. For one query and one thread.
final class TermMarks {
    private let index: LocaleIndex
    /// A bit for each term.
    private let marks: UnsafeMutableBufferPointer<UInt64>
    private let lengths: UnsafeRawBufferPointer
    private var interruption = Interruption()

    init(_ index: LocaleIndex) throws(SegmentError) {
        self.index = index
        lengths = try index.termLengths.all()
        marks = .allocate(capacity: index.termCount / 64 + 1)
        marks.initialize(repeating: 0)
    }

    deinit { marks.deallocate() }

    /// Marks terms.
    func insert(_ terms: [UInt32]) {
        for term in terms { marks[Int(term >> 6)] |= 1 << UInt64(term & 63) }
    }

    /// Calls `body` with each marked term of a text and its start, in scalars, until `body` returns `false`.
    ///
    /// - Parameter limit: terms that begin after it are not read.
    @inline(__always)
    func forEachTerm(
        ofText text: Int, upTo limit: Int = .max,
        _ body: (_ term: Int, _ start: Int) throws(SegmentError) -> Bool
    ) throws(SegmentError) {
        var reader = try index.tokens(ofText: text)
        try interruption.count(1 + reader.size / Interruption.bytes)
        var scalars = 0
        var needsSpace = 0
        while let token = try reader.next() {
            switch token {
            case .run(let run):
                scalars += try index.run(run).scalarCount
                needsSpace = 0
            case .term(let term):
                scalars += needsSpace
                if scalars > limit { return }
                if isMarked(term) {
                    guard try body(term, scalars) else { return }
                }
                let length = Int(lengths[term])
                scalars += length < 255 ? length : try index.length(ofTerm: term)
                needsSpace = 1
            }
            guard scalars <= IndexLayout.longestText else { throw .damaged }
        }
    }

    /// Whether a text contains a marked term for which `isSought` is true.
    @inline(__always)
    func isAnyTerm(
        ofText text: Int, _ isSought: (_ term: Int) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Bool {
        var reader = try index.tokens(ofText: text)
        try interruption.count(1 + reader.size / Interruption.bytes)
        while let token = try reader.next() {
            if case .term(let term) = token, isMarked(term), try isSought(term) { return true }
        }
        return false
    }

    @inline(__always)
    private func isMarked(_ term: Int) -> Bool { marks[term >> 6] & 1 << UInt64(term & 63) != 0 }
}
