// Documents of an index: how they are added, updated, and rewritten when settings change.

internal import CatalogSearch
internal import JSON
internal import ProductStore

extension IndexStore {
    /// How documents are added.
    struct Addition: Sendable {
        let uid: String
        let documents: [JSON]
        /// Whether members that a document lacks keep their old values.
        let updates: Bool
        /// The primary key that the request names; `nil` to find it.
        let primaryKey: String?
        /// Whether only documents that exist are written.
        let skipsNew: Bool
    }

    /// Adds documents, all or none. Creates the index if it does not exist.
    ///
    /// - Returns: the number of documents written.
    func add(_ addition: Addition) async throws -> Int {
        try await rereading { snapshot in try await add(addition, to: snapshot) }
    }

    private func add(_ addition: Addition, to snapshot: StoreSnapshot) async throws -> Int {
        var index = find(addition.uid, in: snapshot) ?? IndexDescription(uid: addition.uid)
        let isNew = find(addition.uid, in: snapshot) == nil
        if isNew, snapshot.description(of: addition.uid) != nil { throw Self.foreign(addition.uid) }
        let old = index
        try setPrimaryKey(of: &index, addition)
        let documents = try merged(addition, index, isNew ? nil : snapshot)
        var known = Set(index.attributes)
        let embedders = index.settings.embedders
        for (id, document, _) in documents {
            try DocumentVectors.check(document, id: id, embedders)
            if index.settings.usesPlaces { try DocumentPlace.check(document, id: id) }
            for (attribute, content) in DocumentRecord.contents(of: document) {
                let isNew = known.insert(attribute).inserted
                if isNew { index.attributes.append(attribute) }
                index.note(content.kind, of: attribute, isNew: isNew)
            }
        }
        if isNew || index != old {
            // Documents may have been changed or deleted since the snapshot.
            throw Change(revision: try await put(index, over: snapshot))
        }
        let maker = DocumentRecord(index, defaultLocale: defaultLocale)
        var lines: [UInt8] = []
        // A revision grows with each record that is written, so these numbers exceed those of all earlier
        // documents.
        var sequence = Int(snapshot.revision.number)
        for (id, document, place) in documents {
            sequence += 1
            let start = lines.count
            maker.json(document, id: id, sequence: place ?? sequence).write(to: &lines)
            try checkSize(lines.count - start, id)
            lines.append(UInt8(ascii: "\n"))
        }
        // Merged documents depend on the old ones, so these must not have changed since they were read.
        let revision = addition.updates ? snapshot.catalogRevisions[index.uid] : nil
        try await load(lines, into: index.uid, if: revision.map { .revision($0) } ?? .none)
        return documents.count
    }

    private func checkSize(_ count: Int, _ id: String) throws(ProtocolError) {
        guard count <= StoreLimits.recordSize else {
            throw ProtocolError(
                .payloadTooLarge,
                "Document `\(id)` has \(count) bytes with its index; the limit is \(StoreLimits.recordSize) bytes."
            )
        }
    }

    /// The error about a catalog that this protocol did not create.
    static func foreign(_ uid: String) -> ProtocolError {
        ProtocolError(
            .indexAlreadyExists,
            "`\(uid)` is a catalog that was made by the native interface. Choose another uid, or change it there."
        )
    }

    private func load(_ lines: [UInt8], into uid: String, if precondition: Precondition) async throws {
        guard !lines.isEmpty else { return }
        let report = try await Self.unchanged { () async throws(StoreError) in
            let report = try await store.load(lines, into: uid, mode: .whole, if: precondition)
            if let failure = report.failure { throw failure }
            return report
        }
        note(report.revision)
        if report.skippedCount > 0 {
            throw ProtocolError(.internalError, "\(report.skippedCount) documents could not be written.")
        }
    }

    // MARK: Ids

    private func setPrimaryKey(of index: inout IndexDescription, _ addition: Addition) throws(ProtocolError) {
        if let named = addition.primaryKey {
            if let known = index.primaryKey, known != named {
                throw ProtocolError(
                    .primaryKeyExists, "Index `\(index.uid)`: Index already has a primary key: `\(known)`.")
            }
            index.primaryKey = named
        }
        guard index.primaryKey == nil, let first = addition.documents.first else { return }
        let candidates = first.members.map(\.name).filter { $0.lowercased().hasSuffix("id") }
        guard let only = candidates.first else {
            throw ProtocolError(
                .noPrimaryKey,
                "Index `\(index.uid)`: The primary key inference failed as the engine did not find any field ending with `id` in its name. Please specify the primary key manually using the `primaryKey` query parameter."
            )
        }
        guard candidates.count == 1 else {
            throw ProtocolError(
                .multiplePrimaryKeys,
                "Index `\(index.uid)`: The primary key inference failed as the engine found \(candidates.count) fields ending with `id` in their names: '\(candidates[0])' and '\(candidates[1])'. Please specify the primary key manually using the `primaryKey` query parameter."
            )
        }
        index.primaryKey = only
    }

    static func id(_ document: JSON, _ primaryKey: String) throws(ProtocolError) -> String {
        var value: JSON? = document[primaryKey]
        if value == nil {
            // The primary key may be within an object.
            value = primaryKey.split(separator: ".").reduce(document) { value, name in value?[String(name)] }
        }
        switch value {
        case nil, .null?:
            throw ProtocolError(
                .missingDocumentIdentifier,
                "Document doesn't have a `\(primaryKey)` attribute: `\(document.text.prefix(200))`.")
        case .number(let spelling)? where Int64(spelling) != nil: return spelling
        case .string(let id)? where isID(id): return id
        case let value?:
            throw ProtocolError(
                .invalidDocumentIdentifier,
                "Document identifier `\(value.text.prefix(200))` is invalid. A document identifier can be of type integer or string, only composed of alphanumeric characters (a-z A-Z 0-9), hyphens (-) and underscores (_), and can not be more than 511 bytes."
            )
        }
    }

