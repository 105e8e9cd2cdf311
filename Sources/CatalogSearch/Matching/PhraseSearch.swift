// Finds the records of a segment with a phrase: first the records with all its words, then those in which the
// words are adjacent.

internal import ICU

/// The search for one phrase in one segment. For one query and one thread.
struct PhraseSearch: CompositeSearch {
    private let query: PreparedQuery
    private let alternative: PreparedQuery.Alternative
    let words: IndexedSearch
    private let levels: [PhraseTerms]

    /// - Parameter known: see ``IndexedSearch/init(_:_:levels:)``.
    init(
        _ segment: IndexedSegment, _ query: PreparedQuery, _ alternative: PreparedQuery.Alternative,
        levels known: [SearchedLevel]
    ) throws(SegmentError) {
        self.alternative = alternative
        var query = query
        query.excluded = []
        query.partial = nil
        // A repeated word of the phrase is searched for once.
        let spellings = alternative.phrase.map(\.spelling)
        let different = spellings.withoutDuplicates
        query.words = different.map { spelling in
            PreparedQuery.Word(
                typed: spelling, [alternative.phrase.first { $0.spelling == spelling }!])
        }
        let words = try IndexedSearch(segment, query, levels: known)
        self.query = query
        self.words = words
        let positions = spellings.map { different.firstIndex(of: $0)! }
        let searched =
            alternative.field == nil
            ? known : try SearchedLevel.levels(of: segment, query, only: alternative.field)
        levels = searched.map { PhraseTerms($0, words.words, words: positions) }
    }

    func mayMatch() throws(SegmentError) -> Bool {
        for level in levels where try level.mayOccur() { return true }
        return false
    }

    func prepare() throws(SegmentError) {
        for level in levels { try level.prepare() }
    }

    func key(of record: Int) throws(SegmentError) -> WordKey {
        var best = WordKey.none
        for terms in levels {
            let level = terms.level
            for column in level.columns where !column.hides(record) {
                guard try column.column.owns(record) else { continue }
                for text in try column.column.texts(of: record) {
                    guard let isRespelled = try terms.isRespelled(inText: text) else { continue }
                    let length = TextLength(rawValue: try level.index.lengthClass(ofText: text))!
                    best = max(
                        best,
                        WordKey(
                            .wholeWord, isRespelled: isRespelled, of: alternative,
                            weight: query.weights[column.field], length: length, step: level.step))
                }
            }
        }
        return best
    }
}
