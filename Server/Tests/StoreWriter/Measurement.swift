// Measures a store: writes by one task and by many, a load, and the next opening.

internal import CatalogSearch
internal import ProductStore

/// Writes small records, and prints the times.
struct Measurement {
    private let path: String

    init(_ path: String) { self.path = path }

    private func record(_ id: String) -> String {
        #"{"id": "\#(id)", "type": "black", "title": {"en": "Assam \#(id)", "de": "Tee \#(id)"}, "year": 2024, "#
            + #""summary": {"en": "Malty and strong."}, "price": {"amount": "7.90", "currency": "EUR"}}"#
    }

    private func measure(_ what: String, _ count: Int, _ body: () async throws -> Void) async throws {
        let time = try await ContinuousClock().measure(body)
        let seconds = time / .seconds(1)
        StoreWriter.say("\(what): \(count) in \(time), \(Int(Double(count) / seconds)) a second")
    }

    /// - Parameter path: a file of SQLite, or an address of PostgreSQL.
    private func open() throws -> ProductStore {
        guard PostgreSQLAddress.isAddress(path) else { return try ProductStore(path: path) }
        return try ProductStore(PostgreSQLAddress(path))
    }

    /// Prints how long another process would wait for the writes of this one.
    private func measureLag(of store: ProductStore) async throws {
        let other = try open()
        var times: [Duration] = []
        for number in 0..<1_000 {
            let revision = try await store.put(Array(record("g\(number)").utf8), in: "shop").revision
            times.append(
                await ContinuousClock().measure { _ = await other.isSearched(revision, within: .seconds(10)) }
            )
        }
        times.sort()
        StoreWriter.say("lag after the answer: p50 \(times[500]), p99 \(times[990])")
        try await other.close()
    }

    func run() async throws {
        let store = try open()
        try await store.putCatalog("shop")
        let merging = Task { try await store.keepMerged() }
        try await measure("one writer", 2_000) {
            for number in 0..<2_000 { try await store.put(Array(record("s\(number)").utf8), in: "shop") }
        }
        try await measure("64 writers", 32_000) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<64 {
                    group.addTask {
                        for number in 0..<500 {
                            try await store.put(Array(record("m\(task)-\(number)").utf8), in: "shop")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let lines = Array((0..<100_000).map { record("l\($0)") + "\n" }.joined().utf8)
        try await measure("load", 100_000) {
            let report = try await store.load(lines, into: "shop")
            if let failure = report.failure { throw failure }
        }
        if PostgreSQLAddress.isAddress(path) { try await measureLag(of: store) }
        merging.cancel()
        try await merging.value
        try await store.close()
        try await measure("opening", 134_000) { try await open().close() }
    }
}
