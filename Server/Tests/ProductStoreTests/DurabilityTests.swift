// Durability: acknowledged writes survive the end of the process, and no write is stored in part.

import CatalogSearch
import Foundation
import GRDB
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct DurabilityTests {
    /// `STORE_KILL_ROUNDS` sets the number of rounds; the default is 20.
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["STORE_KILL_ROUNDS"].flatMap { Int($0) } ?? 20
    }

    /// The known state of a record: its number, `gone` if it was deleted.
    private struct Knowledge {
        var state = "gone"
        var revision: Int64 = 0
        /// Later writes that were begun but not acknowledged.
        var begun: String?
    }

    /// The output of a killed process.
    private struct Account {
        var records: [String: Knowledge] = [:]
        /// The numbers of records of acknowledged loads.
        var loads: [String: Int] = [:]
        var acknowledged = 0

        mutating func add(_ line: String) {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "begin": records[words[1], default: Knowledge()].begun = words[2]
            case "done":
                records[words[1]] = Knowledge(state: words[2], revision: Int64(words[3]) ?? 0)
                acknowledged += 1
            case "loaded":
                loads[words[1]] = Int(words[2])
                acknowledged += 1
            default: Issue.record("\(line)")
            }
        }
    }

    @Test func whatWasAcknowledgedOutlivesAnyMomentOfKilling() async throws {
        var random = SystemRandomNumberGenerator()
        var folder = try TemporaryFolder()
        var said = Account()
        var acknowledged = 0
        for round in 0..<Self.rounds {
            if round % 5 == 0 {
                folder = try TemporaryFolder()
                acknowledged += said.acknowledged
                said = Account()
            }
            // Most rounds continue with the store of the previous round, including its checkpoints.
            let lineCount = Int.random(in: 1...1_000, using: &random)
            let process = try RunningProgram("StoreWriter", ["write", folder.store, "\(round)"])
            var isKilled = false
            var count = 0
            if round % 5 == 0 {
                // While the store is created, or soon after.
                usleep(.random(in: 0..<80_000, using: &random))
                process.kill()
                isKilled = true
            }
            // Reads to the end of the pipe: all output before the end counts.
            for line in process.lines() {
                said.add(line)
                count += 1
                if count >= lineCount, !isKilled {
                    process.kill()
                    isKilled = true
                }
            }
            #expect(process.waitForEnd() == SIGKILL)
            if round % 3 == 0 {
                // While the store is opened again.
                let starting = try RunningProgram("StoreWriter", ["open", folder.store])
                usleep(.random(in: 0..<60_000, using: &random))
                starting.kill()
                _ = starting.waitForEnd()
            }
            try await check(said, folder)
        }
        print("\(acknowledged + said.acknowledged) writes were acknowledged in \(Self.rounds) rounds")
    }

    private func check(_ said: Account, _ folder: TemporaryFolder) async throws {
        let store = try ProductStore(path: folder.store)
        #expect(store.unusableRecords.isEmpty)
        let integrity = try await store.sqlite.file.pool.read {
            try String.fetchAll($0, sql: "PRAGMA integrity_check")
        }
        #expect(integrity == ["ok"])
        guard let catalog = try await store.allCatalogs().first else {
            return #expect(said.acknowledged == 0)
        }
        var stored: [String: StoredRecord] = [:]
        for record in try await store.records(in: "shop", limit: .max) { stored[record.id] = record }
        #expect(catalog.recordCount == stored.count)
        #expect(store.snapshot().engine.catalogs.map(\.recordCount) == [stored.count])
        for (id, known) in said.records {
            let state = try stored[id].map { try number(of: $0) } ?? "gone"
            if state == known.state, stored[id]?.revision.number ?? known.revision == known.revision {
                continue
            }
            // A write that was begun may be stored without an acknowledgment.
            #expect(state == known.begun, "\(id) is \(state), not \(known.state)")
            if let record = stored[id] { #expect(record.revision.number > known.revision) }
        }
        var loaded: [String: Int] = [:]
        for id in stored.keys where id.first == "l" {
            loaded[String(id[..<(id.lastIndex(of: "-") ?? id.endIndex)]), default: 0] += 1
        }
        // A load is atomic.
        #expect(loaded.values.allSatisfy { $0 == 40 || $0 == 700 })
        #expect(said.loads.allSatisfy { loaded[$0.key] == $0.value })
        #expect(try folder.names().allSatisfy { !$0.contains("-load-") })
        #expect(stored.keys.allSatisfy { $0.first == "l" || said.records[$0] != nil })
        try await store.close()
    }

    /// The number at the start of a record, which must equal the one at its end.
    private func number(of record: StoredRecord) throws -> String {
        let members = try #require(JSONShape.document(record.json).members)
        let numbers = members.filter { $0.name == bytes("year") || $0.name == bytes("end") }.map {
            text(Array($0.value.text))
        }
        #expect(numbers.count == 2 && numbers[0] == numbers[1], "\(record.id)")
        return numbers.first ?? ""
    }

    /// In a process of its own, because the limit on file sizes applies to the whole process.
    @Test func fullDiskFailsWritesAndNothingElse() throws {
        let folder = try TemporaryFolder()
        let process = try RunningProgram("StoreWriter", ["full", folder.store])
        #expect(Array(process.lines()) == ["ended"])
        #expect(process.waitForEnd() == 0)
    }

    @Test func fullDatabaseFailsWritesAndNothingElse() async throws {
        let folder = try TemporaryFolder()
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.put(bytes(#"{"id": "1", "title": "Tea"}"#), in: "a")
        let before = store.snapshot()
        let free = try await limitPages(of: store, growth: 8)
        let large = String(repeating: "x", count: 100_000)
        await #expect(throws: StoreError.unavailable(.diskFull)) {
            try await store.put(bytes(#"{"id": "1", "title": "Rum", "t": "\#(large)"}"#), in: "a")
        }
        await #expect(throws: StoreError.unavailable(.diskFull)) {
            try await store.putCatalog("b", description: bytes(#"{"x": "\#(large)"}"#))
        }
        #expect(store.snapshot().revision == before.revision)
        #expect(store.snapshot().engine.catalogs.count == 1)
        #expect(try store.count("tea") == 1)
        #expect(try await store.catalog("a").revision == before.revision)
        #expect(text(try await store.record("1", in: "a").json) == #"{"id": "1", "title": "Tea"}"#)
        // Records committed before the disk was full are reported, too.
        let lines = (0..<5_000).map {
            #"{"id": "l\#($0)", "title": "Loaded", "t": "xxxxxxxxxxxxxxxxxxxx"}"# + "\n"
        }
        let report = try await store.load(bytes(lines.joined()), into: "a")
        #expect(report.failure == .unavailable(.diskFull))
        #expect(try store.count("loaded") == report.recordCount)
        #expect(report.recordCount < 5_000)
        // A small write still fits beside a large one in the same transaction.
        let refused = Task { try await store.put(bytes(#"{"id": "2", "t": "\#(large)"}"#), in: "a") }
        async let taken = store.put(bytes(#"{"id": "3", "title": "Small"}"#), in: "a")
        _ = try await taken
        await #expect(throws: StoreError.unavailable(.diskFull)) { try await refused.value }
        _ = try await limitPages(of: store, growth: free + 1_000_000)
        try await store.put(bytes(#"{"id": "1", "title": "Rum", "t": "\#(large)"}"#), in: "a")
        #expect(try store.count("rum") == 1)
    }

    /// Limits the number of pages by which a database may grow.
    private func limitPages(of store: ProductStore, growth: Int) async throws -> Int {
        try await store.sqlite.file.pool.writeWithoutTransaction { db in
            let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count + growth)")
            return count
        }
    }
}
