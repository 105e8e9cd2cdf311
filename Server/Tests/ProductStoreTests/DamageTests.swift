// Damaged parts of a store are reported and left out, and never returned.

import CatalogSearch
import CatalogStorage
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
    private func damagedStore(_ sql: String) async throws -> (store: ProductStore, reported: [DamagedPart]) {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a", description: bytes(#"{"label": "A"}"#))
        try await store.putRule("r", json: bytes(#"{"hide": ["3"]}"#), of: "a")
        for id in 1...3 { try await store.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a") }
        try await store.insertAccessKey("k", json: bytes("{}"))
        try await store.close()
        let database = try DatabaseQueue(path: folder.store)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        let reported = ReportedDamage()
        let again = try ProductStore(path: folder.store, damaged: { reported.add($0) })
        return (again, reported.parts)
    }

    private final class ReportedDamage: Sendable {
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
        #"UPDATE record SET json = CAST('{"id": "1", "title": "toe"}' AS BLOB) WHERE id = CAST('1' AS BLOB)"#,
        "UPDATE record SET revision = revision + 3 WHERE id = CAST('1' AS BLOB)",
        "UPDATE record SET checksum = checksum + 3 WHERE id = CAST('1' AS BLOB)",
    ]) func aDamagedRecordIsNamedAndLeftOut(sql: String) async throws {
        let (store, reported) = try await damagedStore(sql)
        let part = DamagedPart.record(catalog: "a", id: "1")
        #expect(reported == [part] && store.damagedParts == [part])
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
        #expect(try await backup(store).contains(#"{"end":true,"checksum":""#))
    }

    @Test(arguments: [
        #"CAST('{"label": "A", "rules": {"r": ' AS BLOB)"#,
        #"CAST('{"label": "A", "rules": {"r": {"hide": ["4"]}}}' AS BLOB)"#,
    ]) func aDamagedDescriptionIsNamedAndItsRecordsAreSearched(json: String) async throws {
        let (store, reported) = try await damagedStore("UPDATE catalog SET description = \(json)")
        let part = DamagedPart.description(catalog: "a")
        #expect(reported == [part])
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

    /// Writes do not hide damage elsewhere: no checksum is computed from bytes that a disk has changed.
    @Test func writesBesideDamageDoNotHideIt() async throws {
        let (store, _) = try await damagedStore(
            #"UPDATE record SET json = CAST('{"id": "1", "title": "toe"}' AS BLOB) WHERE id = CAST('1' AS BLOB);"#
                + #"UPDATE catalog SET description = CAST('{"label": "B"}' AS BLOB)"#)
        try await store.put(bytes(#"{"id": "4", "title": "tea"}"#), in: "a")
        try await store.rewriteRecords(of: "a") { bytes(#"{"id": "\#($0.id)", "title": "new"}"#) }
        try await store.renameCatalog("a", to: "b")
        try await store.close()
        let again = try ProductStore(path: folder.store)
        #expect(again.damagedParts == [.description(catalog: "b"), .record(catalog: "b", id: "1")])
        #expect(try again.count("new") == 3)
        // A replacement also replaces the damaged record.
        try await again.putCatalog("b", description: bytes(#"{"label": "C"}"#))
        let lines = (1...3).map { #"{"id": "\#($0)", "title": "\#($0 == 1 ? "toe" : "new")"}"# + "\n" }
        _ = try await again.load(bytes(lines.joined()), into: "b", mode: .replacement)
        try await again.close()
        #expect(try ProductStore(path: folder.store).damagedParts.isEmpty)
        #expect(try StoreVerifier.verify(folder.store).isSound)
    }

    @Test func missingRecordsAreNoticed() async throws {
        let (store, reported) = try await damagedStore("DELETE FROM record WHERE id = CAST('1' AS BLOB)")
        #expect(reported == [.records(catalog: "a")])
        await #expect(throws: StoreError.self) { try await store.checkBackup() }
        let lines = (1...3).map { #"{"id": "\#($0)", "title": "tea"}"# + "\n" }.joined()
        _ = try await store.load(bytes(lines), into: "a", mode: .replacement)
        #expect(try await store.catalog("a").recordCount == 3 && store.damagedParts.isEmpty)
        #expect(try await backup(store).contains(#""records":3"#))
    }

    /// Records of a checkpoint are not read from the database, but lists of them are.
    @Test func noFlippedBitOfAnIdShortensAListSilently() async throws {
        let folder = folder
        let checkpoints = { CheckpointFolder(folder.path + "/checkpoints") }
        let store = try ProductStore(path: folder.store, checkpoints: checkpoints())
        try await store.putCatalog("a")
        for id in 100...139 { try await store.put(bytes(#"{"id": "r\#(id)", "title": "tea"}"#), in: "a") }
        await store.writeCheckpoint()
        try await store.close()
        let (original, id) = (try folder.bytes(), bytes("r120"))
        for place in original.indices.dropLast(id.count)
        where original[place..<place + id.count].elementsEqual(id) {
            for bit in [0x80, 0x10] as [UInt8] {
                var flipped = original
                flipped[place] ^= bit
                for name in ["-wal", "-shm"] { unlink(folder.store + name) }
                try folder.write(flipped)
                let store = try ProductStore(path: folder.store, checkpoints: checkpoints())
                let list = (try? await store.records(in: "a", limit: 100)) ?? []
                #expect(
                    list.filter(\.isIntact).count == 40 || list.count == 40 || !store.damagedParts.isEmpty)
                try await store.close()
            }
        }
    }

    @Test func aDamagedKeyPermitsNothing() async throws {
        let (store, _) = try await damagedStore(#"UPDATE accessKey SET json = CAST('{ }' AS BLOB)"#)
        #expect(try await store.accessKeys().map(\.isIntact) == [false])
        await #expect(throws: StoreError.self) { try await store.patchAccessKey("k", with: bytes("{}")) }
        try await store.deleteAccessKey("k")
        #expect(try await store.accessKeys().isEmpty)
    }

    @Test func aStoreOfAnOlderVersionGetsChecksums() async throws {
        let older = try DatabaseQueue(path: folder.store)
        try Schema.migrator.migrate(older, upTo: "3")
        try await older.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(Schema.applicationID);
                    INSERT INTO catalog VALUES (1, CAST('a' AS BLOB), CAST('{}' AS BLOB), 1, 2, 1);
                    INSERT INTO record VALUES (1, 1, CAST('1' AS BLOB), 2, CAST('{"id": "1", "title": "tea"}' AS BLOB));
                    INSERT INTO accessKey VALUES (CAST('k' AS BLOB), CAST('{}' AS BLOB));
                    UPDATE store SET revision = 2;
                    """)
        }
        try older.close()
        let report = try StoreVerifier.verify(folder.store)
        #expect(report.isSound, "\(report.faults)")
        #expect(report.catalogs.map(\.recordCount) == [1])
        let store = try ProductStore(path: folder.store)
        #expect(try store.damagedParts.isEmpty && store.count("tea") == 1)
        #expect(try await store.accessKeys().map(\.isIntact) == [true])
        try await store.close()
        #expect(try StoreVerifier.verify(folder.store).isSound)
        let database = try DatabaseQueue(path: folder.store)
        let missing = try await database.read { db in
            try ["record", "catalog", "accessKey"].map { table in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE checksum IS NULL") ?? -1
            }
        }
        #expect(missing == [0, 0, 0])
    }

    @Test(.enabled(if: StoreKind.available.contains(.postgreSQL)))
    func damagedRowsOfPostgreSQLAreNamed() async throws {
        let server = try #require(TemporaryPostgreSQL.shared)
        let address = try server.makeDatabase()
        let store = try ProductStore(PostgreSQLAddress(address))
        for catalog in ["a", "b"] { try await store.putCatalog(catalog) }
        for id in 1...3 { try await store.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a") }
        try await store.insertAccessKey("k", json: bytes("{}"))
        #expect(store.damagedParts.isEmpty)
        try await store.close()
        for table in ["record", "catalog", "accessKey"] {
            // Otherwise the server would compute a new checksum for this write.
            try server.run("ALTER TABLE lsearch.\(table) ALTER COLUMN checksum DROP EXPRESSION", in: address)
        }
        try server.run(
            #"""
            UPDATE lsearch.record SET json = '{"id": "1", "title": "toe"}' WHERE id = '1';
            UPDATE lsearch.catalog SET description = '{"label": "B"}' WHERE id = 'b';
            UPDATE lsearch.accessKey SET json = '{ }';
            """#, in: address)
        let again = try ProductStore(PostgreSQLAddress(address))
        #expect(again.damagedParts == [.record(catalog: "a", id: "1"), .description(catalog: "b")])
        #expect(try again.count("tea") == 2 && again.count("toe") == 0)
        #expect(try await again.accessKeys().map(\.isIntact) == [false])
        let damaged = StoreError.unavailable(.damaged(message: "the record '1' of the catalog 'a'"))
        await #expect(throws: damaged) { try await again.record("1", in: "a") }
        await #expect(throws: damaged) { try await again.patch("1", with: bytes("{}"), in: "a") }
        await #expect(throws: StoreError.self) { try await again.checkBackup() }
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
        // The user chose another mode.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.store)
        try await ProductStore(path: folder.store).close()
        #expect(try mode("") == 0o640)
    }

    @Test(arguments: ["truncated", "overwritten", "written", "log truncated"])
    func aFileThatOthersChangeTakesNoMoreWrites(how: String) async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.put(bytes(#"{"id": "1", "title": "tea"}"#), in: "a")
        #expect(store.isInPlace)
        switch how {
        case "truncated": #expect(truncate(folder.store, 4_096) == 0)
        case "log truncated": #expect(truncate(folder.store + "-wal", 4_096) == 0)
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
        // More than SQLite keeps in its log, so that SQLite writes the database in between.
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
        // Nothing was written except the lock file.
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
