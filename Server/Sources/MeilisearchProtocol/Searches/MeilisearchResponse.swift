// The responses of searches: one index, several, several in one list, and values of facets.

internal import CatalogSearch
internal import JSON
internal import ProductStore

/// Makes the response to a search.
struct MeilisearchResponse {
    let search: IndexSearch

    /// The response in JSON, the search for the query log if it counts there, and the page.
    typealias Made = (json: [UInt8], search: LoggedSearch?, page: LoggedPage?)

    /// The outcome of a quick search.
    enum Quick: Sendable {
        case made(Made)
        /// See ``IndexSearch/Step/tooFew(_:)``.
        case tooFew(SearchResults?)
    }

    /// The response if documents with all words as they are suffice.
    ///
    /// - Parameters:
    ///   - uid: the index's uid, for responses of several searches; `nil` to leave it out.
    ///   - limit: the most bytes of the response.
    /// - Throws: `ProtocolError`, `SearchError`, `CancellationError`.
    func quick(uid: String?, limit: Int) throws -> Quick {
        let start = ContinuousClock.now
        switch try search.step(isQuick: true) {
        case .found(let outcome): return .made(try made(outcome, since: start, uid: uid, limit: limit))
        case .tooFew(let results): return .tooFew(results)
        }
    }

    /// The response, if a quick search was not enough.
    ///
    /// - Parameter strict: the results of the quick search.
    /// - Throws: as ``quick(uid:limit:)`` does.
    func made(uid: String?, limit: Int, after strict: SearchResults?) throws -> Made {
        let start = ContinuousClock.now
        guard case .found(let outcome) = try search.step(isQuick: false, after: strict) else {
            return ([], nil, nil)
        }
        return try made(outcome, since: start, uid: uid, limit: limit)
    }

    private func made(
        _ outcome: IndexSearch.Outcome, since start: ContinuousClock.Instant, uid: String?, limit: Int
    ) throws -> Made {
        let query = search.query
        var writer = ResponseWriter(limit: limit)
        try writer.object { writer in
            if let uid { try writer.member("indexUid", .string(uid)) }
            try writeHits(outcome, &writer)
            try writer.member("query", .string(query.text))
            let time = start.duration(to: .now)
            try writer.member("processingTimeMs", .number(Int(time / .milliseconds(1))))
            try writePage(outcome, &writer)
            if !query.facets.isEmpty {
                let facets = try search.facets(outcome)
                for member in facets.members { try writer.member(member.name, member.value, for: .facets) }
            }
            if query.hybrid != nil {
                let count = outcome.hits.count(where: \.isByMeaning)
                try writer.member("semanticHitCount", .number(count))
            }
            if query.showsPerformance {
                try writer.member("performanceDetails", ["search": .string("\(time)")])
            }
        }
        let records = outcome.hits.map { LoggedRecord(catalog: search.index.uid, id: $0.hit.id) }
        return (writer.bytes, search.logged(outcome), search.page(records))
    }

    /// The response to a request for documents that are near to one document.
    ///
    /// - Throws: as ``quick(uid:limit:)`` does.
    func similar(to id: String, limit: Int) throws -> [UInt8] {
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = search.query.vector == nil ? IndexSearch.Outcome() : try search.outcome()
        var writer = ResponseWriter(limit: limit)
        try writer.object { writer in
            try writeHits(outcome, &writer)
            try writer.member("id", .string(id))
            let time = start.duration(to: clock.now)
            try writer.member("processingTimeMs", .number(Int(time / .milliseconds(1))))
            try writePage(outcome, &writer)
            if search.query.showsPerformance {
                try writer.member("performanceDetails", ["search": .string("\(time)")])
            }
        }
        return writer.bytes
    }

    private func writeHits(_ outcome: IndexSearch.Outcome, _ writer: inout ResponseWriter) throws {
        var formatter = FormattedDocument(query: search.query, index: search.index)
        try writer.list("hits") { writer in
            for found in outcome.hits { try writer.element(formatter.json(found, &writer)) }
        }
    }

    /// Writes which part of the documents the hits are.
    private func writePage(_ outcome: IndexSearch.Outcome, _ writer: inout ResponseWriter) throws {
        let query = search.query
        guard let page = query.page else {
            try writer.member("limit", .number(query.limit))
            try writer.member("offset", .number(query.offset))
            try writer.member("estimatedTotalHits", .number(outcome.total))
            return
        }
        let total = min(outcome.total, search.index.settings.maximumHits)
        let pages = page.length == 0 ? 0 : (total + page.length - 1) / page.length
        try writer.member("hitsPerPage", .number(page.length))
        try writer.member("page", .number(page.number))
        try writer.member("totalPages", .number(pages))
        try writer.member("totalHits", .number(total))
    }
}

/// The counts of facets as the protocol spells them.
struct Facets {
    private(set) var distribution: [JSON.Member] = []
    private(set) var stats: [JSON.Member] = []

    init(distribution: [JSON.Member], stats: [JSON.Member]) {
        self.distribution = distribution
        self.stats = stats
    }

    init(_ counts: [FacetCounts], _ attributes: [String]) {
        for attribute in attributes {
            var values: [JSON.Member] = []
            for facet in counts where facet.attribute == IndexNames.facet(attribute) {
                values = facet.values.map { .init($0.value.spelling, .number($0.count)) }
            }
            distribution.append(.init(attribute, .object(values)))
            for facet in counts where facet.attribute == IndexNames.number(attribute) {
                guard let minimum = facet.minimum, let maximum = facet.maximum else { continue }
                stats.append(
                    .init(attribute, ["min": .number(minimum.spelling), "max": .number(maximum.spelling)]))
            }
        }
    }

    var members: [JSON.Member] {
        [.init("facetDistribution", .object(distribution)), .init("facetStats", .object(stats))]
    }
}

/// The values of one facet that begin with a text.
struct FacetSearchResponse {
    let search: IndexSearch
    let attribute: String
    /// The beginning of the values; `nil` for all.
    let prefix: String?

    /// - Throws: `ProtocolError`, `SearchError`.
    func json() throws -> JSON {
        guard IndexSettings.contains(search.index.settings.filterable, attribute) else {
            throw ProtocolError(
                .invalidFacetSearchName,
                "Attribute `\(attribute)` is not facet-searchable. Available facet-searchable attributes patterns are: `\(search.index.settings.filterable.joined(separator: ", "))`."
            )
        }
        guard search.index.settings.allowsFacetSearch else {
            throw ProtocolError(.invalidFacetSearchName, "The facet search is disabled for this index.")
        }
        let clock = ContinuousClock()
        let start = clock.now
        var hits: [JSON] = []
        if search.index.attributes.contains(attribute) {
            var request = try search.request()
            request.limit = 0
            request.triesOnlyForms = true
            request.facets = [
                FacetRequest(
                    IndexNames.facet(attribute), limit: search.index.settings.maximumValues,
                    order: search.index.settings.isFacetOrderedByCount(attribute) ? .count : .label,
                    prefix: prefix)
            ]
            hits =
                try search.engine.matches(request).facets.first?.values.map { value in
                    ["value": .string(value.value.spelling), "count": .number(value.count)]
                } ?? []
        }
        return [
            "facetHits": .array(hits), "facetQuery": .optional(prefix),
            "processingTimeMs": .number(Int(start.duration(to: clock.now) / .milliseconds(1))),
        ]
    }
}
