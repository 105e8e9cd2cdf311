// Marks terms that are searched for in texts.

/// Some terms of a locale, marked so that reading a text finds them fast. For one query and one thread.
final class TermMarks {
    private let index: LocaleIndex
    /// A bit for each term; `nil` if all are marked.
    private let marks: UnsafeMutableBufferPointer<UInt64>?
    private var interruption = Interruption()

    init(_ index: LocaleIndex) {
        self.index = index
        marks = .allocate(capacity: index.termCount / 64 + 1)
        marks?.initialize(repeating: 0)
    }

    init(allOf index: LocaleIndex) {
        self.index = index
        marks = nil
    }

    deinit { marks?.deallocate() }

    func insert(_ terms: [UInt32]) {
        guard let marks else { return }
        for term in terms { marks[Int(term >> 6)] |= 1 << UInt64(term & 63) }
    }

    /// Calls `body` with each marked term of a text and its index among the text's terms, counted from 0.
    @inline(__always)
    func forEachTerm(
        ofText text: Int, _ body: (_ term: Int, _ position: Int) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        var reader = try index.tokens(ofText: text)
        try interruption.count(1 + reader.size / Interruption.bytes)
        var position = 0
        while let token = try reader.next() {
            guard case .term(let term) = token else { continue }
            if isMarked(term) { try body(term, position) }
            position += 1
        }
    }

    /// Whether a text contains a marked term for which `isMatch` is true.
    @inline(__always)
    func isAnyTerm(
        ofText text: Int, _ isMatch: (_ term: Int) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Bool {
        var reader = try index.tokens(ofText: text)
        try interruption.count(1 + reader.size / Interruption.bytes)
        while let token = try reader.next() {
            if case .term(let term) = token, isMarked(term), try isMatch(term) { return true }
        }
        return false
    }

    @inline(__always)
    func isMarked(_ term: Int) -> Bool {
        guard let marks else { return true }
        return marks[term >> 6] & 1 << UInt64(term & 63) != 0
    }
}