    /// Whether a text can be the id of a document.
    static func isID(_ id: String) -> Bool {
        (1...511).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The documents to write: each id once, merged with the stored document if the addition updates.
    private func merged(
        _ addition: Addition, _ index: IndexDescription, _ snapshot: StoreSnapshot?
    ) throws(ProtocolError) -> [(id: String, document: JSON, place: Int?)] {
        guard let primaryKey = index.primaryKey else { return [] }
        var ids: [String] = []
        var documents: [String: JSON] = [:]
        var places: [String: Int] = [:]
        for document in addition.documents {
            let id = try Self.id(document, primaryKey)
            if documents[id] == nil {
                let old = try snapshot.flatMap { snapshot throws(ProtocolError) in
                    try Self.document(id, of: index.uid, in: snapshot)
                }
                if addition.skipsNew, old == nil { continue }
                ids.append(id)
                places[id] = old?.sequence
                documents[id] = addition.updates ? old?.document ?? .object([]) : .object([])
            }
            guard addition.updates, var members = documents[id]?.members else {
                documents[id] = document
                continue
            }
            for member in document.members { members.set(member.name, member.value) }
            documents[id] = .object(members)
        }
        return ids.map { ($0, documents[$0] ?? .object([]), places[$0]) }
    }

    // MARK: Settings

    /// Changes the settings of an index. Documents whose records depend on them are rewritten before the
    /// catalog's description changes, so that no search misses values that its filter needs.
    ///
    /// - Parameter makes: whether to create the index if it does not exist.
    func change(
        _ uid: String, makes: Bool, _ body: @Sendable (inout IndexDescription) throws(ProtocolError) -> Void
    ) async throws {
        try await rereading { snapshot in try await change(uid, in: snapshot, makes: makes, body) }
    }

    private func change(
        _ uid: String, in snapshot: StoreSnapshot, makes: Bool,
        _ body: @Sendable (inout IndexDescription) throws(ProtocolError) -> Void
    ) async throws {
        if find(uid, in: snapshot) == nil, snapshot.description(of: uid) != nil { throw Self.foreign(uid) }
        var index =
            makes ? find(uid, in: snapshot) ?? IndexDescription(uid: uid) : try self.index(uid, in: snapshot)
        let old = index
        try body(&index)
        try index.check()
        if Self.needsRecords(index, old), Self.count(uid, in: snapshot) > 0 {
            try await rewrite(index, index.settings.including(filtersOf: old.settings))
        }
        try await put(index, over: snapshot)
    }

    /// Makes the records of all documents again.
    private func rewrite(_ index: IndexDescription, _ settings: IndexSettings) async throws {
        let maker = DocumentRecord(index, settings, defaultLocale: defaultLocale)
        let revision = try await Self.naming { () async throws(StoreError) in
            try await store.rewriteRecords(of: index.uid) { maker.json(of: $0) }
        }
        note(revision)
    }

    /// Gives all records prices in the currency that the description of an index names.
    ///
    /// - Parameter revision: the change that named the currency.
    /// - Returns: the revision of the description, which then declares what readers see.
    func updatePrices(of uid: String, since revision: Revision) async throws -> Revision {
        try await writing { [self] in
            try await rereading { snapshot in
                // A follower may not have received the change yet.
                guard snapshot.revision >= revision else { throw Change(revision: revision) }
                let index = try index(uid, in: snapshot)
                try await rewrite(index, index.settings)
                return try await put(index, over: snapshot)
            }
        }.value
    }

    /// Whether records depend on the settings that changed.
    private static func needsRecords(_ index: IndexDescription, _ oldIndex: IndexDescription) -> Bool {
        let (new, old) = (index.settings, oldIndex.settings)
        return [
            "searchableAttributes", "filterableAttributes", "sortableAttributes", "distinctAttribute",
            "localizedAttributes",
        ].contains { new[$0] != old[$0] }
            || new.embedders != old.embedders
            || index.currency != nil && new["displayedAttributes"] != old["displayedAttributes"]
            || Set(new.rankingRules.compactMap(\.attribute)) != Set(old.rankingRules.compactMap(\.attribute))
    }
}

extension IndexSettings {
    /// These settings, with the attributes that filters may name in the old ones added.
    fileprivate func including(filtersOf old: IndexSettings) -> IndexSettings {
        var settings = self
        for (name, list) in [
            ("filterableAttributes", filterable + old.filterable),
            ("sortableAttributes", sortable + old.sortable + old.rankingRules.compactMap(\.attribute)),
        ] {
            try? settings.apply(.object([.init(name, .strings(list))]))
        }
        return settings
    }
}

extension DocumentRecord {
    /// The new JSON of a stored record; `nil` if it has no document.
    fileprivate func json(of record: StoredRecord) -> [UInt8]? {
        guard let stored = try? JSONReader.value(of: record.json), let document = stored[IndexNames.document]
        else { return nil }
        let sequence = stored[IndexNames.sequence.rawValue]?.integer ?? Int(record.revision.number)
        var bytes: [UInt8] = []
        json(document, id: record.id, sequence: sequence).write(to: &bytes)
        return bytes
    }
}
