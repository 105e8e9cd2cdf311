// The kind of thing that a query names is preferred where scopes or attributes show it clearly.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct KindPreferenceTests {
    private static func record(
        _ id: String, _ title: String, _ scope: String?, _ others: [CatalogRecord.Text] = [],
        sort: String? = nil
    ) -> CatalogRecord {
        CatalogRecord(
            id: id, scope: scope, texts: [.init(.title, .english, title)] + others,
            attributes: sort.map { [.init("sort", .text($0))] } ?? [])
    }

    private static let keywords = [CatalogRecord.Text(.keywords, .english, "laptop")]

    /// Laptops, one of which says so in its keywords only; what belongs to laptops; cakes among candles.
    private static let shop =
        (1...4).map { record("laptop\($0)", "Acme Laptop \($0)", "computers") }
        + [record("model", "Acme X1", "computers", keywords)]
        + [record("sleeve", "Sleeve for laptop", "parts"), record("used", "Used Laptop", "sale")]
        + (1...4).map { record("stand\($0)", "Laptop Stand \($0)", "parts") }
        + (1...3).map { record("cake\($0)", "Cake \($0)", "birthdays") }
        + (1...4).map { record("candle\($0)", "Candle \($0) for cakes", "birthdays") }

    private static func engine(
        _ records: [CatalogRecord] = shop, _ attributes: [CatalogDescription.Attribute] = []
    ) throws -> SearchEngine {
        let description = CatalogDescription(id: "c", attributes: attributes)
        return try SearchEngine([CatalogIndex(description, records: records)])
    }

    private static func hits(
        _ query: String, _ engine: SearchEngine, _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> [Hit] {
        var request = SearchRequest(query, locale: .english)
        change(&request)
        return try engine.search(request).hits
    }

    /// The factors of hits for a kind, by their ids.
    private static func factors(_ hits: [Hit]) -> [String: Double] {
        Dictionary(
            hits.flatMap { hit in hit.preferences.filter { $0.kind != nil }.map { (hit.id, $0.factor) } },
            uniquingKeysWith: max)
    }

    @Test(arguments: ["laptop", "laptops", "acme laptop"])
    func recordsOfTheKindComeBeforeWhatBelongsToIt(query: String) throws {
        let hits = try Self.hits(query, Self.engine())
        let factors = Self.factors(hits)
        #expect(factors["laptop1"] == 2 && factors["model"] == 2)
        #expect(factors["sleeve"] ?? 1 == 1 && factors["used"] ?? 2 == 2)
        let model = try #require(hits.firstIndex { $0.id == "model" })
        #expect(hits[..<model].allSatisfy { $0.id.hasPrefix("laptop") || $0.id == "used" })
        let applied = try #require(hits[0].preferences.first)
        #expect(applied.preference.condition.description == "scope = computers")
    }

    /// Of several words, the head names the thing.
    @Test func theHeadOfSeveralWordsNamesTheKind() throws {
        let hits = try Self.hits("laptop stand", Self.engine())
        #expect(Self.factors(hits).filter { $0.value == 2 }.keys.sorted() == (1...4).map { "stand\($0)" })
    }

    /// A scope with much else is no kind, and neither is one that lacks most things of the kind.
    @Test func nothingChangesWithoutAClearKind() throws {
        let engine = try Self.engine()
        #expect(try Self.factors(Self.hits("cake", engine)).isEmpty)
        #expect(try Self.factors(Self.hits("acme", engine)).isEmpty)
        let spread = (1...9).map { Self.record("lamp\($0)", "Lamp \($0)", $0 < 4 ? "lamps" : "other\($0)") }
        let candles = (1...9).map { Self.record("candle\($0)", "Candle \($0)", "other\($0)") }
        let two = try Self.engine(spread + candles)
        #expect(try Self.factors(Self.hits("lamp", two)).isEmpty)
        // One scope tells nothing apart, and two titles tell nothing.
        let one = try Self.engine((1...5).map { Self.record("lamp\($0)", "Lamp \($0)", "lamps") })
        #expect(try Self.factors(Self.hits("lamp", one)).isEmpty)
        let few = (1...4).map { Self.record("lamp\($0)", "Lamp \($0)", "lamps\($0 % 2)") }
        #expect(try Self.factors(Self.hits("lamp", Self.engine(few + Self.shop))).isEmpty)
    }

    @Test func onlySearchesByRelevanceForSimilarWordsPreferTheKind() throws {
        let engine = try Self.engine()
        #expect(try Self.factors(Self.hits("laptop", engine) { $0.relax = .never }).isEmpty)
        #expect(try Self.factors(Self.hits("laptop", engine) { $0.sort = .title }).isEmpty)
        // What the reader chose changes no kind; what the server forces does.
        let scope = Filter.attribute(.scope, .equals(.text("parts")))
        let chosen = try Self.hits("laptop", engine) { $0.filter = scope }
        #expect(Set(Self.factors(chosen).values) == [1])
        #expect(try Self.factors(Self.hits("laptop", engine) { $0.filter = scope.forced }).isEmpty)
    }

    @Test func valuesOfAttributesMayBeKinds() throws {
        let records =
            (1...3).map { Self.record("tv\($0)", "Acme TV \($0)", nil, sort: "display") }
            + [Self.record("model", "Acme X1", nil, [.init(.keywords, .english, "tv")], sort: "display")]
            + (1...5).map { Self.record("mount\($0)", "TV mount \($0)", nil, sort: "mount") }
        for isKind in [true, false] {
            var sort = CatalogDescription.Attribute("sort", .text)
            sort.isKind = isKind
            let hits = try Self.hits("tv", Self.engine(records, [sort]))
            #expect((Self.factors(hits)["model"] == 2) == isKind)
            #expect((hits[3].id == "model") == isKind)
        }
    }

    /// Preferences of the catalog stay beside that for the kind.
    @Test func otherPreferencesMultiplyToo() throws {
        let engine = try Self.engine()
        let hits = try Self.hits("laptop", engine) {
            $0.preferences = [Preference("scope = sale * 1.5")!]
        }
        let used = try #require(hits.first { $0.id == "used" })
        #expect(used.preferences.map(\.factor) == [1.5, 2])
        #expect(used.preferences.map(\.kind) == [nil, "laptop"])
        let laptop = try #require(hits.first { $0.id == "laptop2" })
        #expect(laptop.preferences.map(\.factor) == [1, 2])
    }

    /// Titles of random things in scopes that mostly have one kind of thing.
    private static func randomRecords(_ count: Int, seed: UInt64) -> [CatalogRecord] {
        var random = SeededGenerator(seed: seed)
        let things = ["lamp", "table", "chair", "shelf"]
        return (0..<count).map { number in
            let thing = Int.random(in: 0..<4, using: &random)
            let other = Int.random(in: 0..<4, using: &random)
            let scope = Int.random(in: 0..<3, using: &random) == 0 ? other : thing
            let title = ["red \(things[thing])", "\(things[thing]) for \(things[other])", "model \(number)"]
                .randomElement(using: &random)!
            return record(
                "r\(number)", title, "scope\(scope)", [.init(.keywords, .english, things[thing])],
                sort: "sort \(other)")
        }
    }

    @Test(arguments: 1...6) func kindsDoNotDependOnHowRecordsAreDivided(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let catalogs = ["c", "d"].enumerated().map { number, id in
            var description = CatalogDescription(id: id, attributes: [.init("sort", .text)])
            description.attributes[0].isKind = number == 0
            if number == 1 { description.preferences = [Preference("sort = \"sort 1\" * 1.3")!] }
            let records = Self.randomRecords(60, seed: seed * 10 + UInt64(number))
            return (description: description, records: records)
        }
        let one = SearchEngine(try catalogs.map { try CatalogIndex($0.description, records: $0.records) })
        let parts = SearchEngine(
            try catalogs.map { try CatalogIndex($0.description, records: $0.records, segments: 3) })
        let shards = try LocalShards(catalogs, count: 3, seed: seed, segments: 2).merge
        var preferred = 0
        for _ in 0..<20 {
            let words = ["lamp", "table", "chairs", "shelf", "red", "lamp table", "red chair", "tabel"]
            var request = SearchRequest(words.randomElement(using: &random)!, locale: .english)
            request.relaxationTime = .seconds(60)
            request.limit = Int.random(in: 1...20, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 {
                request.filter = .attribute("sort", .equals(.text("sort 2")))
                if Bool.random(using: &random) { request.filter = request.filter?.forced }
            }
            ShardPair.expectSame(one, parts, request)
            ShardPair.expectSame(one, shards, request)
            if try Self.factors(one.search(request).hits).values.contains(2) { preferred += 1 }
        }
        #expect(preferred > 0)
    }
}
