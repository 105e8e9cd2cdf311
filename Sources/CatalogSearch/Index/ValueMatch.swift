// Where words of a query match values of records instead of their texts: years, prices, and labels.

/// Records that a word matches by a value, all of them in the same field and equally well.
struct ValueMatch: Sendable {
    /// `year`, `price`, `scope` or `catalog`.
    let field: FieldName
    let key: WordKey
    let records: RecordSet
}

extension IndexedSegment {
    /// The matches of a word by values of records.
    ///
    /// - Parameter word: a word of a query adapted to the segment's catalog.
    func valueMatches(of word: PreparedQuery.Word) throws(SegmentError) -> [ValueMatch] {
        var matches: [ValueMatch] = []
        func add(_ field: FieldName, _ records: RecordSet, _ key: WordKey = PreparedQuery.numberKey) {
            guard !records.isEmpty else { return }
            matches.append(ValueMatch(field: field, key: key, records: records))
        }
        if let number = word.number {
            let range = NumericRange(lower: number, upper: number)
            add(.year, try records.records(year: range))
            add(.price, try records.records(price: range))
        }
        for label in word.labels {
            let records: RecordSet
            if let scope = label.scope {
                records = try self.records(inScope: scope)
            } else {
                records = RecordSet(all: numberCount)
            }
            add(label.scope == nil ? .catalog : .scope, records, label.best.key)
        }
        return matches
    }
}

extension [ValueMatch] {
    /// The records of all matches.
    func records(universe: Int) -> RecordSet {
        reduce(into: RecordSet(universe: universe)) { $0.formUnion($1.records) }
    }
}
