// The records of catalogs in several processes: what a search asks of them, it asks of all shards, and adds
// up.

internal import ICU

/// Asks shards what a search must know of their records.
struct ShardedRecords: RecordSource {
    let shards: any SearchShards
    /// What one search has asked before it needs it; `nil` if each question is sent when it is needed.
    private var ahead: RecordSourceResponses?

    init(_ shards: any SearchShards) { self.shards = shards }

    /// The answers of all shards about some catalogs.
    func answers<Answer: Transmittable>(
        to question: RecordSourceRequest, _ catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Answer] {
        let catalogs = catalogs.map(\.description.id)
        if let answers: [Answer] = try ahead?.answers(to: question, of: catalogs) { return answers }
        return try shards.askAll(question, of: catalogs)
    }

    // MARK: Records

    func record(_ id: String, in catalog: CatalogIndex) throws(SearchError) -> CatalogRecord? {
        let records: [CatalogRecord?] = try answers(to: .record(id: id), [catalog])
        return records.lazy.compactMap(\.self).first
    }

    func identifiers(
        of catalogs: [CatalogIndex], offset: Int, limit: Int
    ) throws(SearchError) -> [MatchedRecords.Reference] {
        var references: [MatchedRecords.Reference] = []
        var skipped = 0
        for shard in 0..<shards.count where references.count < limit {
            let question = RecordSourceRequest.identifiers(
                offset: max(0, offset - skipped), limit: limit - references.count)
            let lists: [ShardIdentifiers] = try shards.ask(
                [(shard, question)], of: catalogs.map(\.description.id))
            for list in lists {
                skipped += list.total
                references += list.references.map { .init(catalog: $0.catalog, id: $0.id) }
            }
        }
        return references
    }

    func recordCountsByLocale(of catalog: CatalogIndex) throws(SearchError) -> [LocaleIdentifier: Int] {
        let counts: [[LocaleIdentifier: Count]] = try answers(to: .localeCounts, [catalog])
        return counts.reduce(into: [:]) { sum, counts in
            sum.merge(counts.mapValues(\.number), uniquingKeysWith: +)
        }
    }

    // MARK: Words

    func uses(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> Int {
        let counts: [Count] = try answers(to: .uses(query), catalogs)
        return counts.reduce(0) { $0 + $1.number }
    }

    func words(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ query: PreparedQuery,
        in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        let words: [[FoundWord]] = try answers(to: .words(wordQuery, like: word, query), catalogs)
        return words.flatMap(\.self)
    }

    func words(
        completing word: PreparedQuery.Word, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord] {
        let words: [[FoundWord]] = try answers(to: .completions(word, query), catalogs)
        return words.flatMap(\.self)
    }

    func spellings(
        ofWord word: Int, in query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Bool] {
        let answers: [[Bool]] = try answers(to: .spellings(word: word, query), catalogs)
        return query.words[word].alternatives.indices.map { place in
            answers.contains { place < $0.count && $0[place] }
        }
    }

    func haveValue(
        _ id: String, of name: AttributeName, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> Bool {
        // The description and the contents of all shards may say it already.
        for catalog in catalogs where try catalog.hasValue(id, of: name) { return true }
        let answers: [Bool] = try answers(to: .hasValue(name, id: id), catalogs)
        return answers.contains(true)
    }

    // MARK: Fewer words

    func wordCounts(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> [Int] {
        guard query.partial != nil else { return [] }
        let answers: [[Count]] = try answers(to: .wordCounts(query), catalogs)
        var sums = [Int](repeating: 0, count: query.words.count + 1)
        for (shard, answer) in answers.enumerated() {
            guard answer.count == sums.count else { throw .unavailable(shard: shard) }
            for (place, count) in answer.enumerated() { sums[place] += count.number }
        }
        return sums
    }

    func greatestClaim(
        of query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> GreatestClaim {
        guard query.partial != nil else { return GreatestClaim() }
        let answers: [GreatestClaim] = try answers(to: .greatestClaim(query), catalogs)
        return answers.reduce(into: GreatestClaim()) { $0.add($1) }
    }

    // MARK: Meaning

    func nearest(
        to vector: VectorQuery, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> NearestRecords {
        let answers: [NearestRecords] = try answers(to: .nearest(vector, query), catalogs)
        let known = Set(catalogs.map(\.description.id))
        for (shard, answer) in answers.enumerated()
        where !answer.records.allSatisfy({ known.contains($0.catalog) }) {
            throw .unavailable(shard: shard)
        }
        return NearestRecords(merging: answers)
    }

    // MARK: Saving time

    var forOneSearch: any RecordSource {
        var source = self
        source.ahead = RecordSourceResponses()
        return source
    }

    func askAhead(
        _ catalogs: [CatalogIndex], _ questions: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError) {
        guard let ahead else { return }
        try ahead.ask(try questions(), of: catalogs.map(\.description.id), shards)
    }

    func askAhead(
        _ catalogs: [CatalogIndex], within budget: RelaxationBudget,
        _ questions: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError) {
        guard ahead != nil, !budget.isSpent else { return }
        try budget.run { () throws(SearchError) in try askAhead(catalogs, questions) }
    }
}
