// The order of all titles is completed, even if every caller gives up.

import ICU
import KitSupport
import Testing

@testable import CatalogSearch

@Suite struct TitleOrderTests {
    /// Records whose titles are in the reverse order of their numbers.
    private struct NumberedRecords: TitledRecords {
        let numberCount = 3_000
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
        // Other tests may keep the background busy; a repeated request succeeds eventually.
        while true {
            let found = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return Result { () throws(SegmentError) in
                    try TitleKeys(records, Self.query).places(of: all)(0)
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
}
