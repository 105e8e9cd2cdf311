// Concurrent writers: none is lost, and each gets the result of its own write.

import CatalogSearch
import Dispatch
import GRDB
import Synchronization
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct ConcurrencyTests {
    /// Each of many writers increments a counter, and retries after a conflict.
    @Test(arguments: StoreKind.available)
    func noUpdateIsLost(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        try await store.put(bytes(#"{"id": "1", "year": 0}"#), in: "a")
        let (writers, rounds) = (8, 6)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<writers {
                group.addTask { [store] in
                    try await store.addYears(rounds)
                }
            }
            try await group.waitForAll()
        }
        #expect(text(try await store.record("1", in: "a").json) == #"{"id":"1","year":48}"#)
        #expect(try store.count("48") == 1)
    }

    @Test(arguments: StoreKind.available)
    func oneOfManyIsFirst(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let results = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask { [store] in
                    do {
                        try await store.put(bytes(#"{"id": "1", "n": \#(number)}"#), in: "a", if: .absent)
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter { $0 }.count == 1)
    }

    /// Writes that wait during a commit share a transaction; a refused write does not affect the others.
    @Test func writesShareTransactionsAndEachHasItsResult() async throws {
        let tested = try TestedStore(.sqlite)
        let store = try await tested.open(with: "a")
        let commits = CommitCounter()
        store.sqlite.file.pool.add(transactionObserver: commits)
        // Hold the writer until all writes wait.
        let gate = DispatchSemaphore(value: 0)
        await holdWriter(of: store, until: gate)
        let errors = await withTaskGroup(of: (Int, StoreError?).self) { group in
            for number in 0..<100 {
                group.addTask { [store] in
                    do throws(StoreError) {
                        switch number % 4 {
                        case 0:
                            try await store.put(
                                bytes(#"{"id": "\#(number)"}"#), in: "a", if: .revision(Revision(1)))
                        case 1: try await store.delete("\(number)", in: "a")
                        default: try await store.put(bytes(#"{"id": "\#(number)", "title": "Tea"}"#), in: "a")
                        }
                        return (number, nil)
                    } catch {
                        return (number, error)
                    }
                }
            }
            while store.sqlite.writer.waitingCount < 100 { await Task.yield() }
            gate.signal()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 100)
        for (number, error) in errors {
            switch number % 4 {
            case 0: #expect(error == .conflict(current: nil))
            case 1: #expect(error == .notFound(.record(catalog: "a", id: "\(number)")))
            default: #expect(error == nil)
            }
        }
        #expect(try store.count("tea") == 50)
        #expect(try await store.catalog("a").recordCount == 50)
        #expect(commits.count == 1)
    }

    /// Occupies the queue of the writer. When this returns, the writer has ended, so
    /// that new writes wait for the queue.
    private func holdWriter(of store: ProductStore, until gate: DispatchSemaphore) async {
        await withCheckedContinuation { begun in
            store.sqlite.file.pool.asyncWriteWithoutTransaction { _ in
                begun.resume()
                gate.wait()
            }
        }
    }

    @Test func noMoreWaitThanThereIsRoomFor() async throws {
        let tested = try TestedStore(.sqlite)
        let store = try await tested.open(with: "a")
        let gate = DispatchSemaphore(value: 0)
        await holdWriter(of: store, until: gate)
        let limit = GroupCommit.waitingLimit.count
        await withTaskGroup(of: StoreError?.self) { group in
            for _ in 0..<limit + 5 {
                group.addTask { [store] in
                    do throws(StoreError) {
                        try await store.delete("none", in: "a")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for _ in 0..<5 { #expect(await group.next() == .unavailable(.overloaded)) }
            gate.signal()
            for await error in group { #expect(error == .notFound(.record(catalog: "a", id: "none"))) }
        }
        try await store.put(bytes(#"{"id": "1"}"#), in: "a")
    }

    /// After a failed update of the searched copy, the next write reads the catalog again.
    @Test func catalogThatFellBehindIsReadAgain() async throws {
        let tested = try TestedStore(.sqlite)
        let store = try await tested.open(with: "a")
        try await store.put(bytes(#"{"id": "1", "title": "Tea"}"#), in: "a")
        try #require(store.catalogs.first).apply([.delete(id: "1")])
        store.sqlite.stale = ["a", "none"]
        try await store.put(bytes(#"{"id": "2", "title": "Mint"}"#), in: "a")
        #expect(try store.count("tea") == 1)
        #expect(try store.count("mint") == 1)
        #expect(store.sqlite.stale.isEmpty)
    }
}

/// Counts transactions.
private final class CommitCounter: TransactionObserver, Sendable {
    private let commits = Mutex(0)

    var count: Int { commits.withLock { $0 } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}
