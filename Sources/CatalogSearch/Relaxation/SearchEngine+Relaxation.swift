// Relaxed search: several strict searches with a merged answer.

extension SearchEngine {
    /// Relaxes a query whose strict answer is known, by the policy of its request.
    ///
    /// - Returns: if the time is spent, what was found until then; with the policy `always` at least all strict matches.
    func relaxed(_ strict: Findings, in catalogs: [CatalogIndex]) throws(SearchError) -> Findings {
        let query = strict.queries[0]
        let addsToStrict = query.request.relax == .always
        let budget = RelaxationBudget(query.request.relaxationTime, clock: clock)
        let relaxer = QueryRelaxer(query, catalogs)
        var search = VariantSearch(catalogs)
        for kind in Relaxation.Kind.allCases {
            let variants = try relaxer.variants(kind, within: budget)
            if variants.isEmpty { continue }
            if !addsToStrict {
                search = VariantSearch(catalogs)
            } else if search.isEmpty {
                try search.add(QueryVariant(query: query))
            }
            try budget.run { () throws(SearchError) in
                for variant in variants { try search.add(variant) }
            }
            if !addsToStrict && search.matchesAny { break }
        }
        var findings = search.matchesAny ? try findings(of: search, in: catalogs) : strict
        findings.isRelaxationComplete = !budget.isExceeded && relaxer.triesAllWords
        return findings
    }

    /// The merged answer of all variants.
    private func findings(
        of search: VariantSearch, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> Findings {
        var findings = Findings(queries: search.variants.map(\.query))
        let request = findings.queries[0].request
        findings.total = search.total
        findings.scopes = scopeCounts(try search.scopeCounts(), catalogs)
        var all = search.places[...]
        try addTitleKeys(&all, findings.queries)
        findings.hasTitleKeys = true
        findings.page = try sorted(all).dropFirst(request.offset).prefix(request.limit)
        findings.relaxation = search.relaxation
        return findings
    }
}
