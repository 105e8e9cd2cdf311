// A verification finds damage of every kind, and changes nothing.

import Foundation
import GRDB
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct StoreVerifierTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func makeStore() async throws -> ProductStore {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("a")
        try await store.putCatalog("b", description: bytes(#"{"fields": ["title", "origin"]}"#))
        for id in ["1", "2", "3"] { try await store.put(bytes(#"{"id": "\#(id)", "origin": 5}"#), in: "a") }
        try await store.delete("3", in: "a")
        return store
    }

    @Test func aSoundStoreIsSoundWhetherOrNotItIsServed() async throws {
        let store = try await makeStore()
        let served = try StoreVerifier.verify(folder.store)
        #expect(served.isSound, "\(served.faults)")
        #expect(served.catalogs.map(\.id) == ["a", "b"])
        #expect(served.catalogs.map(\.recordCount) == [2, 0])
        #expect(served.revision == store.snapshot().revision)
        // The verification did not release the locks of the open store.
        #expect(
            try openingElsewhere(folder.store)
                == ["the file is not opened as a store: it is already open"])
        try await store.put(bytes(#"{"id": "4"}"#), in: "a")
        // Under this description a number is not a text, which is not damage.
        try await store.putCatalog("a", description: bytes(#"{"fields": ["title", "origin"]}"#))
        try await store.close()
        let (names, content) = (try folder.names(), try folder.bytes())
        let report = try StoreVerifier.verify(folder.store)
        #expect(report.isSound, "\(report.faults)")
        #expect(report.catalogs.map(\.recordCount) == [3, 0])
        #expect(report.catalogs.map(\.unusableCount) == [2, 0])
        #expect(try folder.names() == names)
        #expect(try folder.bytes() == content)
    }

    @Test func whatAKilledServerLeftIsExamined() async throws {
        let store = try await makeStore()
        let copy = folder.path + "/copy.sqlite"
        for name in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.store + name, toPath: copy + name)
        }
        let report = try StoreVerifier.verify(copy)
        #expect(report.isSound, "\(report.faults)")
        #expect(report.catalogs.map(\.recordCount) == [2, 0])
        #expect(report.revision == store.snapshot().revision)
    }

    @Test(
        arguments: [
            (
                "UPDATE catalog SET recordCount = 7 WHERE number = 1",
                [.count(catalog: "a", stated: 7, found: 2)]
            ),
            (
                "UPDATE record SET revision = 99 WHERE number = 1",
                [.recordRevision(catalog: "a", record: "1", Revision(99))]
            ),
            (
                "UPDATE record SET revision = 3",
                [.record(catalog: "a", record: "2"), .revisionTwice(Revision(3))]
            ),
            (
                "UPDATE catalog SET descriptionRevision = 50 WHERE number = 2",
                [.catalogRevision(catalog: "b", Revision(50)), .catalogRevision(catalog: "b", Revision(50))]
            ),
            ("UPDATE record SET json = x'7B' WHERE number = 1", [.record(catalog: "a", record: "1")]),
            (
                #"UPDATE record SET json = CAST('{"id": "1", "origin": 4}' AS BLOB) WHERE number = 1"#,
                [.record(catalog: "a", record: "1")]
            ),
            (
                "UPDATE catalog SET description = x'7b226c6162656c223a2242227d' WHERE number = 2",
                [.description(catalog: "b")]
            ),
            (
                "UPDATE record SET id = x'3739' WHERE number = 1",
                [.identifier(catalog: "a", record: "79", found: "1")]
            ),
            ("UPDATE catalog SET description = x'5B5D' WHERE number = 2", [.description(catalog: "b")]),
            ("UPDATE catalog SET id = x'2F' WHERE number = 2", [.catalogIdentifier("/")]),
            ("DELETE FROM catalog WHERE number = 1", [.orphans(count: 2)]),
            ("CREATE TABLE other (a)", [.table("other")]),
            ("DROP TABLE record", [.table("record"), .table("recordRevision")]),
        ] as [(String, [StoreFault])])
    func whatIsWrongIsFound(sql: String, faults: [StoreFault]) async throws {
        try await makeStore().close()
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: folder.store, configuration: configuration)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        let report = try StoreVerifier.verify(folder.store)
        #expect(report.faults == faults)
        #expect(report.faultCount == faults.count)
    }

    @Test func damagedPagesAreFaults() async throws {
        try await makeStore().close()
        let content = try folder.bytes()
        for page in 1..<content.count / 4_096 {
            var damaged = content
            for place in page * 4_096..<(page + 1) * 4_096 { damaged[place] = 0xA5 }
            try folder.write(damaged)
            let report = try StoreVerifier.verify(folder.store)
            #expect(!report.isSound, "page \(page + 1)")
        }
    }

    @Test func whatIsNoStoreIsRefused() async throws {
        #expect(throws: StoreError.self) { try StoreVerifier.verify(folder.path + "/none.sqlite") }
        try folder.write([])
        #expect(throws: StoreError.refused(.notDatabase)) { try StoreVerifier.verify(folder.store) }
        try folder.write(bytes("All work and no play. "))
        #expect(throws: StoreError.refused(.notDatabase)) { try StoreVerifier.verify(folder.store) }
    }
}
