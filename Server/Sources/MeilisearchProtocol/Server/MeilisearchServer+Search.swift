// Paths of searches.

internal import CatalogSearch
internal import JSON
internal import ProductStore

extension MeilisearchServer {
    func search(_ uid: String, _ call: Call, _ grant: Grant, _ slots: some SearchSlots) async throws
        -> CallResponse
    {
        try grant.check("search", on: uid)
        let query =
            call.method == "GET" ? try SearchQuery(call.parameters) : try SearchQuery(try call.object())
        let search = try prepared(uid, query, grant, indexes.store.snapshot())
        let response = try await Self.respond(search, uid: nil, slots, limit: slots.responseLimit)
        return CallResponse(
            response.json, [response.search].compactMap(\.self), [response.page].compactMap(\.self))
    }

    /// Prepares a search of an index, with the filter that the grant forces on it.
    private func prepared(
        _ uid: String, _ query: SearchQuery, _ grant: Grant, _ snapshot: StoreSnapshot
    ) throws(ProtocolError) -> IndexSearch {
        let index = try indexes.index(uid, in: snapshot)
        return IndexSearch(
            engine: snapshot.engine, index: index, defaultLocale: indexes.defaultLocale, query: query,
            forced: try grant.forced(index), queryVector: queryVector)
    }

    /// The response of one search. Documents with the words as they are are searched first, which is cheap
    /// and often enough.
    private static func respond(
        _ search: IndexSearch, uid: String?, _ slots: some SearchSlots, limit: Int
    ) async throws -> MeilisearchResponse.Made {
        let response = MeilisearchResponse(search: search)
        var strict: SearchResults?
        if search.isCheap {
            switch try await run(
                slots, isCheap: true, { try response.quick(uid: uid, limit: limit) })
            {
            case .made(let made): return made
            case .tooFew(let results): strict = results
            }
        }
        return try await run(slots, isCheap: false) { [strict] in
            try response.made(uid: uid, limit: limit, after: strict)
        }
    }

    /// Runs a search in a slot, and converts errors of the engine.
    static func run<Value: Sendable>(
        _ slots: some SearchSlots, isCheap: Bool, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await slots.run(isCheap: isCheap) {
            do {
                return try body()
            } catch let error as SearchError {
                throw try ProtocolError(error)
            }
        }
    }

    func facetSearch(
        _ uid: String, _ call: Call, _ grant: Grant, _ slots: some SearchSlots
    ) async throws -> CallResponse {
        try grant.check("search", on: uid)
        let body = try call.object()
        guard let name = body["facetName"] else {
            throw ProtocolError(.missingFacetSearchName, "Missing field `facetName`")
        }
        guard let attribute = name.string else {
            throw ProtocolError(
                .invalidFacetSearchName, "Invalid value type at `.facetName`: expected a string.")
        }
        let prefix = body["facetQuery"].flatMap { $0.isNull ? nil : $0 }
        if let prefix, prefix.string == nil {
            throw .invalid(
                "invalid_facet_search_facet_query", "Invalid value type at `.facetQuery`: expected a string.")
                as ProtocolError
        }
        for (name, text) in [("facetName", attribute), ("facetQuery", prefix?.string ?? "")]
        where text.utf8.count > SearchQuery.textLimit {
            throw .invalid(
                "invalid_facet_search_" + name.snakeCased,
                "Invalid value at `.\(name)`: expected at most \(SearchQuery.textLimit) bytes.")
                as ProtocolError
        }
        let query = try SearchQuery(body, besides: ["facetName", "facetQuery", "exhaustiveFacetCount"])
        let search = try prepared(uid, query, grant, indexes.store.snapshot())
        let response = FacetSearchResponse(search: search, attribute: attribute, prefix: prefix?.string)
        return CallResponse(try await Self.run(slots, isCheap: search.isCheap) { try response.json() })
    }

    /// The most searches of one request.
    private static let searchLimit = 100

