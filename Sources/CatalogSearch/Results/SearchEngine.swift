// Searches many catalogs and merges their answers.

internal import ICU
internal import KitSupport

/// Searches catalogs. A value that any number of threads may use at once.
public struct SearchEngine: Sendable {
    /// The catalogs, in the order given.
    public let catalogs: [CatalogIndex]
    /// The scopes of all catalogs: `all`, then each in the order of its first occurrence.
    public let scopes: [CatalogDescription.Scope]
    /// Tells the processor time of the calling thread, which similar words and suggestions may use up.
    var clock: @Sendable () -> Duration = { ProcessorTime.ofThread }

    /// An engine for catalogs with unique ids.
    public init(_ catalogs: [CatalogIndex]) {
        self.catalogs = catalogs
        scopes = Self.scopes(of: catalogs)
    }

    /// Finds the records that match a request.
    ///
    /// Law: the answer does not depend on how the records are spread over segments, nor on how these are stored.
    ///
    /// - Throws: `SearchError` where the request names something unknown, or is too long; `SearchError.cancelled`
    ///   soon after the task that runs this was cancelled.
    public func search(_ request: SearchRequest) throws(SearchError) -> SearchResults {
        try search(request, textLimit: .max)
    }

    /// The same with a limit of the size of all texts of the hits, in bytes of UTF-8.
    ///
    /// - Throws: as ``search(_:)`` does; `SearchError.answerTooLarge`.
    package func search(
        _ request: SearchRequest, textLimit: Int
    ) throws(SearchError) -> SearchResults {
        var found = try find(request)
        var textSize = 0
        // Makes the ranks of hits of different engines comparable.
        if !found.hasTitleKeys { try addTitleKeys(&found.page, found.queries) }
        var builders: [BuilderKey: HitBuilder] = [:]
        var hits: [Hit] = []
        for place in found.page {
            let query = place.catalog.adapted(found.queries[place.query])
            let key = BuilderKey(catalog: place.catalog.description.id, query: place.query)
            let builder = builders[key] ?? HitBuilder(place.catalog.description, query)
            builders[key] = builder
            let hit = try place.catalog.damageNamed { () throws(SegmentError) in
                try Interruption.check()
                let record = try place.segment.record(place.match.record, for: query)
                var hit = try builder.hit(record, rank: place.match.rank)
                hit.variants = place.variants
                return hit
            }
            textSize += hit.textSize
            guard textSize <= textLimit else { throw .answerTooLarge(limit: textLimit) }
            hits.append(hit)
        }
        return SearchResults(
            total: found.total, scopes: found.scopes, facets: found.facets, hits: hits,
            ignoredWords: found.queries[0].ignoredWords,
            relaxation: found.relaxation, isRelaxationComplete: found.isRelaxationComplete)
    }

    /// The record with an id, with all its texts in all locales.
    ///
    /// - Returns: `nil` where the catalog has no such record.
    /// - Throws: `SearchError.unknownCatalog`, `SearchError.damagedIndex`.
    public func record(_ id: String, in catalog: String) throws(SearchError) -> CatalogRecord? {
        guard let catalog = catalogs.first(where: { $0.description.id == catalog }) else {
            throw .unknownCatalog(catalog, known: catalogs.map(\.description.id))
        }
        for segment in catalog.segments {
            let record = try catalog.damageNamed { () throws(SegmentError) -> CatalogRecord? in
                guard let number = try segment.number(ofID: id),
                    !(segment.deleted?.contains(number) ?? false)
                else { return nil }
                return try segment.record(number)
            }
            if let record { return record }
        }
        return nil
    }

    /// Identifies the builder of a hit.
    private struct BuilderKey: Hashable {
        let catalog: String
        let query: Int
    }

    /// Finds which records match a request, without their content: cheaper than ``search(_:)`` if the program stores
    /// the records elsewhere.
    ///
    /// - Throws: as ``search(_:)`` does.
    public func matches(_ request: SearchRequest) throws(SearchError) -> MatchedRecords {
        let found = try find(request)
        return MatchedRecords(
            total: found.total, scopes: found.scopes, facets: found.facets,
            records: found.page.map { .init(catalog: $0.match.rank.catalog, id: $0.match.rank.id) },
            ignoredWords: found.queries[0].ignoredWords, relaxation: found.relaxation,
            isRelaxationComplete: found.isRelaxationComplete)
    }

    /// A match, its catalog and its query.
    struct Place {
        let catalog: CatalogIndex
        let segment: IndexedSegment
        /// The index of the query that found it.
        var query = 0
        var match: RankedMatch
        /// The matches of its group.
        var variants: Hit.Variants?
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

        /// The number of matches in all scopes.
        var totalInAllScopes: Int {
            scopes.first { $0.id == SearchResults.allScopes }?.count ?? 0
        }
    }

    private func find(_ request: SearchRequest) throws(SearchError) -> Findings {
        let searched = try catalogs(of: request)
        let query = try query(request, searched)
        guard request.relax != .never, !query.words.isEmpty else { return try find(query, in: searched) }
        return try relaxed(query, in: searched)
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
            ? searched[0].locales
            : searched.reduce(into: Set<LocaleIdentifier>()) { $0.formUnion($1.locales) }
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
        for index in query.words.indices where !query.words[index].conditions.isEmpty {
            query.words[index].preparedConditions = try PreparedFilter.node(
                .any(query.words[index].conditions), query.request, searched, self)
        }
        return query
    }

