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
        let levels = try SearchedLevel.levels(of: self, query)
        return try WordFinder(
            dictionaries: levels.map { IndexedDictionary(level: $0) }, word: word, foldings: query.foldings,
            languages: query.languages, records: records ?? remainingRecords
        ).words(sought)
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
