// Which databases are accepted, and which rights are needed.

import Dispatch
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite(.enabled(if: TemporaryPostgreSQL.shared != nil, "PostgreSQL is not installed, or does not start"))
struct PostgreSQLOpeningTests {
    private let server: TemporaryPostgreSQL
    private let address: String

    init() throws {
        server = try #require(TemporaryPostgreSQL.shared)
        address = try server.makeDatabase()
    }

    private func open(_ address: String? = nil, writes: Bool = true) throws(StoreError) -> ProductStore {
        try ProductStore(PostgreSQLAddress(address ?? self.address), writes: writes)
    }

    private func refusal(_ address: String? = nil, writes: Bool = true) -> StoreError.Refusal? {
        do throws(StoreError) {
            _ = try open(address, writes: writes)
            return nil
        } catch {
            guard case .refused(let reason) = error else { return nil }
            return reason
        }
    }

    private var name: String { String(address.split(separator: "/")[2].prefix { $0 != "?" }) }

    @Test func whatIsNoStoreIsRefusedAndUnchanged() async throws {
        try server.run("CREATE SCHEMA lsearch; CREATE TABLE lsearch.catalog (other int)", in: address)
        #expect(refusal() == .otherTables)
        try server.run("CREATE TABLE lsearch.version (other int)", in: address)
        #expect(refusal() == .otherTables)
        try server.run("DROP SCHEMA lsearch CASCADE", in: address)
        try await open().close()
        try server.run("UPDATE lsearch.version SET number = number + 1", in: address)
        #expect(refusal() == .newerVersion)
    }

    @Test func anAddressMustBeOne() {
        #expect(throws: StoreError.self) { try PostgreSQLAddress("postgresql://[::1/shop") }
        let address = try? PostgreSQLAddress("postgresql://me:secret@a:1,b:2/shop?sslmode=verify-full")
        #expect(address?.description == "postgresql://me@a:1,b:2/shop")
    }

    @Test func accountsAreCheckedAtTheStart() throws {
        let role = "r" + name
        try server.run("CREATE ROLE \(role) LOGIN PASSWORD 'right'", in: "postgres")
        func address(_ password: String, _ database: String? = nil) -> String {
            server.address(database ?? name, role: "\(role):\(password)")
        }
        guard case .unauthorized(let message)? = refusal(address("wrong")) else {
            return #expect(Bool(false), "not refused")
        }
        #expect(message.contains(role))
        guard case .noDatabase? = refusal(address("right", "none")) else {
            return #expect(Bool(false), "not refused")
        }
        // It may not create the tables.
        guard case .missingRights? = refusal(address("right")) else {
            return #expect(Bool(false), "not refused")
        }
    }

    /// The statements of the guide.
    @Test func theRightsOfTheGuideAreEnough() async throws {
        let (writer, follower) = ("w" + name, "f" + name)
        try await open().close()
        let guide = text(try contents(of: packageFolder + "/../docs/several-machines.md"))
        let grants = guide.split(separator: "\n").filter { $0.hasPrefix("GRANT ") }.joined(separator: "\n")
            .replacing("lsearch_write", with: writer).replacing("lsearch_follow", with: follower)
        try server.run(
            "CREATE ROLE \(writer) LOGIN PASSWORD 'p'; CREATE ROLE \(follower) LOGIN PASSWORD 'p'; " + grants,
            in: address)
        let (one, other) = (
            server.address(name, role: "\(writer):p"), server.address(name, role: "\(follower):p")
        )
        guard case .missingRights? = refusal(other) else {
            return #expect(Bool(false), "not refused")
        }
        let (writing, following) = (try open(one), try open(other, writes: false))
        try await writing.putCatalog("a")
        try await writing.put(bytes(#"{"id": "1", "title": "Tea"}"#), in: "a")
        _ = try await writing.load(bytes(#"{"id": "2", "title": "Tea"}"#), into: "a", mode: .whole)
        let revision = try await writing.delete("1", in: "a").revision
        #expect(await following.isSearched(revision, within: .seconds(10)))
        #expect(try following.count("tea") == 1)
        let purging = writing.postgreSQL.writer
        try purging.queue.sync { try purging.purge(olderThan: .zero) }
        try await writing.deleteCatalog("a")
        await #expect(throws: StoreError.self) { try await following.putCatalog("b") }
        // The rights permit nothing more: neither other tables nor changes of the structure.
        for sql in ["DROP TABLE lsearch.tick", "CREATE TABLE lsearch.other ()", "DELETE FROM lsearch.store"] {
            #expect(throws: (any Error).self) { try server.run(sql, in: one) }
        }
        #expect(throws: (any Error).self) { try server.run("UPDATE lsearch.catalog SET id = ''", in: other) }
    }

    @Test func aServerThatTakesNoWritesIsFollowed() async throws {
        try await open().putCatalog("a")
        try server.run("ALTER DATABASE \(name) SET default_transaction_read_only = on", in: "postgres")
        let store = try open()
        #expect(store.catalogs.count == 1)
        await #expect(throws: StoreError.unavailable(.readOnly)) { try await store.putCatalog("b") }
        try server.run("ALTER DATABASE \(name) RESET default_transaction_read_only", in: "postgres")
        try server.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres"
        )
        let revision = try await store.putCatalog("b").revision
        #expect(await store.isSearched(revision, within: .seconds(10)))
        #expect(store.catalogs.count == 2)
    }

    @Test func aStoreMayBeUnreachableAtTheStart() async throws {
        let folder = try TemporaryFolder()
        let store = try ProductStore(PostgreSQLAddress("postgresql:///shop?host=\(folder.path)"))
        #expect(store.catalogs.isEmpty && store.following.lag == nil)
        for write in 0..<2 {
            let error = await #expect(throws: StoreError.self) {
                if write == 0 {
                    try await store.putCatalog("a")
                } else {
                    try await store.put(bytes(#"{"id": "1"}"#), in: "a")
                }
            }
            guard case .unavailable(.unreachable)? = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
        }
        #expect(store.following.problem != nil && store.following.errorCount > 0)
        try await store.close()
    }
}
