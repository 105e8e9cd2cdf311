// Attributes that a catalog hides are in no response and no message; the server's own conditions use them.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct HiddenAttributeTests {
    private let service: SearchService

    init() throws {
        var margin = CatalogDescription.Attribute("margin", .number, label: .texts([.english: "Profit"]))
        margin.isShown = false
        var supplier = CatalogDescription.Attribute("supplier", .text)
        supplier.isShown = false
        var stock = CatalogDescription.Attribute("stock", .number)
        stock.isFacet = false
        var weight = CatalogDescription.Attribute("weight", .number)
        weight.isSortable = false
        let description = CatalogDescription(
            id: "shoes", attributes: [margin, supplier, stock, weight, .init("color", .text)])
        let records = ["1", "2"].map { id in
            CatalogRecord(
                id: id, texts: [.init(.title, .english, "Shoe \(id)")],
                attributes: [
                    .init("margin", .number(DecimalNumber("0.4\(id)")!)), .init("supplier", .text("Zwickau")),
                    .init("stock", .number(DecimalNumber(id)!)), .init("weight", .number(DecimalNumber(id)!)),
                    .init("color", .text("red")),
                ])
        }
        service = SearchService(
            SearchEngine([try CatalogIndex(description, records: records)]),
            localizations: [packageFolder + "/Localizations"])
    }

    private func response(_ members: String) throws(SearchService.Failure) -> String {
        try service.response(to: Array(#"{"locale":"en",\#(members)}"#.utf8)).json
    }

    private func message(_ members: String) -> String {
        do throws(SearchService.Failure) {
            return try response(members)
        } catch {
            return error.message
        }
    }

    @Test func noResponseHasThem() throws {
        let json = try response(#""q":"shoe","facets":["color","weight"]"#)
        #expect(json.contains(#""stock""#))
        for hidden in ["margin", "0.41", "Profit", "supplier", "Zwickau"] { #expect(!json.contains(hidden)) }
        let request = ServiceRequest(SearchRequest("", locale: .english))
        let record = try service.record("1", in: "shoes", request).json
        for hidden in ["margin", "supplier"] { #expect(!record.contains(hidden)) }
    }

    @Test(arguments: [
        #""q":"","filter":"margin > 0""#, #""q":"","filter":"NOT (supplier = Zwickau OR color = red)""#,
        #""q":"","facets":["margin"]"#, #""q":"","sort":"margin:desc""#, #""q":"","facets":["stock"]"#,
        #""q":"","sort":"weight:asc""#, #""q":"","prefer":[{"filter":"margin > 0","factor":2}]"#,
        #""q":"","ranges":"margin:0,1""#,
    ])
    func noRequestMayNameThemWhereTheyAreHidden(members: String) {
        let message = message(members)
        let name = ["margin", "supplier", "stock", "weight"].first { members.contains($0) } ?? ""
        #expect(message.contains("“\(name)”") && !message.contains("Profit"), "\(message)")
        // Nor does a message offer them.
        #expect(message.components(of: name) == 1, "\(message)")
    }

    @Test func whatIsAllowedStaysAllowed() throws {
        #expect(try response(#""q":"","filter":"stock > 1","sort":"stock:desc""#).contains(#""total":1"#))
        #expect(try response(#""q":"","filter":"weight > 1","facets":["weight"]"#).contains(#""total":1"#))
    }

    @Test func wordsAndOperatorsDoNotFindThem() throws {
        for query in ["Zwickau", "supplier:Zwickau", "margin:0.41", "profit:0.41", "margin:>0"] {
            #expect(try response(#""q":"\#(query)","relax":"never""#).contains(#""total":0"#), "\(query)")
        }
    }

    @Test func forcedConditionsUseThem() throws {
        var request = ServiceRequest(SearchRequest("", locale: .english))
        var condition = Filter.Condition("supplier", .equals(.text("Zwickau")))
        condition.isForced = true
        request.request.filter = .condition(condition)
        #expect(try service.response(to: request).total == 2)
        condition.test = .equals(.text("Other"))
        request.request.filter = .condition(condition)
        #expect(try service.response(to: request).total == 0)
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.firstRange(of: text) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