    func find(_ query: PreparedQuery, in searched: [CatalogIndex]) throws(SearchError) -> Findings {
        var findings = Findings(queries: [query])
        let request = query.request
        let keeping = request.keeping
        var counts = MatchCounts()
        var places: [Place] = []
        var sources = 0
        var counter = request.facets.isEmpty ? nil : try FacetCounter(request, self)
        var groupedMatches: [String: GroupedMatches] = [:]
        for catalog in searched {
            let query = catalog.adapted(query)
            let groups = try catalog.groups(for: request)
            var grouped = groups.map { GroupedMatches($0) }
            for (number, segment) in catalog.segments.enumerated() {
                let matches = try catalog.damageNamed { () throws(SegmentError) in
                    try Interruption.check()
                    guard counter != nil || groups != nil else {
                        return try segment.search(query, keeping: keeping)
                    }
                    var sets: MatchSets? = MatchSets(
                        universe: segment.numberCount, isCounted: counter != nil)
                    let matches = try segment.search(
                        query, keeping: keeping, &sets, groups: groups?.segment(number))
                    if groups != nil {
                        grouped?.append(segment, sets!)
                    } else if let base = sets?.base {
                        try counter?.add(segment, base, query)
                    }
                    return matches
                }
                if groups == nil { counts.add(matches.scopeCounts) }
                if !matches.best.isEmpty { sources += 1 }
                for var match in matches.best {
                    match.rank.catalog = catalog.description.id
                    places.append(Place(catalog: catalog, segment: segment, match: match))
                }
            }
            if let grouped {
                try catalog.damageNamed { () throws(SegmentError) in
                    counts.add(try grouped.count())
                    try counter?.add(grouped, query)
                }
                groupedMatches[catalog.description.id] = grouped
            }
        }
        if sources > 1 {
            var all = places[...]
            try addTitleKeys(&all, findings.queries)
            places = try sorted(all)
            findings.hasTitleKeys = true
        }
        findings.page = try page(of: places, request, groupedMatches)
        findings.total = counts.total(in: request.scope)
        findings.scopes = scopeCounts(counts, searched)
        if let counter {
            findings.facets = try Self.interruptible { () throws(SegmentError) in try counter.result() }
        }
        return findings
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
            let query = place.catalog.adapted(queries[place.query])
            places[index].match.rank.titleKey = try place.catalog.damageNamed { () throws(SegmentError) in
                try Interruption.check()
                return try place.segment.titleKeys(of: [place.match.record], query)[0]
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
        for key in request.order where key.attribute != .title {
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
            for catalog in catalogs where !unknown.isEmpty { unknown.subtract(catalog.description.fields) }
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
        guard !grouped.isEmpty else { return places.dropFirst(request.offset).prefix(request.limit) }
        var seen: Set<GroupOfCatalog> = []
        let first = places.filter { place in
            guard let group = place.match.group else { return true }
            return seen.insert(GroupOfCatalog(catalog: place.match.rank.catalog, group: group)).inserted
        }
        var page = first.dropFirst(request.offset).prefix(request.limit)
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

    private struct GroupOfCatalog: Hashable {
        let catalog: String
        let group: Int
    }

    func scopeCounts(_ counts: MatchCounts, _ searched: [CatalogIndex]) -> [SearchResults
        .ScopeCount]
    {
        (searched.count == catalogs.count ? scopes : Self.scopes(of: searched)).map { scope in
            let count = counts.total(in: scope.id == SearchResults.allScopes ? nil : scope.id)
            return .init(id: scope.id, label: scope.label, count: count)
        }
    }

    private static func scopes(of catalogs: [CatalogIndex]) -> [CatalogDescription.Scope] {
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

/// The numbers of matches.
struct MatchCounts {
    /// In all scopes together; less than the sum of all scopes where a group has matches in several.
    private var all = 0
    /// In each scope.
    private var scopes: [String?: Int] = [:]

    /// Adds the matches of each scope, each in one only.
    mutating func add(_ counts: [String?: Int]) {
        add((counts.values.reduce(0, +), counts))
    }

    mutating func add(_ counts: (all: Int, scopes: [String?: Int])) {
        all += counts.all
        scopes.merge(counts.scopes, uniquingKeysWith: +)
    }

    /// The number in a scope, or in all if `nil`.
    func total(in scope: String?) -> Int { scope.map { scopes[$0, default: 0] } ?? all }
}

extension Hit {
    /// The size of its texts, in bytes of UTF-8.
    fileprivate var textSize: Int {
        let members = additionalMembers.reduce(0) { $0 + $1.name.utf8.count + $1.json.utf8.count }
        return (texts + [titleText]).reduce(members) { sum, text in
            text.values.reduce(sum) { $0 + $1.utf8.count }
        }
    }
}

extension PreparedQuery {
    /// The query with the fields of one catalog.
    func adapted(to catalog: CatalogDescription) -> PreparedQuery {
        var query = self
        query.fields = request.fields ?? catalog.fields
        query.searchesIDs =
            foldings[idLevel] != nil && query.fields.contains(.id) && catalog.fields.contains(.id)
        query.weights = query.fields.map(catalog.weight)
        query.titleField = catalog.titleField
        query.titleChain = request.chain + [catalog.defaultLocale]
        return query
    }
}
