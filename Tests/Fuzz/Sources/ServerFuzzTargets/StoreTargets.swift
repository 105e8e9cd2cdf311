// Untrusted input of a store: backups, and requests of another protocol.

import Dispatch
import Foundation
import FuzzRunner
import Synchronization

@testable import MeilisearchProtocol
@testable import ProductStore
@testable import Storefront

enum StoreTargets {
    static let all = [backup, existingClients]

    /// A backup is restored, or it is rejected and nothing of it is stored. A backup of the restored data
    /// equals it.
    private static let backup = FuzzTarget("backup", limit: 2_048, seeds: { backupSeeds }) {
        let store = try TemporaryStore()
        return { input in
            store.wait { store in
                do {
                    let report = try await store.restore(Blocks(content: input))
                    let catalogs = try await store.allCatalogs()
                    invariant(
                        catalogs.map(\.id) == report.catalogs.map(\.id).sorted(), "all catalogs are restored")
                    invariant(
                        catalogs.map(\.recordCount).reduce(0, +)
                            == report.catalogs.map(\.recordCount).reduce(0, +),
                        "all records are restored")
                } catch is RestoreError {
                    invariant(try await store.allCatalogs().isEmpty, "nothing of a refused backup is kept")
                }
                try await store.empty()
            }
        }
    }

    private static var backupSeeds: [[UInt8]] {
        let text = """
            {"lsearchBackup":1,"revision":7,"catalogs":2}
            {"catalog":"a","records":2}
            {"defaultLocale": "en"}
            {"id": "1", "title": "tea"}
            {"id": "2", "title": {"de": "Tee"}, "year": 2001}
            {"catalog":"b","records":0}
            {}
            {"end":true}

            """
        return [Array(text.utf8)]
    }

    /// Requests of existing clients get a response of their protocol, never a failure of the server.
    private static let existingClients = FuzzTarget("clients", limit: 1_024, seeds: { clientSeeds }) {
        let store = try TemporaryStore()
        let server = MeilisearchServer(
            store.store, defaultLocale: .english, keys: KeyRing(store.store, master: Array("token".utf8)))
        return { input in
            store.wait { store in
                // The index that most requests use.
                let documents =
                    #"[{"id": 1, "title": "Carol", "genres": ["Romance"], "year": 2015}, {"id": 2}]"#
                _ = try await response(
                    of: server,
                    to: "PATCH /indexes/movies/settings\n{\"filterableAttributes\": [\"genres\", \"year\"]}")
                _ = try await response(of: server, to: "POST /indexes/movies/documents\n" + documents)
                for request in input.split(separator: 0).prefix(4) {
                    do {
                        let response = try await response(
                            of: server, to: String(decoding: request, as: UTF8.self))
                        let status = response?.status ?? 404
                        invariant(status < 500, "a response is no failure: \(status)")
                    } catch let error as ProtocolError {
                        invariant(error.code.status < 500, "an error is the client's: \(error.code)")
                    }
                }
                try await store.empty()
            }
        }
    }

    /// What the route of a request responds, as behind a listener; `nil` if it has none.
    private static func response(
        of server: MeilisearchServer, to request: String
    ) async throws -> CallResponse? {
        let call = call(request)
        let route = MeilisearchServer.routes.first { route in
            route.method == call.method && route.path.count == call.path.count
                && zip(route.path, call.path).allSatisfy { $0 == "*" || $0 == $1 }
        }
        return try await route?.respond(server, .init(call, .all, Directly()))
    }

