// The order of all titles is completed, even if every caller gives up.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct TitleOrderTests {
    private static let german = LocaleIdentifier("de")!
    private static let swedish = LocaleIdentifier("sv")!

    /// Records whose titles are in the reverse order of their numbers.
    private static func segment(_ count: Int) throws -> IndexedSegment {
        let records = (0..<count).map { number in
            CatalogRecord(
                id: "\(100_000 + number)",
                texts: [
                    .init(.title, german, "\(200_000 - number)"), .init(.title, swedish, "\(number)"),
                ])
        }
        return try CatalogIndex(CatalogDescription(id: "c"), records: records).segments[0]
    }

    private static let query: PreparedQuery = {
        // No place in the file is by this collation.
        let locale = LocaleIdentifier("de-u-kn-true")!
        let request = SearchRequest("", locale: locale, chain: [german])
        return try! PreparedQuery(CheckedRequest(request), locales: [german]).adapted(
            to: CatalogDescription(id: "c"))
    }()

    @Test func aCancelledReaderLeavesTheOrderToOthers() async throws {
        let segment = try Self.segment(3_000)
        let all = (0..<Int32(segment.numberCount)).map { $0 }
        // A cancelled task prepares no query.
        let query = Self.query
        // Other tests may keep the background busy; a repeated request succeeds eventually.
        while true {
            let found = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return Result { () throws(SegmentError) in
                    try TitleKeys(segment, query).positions(of: all)(0)
                }
            }.value
            switch found {
            case .success(let place):
                // It was cached: no cancelled task could have made it.
                #expect(place == segment.numberCount - 1)
                return
            case .failure(let error):
                guard case .cancelled = error else { throw error }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    /// The number of orders that requests need.
    private static func orders(_ requests: [(locale: String, chain: String)]) throws -> Int {
        let segment = try segment(1)
        let keys = try requests.map { locale, chain in
            let request = SearchRequest(
                "", locale: LocaleIdentifier(locale)!,
                chain: chain.split(separator: ",").map { LocaleIdentifier($0)! })
            let query = try PreparedQuery(CheckedRequest(request), locales: segment.locales)
            return try TitleKeys(segment, query.adapted(to: CatalogDescription(id: "c"))).key
        }
        return Set(keys).count
    }

    /// However a client spells its locale and its chain, one order of the titles serves all that sort alike.
    @Test func spellingsOfALocaleShareAnOrder() throws {
        let alike = [
            ("de", "de"), ("de_DE", "de_DE,de"), ("de-abcde", "de"), ("de-xyzzy-abcde", "xx,de,fr"),
            ("en", "de,de"),
            ("de@numbers=thai", "de"), ("de-u-kn-false", "de"),
        ]
        #expect(try Self.orders(alike) == 1)
        let different = [
            ("de", "de"), ("de-u-co-phonebk", "de"), ("de-u-kn-true", "de"), ("sv", "de"), ("de", "sv,de"),
            ("de-u-ka-shifted", "de"), ("de-u-kr-grek-latn", "de"),
        ]
        #expect(try Self.orders(different) == different.count)
    }
}
