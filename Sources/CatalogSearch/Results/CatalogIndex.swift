// A catalog that can be searched.

internal import ICU

/// A catalog ready for search: its description, and its records in segments.
///
/// A value that shares its segments: copies cost nothing, and the records of a copy never change.
public struct CatalogIndex: Sendable {
    /// The description of the catalog.
    public let description: CatalogDescription
    package let segments: [any Segment]
    /// The locales in which records have texts.
    public let locales: Set<LocaleIdentifier>
    /// The catalog's scopes: the described ones, then others that records name, by id.
    public let scopes: [CatalogDescription.Scope]
    private let labels: CatalogLabels

    package init(_ description: CatalogDescription, segments: [any Segment]) {
        self.description = description
        self.segments = segments
        locales = segments.reduce(into: []) { $0.formUnion($1.locales) }
        let described = Set(description.scopes.map(\.id))
        let others = segments.reduce(into: Set<String>()) { $0.formUnion($1.scopes) }.subtracting(described)
        scopes = description.scopes + others.sorted().map { CatalogDescription.Scope(id: $0) }
        labels = CatalogLabels(description, scopes)
    }

    /// A query with this catalog's fields, and the matches of its words in this catalog's labels.
    func adapted(_ query: PreparedQuery) -> PreparedQuery {
        query.adapted(to: description).matched(with: labels)
    }

    /// Indexes records in memory.
    ///
    /// - Parameter records: records with unique ids.
    public init(_ description: CatalogDescription, records: some Sequence<CatalogRecord>) {
        var builder = SegmentBuilder()
        for record in records { builder.append(record) }
        self.init(description, segments: builder.segments())
    }

    /// The number of records.
    public var recordCount: Int { segments.reduce(0) { $0 + $1.recordCount } }

    /// The number of records with a text in each locale.
    ///
    /// - Throws: `SearchError.damagedIndex`.
    public func recordCountsByLocale() throws(SearchError) -> [LocaleIdentifier: Int] {
        var counts: [LocaleIdentifier: Int] = [:]
        for segment in segments {
            let others = try damageNamed { () throws(SegmentError) in try segment.recordCountsByLocale() }
            counts.merge(others, uniquingKeysWith: +)
        }
        return counts
    }

    /// Folds the texts of these locales before the first query, in parallel on all cores.
    ///
    /// - Parameters:
    ///   - chain: the locales that queries will search.
    ///   - progress: called after each part with the number of parts done and of all parts; never by two threads at
    ///     once.
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

extension SearchError {
    /// The error of a segment as an error of the search.
    init(_ error: SegmentError, catalog: String) {
        switch error {
        case .icu(let error): self = .icu(error)
        case .cancelled: self = .cancelled
        case .damaged, .notAnIndex, .otherVersion: self = .damagedIndex(catalog: catalog)
        }
    }
}

extension CatalogIndex {
    /// Runs an operation on a segment; an error names the catalog. A result that may come from changed bytes is an error.
    func damageNamed<Result>(
        _ body: () throws(SegmentError) -> Result
    ) throws(SearchError) -> Result {
        do throws(SegmentError) {
            let result = try body()
            guard segments.allSatisfy(\.isIntact) else { throw SegmentError.damaged }
            return result
        } catch {
            throw SearchError(error, catalog: description.id)
        }
    }
}
