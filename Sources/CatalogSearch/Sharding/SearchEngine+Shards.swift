// What the records of an engine say to the questions of a search: its own segments, or all of its shards together.
//
// Law: a question asked of shards gives what it gives of one engine that has all of their records.

internal import ICU

extension SearchEngine {
    /// The answers of all shards about some catalogs; `nil` if this engine has the records itself.
    func askShards<Answer: Transmittable>(
        _ question: ShardQuestion, _ catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Answer]? {
        guard let shards else { return nil }
        let catalogs = catalogs.map(\.description.id)
        if let answers: [Answer] = try ahead?.answers(to: question, of: catalogs) { return answers }
        return try shards.askAll(question, of: catalogs)
    }

    /// What `body` gives for each segment of catalogs, in order.
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

    /// The answers of all shards about some catalogs, or what `body` gives for each segment.
    private func answers<Answer: Transmittable>(
        _ question: ShardQuestion, _ catalogs: [CatalogIndex],
        _ body: (CatalogIndex, IndexedSegment) throws(SegmentError) -> Answer
    ) throws(SearchError) -> [Answer] {
        if let answers: [Answer] = try askShards(question, catalogs) { return answers }
        return try forEachSegment(of: catalogs, body)
    }

    // MARK: Words

    /// The number of records that a query matches; groups do not count.
    func uses(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> Int {
        try answers(.uses(query), catalogs) { catalog, segment throws(SegmentError) in
            Count(try segment.search(catalog.adapted(query), keeping: 0).total)
        }.reduce(0) { $0 + $1.number }
    }

    /// The words of the visible texts that resemble a word; some more than once.
    func words(
        _ sought: SoughtWords, like word: PreparedQuery.Word, _ query: PreparedQuery,
        in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        try answers(.words(sought, like: word, query), catalogs) { catalog, segment throws(SegmentError) in
            let query = catalog.adapted(query)
            return try segment.words(sought, like: word, query, within: segment.visibleRecords(query))
        }.flatMap(\.self)
    }

    /// The words that begin with a word, in the records that a query matches; some more than once.
    func words(
        completing word: PreparedQuery.Word, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        try answers(.completions(word, query), catalogs) {
            catalog, segment throws(SegmentError) -> [FoundWord] in
            let query = catalog.adapted(query)
            var sets: MatchSets? = MatchSets(universe: segment.numberCount)
            _ = try segment.search(query, keeping: 0, &sets)
            guard let records = sets?.inScope, !records.isEmpty else { return [] }
            try Interruption.check()
            return try segment.words(.completions, like: word, query, within: records)
        }.flatMap(\.self)
    }

    /// Which spellings of a word are in a searched text of the records that the other words match, in any scope.
    ///
    /// - Parameter word: the index of the word.
    func spellings(
        ofWord word: Int, in query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Bool] {
        let spellings = query.words[word].alternatives
        if let answers: [[Bool]] = try askShards(.spellings(word: word, query), catalogs) {
            return spellings.indices.map { place in answers.contains { place < $0.count && $0[place] } }
        }
        var others = query
        others.words.remove(at: word)
        var found = spellings.map { _ in false }
        _ = try forEachSegment(of: catalogs) { catalog, segment throws(SegmentError) in
            var sets: MatchSets? = MatchSets(universe: segment.numberCount)
            _ = try segment.search(catalog.adapted(others), keeping: 0, &sets)
            let adapted = catalog.adapted(query)
            for (place, spelling) in spellings.enumerated() where !found[place] {
                var only = query.words[word]
                only.alternatives = [spelling]
                found[place] = try segment.contains(only, adapted, within: sets!.all)
            }
        }
        return found
    }

    /// Whether a value with an id is declared for an attribute of a catalog, or a record has it.
    func haveValue(
        _ id: String, of name: AttributeName, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> Bool {
        for catalog in catalogs where try catalog.hasValue(id, of: name) { return true }
        let answers: [Bool] = try askShards(.hasValue(name, id: id), catalogs) ?? []
        return answers.contains(true)
    }

    // MARK: Fewer words

    /// The number of visible records that have each word of a partial query, and last that of all visible records.
    func wordCounts(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> [Int] {
        guard let partial = query.partial else { return [] }
        let answers: [[Count]] = try answers(.wordCounts(query), catalogs) {
            catalog, segment throws(SegmentError) in
            let search = try IndexedSearch(segment, catalog.adapted(query))
            return try PartialSearch(search, partial).counts().map { Count($0) }
        }
        var sums = [Int](repeating: 0, count: query.words.count + 1)
        for (shard, answer) in answers.enumerated() {
            guard answer.count == sums.count else { throw .unavailable(shard: shard) }
            for (place, count) in answer.enumerated() { sums[place] += count.number }
        }
        return sums
    }

    /// The greatest claim of a record to a partial query, in any scope.
    func greatestClaim(
        of query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> GreatestClaim {
        guard let partial = query.partial else { return GreatestClaim() }
        let answers: [GreatestClaim] = try answers(.greatestClaim(query), catalogs) {
            catalog, segment throws(SegmentError) in
            let query = catalog.adapted(query)
            let search = try IndexedSearch(segment, query)
            return try PartialSearch(search, partial).candidates(try SegmentFilter(segment, query)).greatest
        }
        return answers.reduce(into: GreatestClaim()) { $0.add($1) }
    }

    // MARK: Answering

    /// Answers a question about some catalogs of this shard.
    func answer(
        _ question: ShardQuestion, _ catalogs: [CatalogIndex], _ answer: inout MessageWriter
    ) throws(SearchError) {
        switch question {
        case .find(let queries): answer.write(try shardFindings(queries, in: catalogs))
        case .uses(let query): answer.write(Count(try uses(of: query, in: catalogs)))
        case .words(let sought, let word, let query):
            answer.write(try words(sought, like: word, query, in: catalogs))
        case .completions(let word, let query):
            answer.write(try words(completing: word, query, in: catalogs))
        case .spellings(let word, let query):
            answer.write(try spellings(ofWord: word, in: query, in: catalogs))
        case .hasValue(let name, let id): answer.write(try haveValue(id, of: name, in: catalogs))
        case .hits(let references, let groups, let queries):
            answer.write(
                ShardHits(
                    records: try records(references, queries, in: catalogs),
                    variants: try variants(of: groups, queries, in: catalogs)))
        case .record(let id):
            var found: CatalogRecord?
            for catalog in catalogs where found == nil {
                found = try record(id, in: catalog.description.id)
            }
            answer.write(found)
        case .identifiers(let offset, let limit):
            let asked = SearchEngine(catalogs)
            let list = try asked.identifiers(offset: offset, limit: limit)
            answer.write(
                ShardIdentifiers(
                    total: asked.recordCount,
                    references: list.map { ShardReference(catalog: $0.catalog, id: $0.id) }))
        case .localeCounts:
            var counts: [LocaleIdentifier: Count] = [:]
            for catalog in catalogs {
                for (locale, count) in try catalog.recordCountsByLocale() {
                    counts[locale] = Count((counts[locale]?.number ?? 0) + count)
                }
            }
            answer.write(counts)
        case .wordCounts(let query):
            answer.write(try wordCounts(of: query, in: catalogs).map { Count($0) })
        case .greatestClaim(let query): answer.write(try greatestClaim(of: query, in: catalogs))
        case .several(let questions):
            var answers: [TransmittedBytes] = []
            for question in questions {
                var part = MessageWriter()
                try self.answer(question, catalogs, &part)
                answers.append(TransmittedBytes(part.bytes))
            }
            answer.write(answers)
        }
    }
}
