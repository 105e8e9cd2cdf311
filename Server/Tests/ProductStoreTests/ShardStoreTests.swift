// Shards of a store: each record is in exactly one of them, and each knows at which revisions it is exact.

import CatalogSearch
import CatalogStorage
import StorefrontTestSupport
import Synchronization
import Testing

@testable import ProductStore

@Suite(.enabled(if: TemporaryPostgreSQL.shared != nil, "PostgreSQL is not installed, or does not start"))
struct ShardStoreTests {
    private let address: String

    init() throws { address = try #require(TemporaryPostgreSQL.shared).makeDatabase() }

    private func open(
        _ shard: String?, checkpoints: CheckpointFolder? = nil,
        note: @escaping @Sendable (CheckpointNote) -> Void = { _ in }
    ) throws -> ProductStore {
        try ProductStore(
            PostgreSQLAddress(address), shard: shard.flatMap { StoreShard($0) }, checkpoints: checkpoints,
            note: note)
    }

    @Test(arguments: [1, 2, 3, 7, 1_000, 1_024])
    func slotsAreDividedWithoutGapOrOverlap(count: Int) throws {
        let shards = try (1...count).map { try #require(StoreShard($0, of: count)) }
        #expect(shards.flatMap { Array($0.slots) } == Array(0..<StoreShard.slotCount))
        #expect(shards.allSatisfy { StoreShard("\($0)") == $0 && !$0.slots.isEmpty })
    }

    @Test(arguments: ["", "1", "0/2", "3/2", "1/1025", "+1/2", "1/2/3", "a/b", "1/", "/2", "-1/2", "1/0"])
    func otherTextsAreNoShards(_ text: String) { #expect(StoreShard(text) == nil) }

    private func ids(_ stores: [ProductStore], _ catalog: String) throws -> [String] {
        try stores.flatMap { store in
            try store.snapshot().engine.identifiers(offset: 0, limit: .max)
                .filter { $0.catalog == catalog }.map(\.id)
        }.sorted()
    }

    @Test func eachRecordIsInOneShardAtTheStartAndAfterEachChange() async throws {
        let all = try open(nil)
        try await all.putCatalog("a")
        try await all.putCatalog("b")
        for number in 0..<40 {
            try await all.put(bytes(#"{"id": "\#(number)", "title": "tea \#(number)"}"#), in: "a")
        }
        let shards = try ["1/3", "2/3", "3/3"].map { try open($0) }
        let expected = (0..<40).map { "\($0)" }.sorted()
        #expect(try ids(shards, "a") == expected)
        #expect(shards.allSatisfy { (try? $0.count("tea")) ?? 0 > 0 })
        // Any server writes, whatever it searches.
        let last = try await shards[0].put(bytes(#"{"id": "x", "title": "tea x"}"#), in: "b").revision
        try await shards[1].delete("7", in: "a")
        try await shards[2].patch("8", with: bytes(#"{"title": "mint"}"#), in: "a")
        let newest = try await all.put(bytes(#"{"id": "y", "title": "tea y"}"#), in: "b").revision
        for shard in shards { #expect(await shard.isSearched(newest, within: .seconds(10))) }
        #expect(newest > last)
        #expect(try ids(shards, "a") == expected.filter { $0 != "7" })
        #expect(try ids(shards, "b") == ["x", "y"])
        #expect(try shards.reduce(0) { $0 + (try $1.count("mint")) } == 1)
        let gone = try await all.deleteCatalog("a")
        for shard in shards { #expect(await shard.isSearched(gone.revision, within: .seconds(10))) }
        #expect(try ids(shards, "a") == [])
        #expect(Set(shards.compactMap(\.databaseName)).count == 1)
    }

    @Test func versionsSayAtWhichRevisionsAShardIsExact() async throws {
        let all = try open(nil)
        try await all.putCatalog("a")
        let shards = try ["1/2", "2/2"].map { try open($0) }
        var counts: [Int64: Int] = [:]
        for number in 0..<60 {
            let revision = try await all.put(
                bytes(#"{"id": "\#(number)", "title": "tea"}"#), in: "a"
            ).revision
            counts[revision.number] = number + 1
            if number % 7 == 0 { try await Task.sleep(for: .milliseconds(30)) }
        }
        let newest = Revision(try #require(counts.keys.max()))
        var checked = 0
        for shard in shards { #expect(await shard.searchedVersion(at: newest, within: .seconds(10)) != nil) }
        for (revision, count) in counts {
            let versions = shards.compactMap { shard in
                shard.searchedVersions.last { $0.revisions.contains(revision) }
            }
            guard versions.count == shards.count else { continue }
            checked += 1
            #expect(versions.reduce(0) { $0 + $1.snapshot.engine.recordCount } == count, "\(revision)")
        }
        #expect(checked > 0)
        for shard in shards {
            let list = shard.searchedVersions
            for (one, next) in zip(list, list.dropFirst()) {
                #expect(one.until < next.since && one.number < next.number)
            }
            #expect(await shard.searchedVersion(at: Revision(newest.number + 1_000), within: .zero) == nil)
        }
        #expect(all.searchedVersions.isEmpty)
    }

    @Test func aCheckpointOfAnotherShardIsNotUsed() async throws {
        let all = try open(nil)
        try await all.putCatalog("a")
        for number in 0..<20 {
            try await all.put(bytes(#"{"id": "\#(number)", "title": "tea"}"#), in: "a")
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/checkpoints"
        func opened(_ shard: String?, _ notes: Notes) throws -> ProductStore {
            try self.open(
                shard, checkpoints: CheckpointFolder(path, share: shard), note: { notes.add($0) })
        }
        let first = Notes()
        let shard = try opened("1/2", first)
        await shard.writeCheckpoint()
        #expect(first.list.contains { if case .written = $0 { true } else { false } })
        let again = Notes()
        let same = try opened("1/2", again)
        #expect(again.list.contains { if case .opened = $0 { true } else { false } })
        #expect(try ids([same], "a") == ids([shard], "a"))
        for other in ["2/2", "1/3", nil] {
            let notes = Notes()
            let store = try opened(other, notes)
            #expect(
                notes.list.contains {
                    if case .ignored(_, .unusable(.otherVersion)) = $0 { true } else { false }
                }, "\(other ?? "all")")
            #expect(try ids([store], "a") != ids([shard], "a"))
        }
    }

    private final class Notes: Sendable {
        private let notes = Mutex<[CheckpointNote]>([])
        var list: [CheckpointNote] { notes.withLock { $0 } }
        func add(_ note: CheckpointNote) { notes.withLock { $0.append(note) } }
    }
}
