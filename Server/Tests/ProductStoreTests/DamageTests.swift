// Damaged parts of a store are named and left out, and nothing broken is handed on.

import CatalogSearch
import Foundation
import GRDB
import StorefrontTestSupport
import Synchronization
import Testing

@testable import ProductStore

@Suite struct DamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A store with three records, after SQL has damaged it.
    private func damagedStore(_ sql: String) async throws -> (store: ProductStore, told: [DamagedPart]) {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a", description: bytes(#"{"label": "A"}"#))
        try await store.putRule("r", json: bytes(#"{"hide": ["3"]}"#), of: "a")
        for id in 1...3 { try await store.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a") }
        try await store.insertAccessKey("k", json: bytes("{}"))
        try await store.close()
        let database = try DatabaseQueue(path: folder.store)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        let told = Told()
        let again = try ProductStore(path: folder.store, damaged: { told.add($0) })
        return (again, told.parts)
    }

    private final class Told: Sendable {
        private let list = Mutex<[DamagedPart]>([])
        func add(_ part: DamagedPart) { list.withLock { $0.append(part) } }
        var parts: [DamagedPart] { list.withLock { $0 } }
    }

    private func backup(_ store: ProductStore) async throws -> String {
        var content: [UInt8] = []
        for try await block in store.backup() { content += block }
        return text(content)
    }

    @Test(arguments: [
        #"UPDATE record SET json = CAST('{"id": "1", "title' AS BLOB) WHERE id = CAST('1' AS BLOB)"#,
        #"UPDATE record SET json = CAST('{"id": "7", "title": "tea"}' AS BLOB) WHERE id = CAST('1' AS BLOB)"#,
        "UPDATE record SET json = x'7b226964223a2231222c22ff223a317d' WHERE id = CAST('1' AS BLOB)",
        "UPDATE record SET json = x'' WHERE id = CAST('1' AS BLOB)",
    ]) func aDamagedRecordIsNamedAndLeftOut(sql: String) async throws {
        let (store, told) = try await damagedStore(sql)
        let part = DamagedPart.record(catalog: "a", id: "1")
        #expect(told == [part] && store.damagedParts == [part])
        #expect(try store.count("tea") == 1)
        let damaged = StoreError.unavailable(.damaged(message: "the record '1' of the catalog 'a'"))
        await #expect(throws: damaged) { try await store.record("1", in: "a") }
        await #expect(throws: damaged) { try await store.patch("1", with: bytes("{}"), in: "a") }
        await #expect(throws: damaged) { try await store.checkBackup() }
        await #expect(throws: damaged) { try await backup(store) }
        #expect(try await store.records(in: "a", limit: 9).map(\.isIntact) == [false, true, true])
        // Writing or deleting the part repairs it.
        try await store.put(bytes(#"{"id": "1", "title": "tea"}"#), in: "a")
        #expect(store.damagedParts.isEmpty)
        #expect(try store.count("tea") == 2)
        #expect(try await backup(store).hasSuffix("{\"end\":true}\n"))
    }

    @Test func aDamagedDescriptionIsNamedAndItsRecordsAreSearched() async throws {
        let (store, told) = try await damagedStore(
            #"UPDATE catalog SET description = CAST('{"label": "A", "rules": {"r": ' AS BLOB)"#)
        let part = DamagedPart.description(catalog: "a")
        #expect(told == [part])
        #expect(try store.count("tea") == 3)
        #expect(try await store.allCatalogs().map(\.isIntact) == [false])
        let damaged = StoreError.unavailable(.damaged(message: "the description of the catalog 'a'"))
        await #expect(throws: damaged) { try await store.catalog("a") }
        await #expect(throws: damaged) { try await store.rules(of: "a") }
        await #expect(throws: damaged) {
            try await store.putRule("s", json: bytes(#"{"hide": ["1"]}"#), of: "a")
        }
        await #expect(throws: damaged) { try await backup(store) }
        try await store.putCatalog("a", description: bytes(#"{"label": "B"}"#))
        #expect(store.damagedParts.isEmpty)
        #expect(try await text(store.catalog("a").json) == #"{"label": "B"}"#)
    }

    @Test func filesOfAStoreAreItsOwnersAlone() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        func mode(_ name: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.store + name)
            return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
        }
        for name in ["", "-wal", "-shm", "-lock"] { #expect(try mode(name) == 0o600, "\(name)") }
        try await store.close()
        // Earlier versions left it to SQLite, which lets all read.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.store)
        let again = try ProductStore(path: folder.store)
        try await again.putCatalog("b")
        for name in ["", "-wal", "-shm"] { #expect(try mode(name) == 0o600, "\(name)") }
        try await again.close()
        // Another mode was chosen.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.store)
        try await ProductStore(path: folder.store).close()
        #expect(try mode("") == 0o640)
    }

    @Test(arguments: ["truncated", "overwritten", "written"])
    func aFileThatOthersChangeTakesNoMoreWrites(how: String) async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.put(bytes(#"{"id": "1", "title": "tea"}"#), in: "a")
        #expect(store.isInPlace)
        switch how {
        case "truncated": #expect(truncate(folder.store, 4_096) == 0)
        case "overwritten":
            let file = try #require(FileHandle(forUpdatingAtPath: folder.store))
            try file.seek(toOffset: 8_000)
            try file.write(contentsOf: Data([1, 2, 3]))
            try file.close()
        default:
            let other = try DatabaseQueue(path: folder.store)
            try await other.write { try $0.execute(sql: "UPDATE record SET json = CAST('{}' AS BLOB)") }
        }
        await #expect(throws: StoreError.unavailable(.moved)) {
            try await store.put(bytes(#"{"id": "2", "title": "tea"}"#), in: "a")
        }
        #expect(!store.isInPlace)
        #expect(try store.count("tea") == 1)
    }

    @Test func ownWritesAreNoChangesOfOthers() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        let long = String(repeating: "x", count: 2_000)
        // More than SQLite keeps in its log: it writes the database itself meanwhile.
        for round in 0..<6 {
            let lines = (0..<1_000).map { #"{"id": "\#($0)", "n": \#(round), "title": "\#(long)"}"# + "\n" }
            _ = try await store.load(bytes(lines.joined()), into: "a", mode: .whole)
            #expect(store.isInPlace)
        }
        for try await _ in store.backup() {}
        try await store.put(bytes(#"{"id": "2", "title": "tea"}"#), in: "a")
        #expect(store.isInPlace)
        try await store.close()
        #expect(store.isInPlace)
    }

    // MARK: Full disks

    @Test(arguments: [false, true])
    func aStoreOnAFullDiskIsSearchedAndTakesChangesWhenThereIsSpace(wasKilled: Bool) async throws {
        let first = try ProductStore(path: folder.store)
        try await first.putCatalog("a")
        try await first.put(bytes(#"{"id": "1", "title": "tea"}"#), in: "a")
        var path = folder.store
        if wasKilled {
            // What is only in SQLite's log is read, too.
            path = folder.path + "/killed.sqlite"
            for name in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: folder.store + name, toPath: path + name)
            }
        }
        try await first.close()
        let names = try folder.names()
        let hasSpace = Flag()
        let store = try ProductStore(fullDisk: path, hasSpace: { hasSpace.isSet })
        #expect(try store.count("tea") == 1 && !store.takesChanges && store.isInPlace)
        #expect(try await store.record("1", in: "a").id == "1")
        await #expect(throws: StoreError.unavailable(.diskFull)) {
            try await store.put(bytes(#"{"id": "2", "title": "tea"}"#), in: "a")
        }
        // Nothing was written, but for the file of the lock.
        #expect(
            try folder.names().filter { !$0.hasSuffix("-lock") } == names.filter { !$0.hasSuffix("-lock") })
        #expect(throws: StoreError.refused(.inUse)) { try ProductStore(path: path) }
        hasSpace.set()
        try await store.put(bytes(#"{"id": "2", "title": "tea"}"#), in: "a")
        #expect(try store.count("tea") == 2 && store.takesChanges)
        #expect(try await store.records(in: "a", limit: 9).count == 2)
        try await store.close()
        let again = try ProductStore(path: path)
        #expect(try again.count("tea") == 2)
    }

    @Test func aNewStoreNeedsSpace() throws {
        #expect(throws: StoreError.unavailable(.diskFull)) {
            try ProductStore(fullDisk: folder.store, hasSpace: { false })
        }
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)
        var isSet: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }
}
