// Finds and orders the matches of a request, before hits are made of them.

internal import ICU
internal import Support

extension SearchEngine {
    /// A match, its catalog and its query.
    struct Candidate {
        let catalog: CatalogIndex
        /// The index of the component of the source that has the record: a segment of the catalog, or a
        /// shard.
        let part: Int
        /// The index of the query that found it.
        var query = 0
        var match: RankedMatch
        /// Its group, if other components of the source may have more matches of it.
        var group: GroupKey?
        /// The matches of its group.
        var variants: Hit.Variants?
        /// The number of the pin that may use it, see ``RulePlan/Pin``.
        var pin: Int?
        /// The rule that moved it.
        var placement: Hit.Placement?
        /// The similarity of its vector, if it was found by vectors.
        var similarity: Hit.Similarity?
        /// Its values of the attribute that spreads hits over pages.
        var spreadValues: [String] = []

        /// Whether it has no group, or is the first of its group; adds the group to `groups`.
        func isFirst(of groups: inout Set<GroupOfCatalog>) -> Bool {
            guard let group = match.group else { return true }
            return groups.insert(GroupOfCatalog(catalog: match.rank.catalog, group: group)).inserted
        }
    }

    struct GroupOfCatalog: Hashable {
        let catalog: String
        let group: Int
    }

    /// The matches in catalogs, before a page is made of them.
    struct Matches {
        /// The queries that were searched for.
        var queries: [PreparedQuery]
        var counts = MatchCounts()
        /// The best matches.
        var candidates: [Candidate] = []
        /// The matches that pins of rules may use.
        var pinned: [Candidate] = []
        /// Whether the ranks have the sort keys of titles.
        var hasTitleKeys = false
        /// The number of segments with matches.
        var sources = 0
        /// `nil` if the request counts no values.
        var counter: FacetCounter?
        /// The matches of catalogs whose records are grouped, by the catalog's id.
        var grouped: [String: GroupedMatches] = [:]
    }

    /// The results of a search, before hits are made of its page.
    struct Findings {
        /// The query, or the queries that replace it.
        let queries: [PreparedQuery]
        var page: ArraySlice<Candidate>
        /// Whether the ranks have the sort keys of titles.
        let hasTitleKeys: Bool
        var results: SearchResults

        /// The number of matches in all scopes.
        var totalInAllScopes: Int {
            results.scopes.first { $0.id == SearchResults.allScopes }?.count ?? 0
        }
    }

    func find(_ checked: CheckedRequest) throws(SearchError) -> Findings {
        let request = checked.request
        let searched = try catalogs(of: request)
        let query = try ruledQuery(checked, searched)
        var findings: Findings
        if let vector = request.vector, request.semanticRatio > 0 {
            findings = try forOneSearch.find(query, vector, in: searched)
        } else if request.relax != .never, !query.words.isEmpty {
            findings = try forOneSearch.relaxed(query, in: searched)
        } else {
            // Without other words, an excluded word excludes the same.
            let query = try QueryRelaxer(query, searched, forOneSearch).excludingOtherSpellings()
            findings = try find(query.addingPinned, in: searched)
        }
        try showAvailable(&findings, in: searched)
        try fillBuckets(&findings, in: searched)
        findings.results.unsearched = checked.unsearched
        return findings
    }

    /// Reads the query of a request: its operators name fields and attributes of all catalogs.
    ///
    /// - Throws: as ``search(_:)`` does.
    package func parsed(_ checked: CheckedRequest) throws(SearchError) -> ParsedQuery {
        try QueryParser.parse(checked.request, QueryNames(checked.request, catalogs.map(\.description)))
    }

