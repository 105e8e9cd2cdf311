// The indexes of a store: how they are read, created, described and deleted.

internal import CatalogSearch
internal import JSON
internal import ProductStore
internal import Synchronization

/// The catalogs of a store that are indexes of this protocol.
final class IndexStore: Sendable {
    let store: ProductStore
    let defaultLocale: LocaleIdentifier
    /// The descriptions read so far, by catalog.
    private let known = Mutex<[String: (revision: Revision, index: IndexDescription?)]>([:])
    /// The end of the write that began last: each write waits for the one before it.
    private let last = Mutex<Task<Void, Never>?>(nil)
    /// The newest change that the running write has made.
    private let written = Mutex<Revision?>(nil)

    init(_ store: ProductStore, defaultLocale: LocaleIdentifier) {
        self.store = store
        self.defaultLocale = defaultLocale
    }

    /// An index in a snapshot.
    ///
    /// - Throws: `ProtocolError` with `index_not_found`.
    func index(_ uid: String, in snapshot: StoreSnapshot) throws(ProtocolError) -> IndexDescription {
        guard let index = find(uid, in: snapshot) else { throw .indexNotFound(uid) }
        return index
    }

    /// An index in a snapshot; `nil` if there is none.
    func find(_ uid: String, in snapshot: StoreSnapshot) -> IndexDescription? {
        let revision = snapshot.descriptionRevision(of: uid)
        if let entry = known.withLock({ $0[uid] }), entry.revision == revision { return entry.index }
        guard let description = snapshot.description(of: uid) else {
            known.withLock { $0[uid] = nil }
            return nil
        }
        let index = IndexDescription(uid: uid, catalog: description.json)
        known.withLock { $0[uid] = (description.revision, index) }
        return index
    }

    /// All indexes, in the order of their uids.
    func all(in snapshot: StoreSnapshot) -> [IndexDescription] {
        snapshot.engine.catalogs.compactMap { find($0.description.id, in: snapshot) }
    }

    /// The number of documents of an index.
    static func count(_ uid: String, in snapshot: StoreSnapshot) -> Int {
        snapshot.engine.catalogs.first { $0.description.id == uid }?.recordCount ?? 0
    }

    /// The document with an id, and its position in the order in which documents were added; `nil` if there
    /// is none.
    static func document(
        _ id: String, of uid: String, in snapshot: StoreSnapshot
    ) throws(ProtocolError) -> (document: JSON, sequence: Int?)? {
        let record: CatalogRecord?
        do {
            record = try snapshot.engine.record(id, in: uid)
        } catch {
            throw ProtocolError(.internalError, "\(error)")
        }
        guard let record else { return nil }
        let sequence = record.attributes.first { $0.name == IndexNames.sequence }.flatMap {
            Int($0.value.spelling)
        }
        let json = record.additionalMembers.first { $0.name == IndexNames.document }?.json
        let document = json.flatMap { try? JSONReader.value(of: Array($0.utf8)) } ?? ["id": .string(id)]
        return (document, sequence)
    }

    // MARK: Writing

    /// Runs writes one at a time: each reads what the one before it wrote.
    ///
    /// - Returns: the newest change that the write made, besides its value; `nil` if it changed nothing.
    func writing<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> (value: Value, revision: Revision?) {
        let task = last.withLock { last in
            let before = last
            // Not cancelled with the request, so that no write stops halfway.
            let task = Task {
                await before?.value
                written.withLock { $0 = nil }
                let value = try await body()
                return (value, written.withLock { $0 })
            }
            last = Task { _ = try? await task.value }
            return task
        }
        return try await task.value
    }

    /// Records a change by the running write.
    func note(_ revision: Revision?) {
        guard let revision else { return }
        written.withLock { $0 = $0.map { max($0, revision) } ?? revision }
    }

