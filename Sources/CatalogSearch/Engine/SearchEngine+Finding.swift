// Finds the matches of a request in catalogs, in one order, before hits are made of them.

internal import ICU
internal import Support

extension SearchEngine {
    /// A match, its catalog and its query.
    struct Place {
        /// Where the record is.
        enum Origin {
            case segment(IndexedSegment)
            /// The index of a shard, and the record's group.
            case shard(Int, group: GroupKey?)
        }

        let catalog: CatalogIndex
        let origin: Origin
        /// The index of the query that found it.
        var query = 0
        var match: RankedMatch
        /// The matches of its group.
        var variants: Hit.Variants?

        /// Whether it is in no group, or in one that is not known yet; from now on that is known.
        func isFirst(of groups: inout Set<GroupOfCatalog>) -> Bool {
            guard let group = match.group else { return true }
            return groups.insert(GroupOfCatalog(catalog: match.rank.catalog, group: group)).inserted
        }
    }

    /// A group of one of the catalogs.
    struct GroupOfCatalog: Hashable {
        let catalog: String
        let group: Int
    }

    /// What catalogs match, before a page is made of it.
    struct Matches {
        var counts = MatchCounts()
        /// The best matches of each segment.
        var places: [Place] = []
        /// The number of segments with matches; if there are several, the places are in no order.
        var sources = 0
        /// `nil` if the request counts no values.
        var counter: FacetCounter?
        /// The matches of catalogs whose records are grouped, by the catalog's id.
        var grouped: [String: GroupedMatches] = [:]
    }

    /// What was found, before hits are made of it.
    struct Findings {
        /// The query, or the queries that replace it.
        var queries: [PreparedQuery]
        var total = 0
        var scopes: [SearchResults.ScopeCount] = []
        var facets: [FacetCounts] = []
        var page: ArraySlice<Place> = []
        /// Whether the ranks have the sort keys of titles.
        var hasTitleKeys = false
        var relaxation: Relaxation?
        var isRelaxationComplete = true
        /// Whether only pinned records were found, and none by words.
        var hasOnlyPinned = false

        /// The number of matches in all scopes.
        var totalInAllScopes: Int {
            scopes.first { $0.id == SearchResults.allScopes }?.count ?? 0
        }
    }

    func find(_ request: SearchRequest) throws(SearchError) -> Findings {
        let searched = try catalogs(of: request)
        var query = try query(request, searched)
        // Over shards there are no rules: a merge by rank does not know the places of pinned and raised records.
        if shards == nil { query.rules = try RulePlan(query, query.parsed, searched) }
        guard request.relax != .never, !query.words.isEmpty else {
            return try find(query.addingPinned, in: searched)
        }
        return try askingAhead.relaxed(query, in: searched)
    }

    /// Reads the query of a request: its operators name fields and attributes of all catalogs.
    ///
    /// - Throws: as ``search(_:)`` does.
    package func parsed(_ request: SearchRequest) throws(SearchError) -> ParsedQuery {
        try request.checkLimits()
        return try QueryParser.parse(request, QueryNames(request, catalogs))
    }

    /// Prepares a request for the catalogs that it names.
    ///
    /// - Parameter parsed: its query; `nil` to read it.
    func query(
        _ request: SearchRequest, _ searched: [CatalogIndex], parsed: ParsedQuery? = nil
    ) throws(SearchError) -> PreparedQuery {
        let locales =
            searched.count == 1
            ? searched[0].searchedLocales
            : searched.reduce(into: Set<LocaleIdentifier>()) { $0.formUnion($1.searchedLocales) }
        let searchesIDs = searched.contains {
            (request.fields ?? $0.description.fields).contains(.id) && $0.description.fields.contains(.id)
        }
        try supplyFoldings(for: request.chain + (searchesIDs ? [.root] : []), searched)
        var parsed = parsed
        if parsed == nil { parsed = try self.parsed(request) }
        var query = try PreparedQuery(request, parsed, locales: locales, searchesIDs: searchesIDs)
        if !query.filters.isEmpty {
            query.request.filter = .all((request.filter.map { [$0] } ?? []) + query.filters)
        }
        query.filter = try PreparedFilter(query.request, searched, self)
        query.preferencesOfCatalogs = try preferences(query.request, searched)
        for index in query.words.indices where !query.words[index].conditions.isEmpty {
            query.words[index].preparedConditions = try PreparedFilter.node(
                .any(query.words[index].conditions), query.request, searched, self)
        }
        return query
    }

