// Shows an available match of each group.

extension SearchEngine {
    /// Shows the best available match of each group, if there is one, see ``CatalogDescription/available``.
    ///
    /// Groups keep the positions of their best matches, so that pages do not overlap. Records that rules
    /// moved stay, too.
    func showAvailable(_ findings: inout Findings, in searched: [CatalogIndex]) throws(SearchError) {
        for catalog in searched {
            guard let filter = catalog.description.available,
                let attribute = catalog.description.groupAttribute
            else { continue }
            var shown: [ShardGroup: Int] = [:]
            for place in findings.page.indices {
                let match = findings.page[place].match
                guard match.rank.catalog == catalog.description.id,
                    findings.page[place].placement == nil,
                    let group = try findings.page[place].shardGroup()
                else { continue }
                shown[group] = place
            }
            guard !shown.isEmpty,
                let available = try PreparedFilter.usableNode(
                    filter, findings.queries[0].request, searched, self)
            else { continue }
            let condition = PreparedFilter.Node.all([
                available, .groups(shown.keys.map(\.key).sorted(), by: attribute),
            ])
            let queries = findings.queries.map { query in
                var query = query
                query.request.offset = 0
                query.request.limit = shown.count
                query.request.facets = []
                query.restrict(to: condition)
                return query
            }
            for better in try best(queries, in: catalog) {
                guard let group = try better.shardGroup(), let place = shown.removeValue(forKey: group)
                else { continue }
                let known = findings.page[place]
                // If matches may lack words, it must have as many of them.
                guard better.match.rank.claim == known.match.rank.claim else { continue }
                var match = better.match
                match.group = known.match.group
                findings.page[place] = Candidate(
                    catalog: catalog, part: better.part, query: better.query, match: match,
                    group: better.group, variants: known.variants)
            }
        }
    }

    /// The matches of queries in one catalog, best first; several queries take at most the time for similar
    /// words.
    private func best(
        _ queries: [PreparedQuery], in catalog: CatalogIndex
    ) throws(SearchError) -> ArraySlice<Candidate> {
        let found: Matches
        if queries.count == 1 {
            found = try source.matches(of: queries[0], in: [catalog], nil)
        } else {
            let budget = RelaxationBudget(queries[0].request.relaxationTime)
            found = try source.matches(ofAny: queries, in: [catalog], nil, within: budget)
        }
        var places = found.candidates[...]
        if !found.hasTitleKeys { try source.addTitleKeys(to: &places, queries) }
        return places
    }
}
