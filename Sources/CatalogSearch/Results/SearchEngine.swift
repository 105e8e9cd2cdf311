// Many catalogs, one answer.

internal import ICU

/// A catalog ready to be searched: what it says of itself, and its records in segments.
///
/// A value that shares its segments: copies cost nothing, and whoever holds one sees the same records for ever.
public struct CatalogIndex: Sendable {
    /// What is known of the catalog as a whole.
    public let description: CatalogDescription
    package let segments: [any Segment]

    package init(_ description: CatalogDescription, segments: [any Segment]) {
        self.description = description
        self.segments = segments
    }

    /// Indexes records in memory.
    ///
    /// - Parameter records: with ids that differ.
    public init(_ description: CatalogDescription, records: some Sequence<Record>) {
        var builder = SegmentBuilder()
        for record in records { builder.append(record) }
        self.init(description, segments: builder.segments())
    }

    /// How many records there are.
    public var recordCount: Int { segments.reduce(0) { $0 + $1.recordCount } }

    /// The locales in which records have texts.
    public var locales: Set<LocaleIdentifier> { segments.reduce(into: []) { $0.formUnion($1.locales) } }

    /// How many records have a text in each locale.
    public var recordCountsByLocale: [LocaleIdentifier: Int] {
        segments.reduce(into: [:]) { $0.merge($1.recordCountsByLocale, uniquingKeysWith: +) }
    }

    /// The catalog's scopes: as described, then others that records name, by id.
    public var scopes: [CatalogDescription.Scope] {
        let described = Set(description.scopes.map(\.id))
        let others = segments.reduce(into: Set<String>()) { $0.formUnion($1.scopes) }.subtracting(described)
        return description.scopes + others.sorted().map { CatalogDescription.Scope(id: $0) }
    }

    /// Folds the texts of these locales ahead of the first query, side by side on all cores.
    ///
    /// - Parameters:
    ///   - chain: the locales that queries will search.
    ///   - progress: told after each part how many of how many are done; never by two threads at once.
    /// - Throws: `ICUError` where ICU lacks data or memory.
    public func prepare(
        chain: [LocaleIdentifier], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for segment in segments {
                for locale in chain {
                    for field in description.fields {
                        group.addTask(executorPreference: globalConcurrentExecutor) {
                            try segment.prepare(chain: [locale], fields: [field])
                        }
                    }
                }
            }
            let total = segments.count * chain.count * description.fields.count
            var done = 0
            for try await _ in group {
                done += 1
                progress(done, total)
            }
        }
    }
}

/// Searches catalogs. A value: it may be used by any number of threads at once.
public struct SearchEngine: Sendable {
    /// The catalogs, in the order in which they were given.
    public let catalogs: [CatalogIndex]

    /// An engine over catalogs with ids that differ.
    public init(_ catalogs: [CatalogIndex]) { self.catalogs = catalogs }

    /// The scopes of all catalogs: `all`, then each in the order in which it is first named.
    public var scopes: [CatalogDescription.Scope] { Self.scopes(of: catalogs) }

    /// Finds the records that match a request.
    ///
    /// Law: the answer is the same however the records are spread over segments.
    ///
    /// - Throws: `SearchError` where the request names what does not exist, or is too long.
    public func search(_ request: SearchRequest) throws(SearchError) -> SearchResults {
        let searched = try catalogs(of: request)
        let query = try PreparedQuery(request)
        let (sum, overflows) = request.offset.addingReportingOverflow(request.limit)
        let keeping = request.limit == 0 ? 0 : overflows ? Int.max : sum

        var counts: [String?: Int] = [:]
        var total = 0
        var found: [(catalog: Int, segment: Int, match: RankedMatch)] = []
        do throws(ICUError) {
            for (catalogNumber, catalog) in searched.enumerated() {
                let query = query.adapted(to: catalog.description)
                for (segmentNumber, segment) in catalog.segments.enumerated() {
                    let matches = try segment.search(query, keeping: keeping)
                    total += matches.total
                    counts.merge(matches.scopeCounts, uniquingKeysWith: +)
                    for var match in matches.best {
                        match.rank.catalog = catalog.description.id
                        found.append((catalogNumber, segmentNumber, match))
                    }
                }
            }
            found.sort { $0.match.rank < $1.match.rank }
            var builders: [Int: HitBuilder] = [:]
            var hits: [Hit] = []
            for place in found.dropFirst(request.offset).prefix(request.limit) {
                let catalog = searched[place.catalog]
                if builders[place.catalog] == nil {
                    let query = query.adapted(to: catalog.description)
                    builders[place.catalog] = HitBuilder(catalog.description, query)
                }
                let record = catalog.segments[place.segment].record(place.match.record)
                hits.append(try builders[place.catalog]!.hit(record, rank: place.match.rank))
            }
            return SearchResults(
                total: total, scopes: scopeCounts(counts, searched), hits: hits,
                ignoredWords: query.ignoredWords)
        } catch {
            throw .icu(error)
        }
    }

    private func catalogs(of request: SearchRequest) throws(SearchError) -> [CatalogIndex] {
        var searched = catalogs
        if let wanted = request.catalogs {
            let known = catalogs.map(\.description.id)
            for id in wanted where !known.contains(id) { throw .unknownCatalog(id, known: known) }
            searched = catalogs.filter { wanted.contains($0.description.id) }
        }
        if let scope = request.scope {
            let known = scopes.map(\.id)
            guard known.contains(scope) else { throw .unknownScope(scope, known: known) }
        }
        if let fields = request.fields {
            var known: [FieldName] = []
            for catalog in catalogs {
                for field in catalog.description.fields where !known.contains(field) { known.append(field) }
            }
            for field in fields where !known.contains(field) {
                throw .unknownField(field.rawValue, known: known.map(\.rawValue))
            }
        }
        return searched
    }

    private func scopeCounts(_ counts: [String?: Int], _ searched: [CatalogIndex]) -> [SearchResults
        .ScopeCount]
    {
        Self.scopes(of: searched).map { scope in
            let count =
                scope.id == SearchResults.allScopes ? counts.values.reduce(0, +) : counts[scope.id] ?? 0
            return .init(id: scope.id, label: scope.label, count: count)
        }
    }

    private static func scopes(of catalogs: [CatalogIndex]) -> [CatalogDescription.Scope] {
        var scopes = [CatalogDescription.Scope(id: SearchResults.allScopes)]
        for scope in catalogs.flatMap(\.scopes) {
            if let known = scopes.firstIndex(where: { $0.id == scope.id }) {
                scopes[known].label = scopes[known].label ?? scope.label
            } else {
                scopes.append(scope)
            }
        }
        return scopes
    }
}

extension PreparedQuery {
    /// The query as one catalog's fields are to be searched.
    func adapted(to catalog: CatalogDescription) -> PreparedQuery {
        var query = self
        query.fields = request.fields ?? catalog.fields
        query.titleField = catalog.titleField
        return query
    }
}
