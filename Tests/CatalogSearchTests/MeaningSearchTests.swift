// Words and meaning give one list of results, which is the same however the records are divided.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct MeaningSearchTests {
    private static let english = LocaleIdentifier("en")!

    /// Records whose vectors are given by two numbers: warm and cold things.
    private static func engine(_ segments: Int = 1) throws -> SearchEngine {
        let things: [(String, String, [Double])] = [
            ("1", "Cooler box", [0, 1]), ("2", "Ice bucket", [0.1, 1]), ("3", "Heater", [1, 0]),
            ("4", "Stove", [1, 0.1]), ("5", "Heated cooler bag for drinks", [0.7, 0.7]),
            ("6", "Chair", [-1, -1]),
        ]
        let records = try things.map { id, title, vector in
            var record = CatalogRecord(
                id: id, scope: Int(id)! % 2 == 0 ? "even" : "odd", texts: [.init(.title, english, title)])
            record.vectors = [.init(try QuantizedVector(vector), model: "temperature")]
            return record
        }
        return SearchEngine([
            try CatalogIndex(CatalogDescription(id: "c"), records: records, segments: segments)
        ])
    }

    private static func request(
        _ query: String, _ vector: [Double], floor: Double = 0.9
    ) throws -> SearchRequest {
        var request = SearchRequest(query, locale: english)
        request.vector = VectorQuery(try QuantizedVector(vector), floor: floor)
        return request
    }

    @Test func wordsComeFirstAndMeaningAddsToThem() throws {
        let found = try Self.engine().search(Self.request("cooler", [0, 1]))
        #expect(found.hits.map(\.id) == ["1", "2", "5"] || found.hits.map(\.id) == ["1", "5", "2"])
        #expect(found.total == 3)
        #expect(!found.isByMeaning)
        let places = Dictionary(uniqueKeysWithValues: found.hits.map { ($0.id, $0.similarity) })
        #expect(places["1"]??.position == 1 && places["1"]??.wordsPosition == 1)
        #expect(places["2"]??.position == 2 && places["2"]??.wordsPosition == nil)
        #expect(places["5"]! == nil)
        // What words match is marked and explained as without a vector.
        #expect(found.hits[0].explanation.first?.locations.isEmpty == false)
        #expect(found.scopes.map(\.count) == [3, 1, 2])
    }

    /// Other forms of an excluded word, too.
    @Test(arguments: [("cooler -boxes", ["2", "5"]), ("-boxes", ["2"])])
    func whatTheWordsExcludeIsNotNear(query: String, expected: [String]) throws {
        #expect(try Self.engine().search(Self.request(query, [0, 1])).hits.map(\.id).sorted() == expected)
    }

    @Test func meaningAnswersBeforeTypingErrorsAreCorrected() throws {
        var request = try Self.request("heatr", [0, 1])
        let found = try Self.engine().search(request)
        #expect(found.hits.map(\.id) == ["1", "2"])
        #expect(found.isByMeaning && found.relaxation == nil)
        // If meaning finds nothing either, the error is corrected.
        request.vector?.floor = 1.1
        let corrected = try Self.engine().search(request)
        #expect(corrected.hits.map(\.id) == ["3"])
        #expect(corrected.relaxation?.kind == .typos && !corrected.isByMeaning)
    }

    @Test(arguments: [0, 0.2, 1.0 / 3, 0.9, 1])
    func theRatioSaysHowMuchMeaningCounts(ratio: Double) throws {
        var request = try Self.request("cooler", [0, 1])
        request.semanticRatio = ratio
        let ids = try Self.engine().search(request).hits.map(\.id)
        switch ratio {
        case 0: #expect(ids == ["1", "5"])
        case 1: #expect(ids == ["1", "2"])
        default: #expect(ids.first == "1" && Set(ids) == ["1", "2", "5"])
        }
        if ratio == 0.9 { #expect(ids == ["1", "2", "5"]) }
        if ratio == 0.2 { #expect(ids == ["1", "5", "2"]) }
    }

    @Test func conditionsHoldForWhatMeaningFinds() throws {
        var request = try Self.request("cold -bucket", [0, 1])
        #expect(try Self.engine().search(request).hits.map(\.id) == ["1"])
        request = try Self.request("", [0, 1], floor: 0.5)
        request.scope = "even"
        let found = try Self.engine().search(request)
        #expect(found.hits.map(\.id) == ["2"])
        #expect(found.scopes.map(\.count) == [3, 1, 2])
        request.scope = nil
        request.filter = .attribute(.id, .isOneOf([.text("3"), .text("5")]))
        #expect(try Self.engine().search(request).hits.map(\.id) == ["5"])
        request.filter = nil
        request.facets = [.init(.scope)]
        #expect(try Self.engine().search(request).facets.first?.values.map(\.count).sorted() == [1, 2])
    }

    @Test func pagesContinueEachOther() throws {
        var request = try Self.request("cooler", [0.3, 1], floor: 0)
        let all = try Self.engine().search(request).hits.map(\.id)
        #expect(all.count == 5)
        var pages: [String] = []
        request.limit = 2
        for offset in stride(from: 0, to: 6, by: 2) {
            request.offset = offset
            pages += try Self.engine().search(request).hits.map(\.id)
        }
        #expect(pages == all)
        request.limit = 0
        #expect(try Self.engine().search(request).total == 5)
    }

    @Test func vectorsOfAnotherSpaceAreRefused() throws {
        let engine = try Self.engine()
        #expect(throws: SearchError.otherVectorLength(count: 3, known: [2])) {
            try engine.search(Self.request("cooler", [0, 1, 0]))
        }
        var request = try Self.request("cooler", [0, 1])
        request.vector?.model = "color"
        #expect(throws: SearchError.otherVectorModel("color", known: ["temperature"])) {
            try engine.search(request)
        }
        request.vector?.model = "temperature"
        #expect(try engine.search(request).total == 3)
        // No record has vectors of that name: only words are searched.
        request.vector?.name = "other"
        #expect(try engine.search(request).hits.map(\.id) == ["1", "5"])
    }

    @Test func rulesDecideBeforeMeaning() throws {
        var description = CatalogDescription(id: "c")
        var rule = SearchRule(id: "r")
        rule.hidden = ["2"]
        rule.raised = ["5"]
        description.rules = [rule]
        let records = try Self.engine().catalogs[0].segments.flatMap { segment in
            try (0..<segment.numberCount).map { try segment.record($0) }
        }
        let engine = SearchEngine([try CatalogIndex(description, records: records)])
        let found = try engine.search(Self.request("cooler", [0, 1], floor: 0))
        #expect(found.hits.first?.id == "5")
        #expect(!found.hits.map(\.id).contains("2"))
    }

    /// A merge of shards, and several segments, give the same results as one segment with all records.
    @Test(arguments: [(1, 3, nil), (2, 1, nil), (5, 2, nil), (3, 2, "brand")] as [(Int, Int, String?)])
    func theResponseDoesNotDependOnTheDivision(shards: Int, segments: Int, group: String?) throws {
        var random = SeededGenerator(seed: UInt64(90 + shards))
        let topics = (0..<4).map { _ in VectorSamples.vector(24, using: &random) }
        var catalogs = ShardSamples.catalogs(40, seed: 91, groupedBy: group.map { AttributeName($0) })
        for catalog in catalogs.indices {
            for index in catalogs[catalog].records.indices where index % 7 > 0 {
                let topic = topics.randomElement(using: &random)!
                let vector = VectorSamples.vector(near: topic, using: &random)
                catalogs[catalog].records[index].vectors = [.init(vector)]
                // Equal vectors: the order of ids decides.
                if index % 5 == 0 { catalogs[catalog].records[index].vectors = [.init(topic)] }
            }
        }
        let one = SearchEngine(try catalogs.map { try CatalogIndex($0.description, records: $0.records) })
        let divided = SearchEngine(
            try catalogs.map { try CatalogIndex($0.description, records: $0.records, segments: segments) })
        let merge = try LocalShards(catalogs, count: shards, seed: 92, segments: segments).merge
        for round in 0..<40 {
            var request = ShardSamples.request(ShardSamples.query(using: &random), using: &random)
            request.relax = Relaxation.Policy.allCases[round % 3]
            request.vector = VectorQuery(
                VectorSamples.vector(near: topics[round % 4], using: &random), floor: 0.6)
            request.semanticRatio = [0.2, 1.0 / 3, 0.8, 1][round % 4]
            if round % 5 == 0 { request.scope = one.scopes.map(\.id).last }
            ShardPair.expectSame(one, divided, request)
            ShardPair.expectSame(one, merge, request)
        }
    }
}
