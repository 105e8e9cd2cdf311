// A flipped bit in a store's files is restored or reported: no response changes silently.

import CatalogSearch
import CatalogStorage
import Foundation
import GRDB
import SearchTesting
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct FlippedBitTests {
    /// How many bits of each part are flipped. The environment may request more, and then gets a line with
    /// the outcomes.
    private static let requestedCount = ProcessInfo.processInfo.environment["LSEARCH_FLIPS"].flatMap {
        Int($0)
    }
    private static let count = requestedCount ?? 30
    private static let seed =
        ProcessInfo.processInfo.environment["LSEARCH_FLIPS_SEED"].flatMap { UInt64($0) } ?? 35

    /// The effect of a flipped bit.
    private enum Outcome: String {
        /// None: the bit is unused.
        case unchanged
        /// Everything is unchanged, and the store reports damage.
        case restored
        /// Something is missing, and the store reports it.
        case named
        /// The store, or the backup, is not opened.
        case refused
        /// A response differs, or something is missing without a report.
        case silent
    }

    /// Flips bits one by one, each in the original files.
    ///
    /// - Parameters:
    ///   - files: names of files that exist, chosen by their sizes.
    ///   - body: opens a store with these files; `round` counts from 0.
    private func flip(
        _ part: String, _ files: [String], _ kept: KeptFiles,
        _ body: (_ folder: TemporaryFolder, _ round: Int) async throws -> Outcome
    ) async throws {
        var random = SeededGenerator(seed: Self.seed)
        var outcomes: [Outcome: Int] = [:]
        let sizes = files.map { kept.files[$0]?.count ?? 0 }
        let folder = try TemporaryFolder()
        for round in 0..<Self.count {
            var place = Int.random(in: 0..<sizes.reduce(0, +), using: &random)
            let index = try #require(
                sizes.indices.first { index in
                    if place < sizes[index] { return true }
                    place -= sizes[index]
                    return false
                })
            let bit = UInt8.random(in: 0..<8, using: &random)
            try kept.write(to: folder)
            var bytes = try #require(kept.files[files[index]])
            bytes[place] ^= 1 << bit
            try folder.write(bytes, to: files[index])
            let outcome = try await body(folder, round)
            outcomes[outcome, default: 0] += 1
            #expect(outcome != .silent, "bit \(bit) of byte \(place) of \(files[index]), round \(round)")
        }
        guard Self.requestedCount != nil else { return }
        let summary = outcomes.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
        print("Flipped bits of \(part): \(summary)")
    }

    // MARK: Parts

    @Test func ofADatabase() async throws {
        let kept = try await KeptFiles(isKilled: false)
        try await flip("a database", ["shop.sqlite"], kept) { folder, round in
            guard let first = try await OpenedStore(folder, hasCheckpoints: round % 2 == 1) else {
                return .refused
            }
            let found = await first.contents()
            let outcome = Self.outcome(found, of: kept.states.last, first.isReported)
            guard outcome != .silent else { return .silent }
            // Writing beside a damaged page must not spread the damage.
            try? await first.writeBeside()
            let written = await first.contents()
            guard Self.outcome(written, of: kept.states.last, first.isReported) != .silent else {
                return .silent
            }
            try? await first.store.close()
            guard let again = try await OpenedStore(folder, hasCheckpoints: false) else { return .named }
            let last = Self.outcome(await again.contents(), of: kept.states.last, again.isReported)
            try? await again.store.close()
            return last == .silent ? .silent : outcome
        }
    }

    /// A start from a checkpoint finds the newer records by the index of revisions alone.
    @Test(arguments: [0, 1, 5, 9])
    func ofTheIndexOfNewRecords(entry: Int) async throws {
        let kept = try await KeptFiles(isKilled: false)
        let place = try kept.placeOfNewRecord(entry)
        let folder = try TemporaryFolder()
        var restored = 0
        for bit in 0..<place.count * 8 {
            try kept.write(to: folder)
            var bytes = try #require(kept.files["shop.sqlite"])
            bytes[place.lowerBound + bit / 8] ^= 1 << UInt8(bit % 8)
            try folder.write(bytes, to: "shop.sqlite")
            guard let opened = try await OpenedStore(folder, hasCheckpoints: true) else { continue }
            let outcome = Self.outcome(await opened.contents(), of: kept.states.last, opened.isReported)
            try? await opened.store.close()
            #expect(outcome != .silent, "bit \(bit) of the entry")
            restored += outcome == .restored ? 1 : 0
        }
        #expect(restored > 0)
    }

    /// Without the end of its log the store is in an earlier state, and reports this.
    @Test func ofALog() async throws {
        let kept = try await KeptFiles(isKilled: true)
        try await flip("a log", ["shop.sqlite-wal"], kept) { folder, round in
            guard let opened = try await OpenedStore(folder, hasCheckpoints: round % 2 == 1) else {
                return .refused
            }
            let found = await opened.contents()
            let isLost = opened.store.damagedParts.contains(.log)
            try? await opened.store.close()
            if found == kept.states.last { return opened.isReported ? .restored : .unchanged }
            return isLost && kept.states.contains(found) ? .named : .silent
        }
    }

    /// The database has everything that checkpoints have.
    @Test func ofCheckpoints() async throws {
        let kept = try await KeptFiles(isKilled: true)
        let files = kept.files.keys.filter {
            $0.hasPrefix("checkpoints/") && kept.files[$0]?.isEmpty == false
        }
        try await flip("checkpoints", files.sorted(), kept) { folder, _ in
            guard let opened = try await OpenedStore(folder, hasCheckpoints: true) else { return .silent }
            // Before they are verified, a search fails, or finds what is there.
            let first = Self.outcome(await opened.contents(), of: kept.states.last, true)
            let verifying = Task { [store = opened.store] in await store.keepCheckpoints() }
            verifying.cancel()
            await verifying.value
            try await opened.writeBeside()
            let found = await opened.contents()
            try? await opened.store.close()
            guard first != .silent, found == kept.states.last else { return .silent }
            return opened.isReported ? .restored : .unchanged
        }
    }

    @Test func ofABackup() async throws {
        let kept = try await KeptFiles(isKilled: false)
        let empty = try TemporaryFolder()
        let store = try ProductStore(path: empty.store)
        try await flip("a backup", ["backup"], kept) { folder, _ in
            let bytes = try folder.bytes(of: "backup")
            do throws(RestoreError) {
                _ = try await store.restore(
                    AsyncStream { stream in
                        stream.yield(bytes)
                        stream.finish()
                    })
                return .silent
            } catch {
                if case .store = error { return .silent }
                return store.catalogs.isEmpty ? .refused : .silent
            }
        }
        try await store.close()
    }

    @Test func ofAQueryLog() async throws {
        let kept = try await KeptFiles(isKilled: true)
        let files = ["queries.sqlite", "queries.sqlite-wal"]
        let whole = try TemporaryFolder()
        try kept.write(to: whole)
        let expected = try await Self.counts(try QueryLogFile(path: whole.path + "/queries.sqlite"))
        #expect(expected.count == 60)
        try await flip("a query log", files, kept) { folder, _ in
            guard let log = try? QueryLogFile(path: folder.path + "/queries.sqlite") else { return .refused }
            guard let found = try? await Self.counts(log) else { return .named }
            let isReported = log.damage.count > 0
            log.close()
            if found == expected { return isReported ? .restored : .unchanged }
            // Without the end of the log, a query has earlier counts.
            let isEarlier = found.allSatisfy { (expected[$0.key] ?? 0) >= $0.value }
            let isPart =
                isEarlier && (log.damage.hasLostLog || found.allSatisfy { expected[$0.key] == $0.value })
            return isReported && isPart ? .named : .silent
        }
    }

    private static func counts(_ log: QueryLogFile) async throws -> [String: Int] {
        let list = try await log.queries(.init(since: 0, limit: 1_000)).list
        return Dictionary(uniqueKeysWithValues: list.map { ($0.query.query, $0.counts.searches) })
    }

    /// The effect on responses. Undamaged parts must be unchanged, and nothing may be added.
    private static func outcome(_ found: StoreContents, of expected: StoreContents?, _ isReported: Bool)
        -> Outcome
    {
        guard let expected else { return .silent }
        if found == expected { return isReported ? .restored : .unchanged }
        return isReported && found.isPart(of: expected) ? .named : .silent
    }
}

