// Messages between a router and its shards: requests to a shard, and the responses that a router merges.

import FuzzRunner
import Synchronization

@testable import CatalogSearch

/// Sends the input to a shard as a request, or searches shards one of which returns the input as a response.
/// No input may crash either side, or make it take long.
enum ShardTarget {
    /// An input has a header of two bytes. The first byte selects a search, and the second byte selects one
    /// of its responses, which the rest of the input replaces. If the first byte is beyond the last search,
    /// the rest is a request to a shard.
    static let target = FuzzTarget("shards", limit: 8_192, seeds: { seeds }) {
        // Deriving a folding takes longer than everything else.
        for locale in SegmentTarget.locales { _ = try Folding(locale) }
        let shards = try RecordedShards()
        return { input in
            guard input.count >= 2 else { return }
            let number = Int(input[0]) % (requests.count + 1)
            let bytes = Array(input[2...])
            guard number < requests.count else { return ask(bytes, shards.engines[Int(input[1]) % 2]) }
            shards.replace(Int(input[1]), by: bytes)
            requests[number](shards.merge)
        }
    }

    private static func ask(_ request: [UInt8], _ shard: SearchEngine) {
        guard let message = try? RecordSourceRequest.Message(request) else {
            return invariant(
                shard.response(toShardRequest: request) == nil, "what is no request has no response")
        }
        invariant(shard.response(toShardRequest: request) != nil, "each request has a response")
        let again = try? RecordSourceRequest.Message(message.bytes)
        invariant(again?.catalogs == message.catalogs, "a request is read as it was written")
    }

    /// Searches that send shards all kinds of requests.
    private static let requests: [@Sendable (SearchEngine) -> Void] = [
        { engine in
            search("stras", engine) {
                $0.facets = facets
                $0.filter = .attribute("stock", .isAtLeast(.number(DecimalNumber(1))))
            }
        },
        { engine in
            search("", engine) {
                $0.order = [SortKey("stock"), SortKey("added", isDescending: true), SortKey("title")]
                $0.scope = "s1"
                $0.offset = 1
            }
        },
        { engine in search("strasenkreuser rott", engine) { $0.relax = .always } },
        { engine in
            search("rot OR \"märchenbuch für\" -köln", engine) {
                $0.isGrouped = false
                $0.currency = "EUR"
                $0.facets = [FacetRequest(.price, bounds: [.number(DecimalNumber(3))]), FacetRequest(.scope)]
            }
        },
        { engine in
            _ = try? engine.suggestions(
                for: SearchRequest("strasenkreuser mär", locale: SegmentTarget.locales[0]))
            _ = try? engine.suggestions(for: SearchRequest("color:r", locale: SegmentTarget.locales[0]))
        },
        { engine in
            _ = try? engine.record("r7-1", in: "c")
            _ = try? engine.identifiers(offset: 3, limit: 4)
            _ = try? engine.catalogs[0].recordCountsByLocale()
        },
    ]

    private static let facets = [
        FacetRequest("color"), FacetRequest("product", limit: 3), FacetRequest("onSale"),
        FacetRequest("added"),
        FacetRequest("stock", bounds: [.number(DecimalNumber(2)), .number(DecimalNumber(5))]),
    ]

    private static func search(
        _ query: String, _ engine: SearchEngine, _ change: (inout SearchRequest) -> Void
    ) {
        var request = SearchRequest(query, locale: SegmentTarget.locales[0], limit: 4)
        change(&request)
        guard let found = try? engine.search(request) else { return }
        invariant(found.hits.count <= request.limit, "a page has at most so many hits")
        invariant(
            found.facets.map(\.attribute) == request.facets.map(\.attribute),
            "facets are those of the request")
    }

    /// The requests and responses of all searches.
    private static var seeds: [[UInt8]] {
        guard let shards = try? RecordedShards() else { preconditionFailure("the records are valid") }
        var seeds: [[UInt8]] = []
        for (number, request) in requests.enumerated() {
            shards.replace(nil, by: [])
            request(shards.merge)
            for (place, exchange) in shards.exchanges.enumerated() where place < 256 {
                seeds.append([UInt8(requests.count), UInt8(exchange.shard)] + exchange.request)
                seeds.append([UInt8(number), UInt8(place)] + exchange.response)
            }
        }
        return seeds.filter { $0.count <= 8_192 }
    }
}

/// Two engines with a half of the records each.
private final class RecordedShards: SearchShards {
    struct Exchange {
        let shard: Int
        let request: [UInt8]
        let response: [UInt8]
    }

    private struct State {
        var exchanges: [Exchange] = []
        /// The number of the response that another one replaces.
        var place: Int?
        var response: [UInt8] = []
    }

    let engines: [SearchEngine]
    private let state = Mutex(State())

    init() throws {
        let description = CatalogDescription(id: "c", attributes: SmallSegment.attributes, group: "product")
        engines = try (0..<2).map { shard in
            let records = (0..<12).filter { $0 % 2 == shard }.map { SmallSegment.record($0, ["de", "en"]) }
            return SearchEngine([try CatalogIndex(description, records: records)])
        }
    }

    var count: Int { engines.count }

    var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    var merge: SearchEngine {
        SearchEngine(
            self,
            catalogs: [
                (
                    engines[0].catalogs[0].description,
                    CatalogContents(merging: engines.map { CatalogContents(of: $0.catalogs[0]) })
                )
            ])
    }

    /// Replaces one of the next responses, counted from 0; none if `nil`.
    func replace(_ place: Int?, by response: [UInt8]) {
        state.withLock { $0 = State(place: place, response: response) }
    }

    func responses(to requests: [(shard: Int, request: [UInt8])]) throws(SearchError) -> [[UInt8]] {
        var responses: [[UInt8]] = []
        for (shard, request) in requests {
            guard let response = engines[shard].response(toShardRequest: request) else {
                throw .unavailable(shard: shard)
            }
            responses.append(
                state.withLock { state in
                    let bytes = state.exchanges.count == state.place ? state.response : response.bytes
                    state.exchanges.append(Exchange(shard: shard, request: request, response: bytes))
                    return bytes
                })
        }
        return responses
    }
}
