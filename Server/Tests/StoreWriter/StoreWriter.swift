// A writer that tests kill, or that fills its disk.

internal import CatalogSearch
internal import Glibc
internal import ProductStore

/// `StoreWriter write PATH SEED` writes at full speed until it is killed, and prints when each write begins
/// and when it is acknowledged. `StoreWriter open PATH` says whether the store can be opened.
/// `StoreWriter full PATH` fills its disk, and prints unexpected results.
@main struct StoreWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "write" where arguments.count == 4:
            try await write(arguments[2], seed: UInt64(arguments[3]) ?? 0)
        case "open" where arguments.count == 3: await open(arguments[2])
        case "full" where arguments.count == 3: try await FullDisk(arguments[2]).run()
        case "measure" where arguments.count == 3: try await Measurement(arguments[2]).run()
        default:
            say("StoreWriter write PATH SEED, open PATH, full PATH or measure PATH")
            exit(2)
        }
    }

    /// Prints a line at once and atomically, because many tasks print.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
    }

    /// Prints whether the store can be opened.
    private static func open(_ path: String) async {
        do throws(StoreError) {
            try await ProductStore(path: path).close()
            say("opened")
        } catch {
            say("\(error)")
        }
    }

    // MARK: Until it is killed

    private static func write(_ path: String, seed: UInt64) async throws {
        let store = try ProductStore(path: path)
        do {
            try await store.putCatalog("shop", if: .absent)
        } catch StoreError.conflict {
            // The record exists from the previous round.
        }
        let merging = Task { try await store.keepMerged() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<6 { group.addTask { try await writeRecords(store, task, seed) } }
            group.addTask { try await load(store, seed) }
            try await group.waitForAll()
        }
        merging.cancel()
    }

    /// Each task has its own records, so that it knows their state.
    private static func writeRecords(_ store: ProductStore, _ task: Int, _ seed: UInt64) async throws {
        var random = SystemRandomNumberGenerator()
        var exists: [Int: Bool] = [:]
        for number in 1... {
            let place = Int.random(in: 0..<50, using: &random)
            let id = "t\(seed)-\(task)-\(place)"
            let filler = String(repeating: "x", count: Int.random(in: 0..<9_000, using: &random))
            let result: WriteResult
            // The record's number is at its start and at its end.
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where exists[place] == true:
                say("begin \(id) gone")
                result = try await store.delete(id, in: "shop")
                exists[place] = false
                say("done \(id) gone \(result.revision)")
            case 1 where exists[place] == true:
                say("begin \(id) \(number)")
                let patch = #"{"year": \#(number), "filler": "\#(filler)", "end": \#(number)}"#
                result = try await store.patch(id, with: Array(patch.utf8), in: "shop")
                say("done \(id) \(number) \(result.revision)")
            default:
                say("begin \(id) \(number)")
                let json =
                    #"{"id": "\#(id)", "year": \#(number), "title": "\#(id)", "filler": "\#(filler)", "#
                    + #""end": \#(number)}"#
                result = try await store.put(Array(json.utf8), in: "shop")
                exists[place] = true
                say("done \(id) \(number) \(result.revision)")
            }
        }
    }

    private static func load(_ store: ProductStore, _ seed: UInt64) async throws {
        for number in 1... {
            // Every fifth one is too large for memory.
            let lines = (0..<(number % 5 == 0 ? 700 : 40)).map {
                #"{"id": "l\#(seed)-\#(number)-\#($0)", "title": "Loaded"}"# + "\n"
            }
            .joined()
            let report = try await store.load(Array(lines.utf8), into: "shop", mode: .whole)
            if let failure = report.failure { throw failure }
            say("loaded l\(seed)-\(number) \(report.recordCount)")
        }
    }
}

/// Simulates a full disk: the system lets no file grow.
private struct FullDisk {
    private let path: String

    init(_ path: String) { self.path = path }

    private func expect(_ holds: Bool, _ what: String) {
        if !holds { StoreWriter.say("not so: \(what)") }
    }

    private func limit(_ size: rlim_t) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = min(size, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    private func record(_ number: Int) -> [UInt8] {
        let filler = String(repeating: "x", count: 20_000)
        return Array(#"{"id": "\#(number)", "title": "Tea \#(number)", "filler": "\#(filler)"}"#.utf8)
    }

    private func found(_ store: ProductStore) throws -> Int {
        try store.snapshot().engine.search(SearchRequest("tea", locale: LocaleIdentifier("en")!)).total
    }

    private func isUnavailable(_ error: StoreError) -> Bool {
        switch error {
        case .unavailable(.diskFull), .unavailable(.inputOutput): true
        default: false
        }
    }

    func run() async throws {
        // Otherwise the signal would end the process.
        signal(SIGXFSZ, SIG_IGN)
        let store = try ProductStore(path: path)
        try await store.putCatalog("shop")
        limit(1_000_000)
        var count = 0
        do {
            while count < 10_000 {
                try await store.put(record(count), in: "shop")
                count += 1
            }
        } catch {
            expect(isUnavailable(error), "\(error) says that there is no room")
        }
        expect(count > 10 && count < 1_000, "there was room for some records: \(count)")
        try await checkNothingChanged(store, count)

        // Many writes at once; some may still fit.
        let small = await withTaskGroup(of: StoreError?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do throws(StoreError) {
                        try await store.put(record(20_000 + number), in: "shop")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: [StoreError?]()) { $0.append($1) }
        }
        expect(small.allSatisfy { $0 == nil || isUnavailable($0!) }, "each gets a reason: \(small)")
        let taken = small.filter { $0 == nil }.count
        try await checkNothingChanged(store, count + taken)

        limit(.max)
        try await store.put(record(100_000), in: "shop")
        try await store.delete("0", in: "shop")
        try await checkNothingChanged(store, count + taken)
        try await store.close()
        let reopened = try ProductStore(path: path)
        try await checkNothingChanged(reopened, count + taken)
        try await reopened.close()
        StoreWriter.say("ended")
    }

    private func checkNothingChanged(_ store: ProductStore, _ count: Int) async throws {
        expect(try found(store) == count, "the search finds \(try found(store)) of \(count)")
        let stored = try await store.records(in: "shop", limit: .max)
        expect(stored.count == count, "the database has \(stored.count) of \(count)")
        let catalog = try await store.catalog("shop")
        expect(catalog.recordCount == count, "the catalog counts \(catalog.recordCount) of \(count)")
        expect(catalog.revision == store.snapshot().revision, "the search has the catalog's revision")
    }
}
