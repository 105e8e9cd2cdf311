// Searches many catalogs and merges their answers.

internal import ICU
internal import Support

/// Searches catalogs. A value that any number of threads may use at once.
public struct SearchEngine: Sendable {
    /// The catalogs, in the order given.
    public let catalogs: [CatalogIndex]
    /// The scopes of all catalogs: `all`, then each in the order of its first occurrence.
    public let scopes: [CatalogDescription.Scope]
    /// Tells the processor time of the calling thread, which similar words and suggestions may use up.
    var clock: @Sendable () -> Duration = { ProcessorTime.ofThread }
    /// The number of records from which segments are searched at once.
    var concurrentCount = ConcurrentSearch.worthwhileCount
    /// The most bytes of the list of a catalog's groups that a shard answers.
    var groupListLimit = ShardGroups.greatestSize
    /// Where the records are, if they are not in the catalogs' segments.
    let shards: (any SearchShards)?
    /// What this search has asked its shards ahead; `nil` if it asks one question after the other.
    var ahead: ShardAnswers?

    /// An engine for catalogs with unique ids.
    public init(_ catalogs: [CatalogIndex]) {
        self.init(catalogs, in: nil)
    }

    init(_ catalogs: [CatalogIndex], in shards: (any SearchShards)?) {
        self.catalogs = catalogs
        self.shards = shards
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
    public func search(
        _ request: SearchRequest, textLimit: Int
    ) throws(SearchError) -> SearchResults {
        try search(request, textLimit: textLimit, isExplained: true)
    }

    /// The same, for programs that show hits of this engine only.
    ///
    /// - Parameter isExplained: whether hits have explanations, and ranks the sort keys of titles, which make them comparable
    ///   with those of other engines.
    package func search(
        _ request: SearchRequest, textLimit: Int, isExplained: Bool
    ) throws(SearchError) -> SearchResults {
        var found = try find(request)
        if isExplained, !found.hasTitleKeys { try addTitleKeys(&found.page, found.queries) }
        let hits = try hits(of: &found, textLimit: textLimit, isExplained: isExplained)
        return SearchResults(
            total: found.total, scopes: found.scopes, facets: found.facets, hits: hits,
            ignoredWords: found.queries[0].ignoredWords,
            relaxation: found.relaxation, isRelaxationComplete: found.isRelaxationComplete,
            moment: found.queries[0].momentOfAges, rules: found.queries[0].rules?.applied ?? [],
            hasOnlyPinned: found.hasOnlyPinned)
    }

    /// The hits of the found page.
    private func hits(
        of found: inout Findings, textLimit: Int, isExplained: Bool
    ) throws(SearchError) -> [Hit] {
        let remote = try records(of: &found)
        var textSize = 0
        var builders: [BuilderKey: HitBuilder] = [:]
        var hits: [Hit] = []
        hits.reserveCapacity(found.page.count)
        for (number, place) in found.page.enumerated() {
            let key = BuilderKey(catalog: place.catalog.description.id, query: place.query)
            let builder =
                builders[key]
                ?? HitBuilder(
                    place.catalog.description, place.catalog.adapted(found.queries[place.query]),
                    explains: isExplained)
            builders[key] = builder
            let hit = try place.catalog.failureNamed { () throws(SegmentError) in
                try Interruption.check()
                switch place.origin {
                case .segment(let segment):
                    return try builder.hit(
                        place.match.record, of: segment, rank: place.match.rank, place.variants)
                case .shard:
                    return try builder.hit(remote![number], rank: place.match.rank, place.variants)
                }
            }
            textSize += hit.textSize
            guard textSize <= textLimit else { throw .answerTooLarge(limit: textLimit) }
            hits.append(hit)
        }
        var checked: Set<String> = []
        for place in found.page where checked.insert(place.catalog.description.id).inserted {
            try place.catalog.checkIntact()
        }
        return hits
    }

    /// The record with an id, with all its texts in all locales.
    ///
    /// - Returns: `nil` where the catalog has no such record.
    /// - Throws: `SearchError.unknownCatalog`, `SearchError.damagedIndex`.
    public func record(_ id: String, in catalog: String) throws(SearchError) -> CatalogRecord? {
        guard let catalog = catalogs.first(where: { $0.description.id == catalog }) else {
            throw .unknownCatalog(catalog, known: catalogs.map(\.description.id))
        }
        if let records: [CatalogRecord?] = try askShards(.record(id: id), [catalog]) {
            return records.lazy.compactMap(\.self).first
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
            isRelaxationComplete: found.isRelaxationComplete,
            moment: found.queries[0].momentOfAges, rules: found.queries[0].rules?.applied ?? [],
            hasOnlyPinned: found.hasOnlyPinned)
    }
}

extension Hit {
    /// The size of its texts, in bytes of UTF-8.
    fileprivate var textSize: Int {
        let members = additionalMembers.reduce(0) { $0 + $1.name.utf8.count + $1.json.utf8.count }
        return texts.reduce(members + titleText.size) { $0 + $1.size }
    }
}

extension Hit.Text {
    /// The size of its values, in bytes of UTF-8.
    fileprivate var size: Int { values.reduce(0) { $0 + $1.utf8.count } }
}
