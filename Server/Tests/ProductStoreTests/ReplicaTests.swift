// Processes that share a store in PostgreSQL see all changes once, in order, and notice another history.

import CatalogSearch
import Dispatch
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite(.enabled(if: TemporaryPostgreSQL.shared != nil, "PostgreSQL is not installed, or does not start"))
struct ReplicaTests {
    private let server: TemporaryPostgreSQL
    private let address: String

    init() throws {
        server = try #require(TemporaryPostgreSQL.shared)
        address = try server.makeDatabase()
    }

    private func open(_ address: String? = nil, writes: Bool = true) throws -> ProductStore {
        try ProductStore(PostgreSQLAddress(address ?? self.address), writes: writes)
    }

    private func expectSame(_ left: ProductStore, _ right: ProductStore) async throws {
        // Neither of the two may have the newest change yet: a third one may have written it.
        let rows = try server.run("SELECT revision FROM lsearch.store", in: address)
        let newest = Revision(try #require(rows.first.flatMap { Int64($0) }))
        for store in [left, right] { #expect(await store.isSearched(newest, within: .seconds(10))) }
        let (left, right) = (left.snapshot(), right.snapshot())
        #expect(left.revision == right.revision)
        #expect(left.catalogRevisions == right.catalogRevisions)
        #expect(left.engine.catalogs.map(\.description) == right.engine.catalogs.map(\.description))
        #expect(left.engine.catalogs.map(\.recordCount) == right.engine.catalogs.map(\.recordCount))
    }

    @Test func damageThatAnotherServerReplacesIsNoLongerCounted() async throws {
        let first = try open()
        for catalog in ["a", "b"] {
            try await first.putCatalog(catalog)
            for id in 1...3 { try await first.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: catalog) }
        }
        try await first.close()
        try server.run("UPDATE lsearch.record SET json = '{' WHERE id IN ('1', '2')", in: address)
        let (one, other) = (try open(), try open())
        #expect(other.damagedParts.count == 4)
        try await one.put(bytes(#"{"id": "1", "title": "tea"}"#), in: "a")
        try await expectSame(one, other)
        #expect(other.damagedParts.count == 3)
        try await one.delete("2", in: "a")
        try await expectSame(one, other)
        #expect(other.damagedParts == [.record(catalog: "b", id: "1"), .record(catalog: "b", id: "2")])
        // A description that has changed lets all records be read again.
        try await one.putCatalog("b", description: bytes(#"{"label": "B"}"#))
        try await expectSame(one, other)
        #expect(other.damagedParts.count == 2)
        try await one.deleteCatalog("b")
        try await expectSame(one, other)
        #expect(other.damagedParts.isEmpty && one.damagedParts.isEmpty)
    }

    @Test func eachSeesTheChangesOfAll() async throws {
        let (one, other) = (try open(), try open())
        try await one.putCatalog("a")
        // Even before the other one has followed.
        try await other.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a")
        try await expectSame(other, one)
        #expect(try one.count("assam") == 1)
        try await one.patch("1", with: bytes(#"{"title": "Mint"}"#), in: "a")
        try await one.put(bytes(#"{"id": "2", "title": "Rose", "origin": "India"}"#), in: "a")
        try await expectSame(one, other)
        #expect(try other.count("assam") == 0 && other.count("mint") == 1)
        try await other.putCatalog("a", description: bytes(#"{"fields": ["title", "origin"]}"#))
        try await other.delete("1", in: "a")
        try await expectSame(other, one)
        #expect(try one.count("india") == 1 && one.count("mint") == 0)
        try await one.deleteCatalog("a")
        try await one.putCatalog("b")
        try await expectSame(one, other)
        try await other.putCatalog("a")
        try await expectSame(other, one)
        #expect(try one.count("rose") == 0)
        #expect(one.following.errorCount == 0 && other.following.rebuildCount == 0)
        // A third store reads the same records at its start.
        try await expectSame(one, try open())
    }

    @Test func noUpdateOfAnyProcessIsLost() async throws {
        let stores = [try open(), try open(), try open()]
        try await stores[0].putCatalog("a")
        try await stores[0].put(bytes(#"{"id": "1", "year": 0}"#), in: "a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores + stores {
                group.addTask {
                    try await store.addYears(5)
                }
            }
            try await group.waitForAll()
        }
        #expect(text(try await stores[0].record("1", in: "a").json) == #"{"id":"1","year":30}"#)
        for store in stores.dropFirst() { try await expectSame(stores[0], store) }
    }

    @Test func manyChangesArriveAtOnce() async throws {
        let (one, other) = (try open(), try open())
        try await one.putCatalog("a")
        try await expectSame(one, other)
        other.postgreSQL.follower.queue.suspend()
        other.postgreSQL.follower.manyRecords = 500
        let lines = (0..<1_500).map { #"{"id": "\#($0)", "title": "tea"}"# + "\n" }.joined()
        _ = try await one.load(bytes(lines), into: "a")
        for id in 0..<10 { try await one.delete("\(id)", in: "a") }
        other.postgreSQL.follower.queue.resume()
        try await expectSame(one, other)
        #expect(try other.count("tea") == 1_490)
    }

    // MARK: Histories

    /// The state of an asynchronous standby after its promotion: a shorter history, and then another one.
    @Test func anotherHistoryIsNoticedByItsMark() async throws {
        let store = try open()
        try await store.putCatalog("a")
        try await store.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a")
        try await store.put(bytes(#"{"id": "2", "title": "Ghost"}"#), in: "a")
        let ghost = store.snapshot().revision.number
        try server.run(
            """
            SET search_path = lsearch; BEGIN; DELETE FROM record WHERE id = '2'; DELETE FROM tick WHERE revision = \(ghost);
            UPDATE store SET revision = \(ghost - 1), mark = (SELECT mark FROM tick WHERE revision = \(ghost - 1)); COMMIT
            """, in: address)
        // In doubt, searches never go back.
        store.postgreSQL.follower.lookNow()
        #expect(try store.count("ghost") == 1)
        #expect(store.snapshot().revision.number == ghost)
        // The other history continues.
        try server.run(
            """
            SET search_path = lsearch; BEGIN; UPDATE store SET revision = \(ghost + 1), mark = gen_random_uuid();
            INSERT INTO tick SELECT revision, mark FROM store; COMMIT
            """, in: address)
        store.postgreSQL.follower.lookNow()
        #expect(store.snapshot().revision.number == ghost + 1)
        #expect(try store.count("ghost") == 0 && store.count("assam") == 1)
        #expect(store.following.rebuildCount == 1)
    }

    @Test func forgottenDeletionsAreNoticed() async throws {
        let (one, other) = (try open(), try open())
        try await one.putCatalog("a")
        for id in 1...3 { try await one.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a") }
        try await expectSame(one, other)
        other.postgreSQL.follower.queue.suspend()
        try await one.delete("2", in: "a")
        try await one.deleteCatalog("a")
        try await one.putCatalog("b")
        let writer = one.postgreSQL.writer
        try writer.queue.sync { try writer.purge(olderThan: .zero) }
        let left = try server.run(
            "SELECT (SELECT count(*) FROM lsearch.record), (SELECT count(*) FROM lsearch.tick)", in: address)
        #expect(left == ["0|1"])
        other.postgreSQL.follower.queue.resume()
        try await expectSame(one, other)
        // A rebuild is counted after its publication.
        other.postgreSQL.follower.lookNow()
        #expect(other.following.rebuildCount == 1 && one.following.rebuildCount == 0)
        // The purge is not a change.
        try await one.put(bytes(#"{"id": "1", "title": "tea"}"#), in: "b")
        try await expectSame(one, other)
        #expect(other.following.rebuildCount == 1)
    }

    // MARK: Lost responses

    /// Waits until a query returns true.
    private func wait(until sql: String) async throws {
        while try server.run("SELECT \(sql)", in: "postgres") != ["t"] { await Task.yield() }
    }

    /// The name of the database.
    private var name: String { String(address.split(separator: "/")[2].prefix { $0 != "?" }) }

    /// The server stores a transaction, waits for a standby that does not exist, and loses its connection.
    @Test func aWriteWhoseResponseIsLostIsStoredOnce() async throws {
        let store = try open()
        try await store.putCatalog("a")
        // A new connection waits for standbys.
        try server.run("ALTER DATABASE \(name) SET synchronous_commit = on", in: "postgres")
        let writers = "FROM pg_stat_activity WHERE datname = '\(name)' AND query LIKE"
        try server.run("SELECT pg_terminate_backend(pid) \(writers) 'COMMIT'", in: "postgres")
        let writing = Task { try await store.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a") }
        try await wait(until: "count(*) = 1 \(writers) 'COMMIT' AND wait_event = 'SyncRep'")
        // Searches must not see a record before the replica has it.
        store.postgreSQL.follower.lookNow()
        #expect(try store.count("assam") == 0)
        try server.run("ALTER DATABASE \(name) SET synchronous_commit = local", in: "postgres")
        try server.run(
            "SELECT pg_terminate_backend(pid) \(writers) 'COMMIT' AND wait_event = 'SyncRep'", in: "postgres")
        let result = try await writing.value
        #expect(result.isNew)
        #expect(try await store.record("1", in: "a").revision == result.revision)
        #expect(try store.count("assam") == 1)
        #expect(store.snapshot().revision == result.revision)
        #expect(try server.run("SELECT count(*) FROM lsearch.tick", in: address) == ["3"])
    }

    /// Writes that wait together share a transaction. One that does not fit on the disk fails alone.
    @Test func aWriteThatDoesNotFitFailsAlone() async throws {
        let store = try open()
        try await store.putCatalog("a")
        try server.run(
            """
            CREATE FUNCTION public.fill() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN
                IF NEW.id = 'large' THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END IF;
                RETURN NEW;
            END $$;
            CREATE TRIGGER fill BEFORE INSERT ON lsearch.record FOR EACH ROW EXECUTE FUNCTION public.fill()
            """, in: address)
        let queue = store.postgreSQL.writer.queue
        queue.suspend()
        let results = await withTaskGroup(of: (String, StoreError?).self) { group in
            for id in ["small", "large", "tiny"] {
                group.addTask {
                    do throws(StoreError) {
                        try await store.put(bytes(#"{"id": "\#(id)", "title": "tea"}"#), in: "a")
                        return (id, nil)
                    } catch {
                        return (id, error)
                    }
                }
            }
            while store.postgreSQL.commits.waitingCount < 3 { await Task.yield() }
            queue.resume()
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(results == ["large": .unavailable(.diskFull)])
        #expect(try await store.ids(in: "a") == ["small", "tiny"])
        #expect(try store.count("tea") == 2)
    }

    /// The server ends a connection before it has stored anything.
    @Test func aWriteThatWasNotStoredIsRepeated() async throws {
        let store = try open()
        try await store.putCatalog("a")
        try server.run(
            """
            CREATE SEQUENCE public.commits; GRANT ALL ON public.commits TO public;
            CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN
                IF nextval('public.commits') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON lsearch.tick DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION public.fail()
            """, in: address)
        let result = try await store.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a")
        #expect(result.isNew)
        #expect(try server.run("SELECT last_value FROM public.commits", in: address) == ["2"])
        #expect(try server.run("SELECT count(*) FROM lsearch.tick", in: address) == ["3"])
        #expect(try store.count("assam") == 1)
    }
}

extension ProductStore {
    /// The connections of a store in PostgreSQL.
    var postgreSQL: PostgreSQLBackend { backend as! PostgreSQLBackend }
}
