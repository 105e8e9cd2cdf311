// A bit that is flipped on the disk is restored from the checksum of its row.

import CatalogStorage
import Foundation
import GRDB
import SearchTesting
import StorefrontTestSupport
import Synchronization
import Testing

@testable import ProductStore

@Suite struct RestoringTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [1, 7, 8, 9, 40, 1_003]) func eachFlippedBitIsFoundByTheHash(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let hash = RowChecksum.hash(bytes)
        for bit in count < 100 ? Array(0..<count * 8) : [0, 17, 4_001, count * 8 - 1] {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(RowChecksum.restored(flipped, hash: hash) == bytes, "bit \(bit)")
            flipped[count / 2] ^= 0x81
            #expect(RowChecksum.restored(flipped, hash: hash) != flipped)
        }
        #expect(RowChecksum.restored(bytes.map { ~$0 }, hash: hash) == nil)
    }

    private func makeStore(checkpoints: (any CheckpointLocation)? = nil) async throws -> ProductStore {
        let store = try ProductStore(path: folder.store, checkpoints: checkpoints)
        try await store.putCatalog("a", description: bytes(#"{"label": "A"}"#))
        for id in 1...3 { try await store.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a") }
        try await store.insertAccessKey("k", json: bytes(#"{"name": "k"}"#))
        return store
    }

    private func change(_ sql: String) async throws {
        let database = try DatabaseQueue(path: folder.store, configuration: StoreFile.configuration)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    @Test(arguments: [
        #"UPDATE record SET json = CAST('{"id": "1", "title": "tee"}' AS BLOB) WHERE id = CAST('1' AS BLOB)"#,
        "UPDATE record SET id = CAST('0' AS BLOB) WHERE id = CAST('1' AS BLOB)",
        "UPDATE record SET checksum = checksum - 64 WHERE id = CAST('1' AS BLOB)",
        #"UPDATE catalog SET description = CAST('{"label": "C"}' AS BLOB)"#,
        "UPDATE catalog SET id = CAST('c' AS BLOB)",
        // The highest bits, without which the ids are no UTF-8.
        "UPDATE catalog SET id = x'e1'", "UPDATE accessKey SET uid = x'eb'",
        "UPDATE record SET id = x'b1' WHERE id = CAST('1' AS BLOB)",
        #"UPDATE accessKey SET json = CAST('{"name": "j"}' AS BLOB)"#,
        "UPDATE accessKey SET uid = CAST('i' AS BLOB)",
        "UPDATE store SET revision = revision + 64",
        "UPDATE store SET checksum = checksum + 4096 - 2 * (checksum & 4096)",
    ]) func aRowWithAFlippedBitIsAsItWas(sql: String) async throws {
        let store = try await makeStore()
        let records = try await store.records(in: "a", limit: 9)
        let revision = store.snapshot().revision
        try await store.close()
        try await change(sql)
        #expect(try !StoreVerifier.verify(folder.store).isSound)
        let reportCount = Mutex(0)
        let again = try ProductStore(path: folder.store, restored: { _ in reportCount.withLock { $0 += 1 } })
        #expect(again.damagedParts.isEmpty && again.restoredCount == 1 && reportCount.withLock { $0 } == 1)
        #expect(try again.count("tea") == 3 && again.snapshot().revision == revision)
        #expect(try await again.records(in: "a", limit: 9) == records)
        #expect(try await text(again.catalog("a").json) == #"{"label": "A"}"#)
        #expect(try await again.accessKeys() == [StoredAccessKey(uid: "k", json: bytes(#"{"name": "k"}"#))])
        try await again.close()
        let report = try StoreVerifier.verify(folder.store)
        #expect(report.isSound, "\(report.faults)")
    }

    /// Without its deletion a record of the checkpoint would be found again.
    @Test(arguments: [
        "UPDATE deletion SET id = CAST('0' AS BLOB)", "UPDATE deletion SET revision = 1",
        "UPDATE deletion SET catalog = catalog + 1",
    ]) func noDamagedDeletionBringsARecordBack(sql: String) async throws {
        let folder = folder
        let checkpoints = { CheckpointFolder(folder.path + "/checkpoints") }
        let store = try await makeStore(checkpoints: checkpoints())
        await store.writeCheckpoint()
        try await store.delete("1", in: "a")
        try await store.close()
        try await change(sql)
        #expect(try !StoreVerifier.verify(folder.store).isSound)
        for restored in [1, 0] {
            let again = try ProductStore(path: folder.store, checkpoints: checkpoints())
            #expect(try again.count("tea") == 2 && again.restoredCount == restored)
            try await again.close()
        }
        #expect(try StoreVerifier.verify(folder.store).isSound)
    }

    /// The bytes around a record in the file: its numbers, its length, its id.
    @Test func noFlippedBitAroundARecordChangesItSilently() async throws {
        let store = try await makeStore()
        let records = try await store.records(in: "a", limit: 9)
        try await store.close()
        let (original, json) = (try folder.bytes(), records[1].json)
        let place = try #require(
            original.indices.dropLast(json.count).first {
                original[$0..<$0 + json.count].elementsEqual(json)
            })
        for bit in (place - 16) * 8..<(place + json.count + 8) * 8 where bit % 3 == 0 {
            var flipped = original
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            for name in ["-wal", "-shm"] { unlink(folder.store + name) }
            try folder.write(flipped)
            guard let store = try? ProductStore(path: folder.store) else { continue }
            let found = try? await store.records(in: "a", limit: 9)
            #expect(found == records || !store.damagedParts.isEmpty, "bit \(bit): \(found ?? [])")
            try await store.close()
        }
    }

    // MARK: From a backup

    private func backup(_ store: ProductStore) async throws -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        for try await block in store.backup() { blocks.append(block) }
        return blocks
    }

    private func blocks(_ backup: [[UInt8]]) -> AsyncStream<[UInt8]> {
        AsyncStream { stream in
            for block in backup { stream.yield(block) }
            stream.finish()
        }
    }

    /// Damage of more than one bit.
    @Test(arguments: [
        "UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('1' AS BLOB)",
        #"UPDATE record SET json = CAST('{"id": "1", "title": "toe"}' AS BLOB) WHERE id = CAST('1' AS BLOB)"#,
        "UPDATE record SET id = CAST('xyz' AS BLOB) WHERE id = CAST('1' AS BLOB)",
        "DELETE FROM record WHERE id = CAST('3' AS BLOB)", "DELETE FROM record",
        "UPDATE record SET checksum = 5",
        "UPDATE catalog SET description = CAST('}' AS BLOB) WHERE id = CAST('a' AS BLOB)",
        "UPDATE catalog SET description = CAST('}' AS BLOB) WHERE id = CAST('a' AS BLOB); UPDATE record SET json = CAST('{' AS BLOB)",
    ]) func aBackupRestoresWhatIsDamaged(sql: String) async throws {
        let store = try await makeStore()
        try await store.putRule("r", json: bytes(#"{"hide": ["9"]}"#), of: "a")
        let saved = try await backup(store)
        try await store.putCatalog("later")
        try await store.close()
        try await change(sql)
        let damaged = try ProductStore(path: folder.store)
        #expect(!damaged.damagedParts.isEmpty)
        let report = try await damaged.restore(blocks(saved))
        #expect(report.isRepair && report.catalogs.map(\.id) == ["a"] && report.catalogs[0].skippedCount == 0)
        #expect(damaged.damagedParts.isEmpty)
        #expect(try damaged.count("tea") == 3)
        #expect(try await damaged.allCatalogs().map(\.id) == ["a", "later"])
        #expect(try await damaged.rules(of: "a").map(\.id) == ["r"])
        #expect(try await text(damaged.catalog("a").json) == #"{"label": "A"}"#)
        try await damaged.close()
        let verified = try StoreVerifier.verify(folder.store)
        #expect(verified.isSound, "\(verified.faults)")
        let again = try ProductStore(path: folder.store)
        #expect(try again.count("tea") == 3 && again.damagedParts.isEmpty)
    }

    @Test func aBackupRestoresNothingThatHasChangedSince() async throws {
        let store = try await makeStore()
        let saved = try await backup(store)
        try await store.put(bytes(#"{"id": "1", "title": "new"}"#), in: "a")
        try await store.delete("3", in: "a")
        try await store.close()
        try await change("UPDATE record SET json = CAST('{' AS BLOB)")
        let damaged = try ProductStore(path: folder.store)
        let report = try await damaged.restore(blocks(saved))
        #expect(report.catalogs == [.init(id: "a", recordCount: 1, skippedCount: 1)])
        #expect(damaged.damagedParts == [.record(catalog: "a", id: "1")])
        #expect(try damaged.count("tea") == 1)
    }

    @Test func onlyABackupOfTheSameStoreRepairsIt() async throws {
        let store = try await makeStore()
        let saved = try await backup(store)
        await #expect(throws: RestoreError.notEmpty) { try await store.restore(blocks(saved)) }
        try await store.close()
        let other = try TemporaryFolder()
        let another = try ProductStore(path: other.store)
        try await another.putCatalog("a", description: bytes(#"{"label": "A"}"#))
        for id in 1...3 { try await another.put(bytes(#"{"id": "\#(id)", "title": "gin"}"#), in: "a") }
        for _ in 1...9 { try await another.put(bytes(#"{"id": "2", "title": "rum"}"#), in: "a") }
        let foreign = try await backup(another)
        try await change("UPDATE record SET json = CAST('{' AS BLOB) WHERE id = CAST('1' AS BLOB)")
        let damaged = try ProductStore(path: folder.store)
        await #expect(throws: RestoreError.notEmpty) { try await damaged.restore(blocks(foreign)) }
        #expect(damaged.damagedParts == [.record(catalog: "a", id: "1")])
        #expect(try damaged.count("tea") == 2 && damaged.count("gin") == 0)
        #expect(try await damaged.restore(blocks(saved)).catalogs.map(\.recordCount) == [1])
    }

    @Test(.enabled(if: StoreKind.available.contains(.postgreSQL)))
    func aBackupRestoresWhatPostgreSQLHasLost() async throws {
        let server = try #require(TemporaryPostgreSQL.shared)
        let address = try server.makeDatabase()
        let store = try ProductStore(PostgreSQLAddress(address))
        try await store.putCatalog("a")
        for id in 1...3 { try await store.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a") }
        let saved = try await backup(store)
        try await store.close()
        try server.run("DELETE FROM lsearch.record WHERE id = '2'", in: address)
        let damaged = try ProductStore(PostgreSQLAddress(address))
        #expect(damaged.damagedParts == [.records(catalog: "a")])
        #expect(try await damaged.restore(blocks(saved)).catalogs.map(\.recordCount) == [1])
        #expect(damaged.damagedParts.isEmpty)
        #expect(try damaged.count("tea") == 3)
        #expect(try await damaged.record("2", in: "a").isIntact)
        try await damaged.close()
    }
}