    /// Prepares a request for the catalogs that it names.
    ///
    /// - Parameters:
    ///   - parsed: the parsed query; `nil` to parse it.
    ///   - preferencesOfRules: the preferences from rules, by the catalog's id.
    func query(
        _ checked: CheckedRequest, _ searched: [CatalogIndex], parsed: ParsedQuery? = nil,
        preferencesOfRules: [String: [Preference]] = [:]
    ) throws(SearchError) -> PreparedQuery {
        let request = checked.request
        let locales =
            searched.count == 1
            ? searched[0].searchedLocales
            : searched.reduce(into: Set<LocaleIdentifier>()) { $0.formUnion($1.searchedLocales) }
        let searchesIDs = searched.contains {
            (request.fields ?? $0.description.fields).contains(.id) && $0.description.fields.contains(.id)
        }
        try supplyFoldings(for: request.chain + (searchesIDs ? [.root] : []), searched)
        var parsed = parsed
        if parsed == nil { parsed = try self.parsed(checked) }
        var query = try PreparedQuery(checked, parsed, locales: locales, searchesIDs: searchesIDs)
        if !query.filters.isEmpty {
            query.request.filter = .all((request.filter.map { [$0] } ?? []) + query.filters)
        }
        query.filter = try PreparedFilter(query.request, searched, self)
        query.isSpread = try isSpread(query.request, searched)
        query.preferencesOfCatalogs = try preferences(
            query.request, searched, ofRules: preferencesOfRules)
        for index in query.words.indices where !query.words[index].conditions.isEmpty {
            query.words[index].preparedConditions = try PreparedFilter.node(
                .any(query.words[index].conditions), query.request, searched, self)
        }
        if request.relax != .never { query.matchWholeIdentifier() }
        return query
    }

    func find(_ query: PreparedQuery, in searched: [CatalogIndex]) throws(SearchError) -> Findings {
        let query = try preferringKind(query, in: searched)
        return try findings(try source.matches(of: query, in: searched, counter(query.request)), searched)
    }

    /// The counter for the facets of a request; `nil` without facets.
    func counter(_ request: SearchRequest) throws(SearchError) -> FacetCounter? {
        request.facets.isEmpty ? nil : try FacetCounter(request, self)
    }

    /// A page of matches, after rules have moved them.
    func findings(_ found: Matches, _ searched: [CatalogIndex]) throws(SearchError) -> Findings {
        let query = found.queries[0]
        let request = query.request
        var candidates = Self.firstOfGroups(try placed(found))
        if query.isSpread, request.limit > 0 { candidates = try spread(candidates, request) }
        let page = try page(of: candidates, request, found.grouped)
        var results = SearchResults(
            total: found.counts.total(in: request.scope), scopes: scopeCounts(found.counts, searched),
            ignoredWords: query.ignoredWords, moment: query.momentOfAges,
            rules: query.rules?.applied ?? [])
        if let counter = found.counter {
            results.facets = try SearchError.interruptible { () throws(SegmentError) in try counter.result() }
        }
        return Findings(
            queries: found.queries, page: page, hasTitleKeys: found.hasTitleKeys, results: results)
    }

    /// Caches the stored foldings of segments for the chain's locales, so that the query need not derive
    /// them.
    private func supplyFoldings(
        for chain: [LocaleIdentifier], _ searched: [CatalogIndex]
    ) throws(SearchError) {
        for catalog in searched {
            for segment in catalog.segments {
                if chain.allSatisfy(Folding.isKnown) { return }
                try catalog.damageNamed { () throws(SegmentError) in
                    try segment.supplyFoldings(for: chain)
                }
            }
        }
    }

    /// Sorts matches, best first.
    static func sorted(_ candidates: ArraySlice<Candidate>) throws(SearchError) -> [Candidate] {
        var candidates = Array(candidates)
        try SearchError.interruptible { () throws(SegmentError) in
            try candidates.sortInterruptibly { $0.match.rank < $1.match.rank }
        }
        return candidates
    }