    func multiSearch(_ call: Call, _ grant: Grant, _ slots: some SearchSlots) async throws -> CallResponse {
        let body = try call.object()
        try body.check(knows: ["queries", "federation"])
        guard let queries = body["queries"]?.elements else {
            throw ProtocolError(.badRequest, "Missing field `queries`: expected an array.")
        }
        guard queries.count <= Self.searchLimit else {
            throw ProtocolError(.badRequest, "At most \(Self.searchLimit) queries are allowed.")
        }
        let federation = try (body["federation"] ?? .null).isNull ? nil : Federation(body["federation"]!)
        let snapshot = indexes.store.snapshot()
        var searches: [(uid: String, search: IndexSearch, weight: Double)] = []
        for (number, query) in queries.enumerated() {
            do throws(ProtocolError) {
                guard let uid = query["indexUid"]?.string else {
                    throw ProtocolError(.missingIndexUID, "Missing field `indexUid`")
                }
                try grant.check("search", on: uid)
                if federation != nil {
                    try Federation.check(query)
                } else if query["federationOptions"].map({ !$0.isNull }) ?? false {
                    throw .invalid(
                        "invalid_multi_search_federation_options",
                        "`federationOptions` needs a `federation` in the request.")
                }
                let search = try prepared(
                    uid, try SearchQuery(query, besides: ["indexUid", "federationOptions"]), grant, snapshot)
                if query["federationOptions"]?["remote"] != nil {
                    throw ProtocolError(
                        .featureNotEnabled,
                        "`remote` has no counterpart here; see `/experimental/differences`.")
                }
                let weight = query["federationOptions"]?["weight"]?.double ?? 1
                guard weight >= 0 else {
                    throw .invalid(
                        "invalid_multi_search_weight",
                        "Invalid value at `.weight`: expected a positive number.")
                }
                searches.append((uid, search, weight))
            } catch {
                var named = ProtocolError(error.code, "Inside `.queries[\(number)]`: \(error.message)")
                named.spelledCode = error.spelledCode
                throw named
            }
        }
        if let federation {
            let response = try await federated(federation, searches, slots)
            return CallResponse(response.json, response.searches, response.pages)
        }
        var counted: [LoggedSearch] = []
        var pages: [LoggedPage] = []
        var results: [UInt8] = Array(#"{"results":["#.utf8)
        // One after the other, each in its own slot, so that other clients get slots in between.
        for (number, (uid, search, _)) in searches.enumerated() {
            if number > 0 { results.append(UInt8(ascii: ",")) }
            let response = try await Self.respond(
                search, uid: uid, slots, limit: slots.responseLimit - results.count)
            results += response.json
            try slots.hold(results.count)
            if let search = response.search { counted.append(search) }
            if let page = response.page { pages.append(page) }
        }
        results += "]}".utf8
        return CallResponse(results, counted, pages)
    }

    private func federated(
        _ federation: Federation, _ searches: [(uid: String, search: IndexSearch, weight: Double)],
        _ slots: some SearchSlots
    ) async throws -> FederatedResponse.Made {
        let response = FederatedResponse(
            parts: searches.enumerated().map { .init(search: $1.search, position: $0, weight: $1.weight) },
            federation: federation)
        let limit = slots.responseLimit
        return try await Self.run(slots, isCheap: false) { try response.made(responseLimit: limit) }
    }
}

extension IndexSearch {
    /// Whether the search takes milliseconds: few words, a short page, nothing that reads many documents.
    var isCheap: Bool {
        query.text.utf8.count <= 200 && QueryWord.words(query.text).count <= 4 && query.distinct == nil
            && query.scoreThreshold == nil && max(query.limit, query.page?.length ?? 0) <= 100
    }
}

extension ProtocolError {
    /// Converts an error of the engine.
    ///
    /// - Throws: the error itself if it is not about the request.
    init(_ error: SearchError) throws {
        switch error {
        case .cancelled: throw CancellationError()
        case .damagedIndex, .unavailable, .icu: self.init(.internalError, "The index cannot be read now.")
        case .unknownCatalog(let uid, _): self = .indexNotFound(uid)
        case .queryTooLong, .tooManyWords, .wordTooLong: self.init(.invalidQuery, error.sentence)
        case .filter(let fault): self.init(.invalidSearchFilter, fault.sentence)
        case .unknownAttribute: self.init(.invalidSearchFilter, error.sentence)
        case .uncountable, .tooManyFacets, .invalidBounds: self.init(.invalidFacets, error.sentence)
        case .unsortable, .unspreadable, .tooManySortKeys, .unpreferable, .tooManyPreferences,
            .tooManyContexts:
            self.init(.invalidSearchSort, error.sentence)
        case .unknownField, .tooManyFields: self.init(.invalidAttributesToSearchOn, error.sentence)
        case .responseTooLarge: self.init(.invalidSearchLimit, error.sentence)
        case .tooManyLocales, .tooManyCatalogs, .unknownScope, .unknownCurrency, .marketWithoutCurrency,
            .textTooLong, .groupsInShards, .otherVectorLength, .otherVectorModel:
            self.init(.badRequest, error.sentence)
        }
    }
}

extension SearchError {
    /// The description as a sentence.
    fileprivate var sentence: String { description.prefix(1).uppercased() + description.dropFirst() + "." }
}
