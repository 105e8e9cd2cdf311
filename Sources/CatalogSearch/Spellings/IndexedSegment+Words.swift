// Words of a segment's texts that resemble a word of a query.

internal import ICU
internal import Support

/// Identifies a word of queries, and the texts in which it is looked for.
struct WordQueryKey: CachedKey {
    private let wordQuery: WordQuery
    /// The version of the segment, which changes with its deletions.
    private let version: UInt64
    private let spelling: String
    /// The only field to search; `nil` for all searched fields.
    private let field: FieldName?
    private let texts: SearchedTextsKey

    init(
        _ wordQuery: WordQuery, _ word: PreparedQuery.Word, _ query: PreparedQuery, version: UInt64
    ) {
        self.wordQuery = wordQuery
        self.version = version
        spelling = word.spelling
        field = word.alternatives.first?.field
        texts = SearchedTextsKey(query)
    }

    static func cost(of value: [FoundWord]) -> Int {
        value.reduce(0) { $0 + MemoryLayout<FoundWord>.stride + $1.spelling.utf8.count }
    }
}

/// Identifies a word whose records are counted, and the texts in which it is looked for.
struct WordUsesKey: CachedKey {
    /// The version of the segment, which changes with its deletions.
    private let version: UInt64
    private let spelling: String
    private let isWhole: Bool
    private let countsMarks: Bool
    private let field: FieldName?
    private let texts: SearchedTextsKey

    init(_ word: PreparedQuery.Alternative, _ query: PreparedQuery, version: UInt64) {
        self.version = version
        spelling = word.spelling
        isWhole = word.isWhole
        countsMarks = word.countsMarks
        field = word.field
        texts = SearchedTextsKey(query)
    }

    static func cost(of value: Int) -> Int { 0 }
}

extension IndexedSegment {
    /// The number of records that match a query for one word.
    ///
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func uses(of query: PreparedQuery) throws(SegmentError) -> Int {
        guard query.words.count == 1, let word = query.words[0].countedSpelling, query.filter == nil else {
            return try search(query, keeping: 0).total
        }
        let key = WordUsesKey(word, query, version: version)
        return try opened.caches.value(of: key) { () throws(SegmentError) in
            try search(query, keeping: 0).total
        }
    }

    /// The words of the searched texts that resemble a word of a query, without
    /// duplicates, in no particular order.
    ///
    /// - Parameter records: the records whose texts are searched; `nil` for all.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    package func words(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ query: PreparedQuery,
        within records: RecordSet?
    ) throws(SegmentError) -> [FoundWord] {
        // Completions depend on the other words of a query.
        if records != nil || wordQuery == .completions {
            return try finder(of: word, query, within: records).words(wordQuery)
        }
        let key = WordQueryKey(wordQuery, word, query, version: version)
        return try opened.caches.value(of: key) { () throws(SegmentError) in
            try finder(of: word, query, within: nil).words(wordQuery)
                + labelWords(wordQuery, like: word, query)
        }
    }

    /// The records whose words a response may reveal, also by the words searched for instead: those that the
    /// forced conditions of the filter admit; `nil` for all.
    ///
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func visibleRecords(_ query: PreparedQuery) throws(SegmentError) -> RecordSet? {
        guard query.filter?.forced != nil else { return nil }
        return try matchingRecords(query.withOnlyForced).all
    }

    /// Whether a searched text of these records contains a word of a query.
    ///
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func contains(
        _ word: PreparedQuery.Word, _ query: PreparedQuery, within records: RecordSet
    ) throws(SegmentError) -> Bool {
        if records.isEmpty { return false }
        if try finder(of: word, query, within: records).isInTexts() { return true }
        return try labelMatches(of: word, query).contains { $0.records.isAny(in: records) }
    }

    private func finder(
        of word: PreparedQuery.Word, _ query: PreparedQuery, within records: RecordSet?
    ) throws(SegmentError) -> WordFinder<IndexedDictionary> {
        let field = word.alternatives.first?.field
        var finder = WordFinder(
            dictionaries: try SearchedLevel.levels(of: self, query, only: field).map {
                IndexedDictionary(level: $0)
            },
            word: word, foldings: query.foldings, languages: query.languages,
            chain: query.request.chain, records: records ?? remainingRecords)
        let expansion = WordExpansion(query)
        finder.areNeighbours = { words throws(SegmentError) in
            var neighbours = expansion.neighbours(words, .separators)
            neighbours.setField(field)
            return try self.mayMatch(composite: neighbours, query)
        }
        return finder
    }

    /// The number of these records in each scope; records without a scope under `nil`.
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

extension PreparedQuery.Word {
    /// The only spelling, if texts and labels of attributes alone decide which records match; else `nil`.
    fileprivate var countedSpelling: PreparedQuery.Alternative? {
        guard alternatives.count == 1, alternatives[0].number == nil, !alternatives[0].isComposite,
            alternatives[0].compoundLevels.isEmpty, labels.isEmpty, !hasConditions
        else { return nil }
        return alternatives[0]
    }
}
