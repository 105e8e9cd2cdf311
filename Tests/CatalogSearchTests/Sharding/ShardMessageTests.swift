// Damaged and unknown messages are refused, without a crash, and never give partial results.

import ICU
import Synchronization
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct ShardMessageTests {
    private static let german = LocaleIdentifier("de")!

    private static func shards() throws -> LocalShards {
        var description = CatalogDescription(id: "c")
        description.attributes = [.init("color", .text), .init("stock", .number), .init("model", .text)]
        description.group = "model"
        let records = (0..<20).map { number in
            var record = CatalogRecord(id: "r\(number)", scope: number % 2 == 0 ? "tea" : nil)
            record.texts = [
                .init(.title, german, "Rose \(number)"), .init(.summary, german, "Tee und Garten"),
            ]
            record.attributes = [
                .init("color", .text(number % 3 == 0 ? "red" : "blue")),
                .init("stock", .number(DecimalNumber(number))),
            ]
            if number % 4 > 0 { record.attributes.append(.init("model", .text("m\(number / 4)"))) }
            return record
        }
        return try LocalShards([(description, records)], count: 2, seed: 1)
    }

    private static var request: SearchRequest {
        var request = SearchRequest("rose color:red", locale: german, limit: 3)
        request.facets = [FacetRequest("color"), FacetRequest("stock")]
        request.filter = .attribute("stock", .isGreater(than: .number(DecimalNumber(1))))
        request.order = [SortKey("stock")]
        return request
    }

    @Test func aMissingShardIsAnErrorAndNoPartialTotal() throws {
        let shards = try Self.shards()
        shards.change.withLock { $0.response = { $0 == 1 ? nil : $1 } }
        #expect(throws: SearchError.unavailable(shard: 1)) { try shards.merge.search(Self.request) }
        #expect(throws: SearchError.unavailable(shard: 1)) { try shards.merge.record("r1", in: "c") }
    }

    @Test func changedResponsesNeverCrashTheMerge() throws {
        let shards = try Self.shards()
        let merge = shards.merge
        var refused = 0
        for round in 0..<400 {
            shards.change.withLock {
                $0.response = { shard, bytes in
                    if shard == 0 { return bytes }
                    var random = SeededGenerator(seed: UInt64(round))
                    return Self.changed(bytes, round, using: &random)
                }
            }
            if case .failure = Result(catching: { try merge.search(Self.request) }) { refused += 1 }
        }
        #expect(refused > 80)
    }

    @Test func changedRequestsNeverCrashAShard() throws {
        let shards = try Self.shards()
        let merge = shards.merge
        _ = try merge.search(Self.request)
        _ = try merge.suggestions(for: SearchRequest("garten ros", locale: Self.german))
        _ = try merge.search(SearchRequest("rosse garrten", locale: Self.german))
        _ = try merge.record("r1", in: "c")
        _ = try merge.identifiers(offset: 0, limit: 5)
        _ = try merge.catalogs[0].recordCountsByLocale()
        var random = SeededGenerator(seed: 4)
        var refused = 0
        for (shard, request) in shards.requests.withLock({ $0 }) {
            let response = try #require(shards.engines[shard].response(toShardRequest: request))
            #expect(response.error == nil)
            for round in 0..<40 {
                let changed = Self.changed(request, round, using: &random)
                if shards.engines[0].response(toShardRequest: changed) == nil { refused += 1 }
            }
        }
        #expect(refused > 200)
    }

    @Test func requestsThatNoMergeSendsAreRefused() throws {
        let shards = try Self.shards()
        _ = try shards.merge.search(Self.request)
        let messages = try shards.requests.withLock { $0 }.map { try RecordSourceRequest.Message($0.request) }
        let query = try #require(
            messages.compactMap { if case .find(let queries) = $0.request { queries.first } else { nil } }
                .first
        )
        // Its second spelling has no forms.
        var word = try #require(query.words.first)
        word.alternatives.append(PreparedQuery.Alternative("x", [], nil))
        let record = ShardReference(catalog: "c", id: "r1")
        let group = ShardGroup(catalog: "c", key: .text(Array("m1".utf8)))
        let requests: [RecordSourceRequest] = [
            .hits([], groups: [group], []), .hits([], groups: [group, group], [query]),
            .hits([record, record], groups: [], [query]), .words(.typos, like: word, query),
            .completions(word, query),
        ]
        for request in requests {
            let bytes = RecordSourceRequest.Message(request, of: ["c"], within: nil).bytes
            for engine in shards.engines { #expect(engine.response(toShardRequest: bytes) == nil) }
        }
    }

    @Test(arguments: [(10, true), (1_000, false)])
    func theResponsesToManyRequestsHaveALimit(count: Int, hasResponse: Bool) throws {
        let requests = [RecordSourceRequest](repeating: .localeCounts, count: count)
        let bytes = RecordSourceRequest.Message(.several(requests), of: ["c"], within: nil).bytes
        for engine in try Self.shards().engines {
            let response = try #require(engine.response(toShardRequest: bytes, groupListLimit: 200))
            #expect((response.error == nil) == hasResponse)
        }
    }

    /// Bytes cut, lengthened or changed.
    private static func changed(
        _ bytes: [UInt8], _ round: Int, using random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        switch round % 4 {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1: bytes.append(UInt8.random(in: 0...255, using: &random))
        default:
            for _ in 0..<(round % 3 + 1) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return bytes
    }

    @Test func anotherVersionIsRefused() throws {
        let shards = try Self.shards()
        shards.change.withLock {
            $0.response = { [UInt8(RecordSourceRequest.version * 2 + 2)] + $1.dropFirst() }
        }
        #expect(throws: SearchError.unavailable(shard: 0)) { try shards.merge.search(Self.request) }
        #expect(shards.engines[0].response(toShardRequest: [99]) == nil)
        #expect(shards.engines[0].response(toShardRequest: []) == nil)
    }

    @Test func contentsAreReadAsWritten() throws {
        let contents = CatalogContents(of: try Self.shards().engines[0].catalogs[0])
        #expect(CatalogContents(contents.bytes) == contents)
        #expect(CatalogContents(contents.bytes + [0]) == nil)
        #expect(CatalogContents(Array(contents.bytes.dropLast())) == nil)
    }

    @Test func foundWordsAreReadAsWritten() throws {
        let word = FoundWord(spelling: "rose", distance: 3, uses: 119)
        var writer = MessageWriter()
        writer.write(word)
        var reader = MessageReader(writer.bytes)
        let found = try reader.read(FoundWord.self)
        #expect(found.spelling == word.spelling && found.distance == word.distance && found.uses == word.uses)
    }

    @Test func recordsAreReadAsWritten() throws {
        var random = SeededGenerator(seed: 9)
        for var record in IndexEqualityTests.records(40, ["de", "ja", "tr"], seed: 9) {
            record.attributes = AttributeSamples.values(using: &random)
            record.additionalMembers = [.init(name: "size", json: #"{"a": [1]}"#)]
            record.prices = [Price("3.50", currency: "EUR", market: "at")!]
            var writer = MessageWriter()
            writer.write(record)
            var reader = MessageReader(writer.bytes)
            #expect(try reader.read(CatalogRecord.self) == record)
            #expect(reader.isAtEnd)
        }
    }
}
