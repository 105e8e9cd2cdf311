// Finds records by a scan of all of them: slow, and plain enough to be the reference for every index.

import ICU

@testable import CatalogSearch

/// The records of a catalog, read from the first to the last for each request. It has no terms and no
/// postings: it folds each text, finds the words in it, and sorts all matches by their rank.
struct SearchOracle {
    let description: CatalogDescription
    let records: [CatalogRecord]

    /// The scopes that a request may name: `all`, the described ones, then others by id.
    var scopes: [CatalogDescription.Scope] {
        let described = Set(description.scopes.map(\.id))
        let others = Set(records.compactMap(\.scope)).subtracting(described).sorted()
        return [.init(id: SearchResults.allScopes)] + description.scopes + others.map { .init(id: $0) }
    }

    /// The results of a request, by strict matches only.
    func search(_ request: SearchRequest) throws -> SearchResults {
        let attributes = CatalogAttributes(description)
        let locales = Set(records.flatMap(\.texts).map(\.locale)).union(attributes.labelLocales)
        let names = QueryNames(request, [description])
        let query = try PreparedQuery(
            CheckedRequest(request), QueryParser.parse(request, names), locales: locales,
            searchesIDs: description.fields.contains(.id)
        ).adapted(to: description, attributes)
            .matched(with: CatalogLabels(description, Array(scopes.dropFirst())))
        let scanner = RecordScanner(query, countsMentions: true)
        let collator = try Collator(request.locale)
        let builder = HitBuilder(description, query)
        var counts: [String?: Int] = [:]
        var hits: [Hit] = []
        for record in records where !query.matchesNothing && Self.passesFilters(record, request) {
            let matches = try scanner.matches(in: record)
            guard matches.isMatch else { continue }
            counts[record.scope, default: 0] += 1
            guard request.scope == nil || request.scope == record.scope else { continue }
            var hit = try builder.hit(record, rank: Rank(request, record, matches, titleLength: 0))
            if !query.words.isEmpty { hit.rank.titleLength = hit.title.unicodeScalars.count }
            hit.rank.catalog = description.id
            hit.rank.titleKey = collator.sortKey(hit.title)
            hits.append(hit)
        }
        hits.sort { $0.rank < $1.rank }
        return SearchResults(
            total: hits.count,
            scopes: scopes.map { scope in
                let isAll = scope.id == SearchResults.allScopes
                let count = isAll ? counts.values.reduce(0, +) : counts[scope.id] ?? 0
                return .init(id: scope.id, label: scope.label, count: count)
            }, hits: Array(hits.dropFirst(request.offset).prefix(request.limit)),
            ignoredWords: query.ignoredWords, relaxation: nil, isRelaxationComplete: true)
    }

    private static func passesFilters(_ record: CatalogRecord, _ request: SearchRequest) -> Bool {
        if let range = request.price,
            !(record.price(in: request.currency, for: request.market).map { range.contains($0.amount) }
                ?? false)
        {
            return false
        }
        if let range = request.year, !(record.year.map { range.contains(DecimalNumber($0)) } ?? false) {
            return false
        }
        return true
    }
}
