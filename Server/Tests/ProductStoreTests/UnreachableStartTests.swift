// A server whose database cannot be reached at its start searches the last checkpoint.

import CatalogSearch
import CatalogStorage
import Foundation
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite(.enabled(if: TemporaryPostgreSQL.shared != nil, "PostgreSQL is not installed, or does not start"))
struct UnreachableStartTests {
    private let folder: TemporaryFolder
    private let address: String
    /// The same database, through a link that tests remove and create.
    private let linked: String
    private let link: String
    private let sockets: String

    init() throws {
        folder = try TemporaryFolder()
        address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
        let parts = address.components(separatedBy: "host=")
        sockets = parts[1]
        link = folder.path + "/s"
        linked = parts[0] + "host=" + link
    }

    private func open(_ address: String) throws -> ProductStore {
        try ProductStore(
            PostgreSQLAddress(address), checkpoints: CheckpointFolder(folder.path + "/checkpoints"))
    }

    private func connect() throws {
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sockets)
    }

    private func waitUntilFollowing(_ store: ProductStore) async throws {
        for _ in 0..<2_000 where store.following.lag == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(store.following.lag != nil)
    }

    @Test func itSearchesTheCheckpointAndCatchesUpLater() async throws {
        let first = try open(address)
        try await first.putCatalog("a")
        try await first.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a")
        await first.writeCheckpoint()
        let store = try open(linked)
        #expect(try store.count("assam") == 1)
        #expect(store.following.lag == nil)
        await #expect {
            try await store.put(bytes(#"{"id": "2", "title": "Mint"}"#), in: "a")
        } throws: {
            guard case .unavailable(.unreachable) = $0 as? StoreError else { return false }
            return true
        }
        // A state that may belong to another history must not become a checkpoint.
        #expect(try await store.backend.checkpointSnapshot(after: nil) == nil)
        let written = try await first.put(bytes(#"{"id": "3", "title": "Rose"}"#), in: "a")
        try connect()
        #expect(await store.isSearched(written.revision, within: .seconds(20)))
        #expect(try store.count("rose") == 1)
        #expect(store.following.rebuildCount == 0)
        // It is noted after the publication.
        try await waitUntilFollowing(store)
    }

    @Test func aCheckpointOfAnotherHistoryIsLeft() async throws {
        let first = try open(address)
        for id in ["a", "b", "c"] { try await first.putCatalog(id) }
        await first.writeCheckpoint()
        let store = try open(linked)
        #expect(store.snapshot().catalogRevisions.count == 3)
        try #require(TemporaryPostgreSQL.shared).run(
            """
            SET search_path = lsearch; BEGIN; DELETE FROM catalog WHERE id <> 'a';
            UPDATE store SET revision = 1, mark = (SELECT mark FROM tick WHERE revision = 1);
            DELETE FROM tick WHERE revision > 1; COMMIT
            """, in: address)
        try connect()
        try await waitUntilFollowing(store)
        #expect(store.snapshot().revision.number == 1)
        #expect(store.snapshot().catalogRevisions.keys.sorted() == ["a"])
        #expect(store.following.rebuildCount == 1)
    }
}
