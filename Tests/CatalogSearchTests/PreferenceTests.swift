// Preferences multiply scores: the order is that of a full computation, however records are divided.

import Glibc
import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct PreferenceTests {
    // MARK: Order

    /// Some preferences for the attributes of ``AttributeSamples``.
    static func preferences(using random: inout SeededGenerator) -> [Preference] {
        let conditions = [
            "stock = 7", "onSale = true", "color IN [red, violet]", "NOT maker EXISTS", "scope EXISTS",
            "stock:0..8", "rating:5..0", "price:0..20", "year:2010..2020", "popularity:0..4", "added:90d",
            "added:36500d", "id = nothing OR brand EXISTS",
        ]
        let factors = ["0.3", "0.001", "1.25", "1.5", "3", "40", "1000", "1"]
        return (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let factor = factors.randomElement(using: &random)!
            return Preference("\(conditions.randomElement(using: &random)!) * \(factor)")!
        }
    }

    private static func records(_ count: Int) -> [CatalogRecord] {
        var random = SeededGenerator(seed: 7)
        return (0..<count).map { number in
            var record = SampleTexts.record(number, locales: ["de", "en"], using: &random)
            record.id = "r\(number * 7919 % 1009)"
            record.popularity = number % 4 == 0 ? Double(number % 7) * 1_000 : 0
            record.attributes = AttributeSamples.values(using: &random)
            return record
        }
    }

    /// The share of a condition that a record gets, by the words of the documentation.
    private static func share(
        _ condition: Preference.Condition, _ record: CatalogRecord, _ moment: Instant, admitted: Set<String>
    ) -> Double {
        switch condition {
        case .filter: return admitted.contains(record.id) ? 1 : 0
        case .number(let name, let from, let to):
            let from = Double(from.description)!
            let to = Double(to.description)!
            var values: [Double] = []
            switch name {
            case .price: values = record.price.map { [Double($0.amount.description)!] } ?? []
            case .year: values = record.year.map { [Double($0)] } ?? []
            case .popularity: values = [record.popularity]
            default:
                for attribute in record.attributes where attribute.name == name {
                    if case .number(let number) = attribute.value {
                        values.append(Double(number.description)!)
                    }
                }
            }
            return values.map { min(1, max(0, ($0 - from) / (to - from))) }.max() ?? 0
        case .age(let name, let halfLife):
            var shares: [Double] = []
            for attribute in record.attributes where attribute.name == name {
                if case .date(let date) = attribute.value {
                    let age = Double(moment.microseconds - date.microseconds) / 1e6
                    shares.append(pow(0.5, max(0, age) / Double(halfLife)))
                }
            }
            return shares.max() ?? 0
        }
    }

    /// Engines that have the same records in other divisions.
    private static func engines(
        _ description: CatalogDescription, _ records: [CatalogRecord]
    ) throws -> [SearchEngine] {
        let pair = [(description: description, records: records)]
        return [
            SearchEngine([try CatalogIndex(description, records: records)]),
            SearchEngine([try CatalogIndex(description, records: records, segments: 4)]),
            try LocalShards(pair, count: 2, seed: 3, segments: 2).merge,
            try LocalShards(pair, count: 5, seed: 4, segments: 1).merge,
        ]
    }

    @Test func theOrderIsThatOfAFullComputationInAnyDivision() throws {
        var random = SeededGenerator(seed: 11)
        let moment = try #require(Instant("2026-02-10"))
        var description = CatalogDescription(id: "c", attributes: AttributeSamples.attributes)
        description.preferences = [Preference("stock:0..100 * 1.5")!, Preference("onSale = true * 0.5")!]
        let records = Self.records(300)
        // Some records have a learned popularity, and one popularity belongs to no record.
        description.learned = LearnedPopularity(
            Dictionary(
                uniqueKeysWithValues: records.enumerated().filter { $0.offset % 3 == 0 }.map {
                    ($0.element.id, Double($0.offset * $0.offset) / 7)
                } + [("nothing", 3)]))
        let engines = try Self.engines(description, records)
        let byID = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        for round in 0..<60 {
            var request = SearchRequest(
                ["", "a", "e", "rose", "re en", "er an", "color:red"][round % 7],
                locale: LocaleIdentifier("de")!,
                chain: ["de", "en"].map { LocaleIdentifier($0)! }, relax: round % 2 == 0 ? .never : .auto,
                isReversed: round % 9 == 8, limit: .max)
            request.moment = moment
            request.appliesPreferences = false
            let plain = try engines[0].search(request)
            request.preferences = Self.preferences(using: &random)
            request.appliesPreferences = round % 3 == 0
            let all = (request.appliesPreferences ? description.preferences : []) + request.preferences
            var products: [String: Int] = [:]
            let admitted = try all.map { preference in
                guard case .filter(let filter) = preference.condition else { return Set<String>() }
                var request = SearchRequest("", locale: LocaleIdentifier("de")!, limit: .max)
                request.chain = ["de", "en"].map { LocaleIdentifier($0)! }
                request.filter = filter
                return Set(try engines[0].search(request).hits.map(\.id))
            }
            for record in records {
                let factors = zip(all, admitted).map { preference, admitted in
                    1 + (Double(preference.factor.description)! - 1)
                        * Self.share(preference.condition, record, moment, admitted: admitted)
                }
                let learned = request.appliesPreferences ? description.learned.records[record.id] ?? 0 : 0
                let all = factors + [Double(Score.popularityFactor(learned)) / 1_000]
                products[record.id] = min(
                    100_000_000_000, max(1, Int((all.reduce(1, *) * 1e7).rounded())))
            }
            func score(_ hit: Hit) -> Int {
                (hit.rank.wordScores.isEmpty
                    ? Score.popularityFactor(byID[hit.id]!.popularity) : hit.rank.score)
                    * products[hit.id]!
            }
            func precedes(_ one: Hit, _ other: Hit) -> Bool {
                if one.rank.claim != other.rank.claim {
                    return one.rank.claim ?? .max > other.rank.claim ?? .max
                }
                if score(one) != score(other) { return score(one) > score(other) }
                let (left, right) = (one.rank, other.rank)
                if left.popularity != right.popularity { return left.popularity > right.popularity }
                if left.mentions != right.mentions { return left.mentions > right.mentions }
                if left.titleLength != right.titleLength { return left.titleLength < right.titleLength }
                if left.isRespelled != right.isRespelled { return !left.isRespelled }
                if left.titleKey != right.titleKey {
                    return left.titleKey.lexicographicallyPrecedes(right.titleKey)
                }
                return one.id < other.id
            }
            let sorted = plain.hits.sorted(by: precedes).map(\.id)
            let expected = request.isReversed ? sorted.reversed() : sorted
            request.limit = [3, 10, 1_000][round % 3]
            for (number, engine) in engines.enumerated() {
                let found = try engine.search(request).hits.map(\.id)
                // An exponential function of another library may differ in its last digit.
                #expect(found == Array(expected.prefix(request.limit)), "engine \(number): \(request)")
            }
        }
    }

    @Test func keptOrdersAreThoseOfTheSamePreferences() throws {
        var description = CatalogDescription(id: "c", attributes: [.init("stock", .number)])
        description.defaultLocale = .english
        let records = (0..<40_000).map { number in
            var record = CatalogRecord(
                id: "\(number)", texts: [.init(.title, .english, "rose \(number % 7)")])
            record.attributes = [.init("stock", .number(DecimalNumber(number % 1_000)))]
            return record
        }
        let engine = SearchEngine([try CatalogIndex(description, records: records)])
        func first(_ preference: String?, _ query: String) throws -> Int? {
            var request = SearchRequest(query, locale: .english, limit: 1)
            request.preferences = preference.map { [Preference($0)!] } ?? []
            return try engine.search(request).hits.first.flatMap { Int($0.id) }.map { $0 % 1_000 }
        }
        for query in ["rose", "rose", "", ""] {
            #expect(try first("stock:0..999 * 2", query) == 999)
            #expect(try first("stock:999..0 * 2", query) == 0)
            #expect(try first("stock = 500 * 0.5", query) != 500)
        }
    }

    @Test func hitsSayWhatEachPreferenceDoes() throws {
        let description = CatalogDescription(
            id: "c", attributes: [.init("stock", .number), .init("added", .date)])
        let records = ["0", "4"].map { number in
            var record = CatalogRecord(id: number, texts: [.init(.title, .english, "rose")])
            record.attributes = [
                .init("stock", .number(DecimalNumber(number)!)),
                .init("added", .date(Instant("2026-01-01")!)),
            ]
            return record
        }
        for engine in try Self.engines(description, records) {
            var request = SearchRequest("rose", locale: .english)
            request.preferences = [
                Preference("stock = 0 * 0.25")!, Preference("stock:0..8 * 3")!, Preference("added:10d * 2")!,
            ]
            request.moment = Instant("2026-01-11")
            let results = try engine.search(request)
            #expect(results.moment == request.moment)
            #expect(results.hits.map(\.id) == ["4", "0"])
            #expect(results.hits.map { $0.preferences.map(\.factor) } == [[1, 2, 1.5], [0.25, 1, 1.5]])
            #expect(results.hits[0].preferences.map(\.preference) == request.preferences)
            #expect(results.hits[0].rank.preferredScore == Double(results.hits[0].rank.score) * 3)
        }
    }

    // MARK: Values

    @Test(arguments: [0, 1, 0.5, 2, 3.25, 10.01, 300, 900])
    func agesAreSharesByHalving(halvings: Double) {
        let share = Preference.share(ofAge: halvings * 90, halfLife: 90)
        #expect(abs(share - pow(0.5, halvings)) <= 1e-15 * pow(0.5, halvings))
    }

    @Test func valuesOutOfBoundsAreNone() {
        let half = DecimalNumber("0.5")!
        for factor in ["0", "-1", "0.0009", "1000.1"] {
            #expect(Preference(.filter(.any([])), factor: DecimalNumber(factor)!) == nil)
        }
        #expect(Preference(.number("a", from: half, to: half), factor: half) == nil)
        #expect(Preference(.age("a", halfLife: 0), factor: half) == nil)
        #expect(Preference(.age("a", halfLife: -5), factor: half) == nil)
    }

    @Test func productsStayWithinTheirBounds() {
        #expect(Preference.product(of: []) == Preference.unit)
        #expect(Preference.product(of: Array(repeating: 1_000, count: 32)) == Preference.products.upperBound)
        #expect(Preference.product(of: Array(repeating: 0.001, count: 32)) == 1)
    }

    @Test func preferencesOfARequestMustFitAttributes() throws {
        let description = CatalogDescription(
            id: "c", attributes: [.init("stock", .number), .init("brand", .text), .init("added", .date)])
        var index = try CatalogIndex(
            description, records: [CatalogRecord(id: "1", texts: [.init(.title, .english, "rose")])])
        func error(_ preferences: [Preference]) -> SearchError? {
            var request = SearchRequest("rose", locale: .english)
            request.preferences = preferences
            do throws(SearchError) {
                _ = try SearchEngine([index]).search(request)
                return nil
            } catch {
                return error
            }
        }
        #expect(error([Preference("brand:1..5 * 2")!]) == .unpreferable("brand", .number))
        #expect(error([Preference("stock:9d * 2")!]) == .unpreferable("stock", .date))
        let many = Array(repeating: Preference("stock = 0 * 2")!, count: 33)
        #expect(error(many) == .tooManyPreferences(limit: 32))
        if case .unknownAttribute("stick", "stock", _) = error([Preference("stick:1..5 * 2")!]) {
        } else {
            Issue.record("an unknown attribute is not named")
        }
        // The search goes on without those of a catalog.
        var other = description
        other.preferences = [Preference("brand:1..5 * 2")!, Preference("stick = 1 * 2")!]
        index = CatalogIndex(other, segments: index.segments)
        #expect(error([]) == nil)
    }

    // MARK: What was learnt

    @Test func whatIsLearntCountsFromTheNextSearchOnAndIsExplained() throws {
        let english = LocaleIdentifier("en")!
        let records = ["a", "b", "c"].map {
            CatalogRecord(id: $0, texts: [.init(.title, english, "Green tea")])
        }
        let live = LiveCatalog(try CatalogIndex(CatalogDescription(id: "teas"), records: records))
        var request = SearchRequest("tea", locale: english)
        func search() throws -> [Hit] { try SearchEngine([live.snapshot]).search(request).hits }
        #expect(try search().map(\.learnedFactor) == [nil, nil, nil])
        live.setLearned(LearnedPopularity(["c": 1_000, "b": 10, "a": -.infinity, "x": 5]))
        let hits = try search()
        #expect(hits.map(\.id) == ["c", "b", "a"])
        #expect(hits.map(\.learnedFactor) == [1.248, 1.084, 1])
        #expect(hits.flatMap(\.preferences) == [])
        request.appliesPreferences = false
        #expect(try search().map(\.id) == ["a", "b", "c"])
        live.setLearned(LearnedPopularity())
        request.appliesPreferences = true
        #expect(try search().map(\.id) == ["a", "b", "c"])
    }

    @Test func ofTooManyLearntRecordsTheMostPopularAreKept() {
        let count = LearnedPopularity.maximumCount
        let learned = LearnedPopularity(
            Dictionary(uniqueKeysWithValues: (0..<count + 2).map { ("r\($0)", Double($0)) }))
        #expect(learned.records.count == count && learned.records["r1"] == nil)
        #expect(LearnedPopularity(["a": 1e300]) == LearnedPopularity(["a": 1e9]))
        #expect(LearnedPopularity(["a": 0, "b": .nan]).isEmpty)
    }

    // MARK: Text

    @Test(arguments: [
        "stock = 0 * 0.3", "rating:1..5 * 1.4", "added:90d * 1.5", "added:36h * 1.5", "added:90m * 2",
        "margin:0.6..-0.5 * 1.2", "brand = \"a; * b\" AND (stock > 3 OR NOT size IN [S, \"M L\"]) * 2",
        "\"IN\" EXISTS * 2", "price 3 TO 5 * 2", "NOT (a = 1 OR b >= 2) * 2",
        "a = \"say \\\"x\\\" \\\\\" * 2",
    ])
    func textIsReadAsItIsWritten(text: String) throws {
        let preference = try #require(Preference(text))
        #expect(preference.description == text)
        #expect(try Preference.list("\(text) ;; \(text);") == [preference, preference])
    }

    @Test(arguments: [
        "", "*", "stock = 0", "stock = 0 *", "stock = * 2", "stock = 0 * 0", "stock = 0 * -1", "a = 1 * inf",
        "a = 1 * nan", "a = 1 * 1e9", "rating:1..1 * 2", "rating:1.. * 2", "added:0d * 2", "added:-1d * 2",
        "added:99999999999999999999d * 2", ":90d * 2",
    ])
    func otherTextIsNone(text: String) { #expect(Preference(text) == nil) }

    @Test(arguments: [("1y", 31_536_000), ("2w", 1_209_600), ("12h", 43_200), ("5s", 5)])
    func timesHaveUnits(text: String, seconds: Int) {
        #expect(Preference.Condition.seconds(text) == seconds)
        #expect(Preference.Condition.seconds(Preference.Condition.time(seconds)) == seconds)
    }
}
