// Words of a segment's texts that resemble a word of a query.

internal import ICU

extension IndexedSegment {
    /// The words of the searched texts that resemble a word of a query, without duplicates, in no particular order.
    ///
    /// - Parameter records: the records whose texts are searched; `nil` for all.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    package func words(
        _ sought: SoughtWords, like word: PreparedQuery.Word, _ query: PreparedQuery,
        within records: RecordSet?
    ) throws(SegmentError) -> [FoundWord] {
        try finder(of: word, query, within: records).words(sought)
    }

    /// The records whose words a request may learn, be it by what is searched for instead: those that the forced conditions of its
    /// filter admit; `nil` for all.
    ///
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func visibleRecords(_ query: PreparedQuery) throws(SegmentError) -> RecordSet? {
        guard query.filter?.forced != nil else { return nil }
        var sets: MatchSets? = MatchSets(universe: numberCount)
        _ = try search(query.withOnlyForced, keeping: 0, &sets)
        return sets?.all
    }

    /// How the searched texts that are visible use a word of a query.
    ///
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func use(of word: PreparedQuery.Word, _ query: PreparedQuery) throws(SegmentError) -> WordUse {
        try finder(of: word, query, within: visibleRecords(query)).use()
    }

    /// Whether a searched text of some records contains a word of a query.
    ///
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func contains(
        _ word: PreparedQuery.Word, _ query: PreparedQuery, within records: RecordSet
    ) throws(SegmentError) -> Bool {
        if records.isEmpty { return false }
        return try finder(of: word, query, within: records).isInTexts()
    }

    private func finder(
        of word: PreparedQuery.Word, _ query: PreparedQuery, within records: RecordSet?
    ) throws(SegmentError) -> WordFinder<IndexedDictionary> {
        WordFinder(
            dictionaries: try SearchedLevel.levels(of: self, query, only: word.alternatives.first?.field).map
            {
                IndexedDictionary(level: $0)
            },
            word: word, foldings: query.foldings, languages: query.languages,
            records: records ?? remainingRecords)
    }

    /// The number of some records in each scope; records without a scope under `nil`.
    package func scopeCounts(of found: RecordSet) throws(SegmentError) -> [String?: Int] {
        try records.scopeCounts(of: found)
    }

    /// All records that are not deleted.
    private var remainingRecords: RecordSet {
        var records = RecordSet(all: numberCount)
        if let deleted { records.subtract(deleted) }
        return records
    }
}
