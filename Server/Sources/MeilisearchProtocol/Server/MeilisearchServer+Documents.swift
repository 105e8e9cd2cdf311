// Paths about documents.

internal import CatalogSearch
internal import JSON
internal import ProductStore

extension MeilisearchServer {
    /// The most documents of one list, and the greatest offset plus length.
    private static let listLimit = 10_000

    func documents(
        _ uid: String, _ call: Call, _ grant: Grant, _ slots: some SearchSlots
    ) async throws -> CallResponse {
        var members: [JSON.Member] = []
        for (name, value) in call.parameters.list {
            switch name {
            case "offset", "limit": members.set(name, Int(value).map { .number($0) } ?? .string(value))
            case "fields", "sort", "ids":
                members.set(name, .strings(value.split(separator: ",").map { String($0).trimmed }))
            case "retrieveVectors": members.set(name, .bool(value == "true"))
            default: members.set(name, .string(value))
            }
        }
        return try await list(uid, .object(members), grant, slots)
    }

    func deleteAll(_ uid: String, _ call: Call, _ grant: Grant) async throws -> CallResponse {
        try grant.check("documents.delete", on: uid)
        return await task("documentDeletion", uid, metadata: call.parameters["customMetadata"]) {
            [indexes] in
            let snapshot = indexes.store.snapshot()
            _ = try indexes.index(uid, in: snapshot)
            let ids = try await indexes.ids(of: uid)
            let count = try await indexes.deleteDocuments(ids, of: uid)
            return [
                .init("deletedDocuments", .number(count)), .init("originalFilter", .null),
                .init("providedIds", 0),
            ]
        }
    }

    // MARK: Reading

    func document(_ id: String, _ uid: String, _ call: Call, _ grant: Grant) throws -> CallResponse {
        try grant.check("documents.get", on: uid)
        let snapshot = indexes.store.snapshot()
        let index = try indexes.index(uid, in: snapshot)
        guard let (document, _) = try IndexStore.document(id, of: uid, in: snapshot) else {
            throw ProtocolError(.documentNotFound, "Document `\(id)` not found.")
        }
        return CallResponse(
            Self.shown(
                document, index, Self.fields(call.parameters.names("fields")),
                vectors: call.parameters.flag("retrieveVectors")))
    }

    /// A document with the attributes that a request names, and with its vectors if the request asks for
    /// them.
    private static func shown(
        _ document: JSON, _ index: IndexDescription, _ fields: [String]?, vectors: Bool
    ) -> JSON {
        let displayed = index.settings.displayed
        var shown = FormattedDocument.shown(document, displayed: displayed, retrieved: fields)
        if vectors { shown[DocumentVectors.member] = FormattedDocument.vectors(document, displayed) }
        return shown
    }

    private static func fields(_ list: [String]?) -> [String]? { list?.contains("*") == true ? nil : list }

    /// Lists documents in the order in which they were added, or as `sort` says.
    func list(
        _ uid: String, _ body: JSON, _ grant: Grant, _ slots: some SearchSlots
    ) async throws -> CallResponse {
        try grant.check("documents.get", on: uid)
        try body.check(knows: ["offset", "limit", "fields", "filter", "sort", "ids", "retrieveVectors"])
        let snapshot = indexes.store.snapshot()
        let index = try indexes.index(uid, in: snapshot)
        func count(_ name: String, _ initial: Int, _ code: ProtocolError.Code) throws(ProtocolError) -> Int {
            guard let value = body[name], !value.isNull else { return initial }
            guard let number = value.integer, (0...Self.listLimit).contains(number) else {
                throw ProtocolError(
                    code, "Invalid value at `.\(name)`: expected a number of 0 to \(Self.listLimit).")
            }
            return number
        }
        let offset = try count("offset", 0, .invalidDocumentOffset)
        let limit = try count("limit", 20, .invalidDocumentLimit)
        var query = SearchQuery.everything
        query.sort =
            try body["sort"].flatMap { sort throws(ProtocolError) -> [String]? in
                if sort.isNull { return nil }
                if let text = sort.string { return DocumentPlace.orders(text) }
                guard let list = sort.strings else {
                    throw ProtocolError(
                        .invalidDocumentSort, "Invalid value at `.sort`: expected an array of strings.")
                }
                return list
            } ?? []
        var filters: [Filter] = []
        if let filter = body["filter"],
            let own = try FilterExpression(index, code: .invalidDocumentFilter).filter(filter)
        {
            filters.append(own)
        }
        if let ids = body["ids"], !ids.isNull {
            guard let list = ids.elements, list.count <= 500 else {
                throw .invalid(
                    "invalid_document_ids", "Invalid value at `.ids`: expected an array of at most 500 ids.")
                    as ProtocolError
            }
            let texts = list.compactMap { $0.string ?? $0.integer.map(String.init) }
            filters.append(.attribute(.id, .isOneOf(texts.map { .text($0) })))
        }
        let search = IndexSearch(
            engine: snapshot.engine, index: index, defaultLocale: indexes.defaultLocale, query: query)
        var request = try search.request()
        request.filter = filters.isEmpty ? nil : .all(filters)
        request.isGrouped = false
        request.offset = offset
        request.limit = limit
        guard
            let names = SearchQuery.names(
                body["fields"]?.strings ?? body["fields"]?.string.map { [$0] } ?? [])
        else {
            throw .invalid("invalid_document_fields", "Invalid value at `.fields`: too many names.")
                as ProtocolError
        }
        let fields = body["fields"]?.isNull == false ? Self.fields(names) : nil
        let showsVectors = body["retrieveVectors"]?.bool ?? false
        let responseLimit = slots.responseLimit
        let json = try await slots.run(isCheap: limit <= 100) { [request] in
            let results = try snapshot.engine.search(request, textLimit: IndexSearch.textLimit)
            var writer = ResponseWriter(limit: responseLimit)
            try writer.object { writer in
                try writer.list("results") { writer in
                    for hit in results.hits {
                        try writer.element(
                            Self.shown(IndexSearch.document(hit), index, fields, vectors: showsVectors))
                    }
                }
                try writer.member("offset", .number(offset))
                try writer.member("limit", .number(limit))
                try writer.member("total", .number(results.total))
            }
            return writer.bytes
        }
        return CallResponse(json)
    }

