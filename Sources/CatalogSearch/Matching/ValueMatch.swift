// Records that match a word of a query as a whole: by their years, prices and labels, by conditions, and by
// phrases.

/// Records that a word matches equally well.
struct ValueMatch: Sendable {
    let key: WordKey
    let records: CompactRecords
    /// Whether the word also keeps its positions in the texts of the records, as with an equivalent spelling.
    var keepsPositions = false
}

extension IndexedSegment {
    /// The matches of a word by values of records.
    ///
    /// - Parameters:
    ///   - word: a word of the query.
    ///   - query: adapted to the segment's catalog.
    func valueMatches(
        of word: PreparedQuery.Word, _ query: PreparedQuery
    ) throws(SegmentError) -> [ValueMatch] {
        var matches: [ValueMatch] = []
        func add(_ records: RecordSet, _ key: WordKey = WordKey.number) {
            guard !records.isEmpty else { return }
            matches.append(ValueMatch(key: key, records: .set(records)))
        }
        if let condition = word.preparedConditions { add(try self.records([condition], query)!) }
        for case let number? in word.alternatives.map(\.number) {
            let range = NumericRange(lower: number, upper: number)
            add(try records.records(year: range))
            add(try prices(query.request.priceChoice).records(range))
        }
        for label in word.labels {
            let records: RecordSet
            if let scope = label.scope {
                records = try self.records(inScope: scope)
            } else {
                records = RecordSet(all: numberCount)
            }
            add(records, label.best.key)
        }
        return try matches + labelMatches(of: word, query)
    }
}

extension [ValueMatch] {
    func records(universe: Int) -> RecordSet {
        reduce(into: RecordSet(universe: universe)) { $1.records.insert(into: &$0) }
    }
}
