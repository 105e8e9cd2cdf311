// A search of one index: converts the request to the engine's, and selects the hits of the page.

internal import CatalogSearch
internal import JSON

struct IndexSearch {
    let engine: SearchEngine
    let index: IndexDescription
    let defaultLocale: LocaleIdentifier
    let query: SearchQuery
    /// The filter that the key's token forces; `nil` for none.
    var forced: Filter?
    /// Makes the vector of the query; `nil` if requests bring their own.
    var queryVector: (@Sendable (String) -> VectorQuery?)?

    /// A document that was found.
    struct Found {
        let hit: Hit
        /// The relevance, from 0 to 1.
        let score: Double
        /// How many words of the query it has, and how many words the query has.
        let words: (matched: Int, all: Int)

        /// Whether only its vector matches, and not its words.
        var isByMeaning: Bool { hit.similarity.map { $0.wordsPosition == nil } ?? false }

        /// The document. It is parsed on each access: in memory, all documents of a response would take many
        /// times their size.
        var document: JSON { IndexSearch.document(hit) }

        /// The size of the document, in bytes of UTF-8.
        var size: Int { hit.additionalMembers.reduce(0) { $0 + $1.json.utf8.count } }
    }

    struct Outcome {
        var hits: [Found] = []
        var total = 0
        var facets: [FacetCounts] = []
        /// Whether no document has all words as they are.
        var isRelaxed = false
    }

    /// The most bytes of texts in a response.
    static let textLimit = 16 << 20
    /// The engine's score that is halfway between the least and the greatest relevance.
    private static let halfScore = 1_000.0

    // MARK: The request of the engine

    /// The locale of the request.
    var locale: LocaleIdentifier { query.locales.first ?? defaultLocale }

    /// - Throws: `ProtocolError` if the request names something unknown.
    func request() throws(ProtocolError) -> SearchRequest {
        var chain: [LocaleIdentifier] = []
        for other in query.locales + [defaultLocale] + index.locales where !chain.contains(other) {
            chain.append(other)
        }
        chain = Array(chain.prefix(SearchRequest.maximumChainLength))
        var request = SearchRequest(query.text, locale: locale, chain: chain, catalogs: [index.uid])
        request.match = .any
        // Texts whose locale no setting names are taken to be in the language of the request.
        if let locale = query.locales.first, !index.settings.namesLocale(defaultLocale) {
            request.textLanguages[defaultLocale] = locale
        }
        let fields = try fields()
        let expression = FilterExpression(index)
        let own = try expression.filter(query.filter)
        var filters = [forced, own].compactMap(\.self)
        let hasWords = !query.text.allSatisfy(\.isWhitespace)
        if fields?.isEmpty ?? false {
            // No document has these attributes, so none of them contains a word.
            if hasWords { filters.append(.any([])) }
        } else {
            request.fields = fields
        }
        request.filter = filters.isEmpty ? nil : .all(filters)
        let sorted = try sortKeys()
        if let vector = try vector() {
            // The nearest documents come first, unless the request sorts.
            request.vector = vector
            request.semanticRatio = query.hybrid?.ratio ?? 1
            request.order = keys(of: [], sorted)
        } else if !hasWords {
            // Equal documents are in the order in which they were added.
            request.order =
                keys(of: index.settings.rankingRules, sorted) + [SortKey(IndexNames.sequence)]
        } else {
            // The request's `sort` precedes the score, wherever the rule stands.
            let rules = index.settings.rankingRules
            let first = rules.prefix { $0 != .words }
            request.order = keys(of: first, sorted)
            request.ties = keys(of: rules.dropFirst(first.count), [])
        }
        guard request.order.count <= SortKey.maximumCount else {
            throw ProtocolError(
                .invalidSearchSort,
                "At most \(SortKey.maximumCount / 2) attributes can be sorted by, those of ranking rules among them."
            )
        }
        for attribute in try countedAttributes() {
            request.facets.append(
                FacetRequest(
                    IndexNames.facet(attribute), limit: index.settings.maximumValues,
                    order: index.settings.isFacetOrderedByCount(attribute) ? .count : .label))
            request.facets.append(FacetRequest(IndexNames.number(attribute)))
        }
        if let distinct = query.distinct, distinct != index.settings.distinct { request.isGrouped = false }
        return request
    }

