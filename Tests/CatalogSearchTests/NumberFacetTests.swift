// Sums, averages and ranges of equal width: those of a plain computation, however records are divided.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct NumberFacetTests {
    private static let english = LocaleIdentifier("en")!

    private static func facet(_ name: AttributeName, buckets: Int = 0) -> FacetRequest {
        var facet = FacetRequest(name)
        facet.buckets = buckets
        facet.sums = true
        return facet
    }

    /// A number in units of 10^-20: those of two digits more than the samples have.
    private static func units(_ number: DecimalNumber) -> Int128 {
        Int128(number.significand).timesPower(20 - number.scale)!
    }

    private static func records() -> [CatalogRecord] {
        var random = SeededGenerator(seed: 21)
        return (0..<90).map { number in
            var record = CatalogRecord(id: "r\(number * 7919 % 1009)")
            record.texts = [.init(.title, english, number % 2 == 0 ? "rose" : "tulip")]
            record.year = number % 5 == 0 ? nil : 1990 + number % 23
            if number % 7 > 0 { record.price = Price("\(number % 40).\(10 + number % 90)", currency: "EUR") }
            for _ in 0..<(number % 4) {
                let text =
                    "\(Int.random(in: -90...900, using: &random)).\(Int.random(in: 1...99, using: &random))"
                record.attributes.append(.init("rating", .number(DecimalNumber(text)!)))
            }
            record.attributes = record.attributes.withoutDuplicates
            let day = Instant(microseconds: Int64.random(in: 0...2_000_000_000_000_000, using: &random))
            record.attributes.append(.init("added", .date(day)))
            record.attributes.append(.init("model", .text("m\(number % 20)")))
            return record
        }
    }

    private static func values(_ record: CatalogRecord, _ name: AttributeName) -> [DecimalNumber] {
        switch name {
        case .year: record.year.map { [DecimalNumber($0)] } ?? []
        case .price: record.price.map { [$0.amount] } ?? []
        default:
            record.attributes.filter { $0.name == name }.compactMap {
                if case .number(let number) = $0.value { number } else { nil }
            }
        }
    }

    private static func engines(_ description: CatalogDescription) throws -> [SearchEngine] {
        let pair = [(description: description, records: records())]
        return [
            SearchEngine([try CatalogIndex(description, records: records())]),
            SearchEngine([try CatalogIndex(description, records: records(), segments: 3)]),
            try LocalShards(pair, count: 3, seed: 9, segments: 2).merge,
        ]
    }

    private static let attributes: [CatalogDescription.Attribute] = [
        .init("rating", .number, isMany: true), .init("added", .date), .init("model", .text),
    ]

    @Test(arguments: [nil, "model"] as [AttributeName?])
    func sumsAreThoseOfAllMatches(group: AttributeName?) throws {
        let description = CatalogDescription(id: "c", attributes: Self.attributes, group: group)
        let engines = try Self.engines(description)
        for query in ["", "rose", "nothing"] {
            let matches = Self.records().filter { query == "" || $0.texts[0].value == query }
            var request = SearchRequest(query, locale: Self.english, relax: .never, limit: 0)
            request.facets = ["rating", .year, .price, "added"].map { Self.facet($0) }
            for engine in engines {
                let facets = try engine.search(request).facets
                for facet in facets where facet.attribute != "added" {
                    let numbers = matches.flatMap { Self.values($0, facet.attribute) }
                    let sum = numbers.reduce(Int128(0)) { $0 + Self.units($1) }
                    #expect(facet.sum.map(Self.units) == (numbers.isEmpty ? nil : sum))
                    guard let average = facet.average else {
                        #expect(numbers.isEmpty)
                        continue
                    }
                    // Two digits more than the numbers have.
                    let scale = (numbers.map(\.scale).max() ?? 0) + 2
                    let unit = Int128(1).timesPower(20 - scale)!
                    let error = Self.units(average) * Int128(numbers.count) - sum
                    #expect(Int128(error.magnitude) * 2 <= unit * Int128(numbers.count))
                    #expect(Self.units(average) % unit == 0)
                }
                #expect(facets[3].sum == nil && facets[3].average == nil)
            }
        }
    }

    @Test(arguments: [1, 3, 20, 100])
    func bucketsAreOfEqualWidthAndHoldAllMatches(count: Int) throws {
        for group in [nil, "model"] as [AttributeName?] {
            let description = CatalogDescription(id: "c", attributes: Self.attributes, group: group)
            let engines = try Self.engines(description)
            var request = SearchRequest("rose", locale: Self.english, relax: .never, limit: 0)
            request.isGrouped = group != nil
            request.facets = ["rating", .price, .year].map { Self.facet($0, buckets: count) }
            let matches = Self.records().filter { $0.texts[0].value == "rose" }
            let found = try engines.map { try $0.search(request).facets }
            #expect(found[1] == found[0] && found[2] == found[0])
            for facet in found[0] {
                let ends = try #require(facet.minimum.flatMap { low in facet.maximum.map { (low, $0) } })
                guard case (.number(let low), .number(let high)) = ends else { return }
                #expect(facet.buckets.count == count)
                #expect(facet.buckets.first?.lower == ends.0 && facet.buckets.last?.upper == ends.1)
                let scale = max(low.scale, high.scale) + 2
                let unit = Int128(1).timesPower(20 - scale)!
                for (place, bucket) in facet.buckets.enumerated() {
                    guard case (.number(let from), .number(let to)?) = (bucket.lower, bucket.upper) else {
                        Issue.record("\(bucket)")
                        continue
                    }
                    // Rounded down from the exact end.
                    let width = Self.units(high) - Self.units(low)
                    let exact = Self.units(low) * Int128(count) + width * Int128(place)
                    #expect((0..<unit * Int128(count)).contains(exact - Self.units(from) * Int128(count)))
                    let isLast = place == count - 1
                    let owners = matches.filter { record in
                        Self.values(record, facet.attribute).contains {
                            $0 >= from && ($0 < to || isLast && $0 == to)
                        }
                    }
                    let counted =
                        group == nil
                        ? owners.count
                        : Set(owners.map { $0.attributes.first { $0.name == "model" }!.value }).count
                    #expect(bucket.count == counted)
                }
            }
        }
    }

    @Test func bucketsKeepTheConditionsOfOthersOnly() throws {
        let engine = try Self.engines(CatalogDescription(id: "c", attributes: Self.attributes))[1]
        var request = SearchRequest("", locale: Self.english, limit: 3)
        request.facets = [Self.facet(.price, buckets: 4), Self.facet("added", buckets: 2)]
        let all = try engine.search(request)
        request.filter = try Filter("price < 5")
        let some = try engine.search(request)
        #expect(some.facets[0].buckets == all.facets[0].buckets)
        #expect(some.facets[1].buckets.map(\.count).reduce(0, +) == some.total)
        #expect(some.hits.count == 3)
    }

    @Test func equalExtremesAreOneBucketAndRangesPrecede() throws {
        let engine = try Self.engines(CatalogDescription(id: "c", attributes: Self.attributes))[0]
        var request = SearchRequest("", locale: Self.english, limit: 0)
        request.year = NumericRange(lower: DecimalNumber(2_000), upper: DecimalNumber(2_000))
        request.facets = [Self.facet(.price, buckets: 5)]
        request.facets[0].bounds = [.number(DecimalNumber(0))]
        #expect(try engine.search(request).facets[0].buckets.isEmpty)
        request.filter = try Filter("id = r0")
        request.year = nil
        request.facets[0] = Self.facet(.year, buckets: 5)
        #expect(try engine.search(request).facets[0].buckets.isEmpty)
        request.filter = try Filter("id = r\(7919 % 1009)")
        let one = AttributeValue.number(DecimalNumber(1991))
        #expect(try engine.search(request).facets[0].buckets == [.init(lower: one, upper: one, count: 1)])
        request.facets[0].buckets = 101
        #expect(throws: SearchError.tooManyFacets(limit: 100)) { try engine.search(request) }
    }

    @Test func pricesInSeveralCurrenciesAreNotAddedUp() throws {
        let records = [("1", "2.50", "EUR"), ("2", "3", "EUR"), ("3", "400", "JPY")].map {
            var record = CatalogRecord(id: $0.0)
            record.texts = [.init(.title, Self.english, $0.2 == "EUR" ? "rose" : "tulip")]
            record.price = Price($0.1, currency: $0.2)
            return record
        }
        let description = CatalogDescription(id: "c")
        for engine in [
            SearchEngine([try CatalogIndex(description, records: records)]),
            SearchEngine([try CatalogIndex(description, records: records, segments: 3)]),
        ] {
            var request = SearchRequest("", locale: Self.english, limit: 0)
            request.facets = [Self.facet(.price)]
            #expect(try engine.search(request).facets[0].sum == nil)
            request.query = "rose"
            let facet = try engine.search(request).facets[0]
            #expect(facet.sum == DecimalNumber("5.5") && facet.average == DecimalNumber("2.75"))
            request.query = ""
            request.currency = "JPY"
            #expect(try engine.search(request).facets[0].sum == DecimalNumber(400))
        }
    }

    @Test(arguments: [
        (["0.1", "0.2"], "0.3", "0.15"), (["1", "1", "2"], "4", "1.33"), (["-1", "-1", "-3"], "-5", "-1.67"),
        (["0.01", "0.02"], "0.03", "0.015"), (["9223372036854775807", "1"], nil, "4611686018427387904"),
        (["9223372036854775807", "-9223372036854775807", "3"], "3", "1"),
    ])
    func sumsAreExact(numbers: [String], total: String?, average: String?) {
        var sum = DecimalSum()
        for number in numbers { sum.add(DecimalNumber(number)!) }
        #expect(sum.total == total.flatMap { DecimalNumber($0) })
        #expect(sum.average == average.flatMap { DecimalNumber($0) })
        var parts = DecimalSum()
        for number in numbers.reversed() {
            var part = DecimalSum()
            part.add(DecimalNumber(number)!)
            parts.add(part)
        }
        #expect(parts.total == sum.total && parts.count == sum.count)
    }
}
