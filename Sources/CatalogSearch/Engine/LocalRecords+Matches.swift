// The matches of queries in segments, and their hits.

internal import ICU
internal import Support

extension LocalRecords {
    func matches(
        of query: PreparedQuery, in catalogs: [CatalogIndex], _ counter: FacetCounter?
    ) throws(SearchError) -> SearchEngine.Matches {
        var found = try collected(query, in: catalogs, counter)
        if found.sources > 1 { try sort(&found) }
        return found
    }

    func matches(
        ofAny queries: [PreparedQuery], in catalogs: [CatalogIndex], _ counter: FacetCounter?,
        within budget: RelaxationBudget
    ) throws(SearchError) -> SearchEngine.Matches {
        var search = try VariantSearch(catalogs, queries[0].request)
        try search.add(queries[0])
        try budget.run { () throws(SearchError) in
            for query in queries.dropFirst() { try search.add(query) }
        }
        var found = try search.matches(counter)
        try sort(&found)
        return found
    }

    /// The matches of a query; unsorted if several segments have matches.
    ///
    /// - Parameter isShare: whether groups are counted later, together with those of other shards.
    func collected(
        _ query: PreparedQuery, in catalogs: [CatalogIndex], _ counter: FacetCounter?, isShare: Bool = false
    ) throws(SearchError) -> SearchEngine.Matches {
        let request = query.request
        var found = SearchEngine.Matches(queries: [query], counter: counter)
        for catalog in catalogs {
            let query = catalog.adapted(query)
            let groups = try catalog.groups(for: request)
            var grouped = groups.map { GroupedMatches($0) }
            let responses = try search(catalog, query, groups, isCounted: counter != nil)
            for (number, response) in responses.enumerated() {
                let segment = catalog.segments[number]
                if groups != nil {
                    grouped?.append(segment, response.sets!)
                } else if let base = response.sets?.base {
                    try catalog.damageNamed { () throws(SegmentError) in
                        try found.counter?.add(segment, base, query)
                    }
                }
                if groups == nil { found.counts.add(response.scopeCounts) }
                if !response.best.isEmpty { found.sources += 1 }
                for var match in response.best {
                    match.rank.catalog = catalog.description.id
                    found.candidates.append(.init(catalog: catalog, part: number, match: match))
                }
                for (pin, match) in response.pinned {
                    var match = match
                    match.rank.catalog = catalog.description.id
                    found.pinned.append(.init(catalog: catalog, part: number, match: match, pin: pin))
                }
            }
            found.grouped[catalog.description.id] = grouped
            if let grouped, !isShare {
                try catalog.damageNamed { () throws(SegmentError) in
                    found.counts.add(try grouped.count())
                    try found.counter?.add(grouped, query)
                }
            }
        }
        return found
    }

    /// The matches of a query in each segment of a catalog. Large segments are searched concurrently.
    ///
    /// - Parameters:
    ///   - query: adapted to the catalog.
    ///   - isCounted: whether values of attributes are counted among the matches.
    private func search(
        _ catalog: CatalogIndex, _ query: PreparedQuery, _ groups: CatalogGroups?, isCounted: Bool
    ) throws(SearchError) -> [SegmentMatches] {
        @Sendable func results(ofSegment number: Int) throws(SearchError) -> SegmentMatches {
            let segment = catalog.segments[number]
            return try catalog.failureNamed { () throws(SegmentError) in
                try Interruption.check()
                return try segment.placedMatches(
                    query, of: catalog.description.id,
                    into: isCounted || groups != nil
                        ? MatchSets(universe: segment.numberCount, isCounted: isCounted) : nil,
                    groups?.segment(number))
            }
        }
        let segments = catalog.segments
        let responses: [SegmentMatches]
        // A budget measures the time of one thread.
        if segments.count(where: { $0.numberCount >= concurrentCount }) > 1, RelaxationBudget.current == nil {
            responses = try ConcurrentSearch.results(segments.count) { number in
                Result { () throws(SearchError) in try results(ofSegment: number) }
            }.map { result throws(SearchError) in try result.get() }
        } else {
            responses = try segments.indices.map { number throws(SearchError) in
                try results(ofSegment: number)
            }
        }
        try catalog.verify()
        return responses
    }

    /// Puts the matches of several segments in order.
    private func sort(_ found: inout SearchEngine.Matches) throws(SearchError) {
        var candidates = found.candidates[...]
        try addTitleKeys(to: &candidates, found.queries)
        found.candidates = try SearchEngine.sorted(candidates)
        found.hasTitleKeys = true
    }

    func addTitleKeys(
        to candidates: inout ArraySlice<SearchEngine.Candidate>, _ queries: [PreparedQuery]
    ) throws(SearchError) {
        struct Source: Hashable {
            let catalog: String
            let part: Int
            let query: Int
        }
        var titles: [Source: TitleKeys] = [:]
        for index in candidates.indices {
            let candidate = candidates[index]
            let catalog = candidate.catalog.description
            let source = Source(catalog: catalog.id, part: candidate.part, query: candidate.query)
            candidates[index].match.rank.titleKey = try candidate.catalog.failureNamed {
                () throws(SegmentError) in
                try Interruption.check()
                // A page has most of its records from one segment.
                if titles[source] == nil {
                    let query = queries[candidate.query].adapted(to: catalog)
                    titles[source] = try TitleKeys(candidate.segment, query)
                }
                return try titles[source]!.key(candidate.match.record)
            }
        }
        try verifyCatalogs(of: candidates)
    }

    func readHits(
        of candidates: ArraySlice<SearchEngine.Candidate>, into page: inout HitPage
    ) throws(SearchError) {
        let summaries = try summaries(of: candidates, page.queries[0])
        for (number, candidate) in candidates.enumerated() {
            try page.append(candidate, summaries[number]) { builder throws(SegmentError) in
                try builder.hit(
                    candidate.match.record, of: candidate.segment, rank: candidate.match.rank,
                    candidate.variants)
            }
        }
        try verifyCatalogs(of: candidates)
    }

    /// Checks that what was read of these records was not damaged.
    private func verifyCatalogs(of candidates: ArraySlice<SearchEngine.Candidate>) throws(SearchError) {
        var checked: Set<String> = []
        for candidate in candidates where checked.insert(candidate.catalog.description.id).inserted {
            try candidate.catalog.verify()
        }
    }
}

extension SearchEngine.Candidate {
    var segment: IndexedSegment { catalog.segments[part] }
}