    /// The vector of the query; `nil` for a search by words.
    private func vector() throws(ProtocolError) -> VectorQuery? {
        guard let hybrid = query.hybrid else { return nil }
        let embedder = try index.settings.embedder(hybrid.embedder, code: "invalid_search_embedder")
        guard hybrid.ratio > 0 else { return nil }
        guard let numbers = query.vector else {
            guard embedder.isCommand, !query.text.allSatisfy(\.isWhitespace),
                let made = queryVector?(query.text)
            else { return nil }
            return VectorQuery(made.vector, name: embedder.name, model: made.model, floor: -1)
        }
        try embedder.check(numbers.count)
        do throws(QuantizedVector.Problem) {
            // All documents with vectors are results, however far they are.
            return VectorQuery(try QuantizedVector(numbers), name: embedder.name, floor: -1)
        } catch {
            throw .invalid(
                "invalid_search_vector",
                "Invalid value at `.vector`: expected numbers of which some are not 0.")
        }
    }

    /// The fields in which words are looked for; `nil` for all of them.
    private func fields() throws(ProtocolError) -> [FieldName]? {
        guard let names = query.searched else { return nil }
        let searched = index.searched
        // The error names only attributes of the setting: other attributes may be hidden from the client.
        if let searchable = index.settings.searchable,
            let wrong = names.first(where: { name in
                !name.contains("*") && !IndexSettings.contains(searchable, name)
                    && !searchable.contains { IndexSettings.contains([name], $0) }
            })
        {
            throw ProtocolError(
                .invalidAttributesToSearchOn,
                "Attribute `\(wrong)` is not searchable. Available searchable attributes are: `\(searchable.joined(separator: ", "))`."
            )
        }
        let fields = searched.filter { IndexSettings.contains(names, $0) }.map(IndexNames.field)
        guard fields.count <= SearchRequest.maximumFieldCount else {
            throw ProtocolError(
                .invalidAttributesToSearchOn,
                "At most \(SearchRequest.maximumFieldCount) attributes can be named.")
        }
        return fields
    }

    /// The keys of some ranking rules. The keys of the request's `sort` replace the rule `sort`, or follow
    /// the others.
    private func keys(of rules: some Collection<RankingRule>, _ sorted: [SortKey]) -> [SortKey] {
        let keys = rules.flatMap { rule -> [SortKey] in
            switch rule {
            case .words: []
            case .sort: sorted
            case .attribute(let name, let isDescending):
                index.attributes.contains(name) ? SortKey.keys(of: name, isDescending: isDescending) : []
            }
        }
        return rules.contains(.sort) ? keys : keys + sorted
    }

    private func sortKeys() throws(ProtocolError) -> [SortKey] {
        guard query.sort.isEmpty || index.settings.rankingRules.contains(.sort) else {
            throw ProtocolError(
                .invalidSearchSort,
                "You must specify where `sort` is listed in the rankingRules setting to use the sort parameter at search time."
            )
        }
        var keys: [SortKey] = []
        for entry in query.sort {
            let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count >= 2, ["asc", "desc"].contains(parts.last) else {
                throw ProtocolError(
                    .invalidSearchSort,
                    "Invalid syntax for the sort parameter: expected expression ending by `:asc` or `:desc`, found `\(entry)`."
                )
            }
            let isDescending = parts.last == "desc"
            var attribute = String(entry.dropLast(parts[parts.count - 1].count + 1))
            let distance = try DocumentPlace.sortKey(attribute, isDescending: isDescending)
            if distance != nil { attribute = DocumentPlace.member }
            guard IndexSettings.contains(index.settings.sortable, attribute) else {
                let known = index.settings.sortable
                throw ProtocolError(
                    .invalidSearchSort,
                    "Attribute `\(attribute)` is not sortable. "
                        + (known.isEmpty
                            ? "This index does not have configured sortable attributes."
                            : "Available sortable attributes are: `\(known.joined(separator: ", "))`."))
            }
            guard index.attributes.contains(attribute) else { continue }
            keys += distance.map { [$0] } ?? SortKey.keys(of: attribute, isDescending: isDescending)
        }
        return keys
    }

    /// The attributes whose values are counted.
    func countedAttributes() throws(ProtocolError) -> [String] {
        guard !query.facets.isEmpty else { return [] }
        let filterable = index.filterable
        var counted: [String] = []
        for name in query.facets where name != "*" {
            guard IndexSettings.contains(index.settings.filterable, name) else {
                throw ProtocolError(
                    .invalidFacets,
                    "Invalid facet distribution: " + index.settings.refusal(ofFiltering: name))
            }
            if index.attributes.contains(name), !counted.contains(name) { counted.append(name) }
        }
        if query.facets.contains("*") { counted = filterable }
        guard counted.count <= FacetRequest.maximumCount / 2 else {
            throw ProtocolError(
                .invalidFacets, "At most \(FacetRequest.maximumCount / 2) attributes can be counted.")
        }
        return counted
    }

