// Searches for the variants of a query in order, and merges their matches.

/// The merged matches of strict queries. A record that several queries find gets its best rank.
struct VariantSearch {
    /// A segment and the variants' matches in it.
    private struct Part {
        let catalog: CatalogIndex
        /// The index of the segment in the catalog.
        let number: Int
        let segment: IndexedSegment
        let groups: ValueNumbers.Part?
        var sets: MatchSets
        /// By the record's number.
        var best: [Int: SearchEngine.Candidate] = [:]
        /// The matches that pins of rules may use.
        var pinned: [Pinned: SearchEngine.Candidate] = [:]
    }

    /// A record that a pin may use.
    private struct Pinned: Hashable {
        let pin: Int
        let record: Int
    }

    private var parts: [Part] = []
    private let catalogs: [(catalog: CatalogIndex, groups: CatalogGroups?)]
    private(set) var queries: [PreparedQuery] = []

    init(_ catalogs: [CatalogIndex], _ request: SearchRequest) throws(SearchError) {
        var grouped: [(catalog: CatalogIndex, groups: CatalogGroups?)] = []
        for catalog in catalogs { grouped.append((catalog, try catalog.groups(for: request))) }
        self.catalogs = grouped
        for (catalog, groups) in grouped {
            for (number, segment) in catalog.segments.enumerated() {
                parts.append(
                    Part(
                        catalog: catalog, number: number, segment: segment,
                        groups: groups?.segment(number),
                        sets: MatchSets(universe: segment.numberCount, isCounted: !request.facets.isEmpty)))
            }
        }
    }

    /// The merged matches of the variants, unsorted.
    ///
    /// - Parameter isShare: whether groups are counted later, together with those of other shards.
    func matches(
        _ counter: FacetCounter?, isShare: Bool = false
    ) throws(SearchError) -> SearchEngine.Matches {
        var found = SearchEngine.Matches(queries: queries, counter: counter)
        found.grouped = groupedMatches()
        found.counts = try counts(found.grouped, isShare: isShare)
        if found.counter != nil { try count(&found.counter!, found.grouped, isShare: isShare) }
        found.candidates = parts.flatMap(\.best.values)
        found.pinned = parts.flatMap(\.pinned.values)
        return found
    }

    /// The matches of catalogs whose records are grouped, by the catalog's id.
    private func groupedMatches() -> [String: GroupedMatches] {
        var found: [String: GroupedMatches] = [:]
        for (catalog, groups) in catalogs {
            guard let groups else { continue }
            var matches = GroupedMatches(groups)
            for part in parts where part.catalog.description.id == catalog.description.id {
                matches.append(part.segment, part.sets)
            }
            found[catalog.description.id] = matches
        }
        return found
    }

    /// The numbers of matches, in all scopes.
    ///
    /// - Parameter isShare: whether groups, and facets, are counted later
    private func counts(
        _ grouped: [String: GroupedMatches], isShare: Bool
    ) throws(SearchError) -> MatchCounts {
        var counts = MatchCounts()
        for (catalog, _) in catalogs {
            try catalog.damageNamed { () throws(SegmentError) in
                if let matches = grouped[catalog.description.id] {
                    if !isShare { counts.add(try matches.count()) }
                    return
                }
                for part in parts where part.catalog.description.id == catalog.description.id {
                    counts.add(try part.segment.scopeCounts(of: part.sets.all))
                }
            }
        }
        return counts
    }

    /// Counts the values of attributes among the matches.
    private func count(
        _ counter: inout FacetCounter, _ grouped: [String: GroupedMatches], isShare: Bool
    ) throws(SearchError) {
        guard let query = queries.first else { return }
        for (catalog, _) in catalogs {
            let query = catalog.adapted(query)
            try catalog.damageNamed { () throws(SegmentError) in
                if let matches = grouped[catalog.description.id] {
                    if !isShare { try counter.add(matches, query) }
                    return
                }
                for part in parts where part.catalog.description.id == catalog.description.id {
                    if let base = part.sets.base { try counter.add(part.segment, base, query) }
                }
            }
        }
    }

    /// Searches for a variant.
    ///
    /// - Throws: `SearchError`; the matches in segments that were searched to the end remain.
    mutating func add(_ variant: PreparedQuery) throws(SearchError) {
        let number = queries.count
        queries.append(variant)
        for index in parts.indices {
            let catalog = parts[index].catalog
            let segment = parts[index].segment
            let groups = parts[index].groups
            let query = catalog.adapted(variant)
            let sets = parts[index].sets
            let found = try catalog.damageNamed { () throws(SegmentError) in
                try Interruption.check()
                return try segment.placedMatches(query, of: catalog.description.id, into: sets, groups)
            }
            if let sets = found.sets { parts[index].sets = sets }
            for (pin, match) in found.pinned {
                var match = match
                match.rank.catalog = catalog.description.id
                let key = Pinned(pin: pin, record: match.record)
                if let known = parts[index].pinned[key], known.match.rank <= match.rank { continue }
                parts[index].pinned[key] = SearchEngine.Candidate(
                    catalog: catalog, part: parts[index].number, query: number, match: match, pin: pin)
            }
            for var match in found.best {
                match.rank.catalog = catalog.description.id
                if let known = parts[index].best[match.record], known.match.rank <= match.rank { continue }
                parts[index].best[match.record] = SearchEngine.Candidate(
                    catalog: catalog, part: parts[index].number, query: number, match: match)
            }
        }
    }
}
