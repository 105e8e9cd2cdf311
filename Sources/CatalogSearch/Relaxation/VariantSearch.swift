// Searches the variants of a query one after the other, and merges their matches.

/// The merged matches of strict queries. A record that several of them find has the best of its ranks.
struct VariantSearch {
    /// A segment with what the variants found in it.
    private struct Part {
        let catalog: CatalogIndex
        let segment: IndexedSegment
        var sets: MatchSets
        /// By the record's number.
        var best: [Int: SearchEngine.Place] = [:]
    }

    private var parts: [Part]
    private(set) var queries: [PreparedQuery] = []

    /// - Parameter isCounted: whether values of attributes are counted.
    init(_ catalogs: [CatalogIndex], isCounted: Bool) {
        parts = catalogs.flatMap { catalog in
            catalog.segments.map {
                Part(
                    catalog: catalog, segment: $0,
                    sets: MatchSets(universe: $0.numberCount, isCounted: isCounted))
            }
        }
    }

    /// The number of matches in the requested scope.
    var total: Int { parts.reduce(0) { $0 + $1.sets.inScope.count } }
    /// The best matches of each segment, in no particular order.
    var places: [SearchEngine.Place] { parts.flatMap(\.best.values) }

    /// The number of matches in each scope, whatever scope was requested.
    func scopeCounts() throws(SearchError) -> [String?: Int] {
        var counts: [String?: Int] = [:]
        for part in parts {
            let others = try part.catalog.damageNamed { () throws(SegmentError) in
                try part.segment.scopeCounts(of: part.sets.all)
            }
            counts.merge(others, uniquingKeysWith: +)
        }
        return counts
    }

    /// Counts the values of attributes among the matches.
    func count(_ counter: inout FacetCounter) throws(SearchError) {
        guard let query = queries.first else { return }
        for part in parts {
            guard let base = part.sets.base else { continue }
            try part.catalog.damageNamed { () throws(SegmentError) in
                try counter.add(part.segment, base, part.catalog.adapted(query))
            }
        }
    }

    /// Searches for a variant.
    ///
    /// - Throws: `SearchError`; the matches in segments that were searched to the end are kept.
    mutating func add(_ variant: PreparedQuery) throws(SearchError) {
        let number = queries.count
        queries.append(variant)
        for index in parts.indices {
            let catalog = parts[index].catalog
            let segment = parts[index].segment
            let query = catalog.adapted(variant)
            // A copy, because a search that ends early leaves it incomplete.
            var sets: MatchSets? = parts[index].sets
            let matches = try catalog.damageNamed { () throws(SegmentError) in
                try Interruption.check()
                return try segment.search(query, keeping: query.request.keeping, &sets)
            }
            if let sets { parts[index].sets = sets }
            for var match in matches.best {
                match.rank.catalog = catalog.description.id
                if let known = parts[index].best[match.record], known.match.rank <= match.rank { continue }
                parts[index].best[match.record] = SearchEngine.Place(
                    catalog: catalog, segment: segment, query: number, match: match)
            }
        }
    }
}
