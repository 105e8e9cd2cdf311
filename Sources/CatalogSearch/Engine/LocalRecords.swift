// The records of catalogs in segments of this process.

internal import ICU

/// Searches the segments of catalogs.
struct LocalRecords: RecordSource {
    /// Segments with this many records are searched concurrently.
    let concurrentCount: Int

    init(concurrentCount: Int = ConcurrentSearch.worthwhileCount) {
        self.concurrentCount = concurrentCount
    }

    /// The results of `body` for each segment of the catalogs, in order.
    func forEachSegment<Result>(
        of catalogs: [CatalogIndex], _ body: (CatalogIndex, IndexedSegment) throws(SegmentError) -> Result
    ) throws(SearchError) -> [Result] {
        var results: [Result] = []
        for catalog in catalogs {
            for segment in catalog.segments {
                results.append(
                    try catalog.damageNamed { () throws(SegmentError) in
                        try Interruption.check()
                        return try body(catalog, segment)
                    })
            }
        }
        return results
    }

    /// The same with a query that is adapted to each catalog once.
    private func forEachSegment<Result>(
        of catalogs: [CatalogIndex], _ query: PreparedQuery,
        _ body: (PreparedQuery, IndexedSegment) throws(SegmentError) -> Result
    ) throws(SearchError) -> [Result] {
        var results: [Result] = []
        for catalog in catalogs {
            let query = catalog.adapted(query)
            results += try forEachSegment(of: [catalog]) { _, segment throws(SegmentError) in
                try body(query, segment)
            }
        }
        return results
    }

    // MARK: Records

    func record(_ id: String, in catalog: CatalogIndex) throws(SearchError) -> CatalogRecord? {
        try catalog.damageNamed { () throws(SegmentError) in
            guard let found = try catalog.location(ofID: id) else { return nil }
            return try found.segment.record(found.number)
        }
    }

    func identifiers(
        of catalogs: [CatalogIndex], offset: Int, limit: Int
    ) throws(SearchError) -> [RecordReference] {
        var references: [RecordReference] = []
        var skipped = 0
        for catalog in catalogs {
            for segment in catalog.segments {
                guard references.count < limit else { return references }
                if skipped + segment.recordCount <= offset {
                    skipped += segment.recordCount
                    continue
                }
                try catalog.damageNamed { () throws(SegmentError) in
                    try Interruption.check()
                    for number in 0..<segment.numberCount where references.count < limit {
                        if segment.deleted?.contains(number) == true { continue }
                        if skipped < offset {
                            skipped += 1
                        } else {
                            references.append(
                                .init(catalog: catalog.description.id, id: try segment.id(of: number)))
                        }
                    }
                }
            }
        }
        return references
    }

    func recordCountsByLocale(of catalog: CatalogIndex) throws(SearchError) -> [LocaleIdentifier: Int] {
        var counts: [LocaleIdentifier: Int] = [:]
        for segment in catalog.segments {
            let others = try catalog.damageNamed { () throws(SegmentError) in
                try segment.recordCountsByLocale()
            }
            counts.merge(others, uniquingKeysWith: +)
        }
        return counts
    }

    // MARK: Words

    func uses(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> Int {
        try forEachSegment(of: catalogs, query) { query, segment throws(SegmentError) in
            try segment.uses(of: query)
        }.reduce(0, +)
    }

    func words(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ query: PreparedQuery,
        in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        try forEachSegment(of: catalogs, query) { query, segment throws(SegmentError) in
            try segment.words(wordQuery, like: word, query, within: segment.visibleRecords(query))
        }.flatMap(\.self)
    }

    func words(
        completing word: PreparedQuery.Word, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        try forEachSegment(of: catalogs, query) { query, segment throws(SegmentError) -> [FoundWord] in
            let records = try segment.matchingRecords(query).inScope
            guard !records.isEmpty else { return [] }
            try Interruption.check()
            return try segment.words(.completions, like: word, query, within: records)
        }.flatMap(\.self)
    }

    func spellings(
        ofWord word: Int, in query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Bool] {
        let spellings = query.words[word].alternatives
        var others = query
        others.words.remove(at: word)
        var found = spellings.map { _ in false }
        _ = try forEachSegment(of: catalogs) { catalog, segment throws(SegmentError) in
            let records = try segment.matchingRecords(catalog.adapted(others)).all
            let adapted = catalog.adapted(query)
            for (position, spelling) in spellings.enumerated() where !found[position] {
                var only = query.words[word]
                only.alternatives = [spelling]
                found[position] = try segment.contains(only, adapted, within: records)
            }
        }
        return found
    }

    func haveValue(
        _ id: String, of name: AttributeName, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> Bool {
        for catalog in catalogs where try catalog.hasValue(id, of: name) { return true }
        return false
    }

    // MARK: Fewer words

    func wordCounts(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> [Int] {
        guard let partial = query.partial else { return [] }
        var sums = [Int](repeating: 0, count: query.words.count + 1)
        _ = try forEachSegment(of: catalogs, query) { query, segment throws(SegmentError) in
            let search = try IndexedSearch(segment, query)
            for (position, count) in try PartialSearch(search, partial).counts().enumerated() {
                sums[position] += count
            }
        }
        return sums
    }

    func greatestClaim(
        of query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> GreatestClaim {
        guard let partial = query.partial else { return GreatestClaim() }
        return try forEachSegment(of: catalogs, query) { query, segment throws(SegmentError) in
            let search = try IndexedSearch(segment, query)
            return try PartialSearch(search, partial).candidates(try SegmentFilter(segment, query)).greatest
        }.reduce(into: GreatestClaim()) { $0.add($1) }
    }

    // MARK: Saving time

    var forOneSearch: any RecordSource { self }

    func prefetch(
        _ catalogs: [CatalogIndex], _ requests: () throws(SearchError) -> [RecordSourceRequest]
    ) {}

    func prefetch(
        _ catalogs: [CatalogIndex], within budget: RelaxationBudget,
        _ requests: () throws(SearchError) -> [RecordSourceRequest]
    ) {}
}

extension CatalogIndex {
    /// The segment and the number of the record with an id; `nil` where no segment has one that is not
    /// deleted.
    func location(ofID id: String) throws(SegmentError) -> (segment: IndexedSegment, number: Int)? {
        for segment in segments {
            guard let number = try segment.number(ofID: id), segment.deleted?.contains(number) != true else {
                continue
            }
            return (segment, number)
        }
        return nil
    }
}
