// Which searches wait with the expensive ones.

import CatalogSearch
import SearchService
import Testing

@testable import Storefront

@Suite struct SearchCostTests {
    private func cost(
        _ query: String, _ relax: Relaxation.Policy = .never, _ returned: ServiceRequest.Returned = .hits
    ) -> SearchCost {
        var request = SearchRequest(query, locale: .english)
        request.relax = relax
        return SearchCost(of: ServiceRequest(request, returned: returned))
    }

    @Test(arguments: ["", "e", "rose", "  red  rose\tof\nmay ", String(repeating: "a", count: 200)])
    func fewWordsAreCheap(query: String) {
        #expect(cost(query) == .cheap)
        #expect(cost(query, .never, .ids) == .cheap)
    }

    @Test(arguments: [
        "a b c d e", String(repeating: "a", count: 201), String(repeating: "日", count: 67),
        String(repeating: "a\u{3000}", count: 5),
    ])
    func manyWordsAndLongOnesAreExpensive(query: String) { #expect(cost(query) == .expensive) }

    @Test(arguments: [
        (20, 0, true), (100, 100, true), (100, 101, false), (1, 2_000, false), (0, 2_000, true),
    ])
    func pagesFarBehindTheFirstAreExpensive(limit: Int, offset: Int, isCheap: Bool) {
        var request = SearchRequest("rose", locale: .english, limit: limit, offset: offset)
        request.relax = .never
        #expect((SearchCost(of: ServiceRequest(request, returned: .hits)) == .cheap) == isCheap)
    }

    @Test func similarWordsAndSuggestionsAreExpensive() {
        #expect(cost("e", .always) == .expensive)
        #expect(cost("e", .auto) == .expensive)
        #expect(cost("e", .never, .suggestions) == .expensive)
    }

    /// Invariant: words that are searched before similar ones give the same response as both at once.
    @Test(arguments: [
        "q=assam", "q=asam", "q=zzz", "q=", "q=tea&scope=black", "q=gunpwder&returns=ids",
        "q=asam&scope=green",
    ])
    func similarWordsAreSearchedAfterTheWordsThemselves(query: String) async throws {
        let shop = try await Shop()
        func contents(_ json: ReceivedJSON) -> [String: ReceivedJSON] {
            var members = json.members ?? [:]
            members["ns"] = nil
            return members
        }
        let service = shop.catalogs.service
        let parameters = try RequestParameters("relax=auto&locale=en&" + query).list
        let response = try service.response(to: service.request(parameters: parameters))
        let whole = try ReceivedJSON(Array(response.json.utf8))
        let received = try await shop.ask("/v1/search?relax=auto&locale=en&" + query)
        #expect(contents(received.json) == contents(whole))
        #expect(received.status == 200)
    }
}
