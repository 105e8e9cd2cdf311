// A store is served by one process, under one name, from the files that it opened.

import Foundation
import GRDB
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct PlaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func anotherProcessIsRefusedWithoutTheLockFile() async throws {
        let store = try ProductStore(path: folder.store)
        try folder.remove("shop.sqlite-lock")
        #expect(
            try openingElsewhere(folder.store) == ["the file is not opened as a store: it is already open"])
        #expect(throws: StoreError.refused(.inUse)) { try ProductStore(path: folder.store) }
        // The refusal did not release the locks of the open store.
        #expect(
            try openingElsewhere(folder.store) == ["the file is not opened as a store: it is already open"])
        try await store.putCatalog("a")
        try await store.close()
        #expect(try openingElsewhere(folder.store) == ["opened"])
    }

    @Test func anotherProcessIsRefusedThroughAHardLink() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        let other = folder.path + "/other.sqlite"
        try FileManager.default.linkItem(atPath: folder.store, toPath: other)
        #expect(try openingElsewhere(other) == ["the file is not opened as a store: it is already open"])
        #expect(throws: StoreError.refused(.inUse)) { try ProductStore(path: other) }
        #expect(
            try openingElsewhere(folder.store) == ["the file is not opened as a store: it is already open"])
        try await store.putCatalog("b")
        try await store.close()
        // The log of a killed process would be found under the first name only.
        #expect(throws: StoreError.refused(.severalNames(count: 2))) { try ProductStore(path: other) }
        #expect(throws: StoreError.refused(.severalNames(count: 2))) { try ProductStore(path: folder.store) }
        try folder.remove("other.sqlite")
        #expect(try await ProductStore(path: folder.store).allCatalogs().map(\.id) == ["a", "b"])
    }

    @Test(arguments: ["shop.sqlite", "shop.sqlite-wal", "shop.sqlite-shm"])
    func nothingIsWrittenWhileAFileIsElsewhere(name: String) async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.put(bytes(#"{"id": "1", "title": "Tea"}"#), in: "a")
        let (place, elsewhere) = (folder.path + "/" + name, folder.path + "/elsewhere")
        try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
        for isReplaced in [false, true] {
            if isReplaced { try FileManager.default.copyItem(atPath: elsewhere, toPath: place) }
            #expect(!store.isInPlace)
            await #expect(throws: StoreError.unavailable(.moved)) {
                try await store.put(bytes(#"{"id": "2", "title": "Tea"}"#), in: "a")
            }
            let report = try await store.load(bytes(#"{"id": "3", "title": "Tea"}"#), into: "a")
            #expect(report.failure == .unavailable(.moved))
            #expect(try store.count("tea") == 1)
        }
        try folder.remove(name)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: place)
        #expect(store.isInPlace)
        try await store.put(bytes(#"{"id": "2", "title": "Tea"}"#), in: "a")
        #expect(try store.count("tea") == 2)
    }

    /// What was acknowledged last may be in the log alone.
    @Test func anEmptiedDatabaseBesideItsLogIsNotReplaced() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        let log = try folder.bytes(of: "shop.sqlite-wal")
        try await store.close()
        try folder.write([], to: "shop.sqlite")
        try folder.write(log, to: "shop.sqlite-wal")
        #expect(throws: StoreError.refused(.notDatabase)) { try ProductStore(path: folder.store) }
        #expect(try folder.bytes(of: "shop.sqlite-wal") == log)
    }

    /// Moves the database during a commit.
    private final class Mover: TransactionObserver, Sendable {
        let path: String

        init(_ path: String) { self.path = path }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { rename(path, path + "-elsewhere") }
        func databaseDidRollback(_ db: Database) {}
    }

    @Test func aWriteToAFileThatIsMovedMeanwhileIsNotAcknowledged() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        store.sqlite.file.pool.add(transactionObserver: Mover(folder.store), extent: .databaseLifetime)
        await #expect(throws: StoreError.unavailable(.moved)) {
            try await store.put(bytes(#"{"id": "1", "title": "Tea"}"#), in: "a")
        }
    }

    // MARK: Damage

    @Test func aDamagedStoreSaysSo() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.close()
        let content = try folder.bytes()
        for start in [100, 4_096] {
            var damaged = content
            for place in start..<damaged.count { damaged[place] = UInt8(truncatingIfNeeded: place &* 31) }
            try folder.write(damaged)
            #expect(isDamage { try ProductStore(path: folder.store) })
            #expect(try folder.bytes() == damaged)
        }
    }

    @Test(arguments: ["DROP TABLE record", "DELETE FROM store", "UPDATE store SET revision = -1"])
    func aStoreWithoutItsTablesIsDamaged(sql: String) async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.close()
        let database = try DatabaseQueue(path: folder.store)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        #expect(isDamage { try ProductStore(path: folder.store) })
    }

    private func isDamage(_ body: () throws -> ProductStore) -> Bool {
        do {
            _ = try body()
            return false
        } catch {
            guard case StoreError.unavailable(.damaged) = error else { return false }
            return true
        }
    }
}
