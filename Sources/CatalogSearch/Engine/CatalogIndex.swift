// A catalog that can be searched.

internal import ICU
internal import Support

/// A catalog ready for search: its description, and its records in segments.
///
/// A value that shares its segments: copies cost nothing, and the records of a copy never change.
public struct CatalogIndex: Sendable {
    /// The shared contents of all copies. Copies are made for each match, so a copy must count only one
    /// reference.
    private final class Contents: Sendable {
        let description: CatalogDescription
        let segments: [IndexedSegment]
        /// The source of the records: this process or, without segments, others.
        let source: any RecordSource
        /// Facts about the records of other processes; `nil` if the segments have the records.
        let contents: CatalogContents?
        let locales: Set<LocaleIdentifier>
        let searchedLocales: Set<LocaleIdentifier>
        let scopes: [CatalogDescription.Scope]
        let labels: CatalogLabels
        let attributes: CatalogAttributes
        let synonyms: CatalogSynonyms
        let rules: RuleIndex

        init(
            _ description: CatalogDescription, segments: [IndexedSegment], _ rules: RuleIndex,
            _ source: any RecordSource, _ contents: CatalogContents?
        ) {
            self.rules = rules
            self.description = description
            self.segments = segments
            self.source = source
            self.contents = contents
            locales = contents?.locales ?? segments.reduce(into: []) { $0.formUnion($1.locales) }
            let described = Set(description.scopes.map(\.id))
            let found = contents?.scopes ?? segments.reduce(into: []) { $0.formUnion($1.scopes) }
            let others = found.subtracting(described)
            scopes = description.scopes + others.sorted().map { CatalogDescription.Scope(id: $0) }
            labels = CatalogLabels(description, scopes)
            attributes = CatalogAttributes(description, scopes: scopes)
            searchedLocales = locales.union(attributes.labelLocales)
            synonyms = CatalogSynonyms(description.synonyms)
        }
    }

    private let shared: Contents

    public var description: CatalogDescription { shared.description }
    package var segments: [IndexedSegment] { shared.segments }
    /// The locales in which records have texts.
    public var locales: Set<LocaleIdentifier> { shared.locales }
    /// ``locales``, and the locales of labels that are searched.
    var searchedLocales: Set<LocaleIdentifier> { shared.searchedLocales }
    /// The catalog's scopes: the described ones, then others that records name, by id.
    public var scopes: [CatalogDescription.Scope] { shared.scopes }
    private var labels: CatalogLabels { shared.labels }
    package var attributes: CatalogAttributes { shared.attributes }
    var synonyms: CatalogSynonyms { shared.synonyms }
    var rules: RuleIndex { shared.rules }

    package init(_ description: CatalogDescription, segments: [IndexedSegment]) {
        self.init(description, segments: segments, RuleIndex(description.rules))
    }

    /// - Parameter rules: the rules of the description, perhaps folded already.
    init(_ description: CatalogDescription, segments: [IndexedSegment], _ rules: RuleIndex) {
        shared = Contents(description, segments: segments, rules, LocalRecords(), nil)
    }

    /// A catalog whose records are in other processes.
    init(
        _ description: CatalogDescription, _ source: any RecordSource, _ contents: CatalogContents,
        _ rules: RuleIndex
    ) {
        shared = Contents(description, segments: [], rules, source, contents)
    }

    /// A query with this catalog's fields and attributes, and the matches of its
    /// words in this catalog's labels.
    func adapted(_ query: PreparedQuery) -> PreparedQuery {
        var query = query.adapted(to: description, attributes).matched(with: labels)
        if let own = query.placements?.catalogs[description.id] { query.apply(own) }
        return query
    }

