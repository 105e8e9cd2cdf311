// Relaxed search: several strict searches with a merged answer.

internal import ICU

extension SearchEngine {
    /// Merges the matches of all variants. A record that several variants find ranks by the nearest.
    func find(_ variants: [QueryVariant], in catalogs: [CatalogIndex]) throws(SearchError) -> Findings {
        var findings = Findings(queries: variants.map(\.query))
        let request = findings.queries[0].request
        let keeping = request.keeping
        var counts: [String?: Int] = [:]
        var places: [Place] = []
        var isUsed = variants.map { _ in false }
        for catalog in catalogs {
            let queries = variants.map { $0.query.adapted(to: catalog.description) }
            for segment in catalog.segments {
                try catalog.damageNamed { () throws(SegmentError) in
                    var best: [Int: Place] = [:]
                    var sets: MatchSets? = MatchSets(universe: segment.numberCount)
                    for (number, query) in queries.enumerated() {
                        try Interruption.check()
                        let matches = try segment.search(query, keeping: keeping, &sets)
                        if !matches.scopeCounts.isEmpty { isUsed[number] = true }
                        for var match in matches.best {
                            match.rank.catalog = catalog.description.id
                            match.rank.relaxation = variants[number].relaxation
                            match.rank.relaxationDistance = variants[number].distance
                            if let known = best[match.record], known.match.rank <= match.rank { continue }
                            best[match.record] = Place(
                                catalog: catalog, segment: segment, query: number, match: match)
                        }
                    }
                    guard let sets else { return }
                    findings.total += sets.inScope.count
                    counts.merge(try segment.scopeCounts(of: sets.all), uniquingKeysWith: +)
                    places += best.values
                }
            }
        }
        var all = places[...]
        try addTitleKeys(&all, findings.queries)
        findings.hasTitleKeys = true
        findings.page = try sorted(all).dropFirst(request.offset).prefix(request.limit)
        findings.scopes = scopeCounts(counts, catalogs)
        findings.relaxation = Self.applied(zip(variants, isUsed).filter { $1 }.map(\.0))
        return findings
    }

    /// Relaxes a query whose strict answer is known, by the policy of its request.
    func relaxed(_ strict: Findings, in catalogs: [CatalogIndex]) throws(SearchError) -> Findings {
        let query = strict.queries[0]
        let relaxer = QueryRelaxer(query, catalogs)
        var all = [QueryVariant(query: query)]
        for kind in Relaxation.Kind.allCases {
            let variants = try relaxer.variants(kind)
            if variants.isEmpty { continue }
            if query.request.relax == .always {
                all += variants
                continue
            }
            let found = try find(variants, in: catalogs)
            if found.matchesAny { return found }
        }
        return all.count > 1 ? try find(all, in: catalogs) : strict
    }

    /// The replacements in those variants that found something; `nil` where nothing was replaced.
    private static func applied(_ variants: [QueryVariant]) -> Relaxation? {
        guard let kind = variants.compactMap(\.relaxation).max() else { return nil }
        var words: [(number: Int, word: Relaxation.Word)] = []
        for variant in variants {
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
