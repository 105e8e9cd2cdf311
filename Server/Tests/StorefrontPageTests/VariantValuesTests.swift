// The variants of a record are named by their differences.

import CatalogSearch
import Testing

@testable import StorefrontPage

@Suite struct VariantValuesTests {
    @Test(arguments: [
        ("red", "red"), ("Dark Blue", "darkblue"), ("dark-blue", "darkblue"), ("Heather Grey", "grey"),
        ("#A00", "#a00"),
        ("Red/White", nil), ("Anthracite", nil), ("", nil), ("red; fill: url(x)", nil),
    ])
    func namesOfShopsHaveTheColorsOfCSS(name: String, color: String?) {
        #expect(CSSColor.named(name)?.text == color)
    }

    /// Values of attributes by name, each for a variant.
    private typealias Values = [String: [String]]

    private func names(
        _ variants: [Values], titles: [String]? = nil, further: [AttributeName] = ["stock"]
    ) throws -> [String] {
        var pageContent = try content(record: record(), similar: searchResponse())
        let hits = variants.enumerated().map { number, values in
            hit([
                "id": "v\(number)", "title": titles?[number] ?? "Rose",
                "attributes": values.mapValues { labels in
                    ["label": "x", "values": labels.map { ["value": $0, "label": $0] }]
                },
            ])
        }
        pageContent.variants = try json(searchResponse(hits: hits))
        pageContent.distinctions = ["color", "size"]
        pageContent.furtherDistinctions = further
        guard case .list(let list)? = try pageRenderer().values(pageContent).members["product"]?["variants"]
        else {
            return []
        }
        return list.map { value in
            guard case .text(let name)? = value["label"] else { return "?" }
            return name
        }
    }

    @Test func whatIsTheSameIsNotNamed() throws {
        #expect(
            try names([
                ["color": ["rot"], "size": ["S"], "brand": ["A"]],
                ["color": ["rot"], "size": ["M"], "brand": ["B"]],
            ]) == ["S", "M"])
    }

    @Test func severalAttributesAndValuesAreListed() throws {
        #expect(
            try names([
                ["color": ["rot", "weiß"], "size": ["S"]], ["color": ["rot"], "size": ["M"]], ["size": ["S"]],
            ]) == ["rot, weiß, S", "rot, M", "S"])
    }

    @Test func numbersNameOnlyWhatTextsDoNotTellApart() throws {
        #expect(
            try names([["size": ["S"], "stock": ["1"]], ["size": ["M"], "stock": ["2"]]]) == ["S", "M"])
        #expect(
            try names([["size": ["S"], "stock": ["1"]], ["size": ["S"], "stock": ["2"]]]) == ["1", "2"])
    }

    @Test func titlesThatDifferComeFirst() throws {
        #expect(
            try names([["size": ["S"]], ["size": ["M"]]], titles: ["Rose", "Lilie"]) == [
                "Rose, S", "Lilie, M",
            ])
    }

    @Test func variantsWithoutDifferencesHaveTheirTitle() throws {
        #expect(try names([["size": ["S"]], ["size": ["S"]]]) == ["Rose", "Rose"])
    }

    @Test func theGroupIsNoFactForReaders() throws {
        var pageContent = try content(
            record: record([
                "attributes": [
                    "model": ["label": "Modell", "values": [["value": "x", "label": "x"]]],
                    "size": ["label": "Größe", "values": [["value": "S", "label": "S"]]],
                ]
            ]), similar: searchResponse())
        pageContent.group = "model"
        let product = try pageRenderer().values(pageContent).members["product"]
        #expect(product?["attributes"]?[0]?["label"] == "Größe" && product?["attributes"]?[1] == nil)
        #expect(product?["hasVariants"] == false)
    }
}

@Suite struct VariantFactsTests {
    private func facts(
        _ variants: [String: Any], price: String = "€5.20", matches: [[String: Any]] = []
    ) throws -> TemplateValue? {
        let shown = hit([
            "price": ["amount": "5.20", "currency": "EUR", "text": price], "matches": matches,
            "variants": ["count": 1, "ids": ["x"], "all": 3].merging(variants) { $1 },
        ])
        let page = try content(in: "en", response(hits: [shown], total: 1))
        guard case .list(let hits)? = try pageRenderer().values(page).members["hits"] else { return nil }
        return hits.first
    }

    private func price(_ amount: String) -> [String: Any] {
        ["amount": amount, "currency": "EUR", "text": "€" + amount]
    }

    @Test func thePriceOfTheCheapestIsReportedOnce() throws {
        let dearer = try facts(["lowest": price("4.00"), "highest": price("6.00")])
        #expect(dearer?["priceFrom"] == "from €4.00")
        #expect(dearer?["priceParts"] != false)
        let cheapest = try facts(["lowest": price("5.20"), "highest": price("6.00")])
        #expect(cheapest?["priceFrom"] == "from €5.20")
        #expect(cheapest?["priceParts"] == false)
        // The query asks for it.
        let typed = try facts(
            ["lowest": price("5.20"), "highest": price("6.00")],
            matches: [["field": "price", "start": 0, "end": 5]])
        #expect(typed?["priceParts"] != false)
        #expect(try facts(["lowest": price("5.20"), "highest": price("5.20")])?["priceFrom"] == nil)
        #expect(try facts([:])?["priceFrom"] == nil)
    }

    @Test func onlyColorsThatBrowsersKnowAreShown() throws {
        func colors(_ ids: [String], of name: String = "color") throws -> TemplateValue? {
            let values = ids.map { ["value": $0, "label": $0.uppercased()] }
            return try facts(["attributes": [name: ["label": "Color", "values": values]]])?["swatches"]
        }
        let some = try colors(["red", "Navy", "#12ab9F", "url(x)", "blush"])
        #expect(some?["colors"] == .list(["red", "navy", "#12ab9f"].map { .object(["color": .text($0)]) }))
        #expect(some?["others"] == "+2")
        #expect(some?["label"] == "Color: RED, NAVY, #12AB9F, URL(X), BLUSH")
        #expect(try colors(["blush", "\"><b>"]) == nil)
        #expect(try colors(["red"], of: "material") == nil)
    }
}
