// The records of catalogs in several processes: what a search asks of them, it asks of all shards, and adds
// up.

internal import ICU

/// Asks shards what a search must know of their records.
struct ShardedRecords: RecordSource {
    let shards: any SearchShards
    /// What one search has requested before it needs it; `nil` if each request is sent when it is needed.
    private var ahead: RecordSourceResponses?

    init(_ shards: any SearchShards) { self.shards = shards }

    /// The responses of all shards about some catalogs.
    func responses<Response: Transmittable>(
        to request: RecordSourceRequest, _ catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Response] {
        let catalogs = catalogs.map(\.description.id)
        if let responses: [Response] = try ahead?.responses(to: request, of: catalogs) { return responses }
        return try shards.askAll(request, of: catalogs)
    }

    // MARK: Records

    func record(_ id: String, in catalog: CatalogIndex) throws(SearchError) -> CatalogRecord? {
        let records: [CatalogRecord?] = try responses(to: .record(id: id), [catalog])
        return records.lazy.compactMap(\.self).first
    }

    func identifiers(
        of catalogs: [CatalogIndex], offset: Int, limit: Int
    ) throws(SearchError) -> [RecordReference] {
        var references: [RecordReference] = []
        var skipped = 0
        for shard in 0..<shards.count where references.count < limit {
            let request = RecordSourceRequest.identifiers(
                offset: max(0, offset - skipped), limit: limit - references.count)
            let lists: [ShardIdentifiers] = try shards.ask(
                [(shard, request)], of: catalogs.map(\.description.id))
            for list in lists {
                skipped += list.total
                references += list.references.map { .init(catalog: $0.catalog, id: $0.id) }
            }
        }
        return references
    }

    func recordCountsByLocale(of catalog: CatalogIndex) throws(SearchError) -> [LocaleIdentifier: Int] {
        let counts: [[LocaleIdentifier: Count]] = try responses(to: .localeCounts, [catalog])
        return counts.reduce(into: [:]) { sum, counts in
            sum.merge(counts.mapValues(\.number), uniquingKeysWith: +)
        }
    }

    // MARK: Words

    func uses(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> Int {
        let counts: [Count] = try responses(to: .uses(query), catalogs)
        return counts.reduce(0) { $0 + $1.number }
    }

    func words(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ query: PreparedQuery,
        in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        let words: [[FoundWord]] = try responses(to: .words(wordQuery, like: word, query), catalogs)
        return words.flatMap(\.self)
    }

    func words(
        completing word: PreparedQuery.Word, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        let words: [[FoundWord]] = try responses(to: .completions(word, query), catalogs)
        return words.flatMap(\.self)
    }

    func spellings(
        ofWord word: Int, in query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Bool] {
        let responses: [[Bool]] = try responses(to: .spellings(word: word, query), catalogs)
        return query.words[word].alternatives.indices.map { position in
            responses.contains { position < $0.count && $0[position] }
        }
    }

    func haveValue(
        _ id: String, of name: AttributeName, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> Bool {
        // The description and the contents of all shards may say it already.
        for catalog in catalogs where try catalog.hasValue(id, of: name) { return true }
        let responses: [Bool] = try responses(to: .hasValue(name, id: id), catalogs)
        return responses.contains(true)
    }

    // MARK: Meaning

    func nearest(
        to vector: VectorQuery, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> NearestRecords {
        let responses: [NearestRecords] = try responses(to: .nearest(vector, query), catalogs)
        let known = Set(catalogs.map(\.description.id))
        for (shard, response) in responses.enumerated()
        where !response.records.allSatisfy({ known.contains($0.catalog) }) {
            throw .unavailable(shard: shard)
        }
        return NearestRecords(merging: responses)
    }

    // MARK: Saving time

    var forOneSearch: any RecordSource {
        var source = self
        source.ahead = RecordSourceResponses()
        return source
    }

    func prefetch(
        _ catalogs: [CatalogIndex], _ requests: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError) {
        guard let ahead else { return }
        try ahead.ask(try requests(), of: catalogs.map(\.description.id), shards)
    }

    func prefetch(
        _ catalogs: [CatalogIndex], within budget: RelaxationBudget,
        _ requests: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError) {
        guard ahead != nil, !budget.isSpent else { return }
        try budget.run { () throws(SearchError) in try prefetch(catalogs, requests) }
    }
}
