// Trees of categories: a filter on a node finds what is below, and facets list one
// level, however records are divided.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct PathTests {
    private static let category: AttributeName = "category"

    private static func description(grouped: Bool = false) -> CatalogDescription {
        var category = CatalogDescription.Attribute(
            category, .text, isMany: true,
            values: [
                .init(id: "a", label: .texts([LocaleIdentifier("de")!: "Oben"])),
                .init(id: "a>b", label: .texts([LocaleIdentifier("de")!: "Küche"])),
            ])
        category.isPath = true
        return CatalogDescription(
            id: "c", attributes: [category, .init("product", .number)], group: grouped ? "product" : nil)
    }

    /// Records in one to three nodes of a tree of up to four levels; some are above
    /// others, some have labels of their own.
    private static func records(_ count: Int, seed: UInt64) -> [CatalogRecord] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let paths = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    ["a", "b", "c x"].randomElement(using: &random)!
                }
            }
            let values = paths.map { names in
                AttributeValue.text(
                    names.joined(separator: " > "),
                    labels: number % 5 == 0
                        ? [LocaleIdentifier("de")!: names.map { "\($0)-de" }.joined(separator: " > ")] : [:])
            }
            return CatalogRecord(
                id: "r\(number)", texts: [.init(.title, .english, "Title \(number)")],
                attributes: (values.asPaths ?? []).withoutDuplicates.map { .init(Self.category, $0) }
                    + [.init("product", .number(DecimalNumber(number % (count / 3))))])
        }
    }

    private static func nodes(_ record: CatalogRecord) -> Set<String> {
        Set(
            record.attributes.filter { $0.name == category }.flatMap {
                AttributePath($0.value.spelling)!.nodes.map(\.description)
            })
    }

    private static func request(_ filter: String?) -> SearchRequest {
        var request = SearchRequest(
            "", locale: LocaleIdentifier("de")!, chain: ["de", "en"].map { LocaleIdentifier($0)! })
        request.filter = filter.map { try! Filter($0) }
        request.facets = [FacetRequest(category, limit: 100)]
        request.limit = 1_000
        return request
    }

    @Test(arguments: [false, true])
    func filtersAndFacetsAnswerAsEachRecordDoes(isGrouped: Bool) throws {
        let description = Self.description(grouped: isGrouped)
        let records = Self.records(240, seed: 3)
        let engines = [
            try SearchEngine([CatalogIndex(description, records: records)]),
            try SearchEngine([CatalogIndex(description, records: records, segments: 3)]),
            try LocalShards([(description, records)], count: 2, seed: 5, segments: 2).merge,
        ]
        let chosen: [[String]] = [
            [], ["a"], ["a > b"], ["a > b > c x"], ["a > a", "a > b > a"], ["a > b", "c x"], ["a > nothing"],
        ]
        for chosen in chosen {
            let list = chosen.map { "\"\($0)\"" }.joined(separator: ", ")
            let request = Self.request(chosen.isEmpty ? nil : "category IN [\(list)]")
            let found = records.filter { chosen.isEmpty || !Self.nodes($0).isDisjoint(with: chosen) }
            func count(_ records: [CatalogRecord]) -> Int {
                isGrouped ? Set(records.compactMap { $0.attributes.last?.value }).count : records.count
            }
            func count(in node: String) -> Int { count(records.filter { Self.nodes($0).contains(node) }) }
            // A node that no record has selects nothing, so that the reader can continue.
            let all = Set(records.flatMap(Self.nodes))
            let known = chosen.filter(all.contains).map { AttributePath($0)! }
            let node = AttributePath.common(known)
            let children = all.filter { id in
                let own = AttributePath(id)!
                return own.names.count == (node?.names.count ?? 0) + 1 && node?.contains(own) ?? true
            }
            for engine in engines {
                let results = try engine.search(request)
                #expect(results.total == count(found), "\(chosen)")
                let facet = try #require(results.facets.first)
                #expect(facet.path?.map(\.value.spelling) == (node?.nodes.map(\.description) ?? []))
                #expect(facet.path?.map(\.count) == (node?.nodes.map { count(in: $0.description) } ?? []))
                #expect(Set(facet.values.map(\.value.spelling)) == children, "\(chosen)")
                for value in facet.values {
                    let id = value.value.spelling
                    #expect(value.count == count(in: id))
                    #expect(
                        value.isSelected == known.contains { AttributePath(id)!.contains($0) })
                }
                #expect(facet.count == count(records.filter { !Self.nodes($0).isEmpty }))
            }
        }
    }

    @Test func nodesAreNamedByThemselvesOrByAllNodes() throws {
        let records = [
            CatalogRecord(id: "1", attributes: [.init(Self.category, .text("a > b > x"))]),
            CatalogRecord(id: "2", attributes: [.init(Self.category, .text("b>b"))]),
            CatalogRecord(
                id: "3",
                attributes: [
                    .init(Self.category, .text("c > d", labels: [LocaleIdentifier("de")!: "C > Dach"]))
                ]),
        ]
        let engine = try SearchEngine([CatalogIndex(Self.description(), records: records)])
        for (filter, ids) in [
            ("category = Kuche", ["1"]), ("category = \"oben>küche\"", ["1"]), ("category = dach", ["3"]),
            ("category = B", ["1", "2"]), ("category = \"b > B\"", ["2"]), ("category = \"A>b\"", ["1"]),
            ("NOT category = a", ["2", "3"]), ("category = X", ["1"]),
        ] {
            #expect(try engine.search(Self.request(filter)).hits.map(\.id) == ids, "\(filter)")
        }
        let hits = try engine.search(Self.request(nil)).hits
        #expect(hits.map { $0.attributes[0].values[0].label } == ["Oben > Küche > x", "b > b", "C > Dach"])
        #expect(hits[0].attributes[0].values[0].path.map(\.id) == ["a", "a > b", "a > b > x"])
        let facet = try engine.search(Self.request("category = a")).facets[0]
        #expect(facet.path?.map(\.label) == ["Oben"])
        #expect(facet.values.map(\.label) == ["Küche"])
    }

    @Test func nodesAreLookedUpOnAllLevels() throws {
        let records = [
            CatalogRecord(id: "1", attributes: [.init(Self.category, .text("a > b > Bowls"))]),
            CatalogRecord(id: "2", attributes: [.init(Self.category, .text("Bowls"))]),
        ]
        let engine = try SearchEngine([CatalogIndex(Self.description(), records: records)])
        var request = Self.request("category = a")
        request.facets = [FacetRequest(Self.category, prefix: "bow")]
        let facet = try engine.search(request).facets[0]
        #expect(facet.values.map(\.value.spelling) == ["Bowls", "a > b > Bowls"])
        #expect(facet.values.map(\.label) == ["Bowls", "Oben > Küche > Bowls"])
    }

    @Test func wordsAreFoundInTheNamesOfNodesAsAScanFindsThem() async throws {
        let records = Self.records(60, seed: 8)
        let comparison = try await SearchComparison(records, Self.description(), segmentSizes: [20])
        for query in ["oben", "kuche", "a-de", "c x", "title oben"] {
            var request = SearchRequest(query, locale: LocaleIdentifier("de")!, relax: .never, limit: 100)
            request.chain = ["de", "en"].map { LocaleIdentifier($0)! }
            try comparison.expectSame(request)
        }
    }

    @Test func recordsAreReadAsTheyWereAddedAndTheFileIsSound() async throws {
        let records = Self.records(90, seed: 11)
        let segment = try await SearchComparison.segment(records, Self.description())
        for record in records {
            let number = try #require(try segment.number(ofID: record.id))
            #expect(try segment.record(number) == record)
        }
        try segment.attributes.check(recordCount: segment.numberCount)
    }

    @Test(arguments: ["", ">", "a >", "a > > b", (0...16).map(String.init).joined(separator: ">")])
    func textsThatAreNoPathsAreNotKept(text: String) throws {
        #expect(AttributePath(text) == nil)
        let record = CatalogRecord(id: "1", attributes: [.init(Self.category, .text(text))])
        let engine = try SearchEngine([CatalogIndex(Self.description(), records: [record])])
        #expect(try engine.search(Self.request("category EXISTS")).total == 0)
    }
}
