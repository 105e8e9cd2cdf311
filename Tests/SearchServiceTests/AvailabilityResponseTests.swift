// Responses say what can be bought if the catalog has a condition for it.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct AvailabilityResponseTests {
    private static let english = LocaleIdentifier("en")!

    private static func service(available: String? = "stock > 0") throws -> SearchService {
        var stock = CatalogDescription.Attribute("stock", .number)
        // Readers need not see how many there are.
        stock.isShown = false
        var description = CatalogDescription(id: "shoes", attributes: [stock])
        description.available = try available.map { try Filter($0) }
        let own = [CatalogRecord.Member(name: "availability", json: "\"PreOrder\"")]
        let records = [("1", 0, []), ("2", 3, []), ("3", 0, own), ("4", nil, [])].map { id, stock, members in
            CatalogRecord(
                id: id, scope: "s", texts: [.init(.title, english, "Shoe")],
                attributes: stock.map { [.init("stock", .number(DecimalNumber($0)))] } ?? [],
                additionalMembers: members)
        }
        return SearchService(
            SearchEngine([try CatalogIndex(description, records: records)]),
            localizations: [packageFolder + "/Localizations"])
    }

    private static func availability(of id: String, in json: String) -> String? {
        let hit = json.split(separator: #""id":""#).first { $0.hasPrefix(id + "\"") }
        return hit?.firstMatch(of: /"availability":"(\w+)"/).map { String($0.1) }
    }

    @Test(arguments: [("1", "OutOfStock"), ("2", "InStock"), ("3", "PreOrder"), ("4", "OutOfStock")])
    func hitsAndRecordsSayIt(id: String, availability: String) throws {
        let service = try Self.service()
        let found = try service.response(to: Array(#"{"q":"shoe","locale":"en"}"#.utf8)).json
        #expect(Self.availability(of: id, in: found) == availability && !found.contains("stock\""))
        let request = ServiceRequest(SearchRequest("", locale: Self.english))
        #expect(
            Self.availability(of: id, in: try service.record(id, in: "shoes", request).json) == availability)
    }

    @Test func withoutAConditionOnlyRecordsSayIt() throws {
        let found = try Self.service(available: nil).response(to: Array(#"{"q":"shoe","locale":"en"}"#.utf8))
            .json
        #expect(found.matches(of: /availability/).count == 1)
    }
}
