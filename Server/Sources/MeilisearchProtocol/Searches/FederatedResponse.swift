// The response with the results of several searches in one list.

internal import CatalogSearch
internal import JSON
internal import ProductStore

/// Merges the hits of several searches into one list, ordered by their sort keys, then by score.
struct FederatedResponse {
    /// A search, its place in the request, and its weight.
    struct Part {
        let search: IndexSearch
        let position: Int
        let weight: Double
    }

    let parts: [Part]
    let federation: Federation

    /// A document that may be on the page.
    private struct Candidate {
        let found: IndexSearch.Found
        /// The index of its search in ``parts``.
        let part: Int
        let score: Double
    }

    /// The response in JSON, the searches for the query log, and a page for each query.
    typealias Made = (json: [UInt8], searches: [LoggedSearch], pages: [LoggedPage])

    /// Makes the response.
    ///
    /// - Parameter responseLimit: the most bytes of the response.
    /// - Throws: `ProtocolError`, `SearchError`, `CancellationError`.
    func made(responseLimit: Int) throws -> Made {
        let clock = ContinuousClock()
        let start = clock.now
        var searches: [LoggedSearch] = []
        var candidates: [Candidate] = []
        var known: Set<[String]> = []
        var total = 0
        for (number, part) in parts.enumerated() {
            try Task.checkCancellation()
            let search = part.search.asking { query in
                query.offset = 0
                query.limit = federation.offset + federation.limit
                query.page = nil
            }
            let outcome = try search.outcome()
            total += outcome.total
            if federation.offset == 0, let logged = search.logged(outcome) { searches.append(logged) }
            let new = outcome.hits.filter { known.insert([search.index.uid, $0.hit.id]).inserted }
            // A document that several searches find counts once, as far as their hits are read.
            total -= outcome.hits.count - new.count
            // Only candidates that may be on the page stay in memory.
            candidates = merged(
                candidates, new.map { Candidate(found: $0, part: number, score: $0.score * part.weight) })
            guard candidates.reduce(0, { $0 + $1.found.size }) <= responseLimit else {
                throw ProtocolError(
                    .invalidSearchLimit,
                    "The documents up to the end of the page have more than \(responseLimit) bytes. Ask for fewer with `limit` and `offset`."
                )
            }
        }
        var writer = ResponseWriter(limit: responseLimit)
        try writer.object { writer in
            try writer.list("hits") { writer in
                for candidate in candidates.dropFirst(federation.offset) {
                    try writer.element(json(candidate, &writer))
                }
            }
            try writer.member(
                "processingTimeMs", .number(Int(start.duration(to: clock.now) / .milliseconds(1))))
            try writer.member("limit", .number(federation.limit))
            try writer.member("offset", .number(federation.offset))
            try writer.member("estimatedTotalHits", .number(total))
            guard !federation.facets.isEmpty else { return }
            let counts = try countsByIndex()
            if let mergedValues = federation.mergedValues {
                let merged = Facets(merging: counts.map(\.counts), limit: mergedValues)
                try writer.member("facetDistribution", .object(merged.distribution), for: .facets)
                try writer.member("facetStats", .object(merged.stats), for: .facets)
            } else {
                let list = counts.map { uid, counts in
                    JSON.Member(
                        uid, ["distribution": .object(counts.distribution), "stats": .object(counts.stats)])
                }
                try writer.member("facetsByIndex", .object(list), for: .facets)
            }
        }
        return (writer.bytes, searches, pages(candidates.dropFirst(federation.offset)))
    }

    /// The documents that are shown for each query.
    private func pages(_ candidates: some Sequence<Candidate>) -> [LoggedPage] {
        let records = candidates.map {
            LoggedRecord(catalog: parts[$0.part].search.index.uid, id: $0.found.hit.id)
        }
        return Set(
            parts.map { part in
                LoggedPage(
                    query: part.search.query.text, locale: part.search.locale, offset: federation.offset,
                    records: records)
            }
        ).sorted { $0.query < $1.query }
    }

