// Forced conditions limit what a request may learn, be it by what is searched for instead of a word.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct ForcedFilterTests {
    private static let english = LocaleIdentifier.english
    private static let description = CatalogDescription(
        id: "c", fields: [.title], attributes: [.init("tenant", .text), .init("color", .text)])
    /// Words like each other, some of one tenant only.
    private static let words = [
        "a": ["kettle", "grinder", "filters", "roast", "teapot"],
        "b": ["kettel", "grinders", "filter", "roost", "tea", "pot", "kettles"],
    ]
    private static let typed = [
        "kettle", "kettel", "ketle", "grinder", "grindr", "filter", "roast", "roust", "tea pot", "teapot",
        "roast kettel",
        "filter nothing", "tea",
    ]

    private static func record(_ number: Int, using random: inout SeededGenerator) -> CatalogRecord {
        let tenant = Bool.random(using: &random) ? "a" : "b"
        let title = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            words[tenant]!.randomElement(using: &random)!
        }
        return CatalogRecord(
            id: "r\(number)", texts: [.init(.title, english, title.joined(separator: " "))],
            attributes: [
                .init("tenant", .text(tenant)),
                .init("color", .text(["red", "blue"].randomElement(using: &random)!)),
            ])
    }

    /// Invariant: with a forced condition, results equal those of a catalog with only the admitted records.
    @Test(arguments: 0..<3) func aResponseIsThatOfTheAdmittedRecordsAlone(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let records = (0..<30).map { Self.record($0, using: &random) }
        let forced = Filter.attribute("tenant", .equals(.text("a"))).forced
        let all = SearchEngine([try CatalogIndex(Self.description, records: records)])
        let alone = SearchEngine([
            try CatalogIndex(
                Self.description,
                records: records.filter { $0.attributes.contains(.init("tenant", .text("a"))) })
        ])
        var relaxed = 0
        for query in Self.typed {
            for policy in Relaxation.Policy.allCases {
                for color in [nil, "red"] {
                    var request = SearchRequest(query, locale: Self.english, relax: policy, limit: 100)
                    request.chain = [Self.english]
                    let own = color.map { Filter.attribute("color", .equals(.text($0))) }
                    request.filter = own
                    let expected = try alone.search(request)
                    request.filter = .all([forced] + (own.map { [$0] } ?? []))
                    let found = try all.search(request)
                    let comment: Comment = "\(query) \(policy) \(String(describing: color))"
                    #expect(found.hits.map(\.id) == expected.hits.map(\.id), comment)
                    #expect(found.total == expected.total, comment)
                    #expect(found.relaxation == expected.relaxation, comment)
                    if expected.relaxation != nil { relaxed += 1 }
                    let suggested = try all.suggestions(for: request)
                    request.filter = own
                    #expect(suggested == (try alone.suggestions(for: request)), comment)
                }
            }
        }
        #expect(relaxed > 5)
    }
}
