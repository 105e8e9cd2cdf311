// Paths about indexes: list, create, change, delete, swap, statistics.

internal import CatalogSearch
internal import FoundationEssentials
internal import JSON
internal import ProductStore

extension MeilisearchServer {
    private static let listLimit = 1_000

    func indexList(_ call: Call, _ grant: Grant) throws -> CallResponse {
        try grant.check("indexes.get")
        let seen = indexes.all(in: indexes.store.snapshot()).filter { grant.sees($0.uid) }
        let offset = try call.parameters.count("offset", 0, code: "invalid_index_offset")
        let limit = try call.parameters.count("limit", 20, code: "invalid_index_limit")
        return CallResponse([
            "results": .array(seen.dropFirst(offset).prefix(limit).map(json)), "offset": .number(offset),
            "limit": .number(limit), "total": .number(seen.count),
        ])
    }

    /// An index as the protocol shows it.
    private func json(_ index: IndexDescription) -> JSON {
        [
            "uid": .string(index.uid), "createdAt": .string(index.createdAt),
            "updatedAt": .string(tasks.lastChange(of: index.uid).map(Timestamp.text) ?? index.createdAt),
            "primaryKey": .optional(index.primaryKey),
        ]
    }

    func makeIndex(_ call: Call, _ grant: Grant) async throws -> CallResponse {
        let body = try call.object()
        try body.check(knows: ["uid", "primaryKey"])
        guard let value = body["uid"] else { throw ProtocolError(.missingIndexUID, "Missing field `uid`") }
        guard let uid = value.string ?? value.integer.map(String.init) else {
            throw ProtocolError(.invalidIndexUID, "Invalid value type at `.uid`: expected a string.")
        }
        try grant.check("indexes.create", on: uid)
        try IndexNames.check(uid: uid)
        let primaryKey = try Self.primaryKey(body)
        return await task("indexCreation", uid, details: [.init("primaryKey", .optional(primaryKey))]) {
            [indexes] in
            try await indexes.rereading { snapshot in
                guard snapshot.description(of: uid) == nil else {
                    throw ProtocolError(.indexAlreadyExists, "Index `\(uid)` already exists.")
                }
                try await indexes.put(IndexDescription(uid: uid, primaryKey: primaryKey), over: snapshot)
            }
            return []
        }
    }

    private static func primaryKey(_ body: JSON) throws(ProtocolError) -> String? {
        guard let value = body["primaryKey"], !value.isNull else { return nil }
        guard let key = value.string else {
            throw ProtocolError(.invalidPrimaryKey, "Invalid value type at `.primaryKey`: expected a string.")
        }
        return key
    }

    func index(_ uid: String, _ grant: Grant) throws -> CallResponse {
        try grant.check("indexes.get", on: uid)
        return CallResponse(json(try indexes.index(uid, in: indexes.store.snapshot())))
    }

    func deleteIndex(_ uid: String, _ grant: Grant) async throws -> CallResponse {
        try grant.check("indexes.delete", on: uid)
        return await task("indexDeletion", uid) { [indexes] in
            let snapshot = indexes.store.snapshot()
            _ = try indexes.index(uid, in: snapshot)
            try await indexes.delete(uid)
            return [.init("deletedDocuments", .number(IndexStore.count(uid, in: snapshot)))]
        }
    }