    // MARK: One list

    /// Merges two lists. Each keeps its order. Of equal candidates, the one of the first list comes first.
    private func merged(_ one: [Candidate], _ other: [Candidate]) -> [Candidate] {
        var (first, second) = (one[...], other[...])
        var list: [Candidate] = []
        while list.count < federation.offset + federation.limit {
            let isSecond = first.isEmpty || !second.isEmpty && precedes(second.first!, first.first!)
            guard let next = isSecond ? second.popFirst() : first.popFirst() else { break }
            list.append(next)
        }
        return list
    }

    /// Whether a document comes before another one: by the sort keys of their searches, then by score.
    private func precedes(_ one: Candidate, _ other: Candidate) -> Bool {
        // Each entry of `sort` has two keys: numbers, then texts.
        let keys = 2 * min(parts[one.part].search.query.sort.count, parts[other.part].search.query.sort.count)
        let order = one.found.hit.rank.comparedBySort(to: other.found.hit.rank, first: keys)
        return order != 0 ? order < 0 : one.score > other.score
    }

    private func json(_ candidate: Candidate, _ writer: inout ResponseWriter) throws -> JSON {
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

    // MARK: Facets

    private func countsByIndex() throws -> [(uid: String, counts: Facets)] {
        var counts: [(uid: String, counts: Facets)] = []
        for (uid, attributes) in federation.facets.sorted(by: { $0.key < $1.key }) {
            guard let part = parts.first(where: { $0.search.index.uid == uid }) else { continue }
            let search = part.search.asking { query in
                query.facets = attributes
                query.limit = 0
            }
            counts.append((uid, try search.facets(search.outcome())))
        }
        return counts
    }
}

extension IndexSearch {
    /// The same search with another query.
    fileprivate func asking(_ change: (inout SearchQuery) -> Void) -> IndexSearch {
        var query = query
        change(&query)
        return IndexSearch(
            engine: engine, index: index, defaultLocale: defaultLocale, query: query, forced: forced)
    }
}

extension Facets {
    /// The counts of several indexes together.
    ///
    /// - Parameter limit: the most values of an attribute; those with the most
    ///   documents, in the order of their names.
    fileprivate init(merging parts: [Facets], limit: Int) {
        var distribution: [JSON.Member] = []
        var stats: [JSON.Member] = []
        for part in parts {
            for member in part.distribution {
                var values = distribution.first { $0.name == member.name }?.value.members ?? []
                for value in member.value.members {
                    let known = values.first { $0.name == value.name }?.value.integer ?? 0
                    values.set(value.name, .number(known + (value.value.integer ?? 0)))
                }
                distribution.set(member.name, .object(values))
            }
            for member in part.stats {
                let known = stats.first { $0.name == member.name }?.value
                stats.set(
                    member.name,
                    [
                        "min": Self.extreme(known?["min"], member.value["min"], isLeast: true),
                        "max": Self.extreme(known?["max"], member.value["max"], isLeast: false),
                    ])
            }
        }
        for (place, member) in distribution.enumerated() {
            let most = member.value.members.enumerated().sorted { one, other in
                let (left, right) = (one.element.value.integer ?? 0, other.element.value.integer ?? 0)
                return left != right ? left > right : one.offset < other.offset
            }.prefix(limit).map(\.element)
            distribution[place].value = .object(most.sorted { $0.name < $1.name })
        }
        self.init(distribution: distribution, stats: stats)
    }

    /// The lesser or the greater one of two numbers.
    private static func extreme(_ one: JSON?, _ other: JSON?, isLeast: Bool) -> JSON {
        guard case .number(let first) = one, let left = DecimalNumber(first) else { return other ?? .null }
        guard case .number(let second) = other, let right = DecimalNumber(second) else { return one ?? .null }
        return .number((left < right) == isLeast ? first : second)
    }
}
