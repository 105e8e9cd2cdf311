// Finds the records of a segment with all parts of a word, wherever they are.

/// The search for the parts of one spelling in one segment. For one query and one thread.
struct PartsSearch {
    private let alternative: PreparedQuery.Alternative
    private let universe: Int
    /// The search for the parts, each a word.
    private let parts: IndexedSearch

    init(
        _ segment: IndexedSegment, _ query: PreparedQuery, _ alternative: PreparedQuery.Alternative
    ) throws(SegmentError) {
        self.alternative = alternative
        universe = segment.numberCount
        parts = try IndexedSearch(segment, query.forParts(of: alternative))
    }

    /// The records with all parts.
    ///
    /// - Parameter limits: the only records to look at; `nil` for all.
    func matches(within limits: RecordSet?) throws(SegmentError) -> [ValueMatch] {
        var candidates = try parts.recordsOfAllWords(within: limits)
        if let limits { candidates.formIntersection(limits) }
        if candidates.isEmpty { return [] }
        let scoring = try RecordScoring(parts)
        var found: [WordKey: RecordSet] = [:]
        var interruption = Interruption()
        try candidates.forEach { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            let scored = try scoring.score(record)
            let key = alternative.key(ofParts: scored.keys, scored.nearness)
            found[key, default: RecordSet(universe: universe)].insert(record)
        }
        return found.map { ValueMatch(key: $0.key, records: $0.value, keepsPlaces: true) }
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
    /// What the parts are worth together in a record: on average what each is worth, and more if they are near each other.
    ///
    /// - Parameter keys: the best key of each part.
    func key(ofParts keys: [WordKey], _ nearness: Nearness) -> WordKey {
        let points =
            Score.countedSum(keys) * nearness.factor * percent / (Nearness.greatestFactor * 100 * keys.count)
        return WordKey(points: max(1, points), isRespelled: true, relaxation)
    }
}