    func changeIndex(_ uid: String, _ call: Call, _ grant: Grant) async throws -> CallResponse {
        try grant.check("indexes.update", on: uid)
        let body = try call.object()
        for name in ["createdAt", "updatedAt"] where body[name] != nil {
            throw ProtocolError(
                .immutableField, "Immutable field `\(name)`: expected one of `primaryKey`, `uid`")
        }
        try body.check(knows: ["primaryKey", "uid"])
        let primaryKey = try Self.primaryKey(body)
        let newUID = body["uid"]?.string
        if let newUID {
            try IndexNames.check(uid: newUID)
            try grant.check("indexes.update", on: newUID)
        }
        var details: [JSON.Member] = [.init("primaryKey", .optional(primaryKey))]
        if let newUID {
            details += [.init("oldIndexUid", .string(uid)), .init("newIndexUid", .string(newUID))]
        }
        return await task("indexUpdate", uid, details: details) { [indexes] in
            try await indexes.rereading { snapshot in
                var index = try indexes.index(uid, in: snapshot)
                guard let primaryKey, primaryKey != index.primaryKey else { return }
                guard IndexStore.count(uid, in: snapshot) == 0 else {
                    throw ProtocolError(
                        .primaryKeyExists,
                        "Index `\(uid)`: Index already has a primary key: `\(index.primaryKey ?? "")`.")
                }
                index.primaryKey = primaryKey
                try await indexes.put(index, over: snapshot)
            }
            if let newUID { try await indexes.rename([(uid, newUID)], swaps: false) }
            return []
        }
    }

    // MARK: Swapping

    func swap(_ call: Call, _ grant: Grant) async throws -> CallResponse {
        try grant.check("indexes.swap")
        guard let list = try call.json().elements else {
            throw ProtocolError(.badRequest, "Invalid value type: expected an array.")
        }
        var pairs: [(String, String)] = []
        var renames: [Bool] = []
        var known: Set<String> = []
        for swap in list {
            guard let uids = swap["indexes"]?.strings, uids.count == 2 else {
                throw ProtocolError(.invalidSwap, "Invalid value at `.indexes`: expected two index uids.")
            }
            for uid in uids {
                try IndexNames.check(uid: uid)
                try grant.check("indexes.swap", on: uid)
                guard known.insert(uid).inserted else {
                    throw ProtocolError(
                        .duplicateSwap,
                        "Indexes must be declared only once during a swap. `\(uid)` was specified several times."
                    )
                }
            }
            pairs.append((uids[0], uids[1]))
            renames.append(swap["rename"]?.bool ?? false)
        }
        let details: [JSON.Member] = [.init("swaps", .array(list))]
        return await task("indexSwap", nil, details: details, otherIndexes: Array(known)) {
            [indexes, pairs, renames] in
            for (pair, isRename) in zip(pairs, renames) {
                let snapshot = indexes.store.snapshot()
                _ = try indexes.index(pair.0, in: snapshot)
                if !isRename { _ = try indexes.index(pair.1, in: snapshot) }
            }
            for (pair, isRename) in zip(pairs, renames) { try await indexes.rename([pair], swaps: !isRename) }
            return []
        }
    }

    // MARK: Figures

    func stats(_ call: Call, _ grant: Grant, _ slots: some SearchSlots) async throws -> CallResponse {
        try grant.check("stats.get")
        var members: [JSON.Member] = []
        for index in indexes.all(in: indexes.store.snapshot()) where grant.sees(index.uid) {
            members.append(.init(index.uid, try await indexStats(index.uid, call, slots)))
        }
        let last = members.compactMap { tasks.lastChange(of: $0.name) }.max()
        return CallResponse([
            "databaseSize": size(0, call), "usedDatabaseSize": size(0, call),
            "lastUpdate": .optional(last.map(Timestamp.text)), "indexes": .object(members),
        ])
    }

    func indexStats(_ uid: String, _ call: Call, _ slots: some SearchSlots) async throws -> JSON {
        let snapshot = indexes.store.snapshot()
        let index = try indexes.index(uid, in: snapshot)
        let counts = try await slots.run(isCheap: false) {
            var request = SearchRequest(
                "", locale: index.settings.locale(of: "") ?? .english, catalogs: [uid], limit: 0)
            request.isGrouped = false
            request.facets = [
                FacetRequest(
                    IndexNames.presence, limit: 4 * IndexDescription.attributeLimit,
                    prefix: String(Presence.top.rawValue))
            ]
            return try snapshot.engine.matches(request).facets.first?.values ?? []
        }
        let distribution = counts.filter { $0.value.spelling.hasPrefix(String(Presence.top.rawValue)) }.map {
            JSON.Member(String($0.value.spelling.dropFirst()), .number($0.count))
        }.sorted { $0.name < $1.name }
        var members: [JSON.Member] = [
            .init("numberOfDocuments", .number(IndexStore.count(uid, in: snapshot))),
            .init("isIndexing", false),
            .init("fieldDistribution", .object(distribution)),
        ]
        if call.parameters.flag("showInternalDatabaseSizes") {
            members.append(.init("internalDatabaseSizes", ["documents": size(0, call)]))
        }
        return .object(members)
    }

