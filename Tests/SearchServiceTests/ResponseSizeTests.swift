// Responses have a bounded size, whatever the texts are.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct ResponseSizeTests {
    private let english = LocaleIdentifier("en")!

    private func service(_ title: String, _ limits: ServiceLimits = ServiceLimits()) throws -> SearchService {
        let records = (1...3).map { CatalogRecord(id: "\($0)", texts: [.init(.title, english, title)]) }
        return try SearchService(
            SearchEngine([CatalogIndex(CatalogDescription(id: "shop"), records: records)]),
            localizations: [packageFolder + "/Localizations"], limits: limits)
    }

    private func response(_ service: SearchService, _ query: String, limit: Int = 10) throws -> String {
        try service.response(to: ServiceRequest(SearchRequest(query, locale: english, limit: limit))).json
    }

    @Test func aHitSaysHowManyMatchesItLeavesOut() throws {
        #expect(
            try response(service(String(repeating: "a ", count: 101)), "a").contains(#"],"matchCount":101"#))
        let all = try response(service(String(repeating: "a ", count: 100)), "a")
        #expect(!all.contains("matchCount") && all.split(separator: #""start""#).count == 301)
    }

    @Test func textsOfAllHitsHaveALimit() throws {
        // The title is both a text of the hit and its title.
        let service = try service("cake", ServiceLimits(textSize: 16))
        #expect(try response(service, "cake", limit: 2).contains(#""total":3"#))
        let failure = #expect(throws: SearchService.Failure.self) { try response(service, "cake") }
        #expect(failure?.kind == .tooMuch)
        #expect(failure?.message.hasPrefix("the texts of these results have more than 16 bytes;") == true)
        var ids = ServiceRequest(SearchRequest("cake", locale: english), returned: .ids)
        ids.request.limit = 3
        #expect(try service.response(to: ids).json.contains(#""ids":["1","2","3"]"#))
    }

    /// A numbering system that does not exist is ignored wherever the service reads or writes numbers.
    @Test(arguments: ["xabc", "roman", "armn", "native", "thai"]) func numbersOfAnySystem(system: String)
        throws
    {
        let record = CatalogRecord(
            id: "1", texts: [.init(.title, english, "Cake")], year: 1234,
            price: Price("1234.5", currency: "EUR"))
        let service = try SearchService(
            SearchEngine([CatalogIndex(CatalogDescription(id: "shop"), records: [record])]),
            localizations: [packageFolder + "/Localizations"])
        for locale in ["de@numbers=\(system)", "en-u-nu-\(system)"] {
            let request = try service.request(parameters: [
                ("q", "1234"), ("locale", locale), ("price", "1000..2000"), ("sort", "title"),
            ])
            #expect(try service.response(to: request).json.contains(#""total":1"#))
        }
    }
}