    /// Indexes records in memory. For many records, ``CatalogIndexBuilder`` uses all cores.
    ///
    /// - Parameter records: records with unique ids.
    /// - Throws: `SearchError.icu` where ICU lacks data or memory for one of their
    ///   locales; `SearchError.textTooLong`.
    public init(
        _ description: CatalogDescription, records: some Sequence<CatalogRecord>
    ) throws(SearchError) {
        var segments: [IndexedSegment] = []
        var records = records.makeIterator()
        var next = records.next()
        while next != nil {
            let segment = try SegmentWriter.segment(of: description) { writer in
                while let record = next, writer.memoryEstimate < SegmentWriter.sizeLimitOnHeap {
                    try writer.append(record)
                    next = records.next()
                }
            }
            segments.append(segment)
        }
        self.init(description, segments: segments)
    }

    /// The ISO 4217 codes of the currencies in which records have prices, in order.
    public var currencies: [String] {
        (shared.contents?.currencies ?? ownCurrencies).sorted()
    }

    private var ownCurrencies: Set<String> {
        Set(segments.flatMap { PriceCoding.currencies(of: $0.priceLists.numbers.keys) })
    }

    /// The number of records.
    public var recordCount: Int {
        shared.contents?.recordCount ?? segments.reduce(0) { $0 + $1.recordCount }
    }

    /// The approximate size of the caches of searches, in bytes: for each segment at most half of its size,
    /// or 8 MB if that is more, and the foldings and frequent terms copied from it. The caches for labels of
    /// values are not counted.
    public var cachedByteCount: Int { segments.reduce(0) { $0 + $1.cachedByteCount } }

    /// The number of records with a text in each locale.
    ///
    /// - Throws: `SearchError.damagedIndex`, `.unavailable`.
    public func recordCountsByLocale() throws(SearchError) -> [LocaleIdentifier: Int] {
        try shared.source.recordCountsByLocale(of: self)
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

extension SegmentWriter {
    /// A segment on the heap with the records that `body` appends.
    ///
    /// - Throws: `SearchError`, also for what `body` throws: an `ICUError`, or a `SegmentError`.
    static func segment(
        of description: CatalogDescription, _ body: (SegmentWriter) throws -> Void
    ) throws(SearchError) -> IndexedSegment {
        do {
            let writer = SegmentWriter(description)
            try body(writer)
            return try writer.segmentAtOnce()
        } catch let error as SegmentError {
            throw SearchError(error, catalog: description.id)
        } catch let error as ICUError {
            throw .icu(error)
        } catch {
            // The size of a segment is limited, so that only a text can be too long for it.
            throw .textTooLong(limit: IndexLayout.longestText)
        }
    }
}

extension CatalogIndex {
    /// Runs an operation on a segment; an error names the catalog. A result that may come from a changed file
    /// is an error.
    func damageNamed<Result>(
        _ body: () throws(SegmentError) -> Result
    ) throws(SearchError) -> Result {
        let result = try failureNamed(body)
        try verify()
        return result
    }

    /// Checks that no file was changed since its segment was opened, so that no result comes from changed
    /// bytes. One system call for each segment.
    ///
    /// - Throws: `SearchError.damagedIndex`.
    func verify() throws(SearchError) {
        guard segments.allSatisfy(\.isIntact) else {
            throw .damagedIndex(catalog: description.id)
        }
    }

    /// Runs an operation on a segment; an error names the catalog. ``verify()`` must
    /// follow before the result is used.
    func failureNamed<Result>(
        _ body: () throws(SegmentError) -> Result
    ) throws(SearchError) -> Result {
        try mappingError({ SearchError($0, catalog: description.id) }, body)
    }
}

extension CatalogIndex {
    /// The groups of the catalog's records, if the request groups and the catalog has groups.
    func groups(for request: SearchRequest) throws(SearchError) -> CatalogGroups? {
        guard request.isGrouped, description.group != nil else { return nil }
        return try damageNamed { () throws(SegmentError) in try CatalogGroups(description, segments) }
    }
}

extension [CatalogIndex] {
    var descriptions: some Sequence<CatalogDescription> { lazy.map(\.description) }
}
