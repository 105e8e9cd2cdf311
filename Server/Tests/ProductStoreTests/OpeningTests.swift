// Only stores are opened; other files stay unchanged.

import Foundation
import GRDB
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct OpeningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expectRefusal(_ refusal: StoreError.Refusal) throws {
        let before = try folder.bytes()
        #expect(throws: StoreError.refused(refusal)) { try ProductStore(path: folder.store) }
        #expect(try folder.bytes() == before)
    }

    @Test func writesAreWrittenAheadAndSynchronized() async throws {
        let store = try ProductStore(path: folder.store)
        let settings = try await store.sqlite.file.pool.writeWithoutTransaction { db in
            try ["journal_mode", "synchronous", "application_id", "busy_timeout", "foreign_keys"].map {
                try String.fetchOne(db, sql: "PRAGMA \($0)")
            }
        }
        #expect(settings == ["wal", "2", "\(Schema.applicationID)", "5000", "1"])
    }

    @Test func emptyFileBecomesAStore() async throws {
        try folder.write([])
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.close()
        #expect(try await ProductStore(path: folder.store).allCatalogs().map(\.id) == ["a"])
    }

    /// Leftovers of a process killed while it created a store, and of a store whose file was removed.
    @Test func storeThatWasBegunIsMadeAnew() async throws {
        let other = try TemporaryFolder()
        let old = try ProductStore(path: other.store)
        try await old.putCatalog("old")
        for (from, name) in [
            ("shop.sqlite", "-new"), ("shop.sqlite-wal", "-wal"), ("shop.sqlite-shm", "-shm"),
        ] {
            try FileManager.default.copyItem(atPath: other.path + "/" + from, toPath: folder.store + name)
        }
        try Data("begun".utf8).write(to: URL(fileURLWithPath: folder.store + "-new-journal"))
        let store = try ProductStore(path: folder.store)
        #expect(try await store.allCatalogs().isEmpty)
        try await store.putCatalog("a")
        try await store.close()
        #expect(try await ProductStore(path: folder.store).allCatalogs().map(\.id) == ["a"])
        #expect(!FileManager.default.fileExists(atPath: folder.store + "-new"))
    }

    @Test(arguments: ["x", "SQLite format 3", String(repeating: "All work and no play. ", count: 1_000)])
    func fileThatIsNoDatabaseIsRefused(content: String) throws {
        try folder.write(bytes(content))
        try expectRefusal(.notDatabase)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["shop.sqlite"])
    }

    @Test(arguments: [0, 0x0F05_5112])
    func databaseOfAnotherProgramIsRefused(applicationID: UInt32) throws {
        let other = try DatabaseQueue(path: folder.store)
        try other.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA application_id = \(applicationID); CREATE TABLE catalog (id)")
        }
        try other.close()
        try expectRefusal(.foreign(applicationID: applicationID))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["shop.sqlite"])
    }

    @Test func databaseOfANewerVersionIsRefused() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.close()
        let newer = try DatabaseQueue(path: folder.store)
        try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('next')") }
        try newer.close()
        try expectRefusal(.newerVersion)
        let older = try DatabaseQueue(path: folder.store)
        try await older.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'next'") }
        try older.close()
        #expect(try await ProductStore(path: folder.store).allCatalogs().map(\.id) == ["a"])
    }

    @Test func damagedDatabaseIsRefused() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.close()
        var content = try folder.bytes()
        for place in 100..<content.count { content[place] = UInt8(truncatingIfNeeded: place &* 31) }
        try folder.write(content)
        #expect(throws: StoreError.self) { try ProductStore(path: folder.store) }
        #expect(try folder.bytes() == content)
    }

    @Test func oneOpensAStoreAtATime() async throws {
        let store = try ProductStore(path: folder.store)
        #expect(throws: StoreError.refused(.inUse)) { try ProductStore(path: folder.store) }
        // Not by another path either.
        let link = folder.path + "/link.sqlite"
        symlink(folder.store, link)
        #expect(throws: StoreError.refused(.inUse)) { try ProductStore(path: link) }
        // The refusal did not release the locks of the open store.
        try await store.putCatalog("a")
        #expect(try await store.allCatalogs().map(\.id) == ["a"])
    }

    /// A child process that is being started shares all files of its parent for a
    /// moment, including the lock file.
    @Test func aClosedStoreIsFreeEvenIfOthersHaveItsFilesOpen() async throws {
        let store = try ProductStore(path: folder.store)
        let lock = URL(filePath: folder.store + "-lock").resolvingSymlinksInPath().path
        let links = "/proc/self/fd/"
        let held = try FileManager.default.contentsOfDirectory(atPath: links).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: links + $0)) == lock
        }
        try #require(held.count == 1)
        let other = dup(try #require(held.first.flatMap { Int32($0) }))
        defer { close(other) }
        #expect(throws: StoreError.refused(.inUse)) { try ProductStore(path: folder.store) }
        try await store.close()
        #expect(throws: Never.self) { try ProductStore(path: folder.store) }
    }

    @Test func folderThatIsNotThereIsNoPlace() {
        #expect(
            throws: StoreError.unavailable(.inputOutput(code: ENOENT, message: "No such file or directory"))
        ) {
            try ProductStore(path: folder.path + "/none/shop.sqlite")
        }
    }

    @Test func closedStoreIsWrittenBackAndServesNoMore() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        let record = bytes(#"{"id": "1", "title": "Assam"}"#)
        let writes = (0..<50).map { number in
            Task { try await store.put(bytes(#"{"id": "\#(number)", "title": "Assam"}"#), in: "a") }
        }
        _ = try await writes[0].value
        try await store.close()
        var done = 0
        for write in writes {
            do {
                _ = try await write.value
                done += 1
            } catch {
                #expect(error as? StoreError == .unavailable(.closed))
            }
        }
        #expect(try store.count("assam") == done)
        await #expect(throws: StoreError.unavailable(.closed)) { try await store.put(record, in: "a") }
        await #expect(throws: StoreError.unavailable(.closed)) { try await store.allCatalogs() }
        #expect(!FileManager.default.fileExists(atPath: folder.store + "-wal"))
        try await store.close()
        // The lock is released, too.
        _ = try ProductStore(path: folder.store)
    }
}