    /// Runs a write that depends on what it reads. Runs it again if the native interface or another server
    /// has changed or deleted that meanwhile.
    ///
    /// - Parameter body: gets the newest snapshot; throws ``Change`` if what it read has changed since.
    func rereading<Value>(_ body: (StoreSnapshot) async throws -> Value) async throws -> Value {
        for _ in 0..<Self.attemptLimit {
            do {
                return try await body(store.snapshot())
            } catch let change as Change {
                // A follower may not have received the change yet.
                if let revision = change.revision {
                    _ = await store.isSearched(revision, within: .seconds(1))
                } else {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
        }
        throw ProtocolError(.unavailable, "The index is changed by others all the time. Try again.")
    }

    private static let attemptLimit = 20

    /// What a write has read was changed since.
    struct Change: Error {
        /// The newest revision; `nil` if the catalog was deleted.
        let revision: Revision?
    }

    /// Runs a write that depends on what was read.
    ///
    /// - Throws: ``Change``, `ProtocolError`.
    static func unchanged<Value>(_ body: () async throws(StoreError) -> Value) async throws -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            if case .conflict(let revision) = error { throw Change(revision: revision) }
            throw ProtocolError(error)
        }
    }

    /// Creates an index, or changes its description if it is still as in a snapshot.
    ///
    /// - Returns: its new revision.
    /// - Throws: ``Change``, `ProtocolError`.
    @discardableResult
    func put(_ index: IndexDescription, over snapshot: StoreSnapshot) async throws -> Revision {
        try index.check()
        let precondition = snapshot.description(of: index.uid).map { Precondition.revision($0.revision) }
        let result = try await Self.unchanged { () async throws(StoreError) in
            try await store.putCatalog(
                index.uid, description: index.catalog(defaultLocale: defaultLocale),
                if: precondition ?? .absent)
        }
        note(result.revision)
        return result.revision
    }

    /// Deletes an index with its documents.
    func delete(_ uid: String) async throws {
        let result = try await Self.naming { () async throws(StoreError) in try await store.deleteCatalog(uid)
        }
        note(result.revision)
    }

    /// Deletes documents; ids that do not exist are ignored.
    ///
    /// - Returns: the number of documents deleted.
    func deleteDocuments(_ ids: [String], of uid: String) async throws -> Int {
        var count = 0
        // Deletions that run at the same time share a transaction.
        for start in stride(from: 0, to: ids.count, by: Self.deletionCount) {
            let slice = ids[start..<min(start + Self.deletionCount, ids.count)]
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for id in slice {
                    group.addTask {
                        do throws(StoreError) {
                            self.note(try await self.store.delete(id, in: uid).revision)
                            return true
                        } catch {
                            if case .notFound(.record) = error { return false }
                            throw ProtocolError(error)
                        }
                    }
                }
                for try await isDeleted in group where isDeleted { count += 1 }
            }
        }
        return count
    }

    private static let deletionCount = 1_000

    /// Runs `body`, and converts errors of the store to those of the protocol.
    static func naming<Value>(_ body: () async throws(StoreError) -> Value) async throws(ProtocolError)
        -> Value
    {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw ProtocolError(error)
        }
    }
}

extension ProtocolError {
    init(_ error: StoreError) {
        switch error {
        case .notFound(.catalog(let uid)): self = .indexNotFound(uid)
        case .notFound(.record(_, let id)): self.init(.documentNotFound, "Document `\(id)` not found.")
        case .notFound(.accessKey): self = .apiKeyNotFound
        case .invalidCatalogIdentifier(let uid): self = .invalidUID(uid)
        case .unavailable(.diskFull): self.init(.noSpaceLeft, "There is no more space left on the device.")
        case .tooLarge(_, let bytes, let limit):
            self.init(.payloadTooLarge, "A document has \(bytes) bytes; the limit is \(limit) bytes.")
        case .unavailable: self.init(.unavailable, "The store takes no changes now. Try again.")
        case .notFound(.rule), .invalidRule, .conflict, .invalidRecord, .invalidDescription,
            .differentIdentifier, .interrupted, .refused:
            self.init(.internalError, "The store refused the change.")
        }
    }
}

extension IndexStore {
    /// Renames indexes.
    ///
    /// - Parameter swaps: whether the other uids belong to indexes, which get these uids in exchange.
    func rename(_ pairs: [(String, String)], swaps: Bool) async throws(ProtocolError) {
        for (uid, other) in pairs {
            do throws(StoreError) {
                note(try await store.renameCatalog(uid, to: other, swaps: swaps).revision)
            } catch {
                if case .conflict = error {
                    throw ProtocolError(.indexAlreadyExists, "Index `\(other)` already exists.")
                }
                throw ProtocolError(error)
            }
        }
    }
}