    /// The catalogs that a request names. Everything that it names must exist.
    func catalogs(of request: SearchRequest) throws(SearchError) -> [CatalogIndex] {
        for key in request.order + request.ties where key.attribute != .title || key.origin != nil {
            let types = try types(of: key.attribute, or: ["relevance", "title"])
            if key.origin != nil {
                guard types.contains(.place) else {
                    throw .filter(FilterError(.notPlaces(key.attribute, types[0])))
                }
                continue
            }
            let isUnordered =
                types.contains(.text)
                && catalogs.contains { catalog in
                    catalog.attributes[key.attribute].map {
                        $0.attribute.type == .text && $0.attribute.isMany
                    } ?? false
                }
            if isUnordered { throw .unsortable(key.attribute.rawValue) }
        }
        var searched = catalogs
        if let wanted = request.catalogs.map(Set.init) {
            searched = catalogs.filter { wanted.contains($0.description.id) }
            let found = Set(searched.map(\.description.id))
            if let id = request.catalogs?.first(where: { !found.contains($0) }) {
                throw .unknownCatalog(id, known: catalogs.map(\.description.id))
            }
        }
        if let scope = request.scope, !scopes.contains(where: { $0.id == scope }) {
            throw .unknownScope(scope, known: scopes.map(\.id))
        }
        if let fields = request.fields {
            var unknown = Set(fields).subtracting(FieldName.labels)
            // The client may not be allowed to know of other catalogs.
            for catalog in searched where !unknown.isEmpty {
                unknown.subtract(catalog.description.fields)
                unknown.subtract(catalog.attributes.labelFields)
            }
            if let field = fields.first(where: unknown.contains) {
                let known = (searched.flatMap(\.description.fields) + FieldName.labels).withoutDuplicates
                throw .unknownField(field.rawValue, known: known.map(\.rawValue))
            }
        }
        return searched
    }

    /// The requested page of matches in order, each group once, with its variants.
    ///
    /// - Parameter grouped: the matches of catalogs whose records are grouped, by the catalog's id.
    func page(
        of candidates: [Candidate], _ request: SearchRequest, _ grouped: [String: GroupedMatches]
    ) throws(SearchError) -> ArraySlice<Candidate> {
        var page = candidates.dropFirst(request.offset).prefix(request.limit)
        for (id, matches) in grouped {
            let own = page.indices.filter { page[$0].match.rank.catalog == id && page[$0].match.group != nil }
            guard let catalog = own.first.map({ page[$0].catalog }) else { continue }
            let wanted = Set(own.compactMap { page[$0].match.group })
            let variants = try catalog.damageNamed { () throws(SegmentError) in
                try matches.variants(of: wanted)
            }
            for index in own { page[index].variants = page[index].match.group.flatMap { variants[$0] } }
        }
        return page
    }

    /// Sorted matches, with only the best one of each group.
    static func firstOfGroups(_ candidates: [Candidate]) -> [Candidate] {
        guard candidates.contains(where: { $0.match.group != nil }) else { return candidates }
        var seen: Set<GroupOfCatalog> = []
        return candidates.filter { $0.isFirst(of: &seen) }
    }

    func scopeCounts(_ counts: MatchCounts, _ searched: [CatalogIndex]) -> [SearchResults
        .ScopeCount]
    {
        (searched.count == catalogs.count ? scopes : Self.scopes(of: searched)).map { scope in
            let count = counts.total(in: scope.id == SearchResults.allScopes ? nil : scope.id)
            return .init(id: scope.id, label: scope.label, count: count)
        }
    }

    static func scopes(of catalogs: [CatalogIndex]) -> [CatalogDescription.Scope] {
        var scopes = [CatalogDescription.Scope(id: SearchResults.allScopes)]
        var positions = [SearchResults.allScopes: 0]
        for scope in catalogs.flatMap(\.scopes) {
            if let known = positions[scope.id] {
                scopes[known].label = scopes[known].label ?? scope.label
            } else {
                positions[scope.id] = scopes.count
                scopes.append(scope)
            }
        }
        return scopes
    }
}

extension PreparedQuery {
    /// The query with the fields of one catalog.
    func adapted(
        to catalog: CatalogDescription, _ attributes: CatalogAttributes = .none
    ) -> PreparedQuery {
        var query = self
        query.attributes = attributes
        query.preferences = preferencesOfCatalogs[catalog.id]?.adapted(to: catalog)
        query.fields = request.fields ?? catalog.fields + attributes.labelFields
        if searchesHeads, partial == nil {
            query.fields += catalog.headedFields.filter(query.fields.contains).map(\.head)
        }
        query.searchesIDs =
            foldings[idLevel] != nil && query.fields.contains(.id) && catalog.fields.contains(.id)
        query.weights = query.fields.map(catalog.fieldWeight)
        if searchesOnlyHeads { query.searchOnlyHeads() }
        query.titleField = catalog.titleField
        query.titleChain = request.chain + [catalog.defaultLocale]
        return query
    }
}
