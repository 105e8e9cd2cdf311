// Whether records have one of the spellings of a word, by their texts.

/// The terms of one locale that contain a spelling of a word: each text is read once for all spellings. For one query and one thread.
final class SoughtTerms {
    private let level: SearchedLevel
    /// The terms that may contain a spelling, and of those the ones that do.
    private let marks: TermMarks
    private let known: TermMarks
    /// The spellings whose terms are not known yet to contain them.
    private var unread: [WordSearch] = []

    /// - Parameter searches: those of a word in the level.
    init(_ level: SearchedLevel, _ searches: [WordSearch]) throws(SegmentError) {
        self.level = level
        marks = TermMarks(level.index)
        known = TermMarks(level.index)
        for search in searches {
            let terms = try search.mayHold()
            marks.insert(terms)
            if search.areTermsRead { known.insert(terms) } else { unread.append(search) }
        }
    }

    /// Whether the texts of a record contain a spelling.
    func areHeld(by record: Int) throws(SegmentError) -> Bool {
        for column in level.columns where !column.hides(record) {
            guard try column.column.owns(record) else { continue }
            for text in try column.column.texts(of: record) {
                let isHeld = try marks.isAnyTerm(ofText: text) { term throws(SegmentError) in
                    if unread.isEmpty || known.isMarked(term) { return true }
                    for search in unread where try search.summary(ofTerm: term).isMatch { return true }
                    return false
                }
                if isHeld { return true }
            }
        }
        return false
    }
}
