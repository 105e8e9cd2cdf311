// A backup restores the same catalogs, or nothing.

import CatalogSearch
import Foundation
import CatalogStorage
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct BackupTests {
    /// A stream of blocks of any length.
    private func blocks(_ content: [UInt8]) -> AsyncStream<ArraySlice<UInt8>> {
        AsyncStream { source in
            for start in stride(from: 0, to: content.count, by: 7) {
                source.yield(content[start..<min(start + 7, content.count)])
            }
            source.finish()
        }
    }

    private func backup(_ store: ProductStore) async throws -> [UInt8] {
        var content: [UInt8] = []
        for try await block in store.backup() { content += block }
        return content
    }

    private func makeStore(_ tested: TestedStore) async throws -> ProductStore {
        let store = try await tested.open(with: "a")
        try await store.putCatalog("b", description: bytes("{\"label\":\n \"Bb\"}"))
        try await store.putCatalog("empty")
        try await store.put(bytes("{\"id\": \"1\",\n \"title\": \"tea\\nx\"}"), in: "a")
        try await store.put(bytes(#"{"id": "ü", "title": "tea", "origin": 1.50}"#), in: "b")
        return store
    }

    @Test(arguments: StoreKind.available, StoreKind.available)
    func whatWasBackedUpIsRestored(from: StoreKind, into: StoreKind) async throws {
        let (source, target) = (try TestedStore(from), try TestedStore(into))
        let store = try await makeStore(source)
        let content = try await backup(store)
        #expect(text(content).contains(#""revision":\#(store.snapshot().revision),"#))
        let restored = try target.open()
        let report = try await restored.restore(blocks(content))
        #expect(report.catalogs.map(\.id) == ["a", "b", "empty"])
        #expect(report.catalogs.map(\.recordCount) == [1, 1, 0])
        #expect(report.diagnostics.isEmpty)
        #expect(try await restored.allCatalogs().map(\.description) == store.allCatalogs().map(\.description))
        #expect(
            text(try await restored.record("ü", in: "b").json)
                == #"{"id": "ü", "title": "tea", "origin": 1.50}"#)
        #expect(try restored.count("tea") == 2)
        // The backups differ only in the revisions. The last line has their checksum.
        let again = try await backup(restored)
        #expect(
            again.split(separator: 0x0A).dropFirst().dropLast()
                == content.split(separator: 0x0A).dropFirst().dropLast())
        await #expect(throws: RestoreError.notEmpty) { try await restored.restore(blocks(content)) }
        #expect(try restored.count("tea") == 2)
    }

    @Test(arguments: StoreKind.available)
    func aBackupIsOfOneMomentWhileOthersWrite(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let long = String(repeating: "x", count: 300)
        let lines = (0..<3_000).map { #"{"id": "\#($0)", "note": "\#(long)", "year": 0}"# + "\n" }.joined()
        _ = try await store.load(bytes(lines), into: "a", mode: .whole)
        var content: [UInt8] = []
        for try await block in store.backup() {
            if content.isEmpty {
                for id in [0, 1_500, 2_999] {
                    try await store.put(bytes(#"{"id": "\#(id)", "year": 1}"#), in: "a")
                }
                try await store.delete("9", in: "a")
            }
            content += block
        }
        #expect(text(content).contains(#""revision":3001,"#))
        #expect(!text(content).contains(#""year": 1"#))
        #expect(content.split(separator: 0x0A).count == 3_004)
        // A backup that is not read to its end releases the database.
        for try await _ in store.backup() { break }
        try await store.close()
    }

    @Test func whatIsNoWholeBackupIsNotRestored() async throws {
        let (source, target) = (try TestedStore(.sqlite), try TestedStore(.sqlite))
        let content = try await backup(try await makeStore(source))
        let store = try target.open()
        for count in stride(from: 0, to: content.count - 1, by: 11) {
            await #expect(throws: RestoreError.self) {
                try await store.restore(blocks(Array(content[..<count])))
            }
            #expect(try await store.allCatalogs().isEmpty)
        }
        await #expect(throws: RestoreError.incomplete(line: 9)) {
            try await store.restore(blocks(content.split(separator: 0x0A).dropLast().flatMap { $0 + [0x0A] }))
        }
        await #expect(throws: RestoreError.notBackup(line: 1)) {
            try await store.restore(blocks(bytes("{}\n{}\n")))
        }
        let newer = text(content).split(separator: "Backup\":1", maxSplits: 1).joined(separator: "Backup\":2")
        await #expect(throws: RestoreError.newerVersion) { try await store.restore(blocks(bytes(newer))) }
        // One backup at a time, and no line of another file.
        await #expect(throws: RestoreError.trailing(line: 11)) {
            try await store.restore(blocks(content + content))
        }
        let lines = text(content).split(separator: "\n", omittingEmptySubsequences: false)
        for line in 0..<9 {
            var changed = lines
            changed[line] = #"{"lsearchBackup":1,"revision":1,"catalogs":0}"#
            let backup = bytes(changed.joined(separator: "\n"))
            await #expect(throws: RestoreError.self, "line \(line)") {
                try await store.restore(blocks(backup))
            }
        }
        #expect(try await store.allCatalogs().isEmpty)
        _ = try await store.restore(blocks(content + bytes("\n  \n")))
        #expect(try store.count("tea") == 2)
    }

    @Test func noBackupWithAFlippedBitIsRestored() async throws {
        let (source, target) = (try TestedStore(.sqlite), try TestedStore(.sqlite))
        let content = try await backup(try await makeStore(source))
        let store = try target.open()
        for bit in stride(from: 0, to: content.count * 8, by: 7) {
            var flipped = content
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            await #expect(throws: RestoreError.self, "bit \(bit)") {
                try await store.restore(blocks(flipped))
            }
        }
        #expect(try await store.allCatalogs().isEmpty)
    }

    /// A killed process leaves its files as they are.
    @Test func aKilledRestoreLeavesAStoreIntoWhichItCanBeRepeated() async throws {
        let (source, target, copy) = (
            try TestedStore(.sqlite), try TestedStore(.sqlite), try TestedStore(.sqlite)
        )
        let content = try await backup(try await makeStore(source))
        let store = try target.open()
        let (blocks, more) = AsyncStream<ArraySlice<UInt8>>.makeStream()
        async let report = store.restore(blocks)
        more.yield(content[..<(content.count - 20)])
        while try FileManager.default.contentsOfDirectory(atPath: target.folder.path).allSatisfy({
            !$0.contains("-load-")
        }) { await Task.yield() }
        #expect(try await store.allCatalogs().isEmpty && store.snapshot().catalogRevisions.isEmpty)
        for name in try FileManager.default.contentsOfDirectory(atPath: target.folder.path) {
            try FileManager.default.copyItem(
                atPath: target.folder.path + "/" + name, toPath: copy.folder.path + "/" + name)
        }
        more.yield(content[(content.count - 20)...])
        more.finish()
        #expect(try await report.catalogs.map(\.recordCount) == [1, 1, 0])
        let again = try copy.open()
        #expect(try await again.allCatalogs().isEmpty)
        #expect(try await again.restore(self.blocks(content)).catalogs.count == 3)
        #expect(try again.count("tea") == 2)
        for folder in [target.folder, copy.folder] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.allSatisfy { !$0.contains("-load-") })
        }
    }

    @Test(arguments: StoreKind.available)
    func recordsThatDoNotFitAreLeftOutAndCounted(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        var lines = [#"{"lsearchBackup":1,"revision":9,"catalogs":1}"#, #"{"catalog":"a","records":1201}"#]
        lines.append(#"{"attributes":{"color":{"type":"number"}}}"#)
        lines += (0..<1_200).map { #"{"id":"\#($0)","title":"tea"}"# }
        lines += [#"{"id":"x","title":7}"#, #"{"end":true}"#]
        let report = try await store.restore(blocks(bytes(lines.joined(separator: "\n"))))
        #expect(report.catalogs == [.init(id: "a", recordCount: 1_200, skippedCount: 1)])
        #expect(report.diagnostics.map(\.line) == [1_204])
        #expect(try store.count("tea") == 1_200)
    }
}