    /// The counts of the requested facets.
    ///
    /// An attribute without values is listed if documents have it. If the client may not see all documents,
    /// one that it may see must have it: otherwise the list would reveal what others contain.
    func facets(_ outcome: Outcome) throws -> Facets {
        let counted = try countedAttributes()
        let withValues = Set(outcome.facets.filter { !$0.values.isEmpty }.map(\.attribute))
        return Facets(
            outcome.facets,
            try counted.filter { attribute in
                guard let forced, !withValues.contains(IndexNames.facet(attribute)) else { return true }
                var request = SearchRequest("", locale: locale, chain: [locale], catalogs: [index.uid])
                request.filter = .all([forced, FilterExpression.exists(attribute)])
                request.limit = 0
                return try engine.matches(request).total > 0
            })
    }

    // MARK: Searching

    /// Finds the documents of the page.
    ///
    /// - Throws: `ProtocolError`, `SearchError`.
    func outcome() throws -> Outcome {
        guard case .found(let outcome) = try step(isQuick: false) else { return Outcome() }
        return outcome
    }

    /// Finds the documents of the page.
    ///
    /// - Parameters:
    ///   - isQuick: whether to search only for documents with all words as they are, which takes
    ///     milliseconds.
    ///   - strict: the results of a quick step, if they were not enough.
    /// - Throws: `ProtocolError`, `SearchError`.
    func step(isQuick: Bool, after strict: SearchResults? = nil) throws -> Step {
        let most = index.settings.maximumHits
        let (offset, limit): (Int, Int) =
            if let page = query.page {
                page.number < 1
                    ? (0, 0) : (min((page.number - 1), most) * min(page.length, most), page.length)
            } else {
                (query.offset, query.limit)
            }
        let from = min(offset, most)
        let count = min(limit, most - from)
        if let distinct = query.distinct { try checkDistinct(distinct) }
        let dedupes = query.distinct.map { $0 != index.settings.distinct } ?? false
        guard dedupes || query.scoreThreshold != nil else {
            return try found(from: from, count: count, isQuick: isQuick, after: strict)
        }
        // A threshold or a distinct attribute decides about each document, so all that could be shown are
        // read.
        guard !isQuick, case .found(var outcome) = try found(from: 0, count: most, isQuick: false) else {
            return .tooFew(nil)
        }
        if let threshold = query.scoreThreshold { outcome.hits.removeAll { $0.score < threshold } }
        if dedupes, let distinct = query.distinct {
            var seen: Set<String> = []
            outcome.hits.removeAll { found in
                let contents = DocumentRecord.contents(of: found.document)
                let value = contents.first { $0.attribute == distinct }?.content.compared.first
                return value.map { !seen.insert($0).inserted } ?? false
            }
        }
        outcome.total = outcome.hits.count
        outcome.hits = Array(outcome.hits.dropFirst(from).prefix(count))
        return .found(outcome)
    }

    private func checkDistinct(_ attribute: String) throws(ProtocolError) {
        guard
            attribute == index.settings.distinct
                || IndexSettings.contains(index.settings.filterable, attribute)
        else {
            throw .invalid(
                "invalid_search_distinct",
                "Attribute `\(attribute)` is not filterable and thus, cannot be used as distinct attribute.")
        }
    }

    func outcome(_ results: SearchResults, _ matched: Int, of all: Int) -> Outcome {
        var outcome = Outcome(total: results.total, facets: results.facets)
        for hit in results.hits {
            outcome.hits.append(
                Found(
                    hit: hit, score: Self.score(hit, matched, of: all),
                    words: (matched, all)))
        }
        return outcome
    }

    /// The relevance of a hit, from 0 to 1: mostly by how many words it has, less by typing errors and by its
    /// score.
    private static func score(_ hit: Hit, _ matched: Int, of all: Int) -> Double {
        if let similarity = hit.similarity, all == 0 || similarity.wordsPosition == nil {
            return (1 + similarity.cosine) / 2
        }
        guard all > 0 else { return 1 }
        let points = Double(hit.rank.score)
        let words = Double(matched) / Double(all)
        let likeness = hit.rank.relaxation == .typos || hit.rank.relaxation == .letters ? 0.9 : 1
        return words * likeness * (0.9 + 0.1 * points / (points + halfScore))
    }

    static func document(_ hit: Hit) -> JSON {
        let member = hit.additionalMembers.first { $0.name == IndexNames.document }
        return member.flatMap { try? JSONReader.value(of: Array($0.json.utf8)) } ?? ["id": .string(hit.id)]
    }
}
