// Checkpoints in an object store: machines start from those that others have uploaded, and nothing in the
// store is trusted.

import CatalogSearch
import CatalogStorage
import Foundation
import StorefrontTestSupport
import Synchronization
import Testing

@testable import ProductStore

/// Objects in memory, with faults and a clock.
private final class MemoryObjects: ObjectStore {
    struct State {
        var objects: [String: (bytes: [UInt8], modified: Int)] = [:]
        var now = Int(Date().timeIntervalSince1970)
        var isReachable = true
        /// The number of writes until the store becomes unreachable.
        var writesLeft = Int.max
        var written: [String] = []
        var removed: [String] = []
        var readCount = 0
    }

    let state = Mutex(State())

    subscript<Value: Sendable>(_ path: sending WritableKeyPath<State, Value>) -> Value {
        get { state.withLock { $0[keyPath: path] } }
        set { state.withLock { $0[keyPath: path] = newValue } }
    }

    private func reached<Value>(
        _ body: (inout State) throws(ObjectStoreError) -> Value
    ) throws(ObjectStoreError) -> Value {
        let result: Result<Value, ObjectStoreError> = state.withLock { state in
            guard state.isReachable else { return .failure(ObjectStoreError("the network is down")) }
            do throws(ObjectStoreError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    func list() throws(ObjectStoreError) -> [String: StoredObject] {
        try reached { state in
            state.objects.mapValues { StoredObject(size: $0.bytes.count, modified: $0.modified) }
        }
    }

    func read(_ name: String, _ range: Range<Int>) throws(ObjectStoreError) -> [UInt8] {
        try reached { state throws(ObjectStoreError) in
            state.readCount += 1
            guard let bytes = state.objects[name]?.bytes, range.upperBound <= bytes.count else {
                throw ObjectStoreError("there is no such object")
            }
            return Array(bytes[range])
        }
    }

    func write(_ name: String, _ bytes: UnsafeRawBufferPointer) throws(ObjectStoreError) {
        try reached { state throws(ObjectStoreError) in
            guard state.writesLeft > 0 else { throw ObjectStoreError("the bucket is full") }
            state.writesLeft -= 1
            state.written.append(name)
            state.objects[name] = (Array(bytes), state.now)
        }
    }

    func remove(_ name: String) throws(ObjectStoreError) {
        try reached { state in
            state.removed.append(name)
            state.objects[name] = nil
        }
    }

    var names: [String] { state.withLock { $0.objects.keys.sorted() } }
    var checkpoints: [String] { names.filter { $0.hasPrefix("checkpoint-") } }
    var segments: [String] { names.filter { $0.hasSuffix(".segment") } }

    func pass(seconds: Int) { state.withLock { $0.now += seconds } }

    func change(_ name: String, _ body: (inout [UInt8]) -> Void) {
        state.withLock { state in
            guard var object = state.objects[name] else { return }
            body(&object.bytes)
            state.objects[name] = object
        }
    }
}

@Suite struct CheckpointMirrorTests {
    private final class Notes: Sendable {
        private let list = Mutex<[CheckpointNote]>([])
        var all: [CheckpointNote] { list.withLock { $0 } }
        func add(_ note: CheckpointNote) { list.withLock { $0.append(note) } }
        var hasOpened: Bool { all.contains { if case .opened = $0 { true } else { false } } }
        var failures: [String] {
            all.compactMap { if case .failed(let reason) = $0 { reason } else { nil } }
        }
        var faults: [CheckpointFault] {
            all.compactMap { if case .ignored(_, let fault) = $0 { fault } else { nil } }
        }
    }

    private let objects = MemoryObjects()
    private let notes = Notes()

    /// Opens a store on a machine, which has a cache of its own.
    private func open(
        _ tested: TestedStore, on machine: String, _ objects: (any ObjectStore)? = nil
    ) throws -> ProductStore {
        let cache = CheckpointFolder(tested.folder.path + "/" + machine)
        return try tested.open(
            checkpoints: CheckpointMirror(objects ?? self.objects, cache: cache),
            note: { [notes] in notes.add($0) })
    }

    private func tea(_ id: Int, _ name: String = "first") -> [UInt8] {
        bytes(#"{"id": "\#(id)", "title": "tea \#(id) \#(name)"}"#)
    }

    /// A store with some records and deletions, whose last change is not in the uploaded checkpoint.
    private func fill(_ store: ProductStore) async throws {
        try await store.putCatalog("a")
        for id in 0..<20 { try await store.put(tea(id), in: "a") }
        try await store.delete("3", in: "a")
        await store.writeCheckpoint()
        try await store.put(tea(30), in: "a")
    }

    @Test(arguments: StoreKind.available)
    func anotherMachineStartsFromWhatWasUploaded(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let first = try open(tested, on: "m1")
        try await fill(first)
        try await first.close()
        #expect(objects.checkpoints.count == 1)
        let second = try open(tested, on: "m2")
        #expect(notes.hasOpened && notes.failures.isEmpty && notes.faults.isEmpty)
        #expect(try second.count("tea") == 20)
        try await second.close()
        // Files in the cache are not downloaded again.
        let readCount = objects[\.readCount]
        let again = try open(tested, on: "m2")
        #expect(try again.count("tea") == 20)
        #expect(objects[\.readCount] == readCount)
    }

    @Test(arguments: StoreKind.available)
    func segmentsAreUploadedOnceAndTheManifestLast(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try open(tested, on: "m1")
        try await store.putCatalog("a")
        _ = try await store.load(
            bytes((0..<3_000).map { text(tea($0)) + "\n" }.joined()), into: "a", mode: .whole)
        for id in 0..<4 {
            try await store.put(tea(id, "again"), in: "a")
            await store.writeCheckpoint()
            objects.pass(seconds: 7_200)
        }
        let written = objects[\.written]
        #expect(Set(written).count == written.count)
        #expect(written.first?.hasPrefix("checkpoint-") == false)
        #expect(written.last?.hasPrefix("checkpoint-") == true)
        // The last two checkpoints stay, and only the files that they name.
        #expect(objects.checkpoints.count == 2)
        let manifests = objects.checkpoints.map { name in
            objects.state.withLock { text($0.objects[name]?.bytes ?? []) }
        }.joined()
        for name in objects.names where !name.hasPrefix("checkpoint-") {
            #expect(manifests.contains(name), "\(name)")
        }
        let files = try tested.folder.names(below: "m1").filter { $0.hasPrefix("checkpoint-") }
        #expect(files.count == 2)
    }

    @Test func youngAndForeignObjectsAreNotRemoved() async throws {
        let tested = try TestedStore(.sqlite)
        let store = try open(tested, on: "m1")
        try await store.putCatalog("a")
        let foreign = ["notes.txt", "0-1.segment", "0123456789ABCDEF-5.segment", "checkpoint-1.json"]
        let unnamed = "0123456789abcdef-5.segment"
        objects.state.withLock { state in
            for name in foreign + [unnamed] { state.objects[name] = (bytes("12345"), state.now) }
        }
        await store.writeCheckpoint()
        #expect(objects[\.removed].isEmpty)
        objects.pass(seconds: 4_000)
        try await store.put(tea(1), in: "a")
        await store.writeCheckpoint()
        #expect(objects[\.removed] == [unnamed])
    }

    @Test(arguments: StoreKind.available)
    func withoutTheStoreOfObjectsTheCacheIsUsedAndItIsSaidOnce(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let first = try open(tested, on: "m1")
        try await fill(first)
        objects[\.isReachable] = false
        // Checkpoints are still written, into the cache.
        await first.writeCheckpoint()
        await first.writeCheckpoint()
        try await first.close()
        #expect(notes.failures == ["the network is down"])
        let second = try open(tested, on: "m1")
        #expect(notes.hasOpened && notes.faults.isEmpty)
        #expect(notes.failures.count == 2)
        #expect(try second.count("tea") == 20)
        // Without a further change the next attempt uploads it.
        objects[\.isReachable] = true
        try await second.put(tea(31), in: "a")
        await second.writeCheckpoint()
        try await second.close()
        let other = try open(tested, on: "m2")
        #expect(other.checkpointRevision == second.snapshot().revision)
    }

    @Test(arguments: StoreKind.available)
    func withoutCacheItStartsFromTheDatabase(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let first = try open(tested, on: "m1")
        try await fill(first)
        try await first.close()
        objects[\.isReachable] = false
        let second = try open(tested, on: "m2")
        #expect(!notes.hasOpened && notes.failures == ["the network is down"])
        #expect(try second.count("tea") == 20)
    }

    @Test(arguments: StoreKind.available)
    func anUploadThatFailsPublishesNothing(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try open(tested, on: "m1")
        try await store.putCatalog("a")
        try await store.put(tea(1), in: "a")
        await store.writeCheckpoint()
        let before = objects.checkpoints
        try await store.put(tea(2), in: "a")
        objects[\.writesLeft] = 1
        await store.writeCheckpoint()
        #expect(objects.checkpoints == before)
        #expect(notes.failures == ["the bucket is full"])
        objects[\.writesLeft] = .max
        await store.writeCheckpoint()
        #expect(objects.checkpoints.count == 2)
        try await store.close()
        let other = try open(tested, on: "m2")
        #expect(other.checkpointRevision == store.snapshot().revision)
        #expect(try other.count("tea") == 2)
    }

    @Test(arguments: ["content", "shorter", "longer", "missing", "manifest", "manifest missing"])
    func damagedObjectsAreNotUsed(what: String) async throws {
        let tested = try TestedStore(.sqlite)
        let store = try open(tested, on: "m1")
        try await fill(store)
        objects.pass(seconds: 60)
        let older = Set(objects.segments)
        await store.writeCheckpoint()
        try await store.close()
        let segment = try #require(objects.segments.first { !older.contains($0) })
        let manifest = try #require(objects.checkpoints.last)
        switch what {
        case "content": objects.change(segment) { $0[$0.count / 2] ^= 1 }
        case "shorter": objects.change(segment) { $0.removeLast() }
        case "longer": objects.change(segment) { $0.append(0) }
        case "missing": objects.state.withLock { $0.objects[segment] = nil }
        case "manifest": objects.change(manifest) { $0[$0.count / 2] ^= 1 }
        default: objects.state.withLock { $0.objects[manifest] = nil }
        }
        let other = try open(tested, on: "m2")
        // The one before it is used.
        #expect(notes.hasOpened)
        #expect(notes.faults.count == (what == "manifest missing" ? 0 : 1))
        #expect(try other.count("tea") == 20)
        #expect(!(try tested.folder.names(below: "m2")).contains { $0.hasSuffix(".new") })
    }

    @Test func aManifestOfOtherNamesLeavesTheFolder() async throws {
        let tested = try TestedStore(.sqlite)
        let store = try open(tested, on: "m1")
        try await fill(store)
        try await store.close()
        let name = try #require(objects.checkpoints.last)
        let bytes = objects.state.withLock { $0.objects[name]?.bytes ?? [] }
        objects.state.withLock { state in
            // The position in the content differs from that in the name.
            let other = "checkpoint-0000000000000009999-" + String(repeating: "a", count: 32) + ".json"
            state.objects[other] = (bytes, state.now + 1)
            state.objects["checkpoint-../../evil.json"] = (bytes, state.now + 2)
        }
        _ = try open(tested, on: "m2")
        #expect(notes.faults == [.unusable(.damaged)])
        #expect(notes.hasOpened)
    }

    /// Another process's checkpoint seems to have been written an hour ago, or in ten years by a wrong clock.
    @Test(arguments: [-3_600, 315_360_000])
    func aMachineOfAnotherTimeKeepsNobodyFromWriting(seconds: Int) async throws {
        let tested = try TestedStore(.sqlite)
        let first = try open(tested, on: "m1")
        try await fill(first)
        try await first.close()
        objects.state.withLock { state in
            for name in state.objects.keys { state.objects[name]?.modified += seconds }
        }
        try tested.folder.remove("m1")
        let second = try open(tested, on: "m2")
        try await second.put(tea(99), in: "a")
        await second.writeCheckpoint()
        #expect(second.checkpointRevision == second.snapshot().revision)
    }

    @Test(.enabled(if: TemporaryPostgreSQL.shared != nil, "PostgreSQL is missing"))
    func onlyOneOfSeveralMachinesWrites() async throws {
        let tested = try TestedStore(.postgreSQL)
        let first = try open(tested, on: "m1")
        try await first.putCatalog("a")
        let second = try open(tested, on: "m2")
        await first.writeCheckpoint()
        try await first.put(tea(1), in: "a")
        _ = await second.isSearched(first.snapshot().revision, within: .seconds(5))
        await second.writeCheckpoint()
        #expect(objects.checkpoints.count == 1)
        await first.writeCheckpoint()
        #expect(objects.checkpoints.count == 2)
        // The first one seems to have ended.
        objects.state.withLock { state in
            for name in state.objects.keys { state.objects[name]?.modified -= 1_200 }
        }
        try await first.put(tea(2), in: "a")
        _ = await second.isSearched(first.snapshot().revision, within: .seconds(5))
        await second.writeCheckpoint()
        #expect(second.checkpointRevision == second.snapshot().revision)
    }
}