    func find(_ query: PreparedQuery, in searched: [CatalogIndex]) throws(SearchError) -> Findings {
        if shards != nil { return try foundInShards([query], in: searched) }
        var findings = Findings(queries: [query])
        let found = try matches(query, in: searched)
        var places = found.places
        if found.sources > 1 {
            var all = places[...]
            try addTitleKeys(&all, findings.queries)
            places = try sorted(all)
            findings.hasTitleKeys = true
        }
        try finish(&findings, found, places, searched)
        return findings
    }

    /// What a query matches in the segments of catalogs.
    ///
    /// - Parameter isShare: whether groups are counted later, together with those of other shards.
    func matches(
        _ query: PreparedQuery, in searched: [CatalogIndex], isShare: Bool = false
    ) throws(SearchError) -> Matches {
        let request = query.request
        var found = Matches(counter: request.facets.isEmpty ? nil : try FacetCounter(request, self))
        for catalog in searched {
            let query = catalog.adapted(query)
            let groups = try catalog.groups(for: request)
            var grouped = groups.map { GroupedMatches($0) }
            let answers = try search(catalog, query, groups, isCounted: found.counter != nil)
            for (segment, answer) in zip(catalog.segments, answers) {
                if groups != nil {
                    grouped?.append(segment, answer.sets!)
                } else if let base = answer.sets?.base {
                    try catalog.damageNamed { () throws(SegmentError) in
                        try found.counter?.add(segment, base, query)
                    }
                }
                let matches = answer.matches
                if groups == nil { found.counts.add(matches.scopeCounts) }
                if !matches.best.isEmpty { found.sources += 1 }
                for var match in matches.best {
                    match.rank.catalog = catalog.description.id
                    found.places.append(Place(catalog: catalog, origin: .segment(segment), match: match))
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

    /// What a query matches in each segment of a catalog. Large segments are searched at once.
    ///
    /// - Parameters:
    ///   - query: adapted to the catalog.
    ///   - isCounted: whether values of attributes are counted among the matches.
    private func search(
        _ catalog: CatalogIndex, _ query: PreparedQuery, _ groups: CatalogGroups?, isCounted: Bool
    ) throws(SearchError) -> [(matches: SegmentMatches, sets: MatchSets?)] {
        typealias Answer = (matches: SegmentMatches, sets: MatchSets?)
        let keeping = query.keeping
        @Sendable func answer(_ number: Int) throws(SearchError) -> Answer {
            let segment = catalog.segments[number]
            return try catalog.failureNamed { () throws(SegmentError) in
                try Interruption.check()
                guard isCounted || groups != nil else {
                    return (try segment.search(query, keeping: keeping), nil)
                }
                var sets: MatchSets? = MatchSets(universe: segment.numberCount, isCounted: isCounted)
                let matches = try segment.search(
                    query, keeping: keeping, &sets, groups: groups?.segment(number))
                return (matches, sets)
            }
        }
        let segments = catalog.segments
        let answers: [Answer]
        // A budget is of one thread's time.
        if segments.count(where: { $0.numberCount >= concurrentCount }) > 1, RelaxationBudget.current == nil {
            answers = try ConcurrentSearch.results(segments.count) { number in
                Result { () throws(SearchError) in try answer(number) }
            }.map { result throws(SearchError) in try result.get() }
        } else {
            answers = try segments.indices.map { number throws(SearchError) in try answer(number) }
        }
        try catalog.checkIntact()
        return answers
    }

    /// Moves the matches as rules want, and sets what was found.
    ///
    /// - Parameter places: the matches in order.
    func finish(
        _ findings: inout Findings, _ found: Matches, _ places: [Place], _ searched: [CatalogIndex]
    ) throws(SearchError) {
        let request = findings.queries[0].request
        var places = places
        if findings.queries[0].rules != nil {
            places = try placed(places, findings.queries, in: searched)
            findings.hasTitleKeys = false
        }
        findings.page = try page(of: places, request, found.grouped)
        findings.total = found.counts.total(in: request.scope)
        findings.scopes = scopeCounts(found.counts, searched)
        if let counter = found.counter {
            findings.facets = try Self.interruptible { () throws(SegmentError) in try counter.result() }
        }
    }

    /// Caches the foldings of the chain's locales from segments that store them, so that the query need not derive
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

    /// Sets the sort keys of titles, which matches of several segments are compared by.
    func addTitleKeys(
        _ places: inout ArraySlice<Place>, _ queries: [PreparedQuery]
    ) throws(SearchError) {
        for index in places.indices {
            let place = places[index]
            guard case .segment(let segment) = place.origin else { continue }
            let query = place.catalog.adapted(queries[place.query])
            places[index].match.rank.titleKey = try place.catalog.damageNamed { () throws(SegmentError) in
                try Interruption.check()
                return try segment.titleKeys(of: [place.match.record], query)[0]
            }
        }
    }

    /// Sorts matches.
    func sorted(_ places: ArraySlice<Place>) throws(SearchError) -> [Place] {
        var places = Array(places)
        try Self.interruptible { () throws(SegmentError) in
            try places.sortInterruptibly { $0.match.rank < $1.match.rank }
        }
        return places
    }

    /// Runs an operation on no particular segment that may be cancelled.
    static func interruptible<Result>(
        _ body: () throws(SegmentError) -> Result
    ) throws(SearchError) -> Result {
        do throws(SegmentError) {
            return try body()
        } catch {
            // No other error is thrown.
            throw .cancelled
        }
    }

    /// The catalogs that a request names. Everything that it names must exist.
    func catalogs(of request: SearchRequest) throws(SearchError) -> [CatalogIndex] {
        try request.checkLimits()
        for key in request.order + request.ties where key.attribute != .title {
            let types = try types(of: key.attribute, or: ["relevance", "title"])
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
            for catalog in catalogs where !unknown.isEmpty {
                unknown.subtract(catalog.description.fields)
                unknown.subtract(catalog.attributes.labelFields)
            }
            if let field = fields.first(where: unknown.contains) {
                let known = (catalogs.flatMap(\.description.fields) + FieldName.labels).withoutDuplicates
                throw .unknownField(field.rawValue, known: known.map(\.rawValue))
            }
        }
        return searched
    }

    /// The requested page of sorted matches, with the variants of each.
    ///
    /// - Parameter grouped: the matches of catalogs whose records are grouped, by the catalog's id.
    func page(
        of places: [Place], _ request: SearchRequest, _ grouped: [String: GroupedMatches]
    ) throws(SearchError) -> ArraySlice<Place> {
        var page = Self.firstOfGroups(places).dropFirst(request.offset).prefix(request.limit)
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

    /// Sorted matches without those of whose group a better one is among them.
    static func firstOfGroups(_ places: [Place]) -> [Place] {
        guard places.contains(where: { $0.match.group != nil }) else { return places }
        var seen: Set<GroupOfCatalog> = []
        return places.filter { $0.isFirst(of: &seen) }
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
        var places = [SearchResults.allScopes: 0]
        for scope in catalogs.flatMap(\.scopes) {
            if let known = places[scope.id] {
                scopes[known].label = scopes[known].label ?? scope.label
            } else {
                places[scope.id] = scopes.count
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
        query.preferences = preferencesOfCatalogs[catalog.id]
        query.fields = request.fields ?? catalog.fields + attributes.labelFields
        query.searchesIDs =
            foldings[idLevel] != nil && query.fields.contains(.id) && catalog.fields.contains(.id)
        query.weights = query.fields.map(catalog.weight)
        query.titleField = catalog.titleField
        query.titleChain = request.chain + [catalog.defaultLocale]
        return query
    }
}