    /// A size in bytes. The database does not know how many bytes belong to which index.
    private func size(_ bytes: Int, _ call: Call) -> JSON {
        call.parameters["sizeFormat"] == "human" ? .string("\(bytes) B") : .number(bytes)
    }

    /// The most conditions on fields.
    private static let fieldFilterLimit = 16

    func fields(_ uid: String, _ call: Call, _ grant: Grant) throws -> CallResponse {
        try grant.check("documents.get", on: uid)
        let index = try indexes.index(uid, in: indexes.store.snapshot())
        let body = try call.object()
        let searched = Set(index.searched)
        let displayed = index.settings.displayed
        let rows = index.attributes.map { attribute -> [(String, Bool)] in
            [
                ("displayed", displayed.map { IndexSettings.contains($0, attribute) } ?? true),
                ("searchable", searched.contains(attribute)),
                ("sortable", IndexSettings.contains(index.settings.sortable, attribute)),
                ("distinct", index.settings.distinct == attribute),
                ("filterable", IndexSettings.contains(index.settings.filterable, attribute)),
            ]
        }
        let wanted = body["filter"]?.members ?? []
        let patterns = body["filter"]?["attributePatterns"]?.strings.map { SearchQuery.names($0) }
        guard wanted.count <= Self.fieldFilterLimit, patterns != .some(nil) else {
            throw ProtocolError(.badRequest, "`.filter` has too many members, or patterns that are too long.")
        }
        let results = zip(index.attributes, rows).filter { attribute, row in
            (patterns??.contains { AttributePattern.matches($0, attribute) } ?? true)
                && wanted.allSatisfy { want in
                    row.first { $0.0 == want.name }.map { $0.1 == want.value.bool } ?? true
                }
        }.map { attribute, row -> JSON in
            .object(
                [.init("name", .string(attribute))]
                    + row.map { .init($0.0, ["enabled": .bool($0.1)]) })
        }
        let offset = body["offset"]?.integer ?? 0
        let limit = body["limit"]?.integer ?? 20
        guard offset >= 0, limit >= 0 else {
            throw ProtocolError(.badRequest, "`offset` and `limit` must be positive integers.")
        }
        return CallResponse([
            "results": .array(Array(results.dropFirst(offset).prefix(limit))), "offset": .number(offset),
            "limit": .number(limit), "total": .number(results.count),
        ])
    }

    private static let featureNames = [
        "metrics", "logsRoute", "editDocumentsByFunction", "containsFilter", "network",
        "getTaskDocumentsRoute", "compositeEmbedders", "chatCompletions", "multimodal",
        "vectorStoreSetting", "renderRoute", "foreignKeys", "dynamicSearchRules",
    ]

    /// The experimental features, all of them off.
    static let features = CallResponse(.object(featureNames.map { .init($0, false) }))

    static func changedFeatures(_ changes: JSON) throws(ProtocolError) -> CallResponse {
        for member in changes.members {
            guard featureNames.contains(member.name), let flag = member.value.bool else {
                throw ProtocolError(.badRequest, "Unknown field `\(member.name)`.")
            }
            if flag {
                throw ProtocolError(
                    .featureNotEnabled,
                    "`\(member.name)` has no counterpart here; see `/experimental/differences`.")
            }
        }
        return features
    }
}
