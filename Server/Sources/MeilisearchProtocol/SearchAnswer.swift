// The answers of searches: one index, several, several in one list, and values of facets.

internal import CatalogSearch

/// Makes the answer of a search.
struct SearchAnswer {
    let search: IndexSearch

    /// The answer in JSON, and the search as it is counted, if it is.
    typealias Made = (json: [UInt8], search: AnsweredSearch?)

    /// - Parameters:
    ///   - uid: the index's uid, for answers of several searches; `nil` to leave it out.
    ///   - isQuick: see ``IndexSearch/outcome(isQuick:)``.
    ///   - limit: the most bytes of the answer.
    /// - Returns: `nil` if the quick search does not find enough.
    /// - Throws: `ProtocolError`, `SearchError`, `CancellationError`.
    func made(uid: String?, isQuick: Bool, limit: Int) throws -> Made? {
        let query = search.query
        let clock = ContinuousClock()
        let start = clock.now
        guard let outcome = try search.outcome(isQuick: isQuick) else { return nil }
        var formatter = FormattedDocument(query: query, index: search.index)
        var writer = AnswerWriter(limit: limit)
        try writer.object { writer in
            if let uid { try writer.member("indexUid", .string(uid)) }
            try writer.list("hits") { writer in
                for found in outcome.hits { try writer.element(formatter.json(found, &writer)) }
            }
            try writer.member("query", .string(query.text))
            let time = start.duration(to: clock.now)
            try writer.member("processingTimeMs", .number(Int(time / .milliseconds(1))))
            try writePage(outcome, &writer)
            if !query.facets.isEmpty {
                let facets = Facets(outcome.facets, try search.countedAttributes(), search.index)
                for member in facets.members { try writer.member(member.name, member.value, for: .facets) }
            }
            if query.showsPerformance {
                try writer.member("performanceDetails", ["search": .string("\(time)")])
            }
        }
        return (writer.bytes, search.answered(outcome))
    }

    /// Which part of the documents the hits are.
    private func writePage(_ outcome: IndexSearch.Outcome, _ writer: inout AnswerWriter) throws {
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

    /// A document that may be on the page.
    private struct Candidate {
        let found: IndexSearch.Found
        /// The number of its search in ``parts``.
        let part: Int
        let score: Double
    }

    /// The answer in JSON, and the searches as they are counted.
    ///
    /// - Parameter answerLimit: the most bytes of the answer.
    /// - Throws: `ProtocolError`, `SearchError`, `CancellationError`.
    func made(answerLimit: Int) throws -> (json: [UInt8], searches: [AnsweredSearch]) {
        let clock = ContinuousClock()
        let start = clock.now
        var searches: [AnsweredSearch] = []
        var candidates: [Candidate] = []
        var known: Set<[String]> = []
        var total = 0
        for (number, part) in parts.enumerated() {
            try Task.checkCancellation()
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
            for found in outcome.hits where known.insert([search.index.uid, found.hit.id]).inserted {
                candidates.append(
                    Candidate(found: found, part: number, score: found.score * part.weight))
            }
            // No more is kept than may be on the page.
            candidates = Array(Self.sorted(candidates).prefix(offset + limit))
            guard candidates.reduce(0, { $0 + $1.found.size }) <= answerLimit else {
                throw ProtocolError(
                    .invalidSearchLimit,
                    "The documents up to the end of the page have more than \(answerLimit) bytes. Ask for fewer with `limit` and `offset`."
                )
            }
        }
        var writer = AnswerWriter(limit: answerLimit)
        try writer.object { writer in
            try writer.list("hits") { writer in
                for candidate in candidates.dropFirst(offset) {
                    try writer.element(json(candidate, &writer))
                }
            }
            try writer.member(
                "processingTimeMs", .number(Int(start.duration(to: clock.now) / .milliseconds(1))))
            try writer.member("limit", .number(limit))
            try writer.member("offset", .number(offset))
            try writer.member("estimatedTotalHits", .number(total))
            if !facets.isEmpty {
                try writer.member("facetsByIndex", .object(try facetsByIndex()), for: .facets)
            }
        }
        return (writer.bytes, searches)
    }

    /// The best first; equal ones in the order of the queries. Those that come later are of later queries.
    private static func sorted(_ candidates: [Candidate]) -> [Candidate] {
        candidates.enumerated().sorted { one, other in
            one.element.score != other.element.score
                ? one.element.score > other.element.score : one.offset < other.offset
        }.map(\.element)
    }

    private func json(_ candidate: Candidate, _ writer: inout AnswerWriter) throws -> JSON {
        let part = parts[candidate.part]
        var formatter = FormattedDocument(query: part.search.query, index: part.search.index)
        var members = try formatter.json(candidate.found, &writer).members
        members.set(
            "_federation",
            [
                "indexUid": .string(part.search.index.uid), "queriesPosition": .number(part.position),
                "weightedRankingScore": .number(candidate.score),
            ])
        return .object(members)
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
