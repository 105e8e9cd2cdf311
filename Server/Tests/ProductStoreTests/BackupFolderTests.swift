// A folder of backups, which a server writes and from which it restores what is damaged.

import CatalogStorage
import Foundation
import GRDB
import StorefrontTestSupport
import Synchronization
import Testing

@testable import ProductStore

@Suite struct BackupFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var backups: BackupFolder { BackupFolder(folder.path + "/backups") }

    /// The notes of backups, in their order.
    private final class Notes: Sendable {
        private let list = Mutex<[BackupNote]>([])
        func add(_ note: BackupNote) { list.withLock { $0.append(note) } }
        var all: [BackupNote] { list.withLock { $0 } }
    }

    private func makeStore(checkpoints: (any CheckpointLocation)? = nil) async throws -> ProductStore {
        let store = try ProductStore(path: folder.store, checkpoints: checkpoints)
        try await store.putCatalog("a", description: bytes(#"{"label": "A"}"#))
        for id in 1...3 { try await store.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a") }
        return store
    }

    private func change(_ sql: String) async throws {
        let database = try DatabaseQueue(path: folder.store, configuration: StoreFile.configuration)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    /// What happens in the first round of a server.
    private func keep(_ store: ProductStore, every interval: Duration = .seconds(3_600)) async -> [BackupNote]
    {
        let notes = Notes()
        var keeper = BackupKeeper(store, backups, interval) { notes.add($0) }
        await keeper.step()
        return notes.all
    }

    @Test func aBackupIsWrittenWhenTheLastOneIsOld() async throws {
        let store = try await makeStore()
        #expect(await keep(store) == [.written(name: "0000000000000000004.backup")])
        #expect(await keep(store) == [])
        try await store.delete("2", in: "a")
        #expect(await keep(store, every: .zero) == [.written(name: "0000000000000000005.backup")])
        try await store.delete("3", in: "a")
        #expect(await keep(store, every: .zero) == [.written(name: "0000000000000000006.backup")])
        #expect(
            try folder.names(below: "backups")
                == ["0000000000000000005.backup", "0000000000000000006.backup"])
        // Only the owner can read them.
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.path + "/backups/0000000000000000006.backup")
        #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o777 == 0o600)
        // It is one that a new store takes.
        let other = try ProductStore(path: folder.path + "/other.sqlite")
        let content = try folder.bytes(of: "backups/0000000000000000006.backup")
        let blocks = AsyncStream<[UInt8]> { stream in
            stream.yield(content)
            stream.finish()
        }
        #expect(try await other.restore(blocks).catalogs.map(\.recordCount) == [1])
    }

    @Test func aStoreWithoutCatalogsNeedsNoBackup() async throws {
        #expect(await keep(try ProductStore(path: folder.store)) == [])
        #expect(!FileManager.default.fileExists(atPath: backups.path))
    }

    @Test func whatAKilledProcessHasLeftIsRemoved() async throws {
        let store = try await makeStore()
        _ = await keep(store)
        try folder.write("{", to: "backups/unfinished-load-12ab")
        try folder.write("x", to: "backups/note.txt")
        _ = await keep(store, every: .zero)
        #expect(try folder.names(below: "backups") == ["0000000000000000004.backup", "note.txt"])
    }

    /// Reading a pipe would not end, and other things would seem to be a new backup.
    @Test(arguments: ["pipe", "folder", "link"]) func onlyRegularFilesAreBackups(kind: String) async throws {
        let store = try await makeStore()
        try FileManager.default.createDirectory(
            atPath: backups.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = backups.path + "/0000000000000000001.backup"
        switch kind {
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        case "folder": #expect(mkdir(path, 0o700) == 0)
        default: #expect(symlink("/dev/zero", path) == 0)
        }
        #expect(try backups.verify().isEmpty)
        #expect(try backups.age() == nil)
        #expect(await keep(store) == [.written(name: "0000000000000000004.backup")])
        #expect(try backups.verify().map(\.revision) == [Revision(4)])
        #expect(throws: StoreError.self) { _ = try StagedBackup(at: path) }
    }

    @Test func aFolderThatOthersCanChangeIsNotUsed() async throws {
        let store = try await makeStore()
        try FileManager.default.createDirectory(
            atPath: backups.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: backups.path)
        // One note for the same reason.
        let notes = await keep(store)
        #expect(notes.count == 1 && notes.allSatisfy(\.isFailure), "\(notes)")
        #expect(try folder.names(below: "backups") == [])
    }

    /// Damage of more than one bit, of a record that has not changed since although its catalog has, and in a
    /// catalog that has not.
    @Test(
        arguments: [true, false],
        [
            "UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('1' AS BLOB)",
            #"UPDATE record SET json = CAST('{"id": "1", "title": "toe"}' AS BLOB) WHERE id = CAST('1' AS BLOB)"#,
            "UPDATE record SET json = x'' WHERE id = CAST('1' AS BLOB)",
        ]) func aDamagedRecordIsRestored(catalogHasChanged: Bool, sql: String) async throws
    {
        let store = try await makeStore()
        _ = await keep(store)
        if catalogHasChanged { try await store.put(bytes(#"{"id": "9", "title": "new"}"#), in: "a") }
        try await store.close()
        try await change(sql)
        let damaged = try ProductStore(path: folder.store)
        let part = DamagedPart.record(catalog: "a", id: "1")
        #expect(damaged.damagedParts == [part])
        #expect(await keep(damaged) == [.restored(part, name: "0000000000000000004.backup")])
        #expect(try damaged.damagedParts.isEmpty && damaged.count("tea") == 3)
        #expect(damaged.restoredCount == 1)
        #expect(try await text(damaged.record("1", in: "a").json) == #"{"id": "1", "title": "tea"}"#)
        try await damaged.close()
        let report = try StoreVerifier.verify(folder.store)
        #expect(report.isSound, "\(report.faults)")
    }

    @Test(arguments: [
        "DELETE FROM record WHERE id = CAST('3' AS BLOB)",
        "UPDATE record SET id = CAST('xyz' AS BLOB), checksum = 5 WHERE id = CAST('1' AS BLOB)",
        "UPDATE catalog SET description = CAST('}' AS BLOB) WHERE id = CAST('a' AS BLOB)",
    ]) func aCatalogThatHasNotChangedIsRestoredWhole(sql: String) async throws {
        let store = try await makeStore()
        _ = await keep(store)
        try await store.putCatalog("later")
        try await store.close()
        try await change(sql)
        let damaged = try ProductStore(path: folder.store)
        #expect(!damaged.damagedParts.isEmpty)
        _ = await keep(damaged)
        #expect(try damaged.damagedParts.isEmpty && damaged.count("tea") == 3)
        #expect(try await damaged.allCatalogs().map(\.id) == ["a", "later"])
        try await damaged.close()
        let report = try StoreVerifier.verify(folder.store)
        #expect(report.isSound, "\(report.faults)")
    }

    /// The number of its newest change may be what is damaged.
    @Test(arguments: [
        "UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('1' AS BLOB)",
        "UPDATE record SET revision = 1, checksum = 5 WHERE id = CAST('1' AS BLOB)",
        "UPDATE record SET revision = 2 WHERE id = x'31'; UPDATE catalog SET revision = 4",
    ]) func noOlderVersionReplacesANewerOne(sql: String) async throws {
        let store = try await makeStore()
        _ = await keep(store)
        try await store.put(bytes(#"{"id": "1", "title": "new"}"#), in: "a")
        try await store.close()
        try await change(sql)
        let damaged = try ProductStore(path: folder.store)
        #expect(damaged.damagedParts.contains(.record(catalog: "a", id: "1")))
        let notes = await keep(damaged)
        #expect(
            !notes.contains(where: \.isRestored)
                && damaged.damagedParts.contains(.record(catalog: "a", id: "1")))
        #expect(try damaged.count("tea") == 2)
    }

    /// A start from a checkpoint does not read the records.
    @Test func aBackupFindsDamageAndRestoresItFromTheOneBefore() async throws {
        let checkpoints = CheckpointFolder(folder.path + "/checkpoints")
        let store = try await makeStore(checkpoints: checkpoints)
        _ = await keep(store)
        await store.writeCheckpoint()
        try await store.close()
        try await change("UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('1' AS BLOB)")
        let again = try ProductStore(
            path: folder.store, checkpoints: CheckpointFolder(folder.path + "/checkpoints"))
        #expect(again.damagedParts.isEmpty)
        #expect(
            await keep(again, every: .zero) == [
                .restored(.record(catalog: "a", id: "1"), name: "0000000000000000004.backup"),
                .written(name: "0000000000000000005.backup"),
            ])
        #expect(try again.damagedParts.isEmpty && again.count("tea") == 3)
    }

    @Test func damageThatNoBackupHasStaysNamed() async throws {
        let store = try await makeStore()
        _ = await keep(store)
        try await store.put(bytes(#"{"id": "4", "title": "tea"}"#), in: "a")
        try await store.close()
        try await change("UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('4' AS BLOB)")
        let damaged = try ProductStore(path: folder.store)
        #expect(await keep(damaged) == [])
        #expect(damaged.damagedParts == [.record(catalog: "a", id: "4")])
        // A backup without the record is none.
        let notes = await keep(damaged, every: .zero)
        #expect(notes.count == 1 && notes.allSatisfy(\.isFailure), "\(notes)")
    }

    @Test func backupsAreVerified() async throws {
        let store = try await makeStore()
        #expect(throws: StoreError.self) { try backups.verify() }
        _ = await keep(store)
        try await store.put(bytes(#"{"id": "4", "title": "tea"}"#), in: "a")
        _ = await keep(store, every: .zero)
        let paths = ["0000000000000000005.backup", "0000000000000000004.backup"].map(backups.path(of:))
        #expect(
            try backups.verify() == [
                .init(path: paths[0], revision: Revision(5)), .init(path: paths[1], revision: Revision(4)),
            ])
        try folder.write("", to: "backups/0000000000000000005.backup")
        #expect(
            try backups.verify() == [
                .init(path: paths[0], revision: nil), .init(path: paths[1], revision: Revision(4)),
            ])
    }

    @Test func aDamagedBackupRestoresNothing() async throws {
        let store = try await makeStore()
        _ = await keep(store)
        try await store.close()
        let name = "0000000000000000004.backup"
        try folder.write(
            text(folder.bytes(of: "backups/" + name)).replacing("\"2\"", with: "\"7\""), to: "backups/" + name
        )
        try await change("UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('1' AS BLOB)")
        let damaged = try ProductStore(path: folder.store)
        let notes = await keep(damaged)
        #expect(notes.count == 1 && notes.allSatisfy(\.isIgnored), "\(notes)")
        #expect(damaged.damagedParts == [.record(catalog: "a", id: "1")])
    }

    /// A store that was cut back, or an old copy of one, goes on with the numbers of the changes that it lost.
    @Test func backupsOfLostChangesAreKeptAndNotUsed() async throws {
        let store = try await makeStore()
        try await store.close()
        let old = try folder.bytes()
        let going = try ProductStore(path: folder.store)
        try await going.put(bytes(#"{"id": "4", "title": "tea"}"#), in: "a")
        _ = await keep(going)
        try await going.close()
        for name in ["-wal", "-shm"] { unlink(folder.store + name) }
        try folder.write(old)
        let cut = try ProductStore(path: folder.store)
        #expect(
            await keep(cut).first
                == .newer(name: "0000000000000000005.backup-newer", Revision(5), store: Revision(4)))
        #expect(
            try folder.names(below: "backups")
                == ["0000000000000000004.backup", "0000000000000000005.backup-newer"])
        #expect(try cut.count("tea") == 3)
    }

    /// What a shop has deleted in a history that goes on after another one is not missing.
    @Test func aBackupOfAnotherHistoryRestoresNothing() async throws {
        let store = try await makeStore()
        try await store.put(bytes(#"{"id": "4", "title": "tea"}"#), in: "a")
        _ = await keep(store)
        try await store.delete("4", in: "a")
        try await store.close()
        // The backup seems to be newer than the deletion.
        let name = "0000000000000000005.backup"
        let content = try text(folder.bytes(of: "backups/" + name))
        let lines = content.split(separator: "\n").dropLast().map(String.init)
            .map { $0.replacing("\"revision\":5", with: "\"revision\":6") }
        try folder.write(
            lines.joined(separator: "\n") + "\n{\"end\":true}\n", to: "backups/0000000000000000006.backup")
        try folder.remove("backups/" + name)
        try await change("UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('1' AS BLOB)")
        let damaged = try ProductStore(path: folder.store)
        let notes = await keep(damaged)
        #expect(notes.count == 1 && notes.allSatisfy(\.isIgnored), "\(notes)")
        #expect(try damaged.count("tea") == 2)
    }
}

extension BackupNote {
    fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
    fileprivate var isIgnored: Bool { if case .ignored = self { true } else { false } }
    fileprivate var isRestored: Bool { if case .restored = self { true } else { false } }
}
