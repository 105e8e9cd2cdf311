// What the records of an engine say to the questions of a search: its own segments, or all of its shards together.
//
// Law: a question asked of shards gives what it gives of one engine that has all of their records.

internal import ICU

extension CatalogDescription {
    /// Whether its records may be in groups.
    fileprivate var canGroup: Bool { group.flatMap { attribute($0)?.canGroup } ?? false }
}

extension SearchEngine {
    /// The answers of all shards about some catalogs; `nil` if this engine has the records itself.
    func askShards<Answer: Transmittable>(
        _ question: ShardQuestion, _ catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Answer]? {
        try shards?.askAll(question, of: catalogs.map(\.description.id))
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

    /// How the visible texts use a word.
    func use(
        of word: PreparedQuery.Word, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> WordUse {
        try answers(.use(word, query), catalogs) { catalog, segment throws(SegmentError) in
            try segment.use(of: word, catalog.adapted(query))
        }.max() ?? .none
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

    // MARK: Matches

    /// What queries match together in all shards.
    func foundInShards(
        _ queries: [PreparedQuery], in searched: [CatalogIndex], _ shards: any SearchShards
    ) throws(SearchError) -> Findings {
        let request = queries[0].request
        // Variants of one product may be in several shards, where each would count.
        if request.isGrouped, let catalog = searched.first(where: { $0.description.canGroup }) {
            throw .groupsInShards(catalog: catalog.description.id)
        }
        let known = Set(searched.map(\.description.id))
        let parts: [ShardFindings] = try shards.askAll(.find(queries), of: searched.map(\.description.id))
        var found = Matches(counter: request.facets.isEmpty ? nil : try FacetCounter(request, self))
        for (shard, part) in parts.enumerated() {
            found.counts.add(part.counts)
            var isOfRequest = found.counter == nil && part.facets.isEmpty
            if found.counter != nil { isOfRequest = found.counter!.add(part.facets) }
            for place in part.places {
                isOfRequest =
                    isOfRequest && queries.indices.contains(place.query) && known.contains(place.rank.catalog)
            }
            guard isOfRequest else { throw .unavailable(shard: shard) }
            for place in part.places {
                guard let catalog = searched.first(where: { $0.description.id == place.rank.catalog }) else {
                    continue
                }
                found.places.append(
                    Place(
                        catalog: catalog, origin: .shard(shard), query: place.query,
                        match: RankedMatch(record: 0, rank: place.rank)))
            }
        }
        var findings = Findings(queries: queries)
        findings.hasTitleKeys = true
        try finish(&findings, found, try sorted(found.places[...]), searched)
        return findings
    }

    /// What queries match together, for the merge of shards.
    func shardFindings(
        _ queries: [PreparedQuery], in searched: [CatalogIndex]
    ) throws(SearchError) -> ShardFindings {
        var found: Matches
        if queries.count == 1 {
            found = try matches(queries[0], in: searched)
        } else {
            var search = try VariantSearch(searched, queries[0].request)
            for query in queries { try search.add(query) }
            found = try matches(search)
        }
        var places = found.places[...]
        try addTitleKeys(&places, queries)
        var result = ShardFindings()
        result.counts = found.counts
        result.places = try sorted(places).prefix(queries[0].request.keeping).map {
            .init(query: $0.query, rank: $0.match.rank)
        }
        if let counter = found.counter {
            result.facets = try Self.interruptible { () throws(SegmentError) in try counter.parts() }
        }
        return result
    }

    // MARK: Records

    /// The records of a page in shards; `nil` if this engine has the records itself.
    func records(of found: Findings) throws(SearchError) -> [CatalogRecord]? {
        guard let shards else { return nil }
        var wanted: [Int: [(place: Int, reference: ShardReference)]] = [:]
        for (place, match) in found.page.enumerated() {
            guard case .shard(let shard) = match.origin else { continue }
            let rank = match.match.rank
            wanted[shard, default: []].append(
                (place, ShardReference(catalog: rank.catalog, id: rank.id, query: match.query)))
        }
        guard !wanted.isEmpty else { return [] }
        let list = wanted.sorted { $0.key < $1.key }
        let catalogs = Set(found.page.map(\.catalog.description.id)).sorted()
        let answers: [[CatalogRecord]] = try shards.ask(
            list.map { ($0.key, .hits($0.value.map(\.reference), found.queries)) }, of: catalogs)
        var records = found.page.map { _ in CatalogRecord(id: "") }
        for ((shard, places), answer) in zip(list, answers) {
            guard answer.count == places.count, zip(answer, places).allSatisfy({ $0.id == $1.reference.id })
            else { throw .unavailable(shard: shard) }
            for (record, place) in zip(answer, places) { records[place.place] = record }
        }
        return records
    }

    /// The records of a page, as hits need them.
    func records(
        _ references: [ShardReference], _ queries: [PreparedQuery], in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [CatalogRecord] {
        var records: [CatalogRecord] = []
        for reference in references {
            guard let catalog = catalogs.first(where: { $0.description.id == reference.catalog }) else {
                throw .unavailable(shard: 0)
            }
            let query = catalog.adapted(queries[reference.query])
            let record = try catalog.damageNamed { () throws(SegmentError) -> CatalogRecord? in
                try Interruption.check()
                for segment in catalog.segments {
                    guard let number = try segment.number(ofID: reference.id),
                        segment.deleted?.contains(number) != true
                    else { continue }
                    return try segment.record(number, for: query)
                }
                return nil
            }
            guard let record else { throw .unavailable(shard: 0) }
            records.append(record)
        }
        return records
    }

    // MARK: Answering

    /// Answers a question about some catalogs of this shard.
    func answer(
        _ question: ShardQuestion, _ catalogs: [CatalogIndex], _ answer: inout MessageWriter
    ) throws(SearchError) {
        switch question {
        case .find(let queries): answer.write(try shardFindings(queries, in: catalogs))
        case .uses(let query): answer.write(Count(try uses(of: query, in: catalogs)))
        case .use(let word, let query): answer.write(try use(of: word, query, in: catalogs))
        case .words(let sought, let word, let query):
            answer.write(try words(sought, like: word, query, in: catalogs))
        case .completions(let word, let query):
            answer.write(try words(completing: word, query, in: catalogs))
        case .spellings(let word, let query):
            answer.write(try spellings(ofWord: word, in: query, in: catalogs))
        case .hasValue(let name, let id): answer.write(try haveValue(id, of: name, in: catalogs))
        case .hits(let references, let queries):
            answer.write(try records(references, queries, in: catalogs))
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
        }
    }
}
