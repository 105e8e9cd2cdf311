// Finds the records of a segment with all parts of a word, wherever they are.

/// The search for the parts of one spelling in one segment. For one query and one thread.
struct PartsSearch: CompositeSearch {
    private let alternative: PreparedQuery.Alternative
    let words: IndexedSearch
    private let scoring: RecordScoring

    /// - Parameter levels: see ``IndexedSearch/init(_:_:levels:)``.
    init(
        _ segment: IndexedSegment, _ query: PreparedQuery, _ alternative: PreparedQuery.Alternative,
        levels: [SearchedLevel]
    ) throws(SegmentError) {
        self.alternative = alternative
        words = try IndexedSearch(segment, query.forParts(of: alternative), levels: levels)
        scoring = try RecordScoring(words)
    }

    func mayMatch() -> Bool { true }

    func prepare() throws(SegmentError) {
        for search in words.words.joined() { _ = try search.mayHold() }
    }

    func key(of record: Int) throws(SegmentError) -> WordKey {
        let scored = try scoring.score(record)
        return alternative.key(ofParts: scored.keys, scored.nearness)
    }
}

extension PreparedQuery {
    /// A query of the parts of a spelling.
    func forParts(of alternative: Alternative) -> PreparedQuery {
        var query = self
        query.excluded = []
        query.partial = nil
        query.words = alternative.parts.map { Word(typed: $0[0].spelling, $0) }
        return query
    }
}

extension PreparedQuery.Alternative {
    /// The key of a record that has all parts: the mean of their scores, raised if the parts are near each
    /// other.
    ///
    /// - Parameter keys: the best key of each part.
    func key(ofParts keys: [WordKey], _ nearness: Nearness) -> WordKey {
        let points =
            Score.countedSum(keys) * nearness.factor * percent / (Nearness.greatestFactor * 100 * keys.count)
        return WordKey(points: max(1, points), isRespelled: true, relaxation)
    }
}
