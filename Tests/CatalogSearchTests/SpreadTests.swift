// No value fills a page: pages are those of a plain computation, however records are divided.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SpreadTests {
    private static let english = LocaleIdentifier("en")!

    private static var description: CatalogDescription {
        CatalogDescription(
            id: "c",
            attributes: [
                .init("brand", .text), .init("size", .number), .init("color", .text, isMany: true),
                .init("secret", .text),
            ])
    }

    /// Records whose first ones are mostly of one brand; every tenth has none.
    private static func records(_ count: Int) -> [CatalogRecord] {
        var random = SeededGenerator(seed: 5)
        return (0..<count).map { number in
            var record = CatalogRecord(id: "r\(number * 7919 % 10_007)")
            record.texts = [.init(.title, english, number % 3 == 0 ? "rose" : "rose garden \(number % 5)")]
            record.popularity = Double(number % 50)
            record.scope = ["plants", "books", nil][number % 3]
            func few(_ count: Double) -> Int {
                let share = Double.random(in: 0..<1, using: &random)
                return Int(share * share * share * count)
            }
            if number % 10 < 9 { record.attributes.append(.init("brand", .text("brand \(few(12))"))) }
            record.attributes.append(.init("size", .number(DecimalNumber(few(5)))))
            for color in Set([few(40), few(40)]).sorted() {
                record.attributes.append(.init("color", .text("color \(color)")))
            }
            return record
        }
    }

    private static func request(_ query: String = "rose", limit: Int = .max) -> SearchRequest {
        SearchRequest(query, locale: english, relax: .never, limit: limit)
    }

    /// The order of the documentation for records of one value each: a page takes those
    /// whose value it may have, in rounds.
    private static func plainOrder(
        _ ids: [String], _ values: [String: String], atMost: Int, page length: Int
    ) -> [String] {
        var result: [String] = []
        let block = length >= 1_000 ? length : 1_000 / length * length
        for start in stride(from: 0, to: ids.count, by: block) {
            var rest = Array(ids[start...].prefix(block))
            while !rest.isEmpty {
                var page: [String] = []
                var counts: [String: Int] = [:]
                var allowed = atMost
                while page.count < length, !rest.isEmpty {
                    var kept: [String] = []
                    for (place, id) in rest.enumerated() {
                        if page.count == length {
                            kept += rest[place...]
                            break
                        }
                        if let value = values[id] {
                            guard counts[value, default: 0] < allowed else {
                                kept.append(id)
                                continue
                            }
                            counts[value, default: 0] += 1
                        }
                        page.append(id)
                    }
                    rest = kept
                    allowed += atMost
                }
                result += page
            }
        }
        return result
    }

    @Test func pagesAreThoseOfAPlainComputationInAnyDivision() throws {
        let records = Self.records(1_150)
        let pair = [(description: Self.description, records: records)]
        let engines = [
            SearchEngine([try CatalogIndex(Self.description, records: records)]),
            SearchEngine([try CatalogIndex(Self.description, records: records, segments: 3)]),
            try LocalShards(pair, count: 2, seed: 3, segments: 2).merge,
            try LocalShards(pair, count: 5, seed: 4, segments: 1).merge,
        ]
        let brands = records.map { record in
            (record.id, record.attributes.first { $0.name == "brand" }?.value.spelling)
        }
        let sizes = records.map { record in
            (record.id, record.attributes.first { $0.name == "size" }?.value.spelling)
        }
        let scopes = records.map { ($0.id, $0.scope) }
        let plain = try engines[0].matches(Self.request()).records.map(\.id)
        #expect(plain.count == records.count)
        var random = SeededGenerator(seed: 6)
        for (round, length) in [1, 24, 7, 300, 2_000].enumerated() {
            let (name, values): (AttributeName, [(String, String?)]) =
                [("brand", brands), ("size", sizes), (.scope, scopes)][round % 3]
            let known = Dictionary(uniqueKeysWithValues: values).compactMapValues(\.self)
            let atMost = Int.random(in: 1...min(4, max(1, length / 2)), using: &random)
            let expected = Self.plainOrder(plain, known, atMost: atMost, page: length)
            #expect(length < 2 || expected != plain)
            var request = Self.request(limit: length)
            request.spread = .by(name)
            request.spreadLimit = atMost
            let pages = (records.count - 1) / length
            for engine in engines {
                for page in [0, 1_000 / length] where page <= pages {
                    request.offset = page * length
                    let found = try engine.matches(request)
                    #expect(found.total == records.count)
                    #expect(
                        found.records.map(\.id)
                            == expected.dropFirst(request.offset).prefix(length).map(\.self),
                        "\(name) \(atMost) \(length) \(request.offset)")
                }
            }
            // Any offset shows a part of the same order.
            request.offset = Int.random(in: 0..<records.count, using: &random)
            let found = try engines[1].matches(request).records.map(\.id)
            #expect(found == expected.dropFirst(request.offset).prefix(length).map(\.self))
        }
    }

    @Test func aRecordWithSeveralValuesCountsForEach() throws {
        let records = Self.records(60)
        let colors = Dictionary(
            uniqueKeysWithValues: records.map { record in
                (record.id, record.attributes.filter { $0.name == "color" }.map(\.value.spelling))
            })
        let engine = SearchEngine([try CatalogIndex(Self.description, records: records)])
        var request = Self.request(limit: 3)
        request.spread = .by("color")
        request.spreadLimit = 1
        var all: [String] = []
        for offset in stride(from: 0, to: 60, by: 3) {
            request.offset = offset
            let page = try engine.search(request).hits.map(\.id)
            let values = page.flatMap { colors[$0]! }
            // There are enough others at first.
            if offset < 6 { #expect(Set(values).count == values.count) }
            all += page
        }
        #expect(Set(all) == Set(records.map(\.id)) && all.count == 60)
    }

    @Test func catalogsSpreadWhatIsOrderedByRelevance() throws {
        let records = Self.records(40)
        var description = Self.description
        description.spread = Spread("brand", atMost: 1)
        let engine = SearchEngine([try CatalogIndex(description, records: records)])
        func ids(
            _ spread: SpreadChoice = .ofCatalogs, atMost: Int? = nil, page: Int? = nil,
            sort: SearchRequest.SortOrder = .relevance
        ) throws -> [String] {
            var request = Self.request(limit: 12)
            request.spread = spread
            request.spreadLimit = atMost
            request.pageLength = page
            request.sort = sort
            return try engine.search(request).hits.map(\.id)
        }
        let plain = try ids(.off)
        let own = try ids()
        #expect(own != plain)
        #expect(try ids(.by("brand"), atMost: 1) == own)
        #expect(try ids(atMost: 12) == plain)
        #expect(try ids(page: 1) == plain)
        // A chosen order stays, unless the request wants both.
        let titles = try ids(.off, sort: .title)
        #expect(try ids(sort: .title) == titles)
        #expect(try ids(.by("brand"), atMost: 1, sort: .title) != titles)
    }

    @Test func theLimitsOfSeveralCatalogsHoldTogether() throws {
        var catalogs: [CatalogIndex] = []
        for (id, limit) in [("a", 1), ("b", 2)] {
            var description = Self.description
            description.id = id
            description.spread = Spread("brand", atMost: limit)
            let records = (0..<6).map { number in
                var record = CatalogRecord(id: "\(id)\(number)")
                record.texts = [.init(.title, Self.english, "rose")]
                record.popularity = Double(20 - 2 * number)
                record.attributes = [.init("brand", .text(number < 4 ? "x" : "\(id) \(number)"))]
                return record
            }
            catalogs.append(try CatalogIndex(description, records: records))
        }
        let found = try SearchEngine(catalogs).search(Self.request(limit: 6)).hits.map(\.id)
        // Of `x` catalog a shows none beside another one, and b one beside that of a.
        #expect(found == ["a0", "b0", "a4", "b4", "a5", "b5"])
    }

    @Test func rulesComeFirst() throws {
        let records = (0..<12).map { number in
            var record = CatalogRecord(id: "r\(number)")
            record.texts = [.init(.title, Self.english, "rose")]
            record.popularity = Double(100 - 5 * number)
            record.attributes = [.init("brand", .text(number < 8 ? "x" : "y\(number)"))]
            return record
        }
        var description = Self.description
        description.spread = Spread("brand", atMost: 1)
        func ids(_ rule: SearchRule) throws -> [String] {
            description.rules = [rule]
            return try SearchEngine([try CatalogIndex(description, records: records)])
                .search(Self.request(limit: 4)).hits.map(\.id)
        }
        var pinning = SearchRule(id: "p")
        pinning.pinned = [.init(.id("r7"), position: 2)]
        // The pinned one is the one of its brand.
        #expect(try ids(pinning) == ["r8", "r7", "r9", "r10"])
        var raising = SearchRule(id: "r")
        raising.raised = [.id("r5"), .id("r6"), .id("r11")]
        #expect(try ids(raising) == ["r5", "r11", "r6", "r8"])
    }

    @Test func whatCannotBeSpreadIsNamed() throws {
        let engine = SearchEngine([try CatalogIndex(Self.description, records: Self.records(3))])
        func error(_ name: AttributeName) -> SearchError? {
            var request = Self.request()
            request.spread = .by(name)
            do throws(SearchError) {
                _ = try engine.search(request)
            } catch {
                return error
            }
            return nil
        }
        guard case .unknownAttribute("bran", nearest: "brand", _)? = error("bran") else {
            Issue.record("\(String(describing: error("bran")))")
            return
        }
        for name in [AttributeName.id, .price, .popularity] {
            #expect(error(name) == .unspreadable(name.rawValue))
        }
        for name in [AttributeName.scope, .catalog, .year, "size", "color"] { #expect(error(name) == nil) }
        var description = Self.description
        description.attributes[3].isShown = false
        let hiding = SearchEngine([try CatalogIndex(description, records: Self.records(3))])
        var request = Self.request()
        request.spread = .by("secret")
        #expect(throws: SearchError.self) { try hiding.checkVisibility(of: request) }
    }

    @Test(arguments: [nil, "maker"] as [AttributeName?])
    func shardsSpreadAsOneEngineDoes(group: AttributeName?) throws {
        let pair = try ShardPair(60, shards: 3, seed: 70, groupedBy: group, segments: 2)
        var random = SeededGenerator(seed: 71)
        for round in 0..<20 {
            var request = ShardSamples.request(ShardSamples.query(using: &random), using: &random)
            request.relax = round % 2 == 0 ? .never : .auto
            request.spread = .by(["color", "onSale", .scope, .catalog, "maker"][round % 5])
            request.spreadLimit = round % 4 == 0 ? nil : 1 + round % 3
            try pair.expectSame(request)
        }
    }
}
