// The answers of searches: one index, several, several in one list, and values of facets.

internal import CatalogSearch

/// Makes the answer of a search.
struct SearchAnswer {
    let search: IndexSearch

    /// The answer, and the search as it is counted, if it is.
    typealias Made = (json: JSON, search: AnsweredSearch?)

    /// - Parameters:
    ///   - uid: the index's uid, for answers of several searches; `nil` to leave it out.
    ///   - isQuick: see ``IndexSearch/outcome(isQuick:)``.
    /// - Returns: `nil` if the quick search does not find enough.
    /// - Throws: `ProtocolError`, `SearchError`.
    func made(uid: String?, isQuick: Bool) throws -> Made? {
        let query = search.query
        let clock = ContinuousClock()
        let start = clock.now
        guard let outcome = try search.outcome(isQuick: isQuick) else { return nil }
        let formatter = FormattedDocument(query: query, index: search.index)
        var members: [JSON.Member] = []
        if let uid { members.append(.init("indexUid", .string(uid))) }
        members.append(.init("hits", .array(outcome.hits.map(formatter.json))))
        members.append(.init("query", .string(query.text)))
        let time = start.duration(to: clock.now)
        members.append(.init("processingTimeMs", .number(Int(time / .milliseconds(1)))))
        let total = min(outcome.total, search.index.settings.maximumHits)
        if let page = query.page {
            members.append(.init("hitsPerPage", .number(page.length)))
            members.append(.init("page", .number(page.number)))
            let pages = page.length == 0 ? 0 : (total + page.length - 1) / page.length
            members.append(.init("totalPages", .number(pages)))
            members.append(.init("totalHits", .number(total)))
        } else {
            members.append(.init("limit", .number(query.limit)))
            members.append(.init("offset", .number(query.offset)))
            members.append(.init("estimatedTotalHits", .number(outcome.total)))
        }
        if !query.facets.isEmpty {
            members += Facets(outcome.facets, try search.countedAttributes(), search.index).members
        }
        if query.showsPerformance {
            members.append(.init("performanceDetails", ["search": .string("\(time)")]))
        }
        return (.object(members), search.answered(outcome))
    }
}

/// The counts of facets as the protocol spells them.
struct Facets {
    private(set) var distribution: [JSON.Member] = []
    private(set) var stats: [JSON.Member] = []

    init(_ counts: [FacetCounts], _ attributes: [String], _ index: IndexDescription) {
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

/// The hits of several searches in one list, the best first.
struct FederatedAnswer {
    /// A search, its place in the request, and its weight.
    struct Part {
        let search: IndexSearch
        let position: Int
        let weight: Double
    }

    let parts: [Part]
    let offset: Int
    let limit: Int
    /// Attributes to count, by index.
    let facets: [String: [String]]

    /// The answer, and the searches as they are counted.
    ///
    /// - Throws: `ProtocolError`, `SearchError`.
    func made() throws -> (json: JSON, searches: [AnsweredSearch]) {
        let clock = ContinuousClock()
        let start = clock.now
        var searches: [AnsweredSearch] = []
        var hits: [(score: Double, hit: JSON)] = []
        var known: Set<[String]> = []
        var total = 0
        for part in parts {
            var query = part.search.query
            query.offset = 0
            query.limit = offset + limit
            query.page = nil
            let search = IndexSearch(
                engine: part.search.engine, index: part.search.index,
                defaultLocale: part.search.defaultLocale,
                query: query, forced: part.search.forced)
            let outcome = try search.outcome()
            total += outcome.total
            if offset == 0, let answered = search.answered(outcome) { searches.append(answered) }
            let formatter = FormattedDocument(query: query, index: search.index)
            for found in outcome.hits where known.insert([search.index.uid, found.hit.id]).inserted {
                let score = found.score * part.weight
                var members = formatter.json(found).members
                members.set(
                    "_federation",
                    [
                        "indexUid": .string(search.index.uid), "queriesPosition": .number(part.position),
                        "weightedRankingScore": .number(score),
                    ])
                hits.append((score, .object(members)))
            }
        }
        // Equal ones stay in the order of the queries.
        let sorted = hits.enumerated().sorted { one, other in
            one.element.score != other.element.score
                ? one.element.score > other.element.score : one.offset < other.offset
        }
        let page = sorted.dropFirst(offset).prefix(limit).map(\.element.hit)
        var members: [JSON.Member] = [
            .init("hits", .array(page)),
            .init("processingTimeMs", .number(Int(start.duration(to: clock.now) / .milliseconds(1)))),
            .init("limit", .number(limit)), .init("offset", .number(offset)),
            .init("estimatedTotalHits", .number(total)),
        ]
        if !facets.isEmpty { members.append(.init("facetsByIndex", .object(try facetsByIndex()))) }
        return (.object(members), searches)
    }

    private func facetsByIndex() throws -> [JSON.Member] {
        var members: [JSON.Member] = []
        for (uid, attributes) in facets.sorted(by: { $0.key < $1.key }) {
            guard let part = parts.first(where: { $0.search.index.uid == uid }) else { continue }
            var query = part.search.query
            query.facets = attributes
            query.limit = 0
            let search = IndexSearch(
                engine: part.search.engine, index: part.search.index,
                defaultLocale: part.search.defaultLocale,
                query: query, forced: part.search.forced)
            let counts = Facets(try search.outcome().facets, try search.countedAttributes(), search.index)
            members.append(
                .init(uid, ["distribution": .object(counts.distribution), "stats": .object(counts.stats)]))
        }
        return members
    }
}

/// The values of one facet that begin with a text.
struct FacetSearchAnswer {
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
