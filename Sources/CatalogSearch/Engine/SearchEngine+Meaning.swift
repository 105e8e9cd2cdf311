// Finds records by words and by meaning, and merges both.

internal import ICU

extension SearchEngine {
    /// Merges the matches of a query's words with the records whose vectors are nearest to a vector.
    ///
    /// If words find nothing, meaning precedes corrections and omitted words. If meaning finds nothing, only
    /// the matches of words are returned.
    func find(
        _ query: PreparedQuery, _ vector: VectorQuery, in searched: [CatalogIndex]
    ) throws(SearchError) -> Findings {
        let isAlone = query.words.isEmpty || query.request.semanticRatio >= 1
        // What the words exclude is not near, either.
        let wordless = try QueryRelaxer(query.withoutWords, searched, self).excludingOtherSpellings()
        let nearest = try source.nearest(to: vector, wordless, in: searched)
        if nearest.records.isEmpty {
            try Self.checkSpaces(nearest.spaces, vector)
            if !isAlone {
                return try query.request.relax == .never
                    ? find(query.addingPinned, in: searched) : relaxed(query, in: searched)
            }
        }
        let near = wordless.restricted(to: nearest.records, in: searched)
        var words: Findings?
        if !isAlone {
            let counting = query.withRequest {
                $0.limit = 0
                $0.facets = []
            }
            words =
                try query.request.relax == .never
                ? find(counting.addingPinned, in: searched)
                : relaxed(counting, in: searched, steps: RelaxationStep.besideMeaning(query.request))
        }
        let queries = (words?.queries ?? []) + [near]
        var result = try findings(
            of: queries.map { own in own.withRequest { $0 = query.request } }, nearest, searched)
        result.results.relaxation = words?.results.relaxation
        result.results.isRelaxationComplete = words?.results.isRelaxationComplete ?? true
        let lacksWords = words.map { $0.totalInAllScopes == 0 || $0.results.hasOnlyPinned } ?? false
        result.results.isByMeaning = lacksWords && result.totalInAllScopes > 0
        return result
    }

    /// The union of the matches of queries.
    ///
    /// - Parameter queries: the last query finds the given nearest records.
    private func findings(
        of queries: [PreparedQuery], _ nearest: NearestRecords, _ searched: [CatalogIndex]
    ) throws(SearchError) -> Findings {
        let request = queries[0].request
        let deep = queries.map { query in
            query.withRequest {
                $0.limit = query.request.limit == 0 ? 0 : max(query.keepingResults, RankFusion.depth)
                $0.offset = 0
            }
        }
        // The union is always complete: only the search for similar words may be cut short.
        var found = try source.matches(ofAny: deep, in: searched, counter(request), within: .unlimited)
        found.queries = queries
        found.hasTitleKeys = false
        let similarities = nearest.similarities
        for index in found.candidates.indices {
            found.candidates[index].similarity = similarities[found.candidates[index].reference]
        }
        // If the reader chose an order, it also places these records.
        if request.isByRelevance, request.limit > 0 {
            try fuse(&found, deep[deep.count - 1], nearest, searched)
        }
        return try findings(found, searched)
    }

    /// Merges the matches of words and the nearest records into one order.
    ///
    /// - Parameter near: the last query, which finds the nearest records.
    private func fuse(
        _ found: inout Matches, _ near: PreparedQuery, _ nearest: NearestRecords,
        _ searched: [CatalogIndex]
    ) throws(SearchError) {
        let last = found.queries.count - 1
        let records = nearest.firstOfGroupsInScope
        let similarities = NearestRecords(records, spaces: []).similarities
        // Only these are in the scope, so all of them are returned.
        let own = near.restricted(to: records, in: searched).withRequest {
            $0.limit = max(1, records.count)
            // The union has counted their values.
            $0.facets = []
        }
        var meaning = try source.matches(of: own, in: searched, nil).candidates
        var words = found.candidates.filter { $0.query != last }
        Self.numberGroups(of: &words, &meaning)
        for index in meaning.indices {
            meaning[index].query = last
            meaning[index].similarity = similarities[meaning[index].reference]
        }
        meaning.sort { ($0.similarity?.position ?? .max) < ($1.similarity?.position ?? .max) }
        found.candidates = RankFusion(ratio: near.request.semanticRatio).fused(
            words: Self.firstOfGroups(words), meaning: Self.firstOfGroups(meaning))
    }

