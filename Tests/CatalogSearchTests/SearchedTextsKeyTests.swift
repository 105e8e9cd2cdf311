// Data about words that is cached for one request is not used for another one that reads the same texts
// otherwise.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct SearchedTextsKeyTests {
    private static let de = LocaleIdentifier("de")!
    private static let en = LocaleIdentifier("en")!
    private static let fr = LocaleIdentifier("fr")!

    private static let catalogs = [
        CatalogDescription(
            id: "a", defaultLocale: de,
            attributes: [
                .init("place", .text, values: [.init(id: "p", label: .key("Place"))]), .init("kind", .text),
            ]), CatalogDescription(id: "b", defaultLocale: fr),
    ]

    private static func engine() throws -> SearchEngine {
        var labelled = CatalogRecord(id: "2", texts: [.init(.title, de, "Rose")])
        labelled.attributes = [
            .init("place", .text("p")), .init("kind", .text("k", labels: [fr: "Métropoles"])),
        ]
        let records = [CatalogRecord(id: "1", texts: [.init(.title, de, "Mice")]), labelled]
        return SearchEngine([
            try CatalogIndex(catalogs[0], records: records),
            try CatalogIndex(catalogs[1], records: [CatalogRecord(id: "3", texts: [.init(.title, fr, "x")])]),
        ])
    }

    private static func request(
        _ query: String, _ chain: [LocaleIdentifier] = [de],
        _ change: (inout SearchRequest) -> Void = { _ in }
    ) -> SearchRequest {
        var request = SearchRequest(query, locale: chain[0], chain: chain, catalogs: ["a"], limit: 10)
        change(&request)
        return request
    }

    /// Pairs of requests that find different records.
    private static let pairs = [
        (request("mouse"), request("mouse") { $0.textLanguages[de] = en }),
        (
            request("citys") { $0.labelTexts = ["Place": "Hof"] },
            request("citys") { $0.labelTexts = ["Place": "City"] }
        ),
        (request("metropole", [de, fr]), request("metropole", [de, fr]) { $0.catalogs = nil }),
    ]

    @Test(arguments: pairs.indices, [false, true])
    func requestsThatReadTextsOtherwiseShareNoWords(pair: Int, isReversed: Bool) throws {
        let (one, other) = Self.pairs[pair]
        let fresh = try [one, other].map { try Self.engine().search($0) }
        #expect(fresh[0].hits.map(\.id) != fresh[1].hits.map(\.id))
        let engine = try Self.engine()
        let order = isReversed ? [1, 0] : [0, 1]
        for number in order {
            let found = try engine.search([one, other][number])
            #expect(found.hits.map(\.id) == fresh[number].hits.map(\.id))
            #expect(found.relaxation == fresh[number].relaxation)
        }
    }
}