    // MARK: Writing

    /// - Parameter updates: whether documents keep their other members.
    func add(
        _ uid: String, _ call: Call, _ grant: Grant, updates: Bool
    ) async throws -> CallResponse {
        try grant.check("documents.add", on: uid)
        try IndexNames.check(uid: uid)
        let documents = try DocumentPayload.documents(call)
        let addition = IndexStore.Addition(
            uid: uid, documents: documents, updates: updates,
            primaryKey: call.parameters["primaryKey"],
            skipsNew: call.parameters.flag("skipCreation"))
        return await task(
            "documentAdditionOrUpdate", uid,
            details: [.init("receivedDocuments", .number(documents.count)), .init("indexedDocuments", 0)],
            metadata: call.parameters["customMetadata"]
        ) { [indexes] in
            [.init("indexedDocuments", .number(try await indexes.add(addition)))]
        }
    }

    func delete(_ ids: [String], _ uid: String, _ call: Call) async -> CallResponse {
        await task(
            "documentDeletion", uid,
            details: [.init("providedIds", .number(ids.count)), .init("originalFilter", .null)],
            metadata: call.parameters["customMetadata"]
        ) { [indexes] in
            _ = try indexes.index(uid, in: indexes.store.snapshot())
            return [.init("deletedDocuments", .number(try await indexes.deleteDocuments(ids, of: uid)))]
        }
    }

    func deleteBatch(_ uid: String, _ call: Call, _ grant: Grant) async throws -> CallResponse {
        try grant.check("documents.delete", on: uid)
        guard let list = try call.json().elements else {
            throw ProtocolError(.badRequest, "Invalid value type: expected an array.")
        }
        var ids: [String] = []
        for element in list {
            guard let id = element.string ?? element.integer.map(String.init) else {
                throw ProtocolError(
                    .invalidDocumentIdentifier,
                    "Document identifier `\(element.text.prefix(200))` is invalid.")
            }
            ids.append(id)
        }
        return await delete(ids, uid, call)
    }

    func deleteByFilter(
        _ uid: String, _ call: Call, _ grant: Grant, _ slots: some SearchSlots
    ) async throws -> CallResponse {
        try grant.check("documents.delete", on: uid)
        let body = try call.object()
        try body.check(knows: ["filter"])
        guard let filter = body["filter"] else {
            throw ProtocolError(.missingFilter, "Missing field `filter`")
        }
        // The syntax is checked at once, the attributes when the task runs.
        return await task(
            "documentDeletion", uid,
            details: [.init("originalFilter", .string(filter.text)), .init("providedIds", 0)],
            metadata: call.parameters["customMetadata"]
        ) { [indexes] in
            let snapshot = indexes.store.snapshot()
            let index = try indexes.index(uid, in: snapshot)
            guard let own = try FilterExpression(index, code: .invalidDocumentFilter).filter(filter) else {
                throw ProtocolError(.invalidDocumentFilter, "Sending an empty filter is forbidden.")
            }
            let ids = try await slots.run(isCheap: false) {
                var request = SearchRequest("", locale: indexes.defaultLocale, catalogs: [uid])
                request.filter = own
                request.isGrouped = false
                request.limit = IndexStore.count(uid, in: snapshot)
                return try snapshot.engine.matches(request).records.map(\.id)
            }
            return [.init("deletedDocuments", .number(try await indexes.deleteDocuments(ids, of: uid)))]
        }
    }
}

extension SearchQuery {
    static let everything = SearchQuery()

    private init() {}
}

extension IndexStore {
    func ids(of uid: String) async throws(ProtocolError) -> [String] {
        var ids: [String] = []
        while true {
            let last = ids.last
            let records = try await Self.naming { () async throws(StoreError) in
                try await store.records(in: uid, after: last, limit: 1_000, size: 8 << 20)
            }
            if records.isEmpty { return ids }
            ids += records.map(\.id)
        }
    }
}
