// Filters, facets and orders by attributes give the same results as a plain evaluation of each record.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct AttributeSearchTests {
    private static let description = CatalogDescription(
        id: "c", scopes: [.init(id: "birthdays", label: .texts([LocaleIdentifier("de")!: "Geburtstage"]))],
        attributes: AttributeSamples.attributes)

    private static func records(_ count: Int, seed: UInt64) -> [CatalogRecord] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            var record = SampleTexts.record(number, locales: ["de", "en"], using: &random)
            record.id = "r\(number * 7919 % 1009)-\(number)"
            record.popularity = Double(number % 5)
            record.attributes = AttributeSamples.values(using: &random)
            record.prices = Self.prices(using: &random)
            return record
        }
    }

    private static func prices(using random: inout SeededGenerator) -> [Price] {
        var prices: [Price] = []
        for (currency, market) in [("EUR", nil), ("JPY", "JP"), ("JPY", nil), ("EUR", "AT"), ("EUR", "DE")] {
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            let amount = ["3", "7.5", "7.25", "100", "5", "123456789012345678", "0.000000000000000001"]
                .randomElement(using: &random)!
            prices.append(Price(amount, currency: currency, market: market)!)
        }
        return prices
    }

    /// A request for the prices of a currency or a market, with or without groups.
    private static func choose(
        _ round: Int, _ request: inout SearchRequest, _ oracle: inout AttributeOracle
    ) {
        request.currency = [nil, "EUR", "JPY", "USD"][round % 4]
        request.market = request.currency == nil ? nil : [nil, "AT", "JP"][round / 4 % 3]
        request.isGrouped = round % 5 > 0
        (oracle.currency, oracle.market) = (request.currency, request.market)
    }

    /// Compares an engine's results with those of the oracle.
    private func expectSame(
        _ engine: SearchEngine, _ oracle: AttributeOracle, _ scan: SearchOracle, _ request: SearchRequest
    ) throws {
        var words = request
        words.filter = nil
        words.facets = []
        words.order = []
        words.isGrouped = false
        (words.offset, words.limit) = (0, .max)
        let byID = Dictionary(uniqueKeysWithValues: oracle.records.map { ($0.id, $0) })
        let matching = try scan.search(words)
        let titles = Dictionary(uniqueKeysWithValues: matching.hits.map { ($0.id, $0.title) })
        let found = matching.hits.map { byID[$0.id]! }
        let kept = try found.filter { record in
            try request.filter.map { try oracle.holds($0, record, request) } ?? true
        }
        let sorted = try oracle.sorted(kept, request) { titles[$0.id]! }
        let results = try engine.search(request)
        let text: Comment = "\(request)"
        var seen: Set<String> = []
        let first = sorted.filter { seen.insert(oracle.group($0, request)).inserted }
        #expect(results.total == first.count, text)
        let page = first.dropFirst(request.offset).prefix(request.limit)
        #expect(results.hits.map(\.id) == page.map(\.id), text)
        for (hit, record) in zip(results.hits, page) {
            let variants = sorted.filter { oracle.group($0, request) == oracle.group(record, request) }
            let isGrouped = oracle.group(record, request).hasPrefix("group")
            let ids = variants.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect(hit.variants?.ids == (isGrouped ? ids : nil), text)
            #expect(hit.variants?.count == (isGrouped ? ids.count : nil), text)
            #expect(hit.price == record.price(in: request.currency, for: request.market), text)
        }
        if request.scope == nil {
            for scope in results.scopes {
                let own = kept.filter { scope.id == SearchResults.allScopes || $0.scope == scope.id }
                #expect(scope.count == oracle.count(own, request), text)
            }
        }
        for facet in request.facets {
            let expected = try oracle.facet(facet, found, request)
            guard var counted = results.facets.first(where: { $0.attribute == facet.attribute }) else {
                Issue.record("no facet")
                continue
            }
            (counted.minimumPrice, counted.maximumPrice) = (nil, nil)
            // Values that no record has any more are listed if they are selected.
            counted.values.removeAll { $0.count == 0 }
            if facet.attribute == .catalog || facet.attribute == .scope {
                for index in counted.values.indices where counted.values[index].label == nil {
                    Issue.record("no label")
                }
            }
            #expect(counted == expected, text)
        }
    }

    private static func description(groupedBy group: AttributeName?) -> CatalogDescription {
        var description = Self.description
        description.group = group
        return description
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func indexesAnswerAsAPlainEvaluation(seed: UInt64) async throws {
        let records = Self.records(120, seed: seed)
        let description = Self.description(groupedBy: [nil, "maker", "maker", "stock"][Int(seed) % 4])
        let comparison = try await SearchComparison(
            records, description, segmentSizes: seed == 1 ? [] : [30, 50])
        var oracle = AttributeOracle(description: description, records: records)
        var generator = AttributeRequestGenerator(random: SeededGenerator(seed: seed + 10), records: records)
        for round in 0..<20 {
            var request = generator.request(oracle, round: round)
            Self.choose(round, &request, &oracle)
            if round % 2 == 1 { (request.offset, request.limit) = (round % 7, 1 + round % 9) }
            try expectSame(comparison.whole, oracle, comparison.scan, request)
            try expectSame(comparison.index, oracle, comparison.scan, request)
        }
    }

    @Test func aLiveCatalogAnswersAsItsPresentRecords() throws {
        let all = Self.records(100, seed: 4)
        var present = Array(all.prefix(70))
        let description = Self.description(groupedBy: "maker")
        let live = LiveCatalog(try CatalogIndex(description, records: present))
        var random = SeededGenerator(seed: 5)
        for record in all.dropFirst(70) {
            let gone = present.remove(at: Int.random(in: 0..<present.count, using: &random))
            var changed = present[0]
            changed.attributes = AttributeSamples.values(using: &random)
            present[0] = changed
            present.append(record)
            try live.apply([.put(record), .delete(id: gone.id), .put(changed)])
        }
        var oracle = AttributeOracle(description: description, records: present)
        let scan = SearchOracle(description: description, records: present)
        let engine = SearchEngine([live.snapshot])
        var generator = AttributeRequestGenerator(random: SeededGenerator(seed: 6), records: present)
        for round in 0..<20 {
            var request = generator.request(oracle, round: round)
            Self.choose(round, &request, &oracle)
            try expectSame(engine, oracle, scan, request)
        }
    }

    @Test func similarWordsAreFilteredAndCounted() throws {
        let records = (0..<20).map { number in
            CatalogRecord(
                id: "\(number)",
                texts: [.init(.title, LocaleIdentifier("en")!, number % 2 == 0 ? "teapot" : "lamp")],
                attributes: [
                    .init("stock", .number(DecimalNumber(number))), .init("brand", .text("b\(number % 3)")),
                ])
        }
        let engine = SearchEngine([try CatalogIndex(Self.description, records: records)])
        var request = SearchRequest("teapto", locale: LocaleIdentifier("en")!)
        request.filter = .all([
            .attribute("stock", .isLess(than: .number(DecimalNumber(10)))),
            .attribute("brand", .equals(.text("b0"))),
        ])
        request.facets = [FacetRequest("brand")]
        let results = try engine.search(request)
        #expect(results.relaxation != nil)
        #expect(Set(results.hits.map(\.id)) == ["0", "6"])
        #expect(results.facets[0].values.map(\.count) == [2, 2, 1])
        #expect(results.facets[0].values.map(\.isSelected) == [true, false, false])
    }

    // MARK: Errors

    private func error(_ change: (inout SearchRequest) -> Void) throws -> SearchError? {
        let engine = SearchEngine([try CatalogIndex(Self.description, records: Self.records(5, seed: 7))])
        var request = SearchRequest("", locale: LocaleIdentifier("en")!)
        change(&request)
        do throws(SearchError) {
            _ = try engine.search(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func theNearestKnownAttributeIsNamed() throws {
        let known = AttributeSamples.attributes.map(\.name.rawValue) + AttributeName.builtIn.map(\.rawValue)
        #expect(
            try error { $0.filter = .attribute("colr", .exists) }
                == .unknownAttribute("colr", nearest: "color", known: known))
        #expect(
            try error { $0.facets = [FacetRequest("Stokc")] }
                == .unknownAttribute("Stokc", nearest: "stock", known: known))
        // Results are ordered by what is no attribute, too.
        #expect(
            try error { $0.order = [SortKey("warehouse")] }
                == .unknownAttribute("warehouse", nearest: nil, known: ["relevance", "title"] + known))
    }

    @Test func valuesOfOtherTypesAreRefusedWithTheirPlace() throws {
        #expect(
            try error { $0.filter = try? Filter("onSale = true AND stock > red") }
                == .filter(FilterError(.wrongType("stock", value: "red", .number), position: 18)))
        #expect(
            try error { $0.filter = try? Filter("added = yesterday") }
                == .filter(FilterError(.wrongType("added", value: "yesterday", .date), position: 0)))
        #expect(
            try error { $0.filter = try? Filter("color > red") }
                == .filter(FilterError(.notOrdered("color", .text), position: 0)))
        #expect(
            try error { $0.filter = .attribute("onSale", .isLess(than: .boolean(true))) }
                == .filter(FilterError(.notOrdered("onSale", .boolean))))
    }

    /// Another catalog's type of the same name says nothing about the searched one's.
    @Test func filtersAndCountsHaveTheTypesOfTheSearchedCatalogs() throws {
        let engine = try SearchEngine(
            [("numbers", AttributeType.number), ("texts", .text)].map { id, type in
                let value = type == .number ? AttributeValue.number(DecimalNumber(3)) : .text("3")
                let record = CatalogRecord(id: id, attributes: [.init("stock", value)])
                return try CatalogIndex(
                    CatalogDescription(id: id, attributes: [.init("stock", type)]), records: [record])
            })
        var request = SearchRequest("", locale: LocaleIdentifier("en")!)
        request.filter = try Filter("stock > 2")
        request.facets = [FacetRequest("stock")]
        #expect(try engine.search(request).hits.map(\.id) == ["numbers"])
        request.catalogs = ["texts"]
        #expect(throws: SearchError.filter(FilterError(.notOrdered("stock", .text), position: 0))) {
            try engine.search(request)
        }
        request.filter = try Filter("stock = 3")
        let found = try engine.search(request)
        #expect(found.hits.map(\.id) == ["texts"])
        #expect(found.facets.map(\.type) == [.text] && found.facets[0].values.map(\.count) == [1])
    }

    @Test func textsOfWhichRecordsHaveSeveralDoNotSort() throws {
        #expect(try error { $0.order = [SortKey("color")] } == .unsortable("color"))
    }

    @Test func boundsOfRangesAscend() throws {
        #expect(
            try error { $0.facets = [FacetRequest("stock", bounds: [.text("5"), .text("5")])] }
                == .invalidBounds("stock"))
        #expect(
            try error { $0.facets = [FacetRequest("stock", bounds: [.text("x")])] } == .invalidBounds("stock")
        )
        #expect(
            try error { $0.facets = [FacetRequest("color", bounds: [.text("x")])] } == .invalidBounds("color")
        )
        #expect(try error { $0.facets = [FacetRequest(.id)] } == .uncountable("id"))
    }

    @Test func largeFiltersAreRefused() throws {
        let condition = Filter.attribute("stock", .exists)
        #expect(try error { $0.filter = .all(Array(repeating: condition, count: 100)) } == nil)
        #expect(
            try error { $0.filter = .any(Array(repeating: condition, count: 101)) }
                == .filter(FilterError(.tooManyConditions(limit: 100))))
        var deep = condition
        for _ in 0..<30 { deep = .not(deep) }
        #expect(try error { $0.filter = deep } == .filter(FilterError(.tooDeep(limit: 20))))
        let values = (0...1_000).map { AttributeValue.number(DecimalNumber($0)) }
        #expect(
            try error { $0.filter = .attribute("stock", .isOneOf(values)) }
                == .filter(FilterError(.tooManyValues(limit: 1_000))))
        #expect(
            try error { $0.facets = Array(repeating: FacetRequest("stock"), count: 51) }
                == .tooManyFacets(limit: 50))
        #expect(
            try error { $0.order = Array(repeating: SortKey("stock"), count: 11) }
                == .tooManySortKeys(limit: 10))
    }
}
