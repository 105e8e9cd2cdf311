// A hit has the price range and the attributes of all variants, and a reduced price has the regular one.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct VariantResponseTests {
    private static let english = LocaleIdentifier("en")!

    private static func service(regular: String? = nil, _ name: String = "regularPrice") throws
        -> SearchService
    {
        let description = CatalogDescription(
            id: "shoes",
            attributes: [
                .init("model", .text, isSearched: false),
                .init(
                    "color", .text, label: .texts([LocaleIdentifier("de")!: "Farbe"]),
                    values: [.init(id: "red", label: .texts([LocaleIdentifier("de")!: "rot"]))]),
            ], group: "model")
        let records = [("1", "red", "30"), ("2", "blue", "19.5")].map { id, color, price in
            CatalogRecord(
                id: id, texts: [.init(.title, english, "Shoe \(color)")],
                price: Price(price, currency: "EUR"),
                attributes: [.init("model", .text("m")), .init("color", .text(color))],
                additionalMembers: regular.map { [.init(name: name, json: $0)] } ?? [])
        }
        return SearchService(
            SearchEngine([try CatalogIndex(description, records: records)]),
            localizations: [packageFolder + "/Localizations"])
    }

    private static func response(_ query: String, regular: String? = nil) throws -> String {
        try service(regular: regular).response(to: Array(#"{"q":"\#(query)","locale":"de"}"#.utf8)).json
    }

    @Test func allVariantsAreReported() throws {
        let json = try Self.response("red")
        #expect(
            json.contains(
                #""variants":{"count":1,"ids":["1"],"all":2,"lowest":{"amount":"19.5","currency":"EUR","text":"19,50\#u{A0}€"},"#
                    + #""highest":{"amount":"30","currency":"EUR","text":"30,00\#u{A0}€"},"attributes":{"color":{"label":"Farbe","#
                    + #""values":[{"value":"blue","label":"blue"},{"value":"red","label":"rot"}]}}}"#
            ), "\(json)")
    }

    @Test(arguments: [
        ("35", "35", "35,00\u{A0}€"), (#""35.00""#, "35.00", "35,00\u{A0}€"),
        (#""35,00 €""#, "35.00", "35,00\u{A0}€"),
        (#"{"amount":"31.5","currency":"EUR"}"#, "31.5", "31,50\u{A0}€"),
    ])
    func aHigherRegularPriceIsReported(member: String, amount: String, text: String) throws {
        let json = try Self.response("red", regular: member)
        #expect(
            json.contains(
                #""text":"30,00\#u{A0}€","regular":{"amount":"\#(amount)","currency":"EUR","text":"\#(text)"}}"#
            ),
            "\(json)")
    }

    /// Readers of files use this name, whatever a shop's export calls the price.
    @Test func theListPriceOfAnExportIsTheRegularPrice() throws {
        let service = try Self.service(regular: #"{"amount":"35","currency":"EUR"}"#, "listPrice")
        let json = try service.response(to: Array(#"{"q":"red","locale":"de"}"#.utf8)).json
        #expect(json.contains(#""regular":{"amount":"35","#), "\(json)")
    }

    @Test(arguments: [
        "30", "29.99", "-35", #""much""#, #"{"amount":"35","currency":"USD"}"#, #""$35""#, "[35]", "null",
        "true", "{}",
    ])
    func otherValuesAreNoReductions(member: String) throws {
        #expect(try !Self.response("red", regular: member).contains(#""regular":"#))
    }
}