    /// Gives each group the same number in two lists of matches: a merge of shards numbers the groups of each
    /// response anew.
    private static func numberGroups(of words: inout [Candidate], _ meaning: inout [Candidate]) {
        var numbers: [ShardGroup: Int] = [:]
        func number(_ candidates: inout [Candidate]) {
            for index in candidates.indices {
                guard let key = candidates[index].group else { continue }
                let group = ShardGroup(catalog: candidates[index].match.rank.catalog, key: key)
                let number = numbers[group] ?? numbers.count
                numbers[group] = number
                candidates[index].match.group = number
            }
        }
        number(&words)
        number(&meaning)
    }

    /// - Throws: `SearchError.otherVectorLength`, `.otherVectorModel` if records have vectors of the
    ///   request's name, but none that can be compared with its vector.
    private static func checkSpaces(_ spaces: Set<VectorSpace>, _ vector: VectorQuery) throws(SearchError) {
        guard !spaces.isEmpty, !spaces.contains(where: { $0.isComparable(to: vector.space) }) else { return }
        let count = vector.vector.numbers.count
        let models = spaces.filter { $0.count == count }.compactMap(\.model)
        if let model = vector.model, !models.isEmpty {
            throw .otherVectorModel(model, known: models.sorted())
        }
        throw .otherVectorLength(count: count, known: Set(spaces.map(\.count)).sorted())
    }
}

extension SearchEngine {
    /// The spaces of the vectors of this process's records.
    package var vectorSpaces: Set<VectorSpace> {
        Set(catalogs.flatMap(\.segments).flatMap(\.vectors).map(\.space))
    }
}

extension NearestRecords {
    /// The nearest record of each group in the requested scope, nearest first.
    fileprivate var firstOfGroupsInScope: [Record] {
        var groups: Set<ShardGroup> = []
        return records.filter { record in
            guard record.isInScope else { return false }
            return record.group.map { groups.insert(ShardGroup(catalog: record.catalog, key: $0)).inserted }
                ?? true
        }
    }

    /// The similarity of each record.
    fileprivate var similarities: [RecordReference: Hit.Similarity] {
        var similarities: [RecordReference: Hit.Similarity] = [:]
        for (position, record) in records.enumerated() {
            similarities[.init(catalog: record.catalog, id: record.id)] = .init(
                cosine: record.score, position: position + 1)
        }
        return similarities
    }
}

extension PreparedQuery {
    /// The query with its conditions only.
    fileprivate var withoutWords: PreparedQuery {
        var query = self
        query.words = []
        query.matchesNothing = false
        query.partial = nil
        return query
    }

    /// The query for these records only.
    fileprivate func restricted(
        to records: [NearestRecords.Record], in searched: [CatalogIndex]
    ) -> PreparedQuery {
        var query = self
        var placements = query.placements ?? RulePlacements()
        let ids = Dictionary(grouping: records, by: \.catalog).mapValues { $0.map(\.id) }
        for catalog in searched.map(\.description.id) {
            var own = placements.catalogs[catalog] ?? CatalogPlacements()
            own.restriction = .all([own.restriction, .records(ids[catalog] ?? [])].compactMap(\.self))
            placements.catalogs[catalog] = own
        }
        query.placements = placements
        return query
    }

    /// The query with changes of the request that do not affect its preparation.
    func withRequest(_ change: (inout SearchRequest) -> Void) -> PreparedQuery {
        var query = self
        change(&query.request)
        return query
    }
}