/// The files of a store that uses everything a store has, and its responses.
private struct KeptFiles {
    private(set) var files: [String: [UInt8]] = [:]
    /// The responses after each change in the log, the newest last.
    private(set) var states: [StoreContents] = []

    /// - Parameter isKilled: whether the newest changes are in the log, as a killed process leaves them.
    init(isKilled: Bool) async throws {
        let folder = try TemporaryFolder()
        let queries = try QueryLogFile(path: folder.path + "/queries.sqlite")
        try await Self.count(0..<50, queries)
        queries.close()
        try await Self.fill(folder)
        let opened = try #require(try await OpenedStore(folder, hasCheckpoints: true))
        states.append(await opened.contents())
        try await change(opened)
        var backup: [UInt8] = []
        for try await block in opened.store.backup() { backup += block }
        try folder.write(backup, to: "backup")
        let counting = try QueryLogFile(path: folder.path + "/queries.sqlite")
        try await Self.count(40..<60, counting)
        if !isKilled { try await opened.store.close() }
        for name in try folder.names() where !name.hasSuffix("-shm") && !name.hasSuffix("lock") {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder.path + "/" + name, isDirectory: &isFolder)
            if !isFolder.boolValue { files[name] = try folder.bytes(of: name) }
        }
        if isKilled { try await opened.store.close() }
        counting.close()
    }

    /// Where the database has an entry of the index of revisions, of the records that
    /// were changed since the checkpoint.
    func placeOfNewRecord(_ entry: Int) throws -> Range<Int> {
        let folder = try TemporaryFolder()
        try write(to: folder)
        let database = try DatabaseQueue(path: folder.store)
        let root = try #require(
            try database.read {
                try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'recordRevision'")
            })
        let revisions = try database.read {
            try Int.fetchAll(
                $0,
                sql: "SELECT revision FROM record WHERE id BETWEEN x'723230' AND x'723239' ORDER BY revision")
        }
        try database.close()
        let bytes = try #require(files["shop.sqlite"])
        let page = (root - 1) * 4_096
        // Six bytes follow: of the header, the catalog's 1 as a type, the types of
        // two numbers of a byte, and these.
        let start: [UInt8] = [6, 4, 9, 1, 1, UInt8(revisions[entry])]
        let place = try #require(bytes[page..<page + 4_096].firstRange(of: start))
        return place.lowerBound..<place.lowerBound + 7
    }

    /// Replaces all files in a folder by these.
    func write(to folder: TemporaryFolder) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try folder.remove(name)
        }
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        try? FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: folder.path + "/checkpoints")
        for name in files.keys {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: folder.path + "/" + name)
        }
    }

    private static func fill(_ folder: TemporaryFolder) async throws {
        let store = try ProductStore(
            path: folder.store, checkpoints: CheckpointFolder(folder.path + "/checkpoints"))
        try await store.putCatalog("a", description: bytes(#"{"label": "A", "fields": ["title", "more"]}"#))
        try await store.putCatalog("b", description: bytes(#"{"label": "B"}"#))
        // Some need several pages.
        let lines = (1...40).map { id in
            let more = String(repeating: "x", count: id % 10 == 0 ? 9_000 : id * 7)
            return #"{"id": "r\#(id)", "title": "tea \#(id)", "more": "\#(more)"}"# + "\n"
        }
        _ = try await store.load(bytes(lines.joined()), into: "a", mode: .whole)
        try await store.put(bytes(#"{"id": "1", "title": "tea"}"#), in: "b")
        for key in ["k", "l"] {
            try await store.insertAccessKey(key, json: bytes(#"{"actions": ["\#(key)"]}"#))
        }
        await store.writeCheckpoint()
        try await store.close()
    }

    private mutating func change(_ opened: OpenedStore) async throws {
        let store = opened.store
        func note() async { states.append(await opened.contents()) }
        try await store.putRule("r", json: bytes(#"{"hide": ["r3"]}"#), of: "a")
        await note()
        for id in 20..<30 {
            try await store.put(bytes(#"{"id": "r\#(id)", "title": "coffee and tea \#(id)"}"#), in: "a")
            await note()
        }
        for id in 10..<16 {
            try await store.delete("r\(id)", in: "a")
            await note()
        }
        try await store.insertAccessKey("m", json: bytes(#"{"actions": ["m"]}"#))
        await note()
        try await store.patchAccessKey("k", with: bytes(#"{"name": "key"}"#))
        await note()
    }

    private static func count(_ numbers: Range<Int>, _ log: QueryLogFile) async throws {
        for number in numbers {
            var (counts, searched) = (DayCounts(), QueryCounts())
            (searched.searches, searched.total) = (1 + number, number)
            counts.queries[LoggedQuery(query: "tea \(number)", locale: "en")] = searched
            try await log.add([20 + number % 3: counts], keepingFrom: 0)
        }
    }
}