    /// A request: its first line has the method and the address; the rest is the body.
    private static func call(_ text: String) -> Call {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 2)
        let address = (words.count > 1 ? words[1] : "").split(separator: "?", maxSplits: 1)
        let parameters = address.count > 1 ? try? RequestParameters(String(address[1])) : nil
        return Call(
            method: words.first.map(String.init) ?? "",
            path: (address.first ?? "").split(separator: "/").map(String.init),
            parameters: parameters?.list ?? [],
            mediaType: words.count > 2 ? String(words[2]) : "application/json",
            body: lines.count > 1 ? Array(lines[1].utf8) : [])
    }

    private static var clientSeeds: [[UInt8]] {
        let requests = [
            #"""
            POST /indexes/movies/search
            {"q": "carol", "filter": "genres = Romance AND (year > 2000 OR NOT year 1 TO 9)", "facets": ["genres"], "limit": 2}
            """#,
            #"""
            POST /multi-search
            {"federation": {}, "queries": [{"indexUid": "movies", "q": "c", "attributesToHighlight": ["*"]}]}
            """#,
            "POST /indexes/movies/facet-search\n{\"facetName\": \"genres\", \"facetQuery\": \"ro\"}",
            "PUT /indexes/movies/documents?primaryKey=id\n[{\"id\": 3, \"title\": null, \"deep\": {\"a\": [1, {\"b\": 2.50}]}}]",
            "POST /indexes/movies/documents application/x-ndjson\n{\"id\": \"a\"}\n{\"id\": \"b\"}\n",
            "POST /indexes/movies/documents?csvDelimiter=; text/csv\nid;price:number;\"a b\"\n1;2.5;\"x;\"\"y\"\n",
            "POST /indexes/movies/documents/delete\n{\"filter\": [[\"year IN [1, 2]\"], \"genres EXISTS\"]}",
            #"""
            PATCH /indexes/movies/settings
            {"sortableAttributes": ["year"], "synonyms": {"a": ["b"]}, "localizedAttributes": [{"attributePatterns": ["*_ja"], "locales": ["jpn"]}]}
            """#,
            "GET /indexes/movies/search?q=c&sort=year:desc&hitsPerPage=1&page=2&showMatchesPosition=true",
            "GET /indexes/movies/documents?limit=1&offset=1&fields=id,title\u{0}DELETE /indexes/movies/documents/1",
            "POST /keys\n{\"actions\": [\"search\"], \"indexes\": [\"m*\"], \"expiresAt\": null}\u{0}GET /keys?limit=1",
            "POST /swap-indexes\n[{\"indexes\": [\"movies\", \"other\"]}]\u{0}GET /tasks?statuses=failed&limit=2",
            "POST /indexes\n{\"uid\": \"new\", \"primaryKey\": \"key\"}\u{0}PATCH /indexes/new\n{\"uid\": \"old\"}",
        ]
        return requests.map { Array($0.utf8) }
    }
}

/// A store in a temporary folder, which is removed with it.
private final class TemporaryStore: Sendable {
    let store: ProductStore
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try ProductStore(path: folder.appending(path: "store.sqlite").path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Waits for a task with the store. An error ends the process.
    func wait(_ body: @escaping @Sendable (ProductStore) async throws -> Void) {
        let end = DispatchSemaphore(value: 0)
        Task.detached { [store] in
            do { try await body(store) } catch { fatalError("\(error)") }
            end.signal()
        }
        end.wait()
    }
}

extension ProductStore {
    /// Deletes all catalogs and keys.
    fileprivate func empty() async throws {
        for catalog in try await allCatalogs() { _ = try await deleteCatalog(catalog.id) }
        for key in try await accessKeys() { _ = try await deleteAccessKey(key.uid) }
    }
}

/// Bytes in blocks of any length.
private struct Blocks: AsyncSequence, AsyncIteratorProtocol {
    let content: [UInt8]
    private var start = 0

    init(content: [UInt8]) { self.content = content }

    func makeAsyncIterator() -> Blocks { self }

    mutating func next() async throws -> ArraySlice<UInt8>? {
        guard start < content.count else { return nil }
        let block = content[start..<Swift.min(start + 61, content.count)]
        start = block.endIndex
        return block
    }
}

/// Runs searches at once.
private struct Directly: SearchSlots {
    let responseLimit = 32 << 20

    /// One request at a time needs no common budget: its response is within the limit.
    func hold(_ count: Int) {}

    func run<Value: Sendable>(
        isCheap: Bool, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value { try body() }
}
