// Documents that are near to one document in meaning.

internal import CatalogSearch
internal import JSON
internal import ProductStore

extension MeilisearchServer {
    /// The members of a search that a request for similar documents has, too.
    private static let similarMembers: Set<String> = [
        "offset", "limit", "filter", "attributesToRetrieve", "retrieveVectors", "showRankingScore",
        "showRankingScoreDetails", "showPerformanceDetails", "rankingScoreThreshold",
    ]

    func similar(_ uid: String, _ call: Call, _ grant: Grant, _ slots: some SearchSlots) async throws
        -> CallResponse
    {
        try grant.check("search", on: uid)
        let isAddress = call.method == "GET"
        var body = isAddress ? JSON.object([]) : try call.object()
        if isAddress {
            for (name, value) in call.parameters.list where ["id", "embedder"].contains(name) {
                body[name] = .string(value)
            }
        }
        let named = isAddress ? Set(call.parameters.list.map(\.name)) : Set(body.members.map(\.name))
        if let other = named.subtracting(Self.similarMembers).subtracting(["id", "embedder"]).min() {
            throw ProtocolError(.badRequest, "Unknown field `\(other)`.")
        }
        var query =
            isAddress
            ? try SearchQuery(call.parameters, besides: ["id", "embedder"])
            : try SearchQuery(body, besides: ["id", "embedder"])
        guard let value = body["id"], !value.isNull else { throw Self.missing("id") }
        guard let id = value.string ?? value.integer.map(String.init), IndexStore.isID(id) else {
            throw .invalid("invalid_similar_id", "Invalid value at `.id`: expected the id of a document.")
                as ProtocolError
        }
        guard let name = body["embedder"], !name.isNull else { throw Self.missing("embedder") }
        let snapshot = indexes.store.snapshot()
        let index = try indexes.index(uid, in: snapshot)
        let embedder = try index.settings.embedder(name.string ?? "", code: "invalid_similar_embedder")
        guard let (document, _) = try IndexStore.document(id, of: uid, in: snapshot) else {
            throw .invalid("not_found_similar_id", "Document `\(id)` not found.") as ProtocolError
        }
        // A document without vectors is near to none.
        query.vector = DocumentVectors.numbers(of: document, embedder.name)
        if query.vector == nil { query.limit = 0 }
        query.hybrid = SearchQuery.Hybrid(embedder: embedder.name, ratio: 1)
        let others = Filter.not(.attribute(.id, .isOneOf([.text(id)])))
        let search = IndexSearch(
            engine: snapshot.engine, index: index, defaultLocale: indexes.defaultLocale, query: query,
            forced: .all([try grant.forced(index), others].compactMap(\.self)))
        let response = MeilisearchResponse(search: search)
        let limit = slots.responseLimit
        return CallResponse(
            try await Self.run(slots, isCheap: false) { try response.similar(to: id, limit: limit) })
    }

    private static func missing(_ name: String) -> ProtocolError {
        .invalid("missing_similar_\(name)", "Missing field `\(name)`")
    }
}
