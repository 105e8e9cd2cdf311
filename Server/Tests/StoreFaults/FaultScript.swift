// Writes of all kinds, and what the store must contain after them.

internal import CatalogSearch
internal import ProductStore

/// A script of writes. Some of them fail.
struct FaultScript {
    /// The number of records before the script begins.
    static let oldCount = 20

    private let path: String
    /// The states that a record may have: the last acknowledged one, and those of later writes that failed. A
    /// failed write may still be stored if the machine crashes. `nil` if it is deleted.
    private var allowed: [String: Set<Int?>] = [:]
    private var faults: [String] = []

    init(_ path: String) {
        self.path = path
        for number in 0..<Self.oldCount { allowed["old\(number)"] = [0] }
    }

    static func record(_ id: String, _ number: Int) -> [UInt8] {
        let filler = String(repeating: "x", count: number % 3 == 0 ? 6_000 : 10)
        return Array(#"{"id": "\#(id)", "title": "tea", "year": \#(number), "filler": "\#(filler)"}"#.utf8)
    }

    // MARK: Writing

    mutating func run() async {
        let store: ProductStore
        do throws(StoreError) {
            store = try ProductStore(path: path)
        } catch {
            return note(error)
        }
        for number in 1...6 {
            await write(["new\(number)"], number) {
                try await store.put(Self.record("new\(number)", number), in: "shop")
            }
            await write(["old\(number)"], number) {
                try await store.patch("old\(number)", with: Array(#"{"year": \#(number)}"#.utf8), in: "shop")
            }
            await write(["old\(number + 6)"], nil) { try await store.delete("old\(number + 6)", in: "shop") }
        }
        for count in [40, 600] {
            let ids = (0..<count).map { "load\(count)-\($0)" }
            await write(ids, 7) {
                var lines: [UInt8] = []
                for id in ids { lines += Self.record(id, 7) + [0x0A] }
                let report = try await store.load(lines, into: "shop", mode: .whole)
                if let failure = report.failure { throw failure }
            }
        }
        do {
            try await store.putCatalog("other")
            try await store.deleteCatalog("other")
        } catch {
            note(error)
        }
        do {
            try await store.close()
        } catch {
            note(error)
        }
    }

    private mutating func write(_ ids: [String], _ number: Int?, _ body: () async throws -> Void) async {
        for id in ids { allowed[id, default: [nil]].insert(number) }
        do {
            try await body()
            for id in ids { allowed[id] = [number] }
        } catch {
            note(error)
        }
    }

    /// Each failure must be one for which the service has a message.
    private mutating func note(_ error: any Error) {
        guard let error = error as? StoreError, case .unavailable = error else {
            return faults.append("an error of another kind: \(error)")
        }
    }

    // MARK: Checking

    /// - Returns: the violations.
    func check() async -> [String] {
        var faults = faults
        do {
            let store = try ProductStore(path: path)
            var found: [String: Int?] = [:]
            for record in try await store.records(in: "shop", limit: .max) {
                found[record.id] = .some(Self.number(of: record.json))
            }
            for (id, states) in allowed where !states.contains(found[id] ?? nil) {
                faults.append("\(id) is \(String(describing: found[id] ?? nil)) and not one of \(states)")
            }
            for id in found.keys where allowed[id] == nil { faults.append("\(id) was never written") }
            for count in [40, 600] {
                let loaded = found.keys.filter { $0.hasPrefix("load\(count)-") }.count
                if loaded != 0, loaded != count {
                    faults.append("of a load of \(count) records \(loaded) are there")
                }
            }
            let searched = try store.snapshot().engine.search(SearchRequest("tea", locale: .english)).total
            if searched != found.count { faults.append("\(found.count) are stored, \(searched) are found") }
            try await store.put(Self.record("after", 1), in: "shop")
            try await store.close()
            let report = try StoreVerifier.verify(path)
            if !report.isSound { faults.append("damaged: \(report.faults)") }
        } catch {
            faults.append("it is not opened afterwards: \(error)")
        }
        return faults
    }

    /// The year of a record.
    private static func number(of json: [UInt8]) -> Int? {
        let text = String(decoding: json, as: UTF8.self)
        guard let range = text.firstRange(of: #""year":"#) else { return nil }
        return Int(text[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
    }
}
