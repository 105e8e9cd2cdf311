// The order of all titles is completed, even if every caller gives up.

import ICU
import KitSupport
import Synchronization
import Testing

@testable import CatalogSearch

@Suite struct TitleOrderTests {
    /// Records whose titles are in the reverse order of their numbers.
    private struct NumberedRecords: TitledRecords {
        let numberCount = 3_000
        let locales: Set<LocaleIdentifier> = [LocaleIdentifier("de")!]
        let orders = Cache<TitleOrderKey, TitleOrder>(limit: 1)

        func title(of number: Int, _ key: TitleOrderKey) -> String { "\(200_000 - number)" }

        func titleOrder(
            _ key: TitleOrderKey, _ make: () throws(SegmentError) -> TitleOrder
        ) throws(SegmentError) -> TitleOrder { try orders.value(of: key, make) }
    }

    private static let query: PreparedQuery = {
        let german = LocaleIdentifier("de")!
        let request = SearchRequest("", locale: german, chain: [german])
        return try! PreparedQuery(request, locales: [german]).adapted(to: CatalogDescription(id: "c"))
    }()

    @Test func aCancelledReaderLeavesTheOrderToOthers() async throws {
        let records = NumberedRecords()
        let all = (0..<Int32(records.numberCount)).map { $0 }
        // A cancelled task prepares no query.
        let query = Self.query
        // Other tests may keep the background busy; a repeated request succeeds eventually.
        while true {
            let found = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return Result { () throws(SegmentError) in
                    try TitleKeys(records, query).places(of: all)(0)
                }
            }.value
            switch found {
            case .success(let place):
                // It was cached: no cancelled task could have made it.
                #expect(place == records.numberCount - 1)
                return
            case .failure(let error):
                guard case .cancelled = error else { throw error }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    /// Counts the orders that are made.
    private final class CountedRecords: TitledRecords {
        let numberCount = 1_001
        let locales: Set<LocaleIdentifier> = [LocaleIdentifier("de")!, LocaleIdentifier("sv")!]
        let orders = Cache<TitleOrderKey, TitleOrder>(limit: 8)
        let made = Atomic<Int>(0)

        func title(of number: Int, _ key: TitleOrderKey) -> String { "\(number)" }

        func titleOrder(
            _ key: TitleOrderKey, _ make: () throws(SegmentError) -> TitleOrder
        ) throws(SegmentError) -> TitleOrder {
            try orders.value(of: key) { () throws(SegmentError) in
                made.add(1, ordering: .relaxed)
                return try make()
            }
        }

        /// The number of orders made for requests.
        func made(_ requests: [(locale: String, chain: String)]) throws -> Int {
            let all = (0..<Int32(numberCount)).map { $0 }
            for (locale, chain) in requests {
                let request = SearchRequest(
                    "", locale: LocaleIdentifier(locale)!,
                    chain: chain.split(separator: ",").map { LocaleIdentifier($0)! })
                let query = try PreparedQuery(request, locales: locales)
                _ = try TitleKeys(self, query.adapted(to: CatalogDescription(id: "c"))).places(of: all)
            }
            return made.load(ordering: .relaxed)
        }
    }

    /// However a client spells its locale and its chain, one order of the titles serves all that sort alike.
    @Test func spellingsOfALocaleShareAnOrder() throws {
        let alike = [
            ("de", "de"), ("de_DE", "de_DE,de"), ("de-abcde", "de"), ("de-xyzzy-abcde", "xx,de,fr"),
            ("en", "de,de"),
            ("de@numbers=thai", "de"), ("de-u-kn-false", "de"),
        ]
        #expect(try CountedRecords().made(alike) == 1)
        let different = [
            ("de", "de"), ("de-u-co-phonebk", "de"), ("de-u-kn-true", "de"), ("sv", "de"), ("de", "sv,de"),
            ("de-u-ka-shifted", "de"), ("de-u-kr-grek-latn", "de"),
        ]
        #expect(try CountedRecords().made(different) == different.count)
    }
}
