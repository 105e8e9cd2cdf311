// A store that starts from a checkpoint finds what a store that reads all records finds.

import CatalogSearch
import CatalogStorage
import Foundation
import GRDB
import StorefrontTestSupport
import Synchronization
import Testing

@testable import ProductStore

@Suite struct CheckpointTests {
    /// The notes of a store.
    private final class Notes: Sendable {
        private let list = Mutex<[CheckpointNote]>([])

        var all: [CheckpointNote] { list.withLock { $0 } }

        func add(_ note: CheckpointNote) { list.withLock { $0.append(note) } }

        var hasOpened: Bool {
            all.contains { if case .opened = $0 { true } else { false } }
        }

        var faults: [CheckpointFault] {
            all.compactMap { if case .ignored(_, let fault) = $0 { fault } else { nil } }
        }
    }

    private let notes = Notes()

    private func folder(_ tested: TestedStore) -> CheckpointFolder {
        CheckpointFolder(tested.folder.path + "/checkpoints")
    }

    private func open(_ tested: TestedStore) throws -> ProductStore {
        try tested.open(checkpoints: folder(tested), note: { [notes] in notes.add($0) })
    }

    /// Expects that searches find the usable records of the database, each by its title, and no others.
    private func expectSearchesDatabase(_ store: ProductStore) async throws {
        let engine = store.snapshot().engine
        let catalogs = try await store.allCatalogs()
        #expect(engine.catalogs.map(\.description.id) == catalogs.map(\.id))
        for (index, catalog) in zip(engine.catalogs, catalogs) {
            #expect(index.description == catalog.description)
            let records = try await store.records(in: catalog.id, limit: .max)
            let reader = CatalogSettings(catalog: catalog.id, json: catalog.json).recordReader()
            let usable = records.compactMap { reader.read($0.json).record }
            #expect(index.recordCount == usable.count)
            var request = SearchRequest("tea", locale: english, relax: .never, limit: 10_000)
            request.catalogs = [catalog.id]
            let found = try engine.search(request).hits.map { $0.id + $0.texts[0].values[0] }
            #expect(found.sorted() == usable.map { $0.id + $0.texts[0].value }.sorted())
        }
    }

