// A damaged log never loses acknowledged changes without a report.

import Foundation
import SearchTesting
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct WriteAheadLogTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var log: String { folder.store + "-wal" }

    /// Leaves a store with a log, as a killed process does: with the first records in the log and in the
    /// database, and the others in the log alone.
    ///
    /// - Parameter hasIndex: whether the log's index is left, too. A crash of the machine leaves any, or none.
    private func killedStore(hasIndex: Bool = false) async throws {
        let other = try TemporaryFolder()
        let store = try ProductStore(path: other.store)
        try await store.putCatalog("a")
        for id in 1...5 { try await put(id, store) }
        for name in ["", "-wal"] + (hasIndex ? ["-shm"] : []) {
            try FileManager.default.copyItem(atPath: other.store + name, toPath: folder.store + name)
        }
        try await store.close()
    }

    private func put(_ id: Int, _ store: ProductStore) async throws {
        let more = String(repeating: "x", count: id * 900)
        try await store.put(bytes(#"{"id": "\#(id)", "title": "tea", "more": "\#(more)"}"#), in: "a")
    }

    private func change(_ body: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: URL(filePath: log))
        body(&data)
        try data.write(to: URL(filePath: log))
    }

    @Test func theLogOfAKilledProcessIsSound() async throws {
        try await killedStore()
        let store = try ProductStore(path: folder.store)
        #expect(try store.damagedParts.isEmpty && store.count("tea") == 5)
        #expect(!WriteAheadLog.hasCopy(besides: folder.store))
        try await store.close()
    }

    /// The process was killed in the middle of a write, or the machine crashed. The last transaction was not
    /// acknowledged.
    @Test(arguments: [1, 24, 100, 4_000, 4_120, 9_000]) func anUnfinishedTransactionIsNoDamage(missing: Int)
        async throws
    {
        try await killedStore()
        try change { $0.removeLast(missing) }
        #expect(try StoreVerifier.verify(folder.store).isSound)
        let store = try ProductStore(path: folder.store)
        #expect(store.damagedParts.isEmpty)
        try await store.close()
    }

    /// The index says how many frames were committed.
    @Test(arguments: [1, 24, 4_000, 4_120, 9_000, .max])
    func aCutLogIsKeptAndReported(missing: Int) async throws {
        try await killedStore(hasIndex: true)
        try change { $0.removeLast(min(missing, $0.count)) }
        // The index is left as it was.
        for _ in 0..<2 { #expect(try !StoreVerifier.verify(folder.store).isSound) }
        let store = try ProductStore(path: folder.store)
        #expect(store.damagedParts == [.log])
        #expect(WriteAheadLog.hasCopy(besides: folder.store))
        // The index of the log that is there now says nothing of the lost one.
        try await store.putCatalog("b")
        try await store.close()
        unlink(WriteAheadLog.copyPath(besides: folder.store))
        #expect(try StoreVerifier.verify(folder.store).isSound)
    }

    @Test func aSoundLogIsThatOfItsIndex() async throws {
        try await killedStore(hasIndex: true)
        #expect(try StoreVerifier.verify(folder.store).isSound)
        // A transaction that was not finished follows.
        let frame = try Data(contentsOf: URL(filePath: log)).suffix(4_120)
        try change { $0.append(frame.dropLast(900)) }
        #expect(try StoreVerifier.verify(folder.store).isSound)
        let store = try ProductStore(path: folder.store)
        #expect(try store.damagedParts.isEmpty && store.count("tea") == 5)
        try await store.close()
    }

    /// Each bit of the index: a damaged one says nothing, and is no reason to keep the log.
    @Test func aFlippedBitOfTheIndexIsNoDamageOfTheLog() async throws {
        try await killedStore(hasIndex: true)
        let index = try Data(contentsOf: URL(filePath: folder.store + "-shm"))
        for bit in 0..<100 * 8 {
            var flipped = index
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            try flipped.write(to: URL(filePath: folder.store + "-shm"))
            #expect(try !WriteAheadLog.isDamaged(log), "bit \(bit)")
        }
    }

    @Test func aFlippedBitIsRestoredOrReported() async throws {
        try await killedStore()
        let (database, original) = (try folder.bytes(), try Data(contentsOf: URL(filePath: log)))
        var random = SeededGenerator(seed: 41)
        var reportedCount = 0
        // The first word of the header, both salts of the last frame, its number of pages,
        // its last byte, and any others.
        let last = original.count - 4_120
        let chosen = [0, 17, 21, last + 7, last + 9, last + 13, last + 17, original.count - 1].map {
            $0 * 8 + 3
        }
        for bit in chosen + (0..<40).map({ _ in Int.random(in: 0..<original.count * 8, using: &random) }) {
            for name in ["-wal", "-shm", "-wal-damaged"] { unlink(folder.store + name) }
            try folder.write(database)
            try original.write(to: URL(filePath: log))
            try change { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
            let isSound = try StoreVerifier.verify(folder.store).isSound
            let store = try ProductStore(path: folder.store)
            let count = try store.count("tea")
            let isReported =
                store.damagedParts == [.log] && !isSound && WriteAheadLog.hasCopy(besides: folder.store)
            #expect(count == 5 && store.damagedParts.isEmpty || isReported, "bit \(bit): \(count)")
            if !isReported { #expect(store.restoredCount == (isSound ? 0 : 1), "bit \(bit)") }
            reportedCount += isReported ? 1 : 0
            try await store.close()
        }
        #expect(reportedCount < 20)
    }

    @Test func severalFlippedBitsAreRestored() async throws {
        try await killedStore()
        // Each in a frame of its own, and one in the header.
        try change { log in for place in [19, log.count - 9_000, log.count - 700] { log[place] ^= 0x10 } }
        let store = try ProductStore(path: folder.store)
        #expect(try store.count("tea") == 5 && store.damagedParts.isEmpty && store.restoredCount == 1)
        try await store.close()
        #expect(try StoreVerifier.verify(folder.store).isSound)
    }

    @Test func aDamagedLogIsKeptAndReportedUntilItIsRemoved() async throws {
        try await killedStore()
        // In the last transaction.
        try change { log in for place in 5_000..<5_003 { log[log.count - place] ^= 0x55 } }
        let damaged = try Data(contentsOf: URL(filePath: log))
        for _ in 0..<2 {
            let store = try ProductStore(path: folder.store)
            #expect(store.damagedParts == [.log])
            // The remaining data can be backed up, and changed.
            try await store.checkBackup()
            try await put(9, store)
            try await store.close()
            #expect(try !StoreVerifier.verify(folder.store).isSound)
        }
        let kept = WriteAheadLog.copyPath(besides: folder.store)
        #expect(try Data(contentsOf: URL(filePath: kept)) == damaged)
        let mode = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        unlink(kept)
        let store = try ProductStore(path: folder.store)
        #expect(store.damagedParts.isEmpty)
        try await store.close()
        #expect(try StoreVerifier.verify(folder.store).isSound)
    }
}
