// Searches the variants of a query one after the other, and merges their matches.

/// The merged matches of strict queries. A record that several of them find ranks by the nearest.
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
    private(set) var variants: [QueryVariant] = []
    /// For each variant, whether it found anything, in any scope.
    private var isUsed: [Bool] = []

    init(_ catalogs: [CatalogIndex]) {
        parts = catalogs.flatMap { catalog in
            catalog.segments.map {
                Part(catalog: catalog, segment: $0, sets: MatchSets(universe: $0.numberCount))
            }
        }
    }

    /// Whether no variant was searched.
    var isEmpty: Bool { variants.isEmpty }
    /// Whether anything was found, in any scope.
    var matchesAny: Bool { isUsed.contains(true) }
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

    /// Searches for a variant.
    ///
    /// - Throws: `SearchError`; the matches in segments that were searched to the end are kept.
    mutating func add(_ variant: QueryVariant) throws(SearchError) {
        let number = variants.count
        variants.append(variant)
        isUsed.append(false)
        for index in parts.indices {
            let catalog = parts[index].catalog
            let segment = parts[index].segment
            let query = catalog.adapted(variant.query)
            // A copy, because a search that ends early leaves it incomplete.
            var sets: MatchSets? = parts[index].sets
            let matches = try catalog.damageNamed { () throws(SegmentError) in
                try Interruption.check()
                return try segment.search(query, keeping: query.request.keeping, &sets)
            }
            if let sets { parts[index].sets = sets }
            if matches.scopeCounts.values.contains(where: { $0 > 0 }) { isUsed[number] = true }
            for var match in matches.best {
                match.rank.catalog = catalog.description.id
                match.rank.relaxation = variant.relaxation
                match.rank.relaxationDistance = variant.distance
                if let known = parts[index].best[match.record], known.match.rank <= match.rank { continue }
                parts[index].best[match.record] = SearchEngine.Place(
                    catalog: catalog, segment: segment, query: number, match: match)
            }
        }
    }

    /// The replacements in those variants that found something; `nil` where nothing was replaced.
    var relaxation: Relaxation? {
        let used = zip(variants, isUsed).filter { $1 }.map(\.0)
        guard let kind = used.compactMap(\.relaxation).max() else { return nil }
        var words: [(number: Int, word: Relaxation.Word)] = []
        for variant in used {
            for (number, typed, spelling) in variant.replacements {
                if let place = words.firstIndex(where: { $0.number == number }) {
                    if !words[place].word.found.contains(spelling) {
                        words[place].word.found.append(spelling)
                    }
                } else {
                    words.append((number, .init(word: typed, found: [spelling])))
                }
            }
        }
        return Relaxation(
            kind: kind, words: words.sorted { $0.number < $1.number }.map(\.word))
    }
}