    private func tea(_ id: Int, _ name: String = "first") -> [UInt8] {
        bytes(#"{"id": "\#(id)", "title": "tea \#(id) \#(name)"}"#)
    }

    @Test(arguments: StoreKind.available)
    func whatHasChangedSinceTheCheckpointIsFound(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let first = try open(tested)
        for id in ["a", "b", "c", "d", "f"] { try await first.putCatalog(id) }
        for id in 0..<5 { try await first.put(tea(id), in: "f") }
        for id in 0..<20 { try await first.put(tea(id), in: id < 10 ? "a" : "b") }
        try await first.put(tea(1), in: "c")
        try await first.delete("9", in: "a")
        try await first.put(tea(1), in: "d")
        await first.writeCheckpoint()
        try await first.put(tea(0, "second"), in: "a")
        try await first.put(tea(30), in: "a")
        try await first.delete("1", in: "a")
        try await first.delete("2", in: "a")
        try await first.put(tea(2, "again"), in: "a")
        try await first.put(tea(9, "again"), in: "a")
        _ = try await first.load(tea(1) + bytes("\n") + tea(2, "new"), into: "f", mode: .replacement)
        try await first.deleteCatalog("b")
        try await first.deleteCatalog("c")
        try await first.putCatalog("c")
        try await first.putCatalog("d", description: bytes(#"{"fields": ["title"], "label": "D"}"#))
        try await first.putCatalog("e")
        try await first.put(tea(1), in: "e")
        let revision = first.snapshot().revision
        try await first.close()
        let second = try open(tested)
        #expect(notes.hasOpened)
        #expect(second.snapshot().revision == revision)
        #expect(second.snapshot().catalogRevisions == first.snapshot().catalogRevisions)
        try await expectSearchesDatabase(second)
        try await second.put(tea(31), in: "a")
        try await second.delete("0", in: "a")
        try await expectSearchesDatabase(second)
    }

    @Test(arguments: StoreKind.available)
    func anyChangesAndRestartsGiveTheRecordsOfTheDatabase(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        var random = SystemRandomNumberGenerator()
        var store = try open(tested)
        try await store.putCatalog("a")
        // Too many to be indexed one by one.
        let many = (0..<1_500).map { String(decoding: tea($0), as: UTF8.self) + "\n" }.joined()
        for round in 0..<4 {
            for step in 0..<20 {
                let id = Int.random(in: 0..<12, using: &random)
                switch Int.random(in: 0..<20, using: &random) {
                case 0..<9: try await store.put(tea(id, "\(round) \(step)"), in: "a")
                case 9..<17: _ = try? await store.delete("\(id)", in: "a")
                case 17: await store.writeCheckpoint()
                case 18:
                    _ = try? await store.deleteCatalog("a")
                    try await store.putCatalog("a")
                default: try await store.putCatalog("a", description: bytes(#"{"label": "\#(step)"}"#))
                }
            }
            if round == 2 { _ = try await store.load(bytes(many), into: "a", mode: .whole) }
            // As if the process had been killed.
            try await store.close()
            store = try open(tested)
            try await expectSearchesDatabase(store)
        }
        #expect(notes.faults.isEmpty)
    }

    @Test(arguments: StoreKind.available)
    func twoCheckpointsAreKeptAndNothingElse(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try open(tested)
        try await store.putCatalog("a")
        for id in 0..<5 {
            try await store.put(tea(id), in: "a")
            if id > 0 { try await store.delete("\(id - 1)", in: "a") }
            await store.writeCheckpoint()
            await store.writeCheckpoint()
        }
        let written = notes.all.filter { if case .written = $0 { true } else { false } }
        #expect(written.count == 5)
        let names = try tested.folder.names(below: "checkpoints")
        let checkpoints = names.filter { $0.hasPrefix("checkpoint-") }
        #expect(checkpoints.count == 2)
        let manifests = try checkpoints.map { text(try tested.folder.bytes(of: "checkpoints/" + $0)) }
            .joined()
        for name in names where !name.hasPrefix("checkpoint-") && name != "lock" {
            #expect(manifests.contains(name), "\(name)")
        }
        guard kind == .sqlite else { return }
        // Older deletions are part of both checkpoints.
        let kept = try await store.sqlite.file.pool.read { db in
            [try db.count(of: "checkpoint"), try db.count(of: "deletion")]
        }
        #expect(kept == [2, 1])
        try await store.close()
        let without = try tested.open()
        #expect(try await without.sqlite.file.pool.read { try $0.count(of: "checkpoint") } == 0)
        try await without.close()
        _ = try open(tested)
        #expect(notes.faults == [.foreign, .foreign])
    }

    @Test(arguments: StoreKind.available)
    func checkpointsOfAnotherStoreAreNotUsed(kind: StoreKind) async throws {
        let (tested, other) = (try TestedStore(kind), try TestedStore(kind))
        let store = try open(tested)
        try await store.putCatalog("a")
        try await store.put(tea(1), in: "a")
        await store.writeCheckpoint()
        func openOther() throws -> ProductStore {
            try other.open(checkpoints: folder(tested), note: { [notes] in notes.add($0) })
        }
        let younger = try openOther()
        #expect(notes.faults == [.newer])
        for id in ["a", "b", "c"] { try await younger.putCatalog(id) }
        try await younger.close()
        let older = try openOther()
        #expect(notes.faults == [.newer, .foreign])
        try await expectSearchesDatabase(older)
    }

    @Test(arguments: StoreKind.available, ["manifest", "end", "missing"])
    func damagedCheckpointIsNotUsed(kind: StoreKind, what: String) async throws {
        let tested = try TestedStore(kind)
        let store = try open(tested)
        try await store.putCatalog("a")
        try await store.put(tea(1), in: "a")
        await store.writeCheckpoint()
        try await store.put(tea(2), in: "a")
        await store.writeCheckpoint()
        try await store.close()
        let names = try tested.folder.names(below: "checkpoints")
        let newest = try #require(names.last { $0.hasPrefix("checkpoint-") })
        let oldest = try #require(names.first { $0.hasPrefix("checkpoint-") })
        let older = try tested.folder.bytes(of: "checkpoints/" + oldest)
        let segment = try #require(names.first { $0.hasSuffix(".segment") && !text(older).contains($0) })
        switch what {
        case "missing": try tested.folder.remove("checkpoints/" + segment)
        case "end":
            try tested.folder.write(
                Array(try tested.folder.bytes(of: "checkpoints/" + segment).dropLast()),
                to: "checkpoints/" + segment)
        default:
            var content = try tested.folder.bytes(of: "checkpoints/" + newest)
            content[content.count / 2] ^= 1
            try tested.folder.write(content, to: "checkpoints/" + newest)
        }
        let opened = try open(tested)
        #expect(notes.faults == [.unusable(.damaged)])
        // The one before it is used.
        #expect(notes.hasOpened)
        try await expectSearchesDatabase(opened)
    }

    @Test(arguments: StoreKind.available)
    func damageWithinAFileIsFoundAndTheRecordsAreReadAgain(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try open(tested)
        try await store.putCatalog("a")
        let lines = (0..<2_000).map { text(tea($0)) + "\n" }.joined()
        _ = try await store.load(bytes(lines), into: "a", mode: .whole)
        await store.writeCheckpoint()
        try await store.close()
        for name in try tested.folder.names(below: "checkpoints") where name.hasSuffix(".segment") {
            var content = try tested.folder.bytes(of: "checkpoints/" + name)
            // In a page that opening does not read.
            content[content.count / 2] ^= 1
            try tested.folder.write(content, to: "checkpoints/" + name)
        }
        let opened = try open(tested)
        #expect(notes.hasOpened)
        let keeping = Task { await opened.keepCheckpoints(every: .milliseconds(5)) }
        var isReadAgain: Bool {
            notes.all.contains { if case .damaged = $0 { true } else { false } }
                && (try? opened.count("tea")) == 2_000
        }
        for _ in 0..<2_000 where !isReadAgain { try await Task.sleep(for: .milliseconds(5)) }
        #expect(isReadAgain)
        try await expectSearchesDatabase(opened)
        keeping.cancel()
        await keeping.value
        try await opened.close()
        // A sound checkpoint has replaced it.
        let last = try open(tested)
        await last.keepCheckpointsOnce()
        #expect(notes.all.filter { if case .damaged = $0 { true } else { false } }.count == 1)
        try await expectSearchesDatabase(last)
    }

    @Test(arguments: StoreKind.available)
    func theLastCheckpointIsWrittenWhenTheTaskIsCancelled(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try open(tested)
        try await store.putCatalog("a")
        await store.writeCheckpoint()
        try await store.put(tea(1), in: "a")
        await store.keepCheckpointsOnce()
        #expect(store.checkpointRevision == store.snapshot().revision)
        #expect(notes.all.allSatisfy { if case .written = $0 { true } else { false } })
    }

    /// The last one was written while a clock was ten or 300 years ahead.
    @Test(arguments: [315_360_000, 9_460_800_000])
    func aCheckpointOfTheFutureIsNotTheNewestForYears(seconds: Double) async throws {
        let tested = try TestedStore(.sqlite)
        var store = try open(tested)
        try await store.putCatalog("a")
        await store.writeCheckpoint()
        try await store.close()
        let path = tested.folder.path + "/checkpoints/"
        for name in try tested.folder.names(below: "checkpoints") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: path + name)
        }
        // Another process may write one now: it does not wait until then.
        let other = folder(tested)
        let wrote = try other.write([], at: .init(revision: 1, mark: Array(repeating: 7, count: 16)))
        #expect(wrote != .left)
        store = try open(tested)
        for id in 1...3 {
            try await store.put(tea(id), in: "a")
            await store.writeCheckpoint()
        }
        let revision = store.snapshot().revision
        #expect(store.checkpointRevision == revision)
        #expect(try folder(tested).names().first?.contains("00\(revision)-") == true)
        #expect(try tested.folder.names(below: "checkpoints").count { $0.hasPrefix("checkpoint-") } == 2)
    }

    @Test(arguments: StoreKind.available)
    func withoutAPlaceForCheckpointsTheStoreGoesOn(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        try tested.folder.write("no folder", to: "checkpoints")
        let store = try open(tested)
        try await store.putCatalog("a")
        await store.writeCheckpoint()
        try await store.put(tea(1), in: "a")
        await store.writeCheckpoint()
        #expect(notes.all.count == 1)
        #expect(try store.count("tea") == 1)
    }
}

extension ProductStore {
    /// Verifies the opened checkpoint, and writes one.
    fileprivate func keepCheckpointsOnce() async {
        let keeping = Task { await keepCheckpoints(every: .seconds(60)) }
        keeping.cancel()
        await keeping.value
    }
}

extension Database {
    /// The number of rows of a table.
    fileprivate func count(of table: String) throws -> Int {
        try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
}
