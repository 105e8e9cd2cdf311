// Words of the texts that resemble a word of a query, in segments of both kinds.

internal import ICU

extension IndexedSegment {
    package func words(
        _ sought: SoughtWords, like word: PreparedQuery.Word, _ query: PreparedQuery,
        within records: RecordSet?
    ) throws(SegmentError) -> [FoundWord] {
        let levels = try SearchedLevel.levels(of: self, query)
        return try WordFinder(
            dictionaries: levels.map { IndexedDictionary(level: $0) }, word: word, foldings: query.foldings,
            languages: query.request.chain.map(\.language), records: records ?? remainingRecords
        ).words(sought)
    }

    package func scopeCounts(of found: RecordSet) throws(SegmentError) -> [String?: Int] {
        try records.scopeCounts(of: found)
    }
}

extension MemorySegment {
    package func words(
        _ sought: SoughtWords, like word: PreparedQuery.Word, _ query: PreparedQuery,
        within records: RecordSet?
    ) throws(SegmentError) -> [FoundWord] {
        var dictionaries: [MemoryDictionary] = []
        var levels: [[FoldedColumn]] = []
        for (position, locale) in query.request.chain.enumerated() {
            var columns: [(terms: Vocabulary, nearer: [FoldedColumn])] = []
            var level: [FoldedColumn] = []
            for (place, field) in query.fields.enumerated() {
                let column = FieldName.labels.contains(field) ? .empty : try column(field, locale)
                level.append(column)
                guard column !== FoldedColumn.empty else { continue }
                columns.append((try vocabulary(field, locale), levels.map { $0[place] }))
            }
            levels.append(level)
            dictionaries.append(MemoryDictionary(position: position, columns: columns))
        }
        return try WordFinder(
            dictionaries: dictionaries, word: word, foldings: query.foldings,
            languages: query.request.chain.map(\.language), records: records ?? remainingRecords
        ).words(sought)
    }

    package func scopeCounts(of found: RecordSet) -> [String?: Int] {
        var counts: [String?: Int] = [:]
        found.forEach { (record: Int) throws(Never) in
            let scope = stored.scopeNumbers[record]
            counts[scope < 0 ? nil : stored.scopes[Int(scope)], default: 0] += 1
        }
        return counts
    }
}

extension Segment {
    /// All records that are not deleted.
    fileprivate var remainingRecords: RecordSet {
        var records = RecordSet(all: numberCount)
        if let deleted { records.subtract(deleted) }
        return records
    }
}
