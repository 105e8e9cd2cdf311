// Whether records contain one of the spellings of a word in their texts.

/// The terms of one locale that contain a spelling of a word: each text is read once for all
/// spellings. For one query and one thread.
final class SpellingTerms {
    private let level: SearchedLevel
    /// The terms that may contain a spelling.
    private let marks: TermMarks
    /// The terms that are known to contain a spelling; `nil` if all do.
    private let known: TermMarks?
    /// The spellings whose terms have not been read yet.
    private let unread: [WordSearch]

    /// - Parameter searches: the searches for a word in the level.
    init(_ level: SearchedLevel, _ searches: [WordSearch]) throws(SegmentError) {
        self.level = level
        marks = TermMarks(level.index)
        for search in searches { marks.insert(try search.mayHold()) }
        unread = searches.filter { !$0.areTermsRead }
        // Marks take a bit for each term of the locale, and mostly all terms are read.
        known = unread.isEmpty ? nil : TermMarks(level.index)
        for search in searches where search.areTermsRead { known?.insert(try search.mayHold()) }
    }

    /// Whether the texts of a record contain a spelling.
    func areContained(by record: Int) throws(SegmentError) -> Bool {
        for column in level.columns where !column.hides(record) {
            guard try column.column.owns(record) else { continue }
            for text in try column.column.texts(of: record) {
                let isContained = try marks.isAnyTerm(ofText: text) { term throws(SegmentError) in
                    if known?.isMarked(term) ?? true { return true }
                    for search in unread where try search.summary(ofTerm: term).isMatch { return true }
                    return false
                }
                if isContained { return true }
            }
        }
        return false
    }
}
