// The variants of a record are named by what tells them apart.

import CatalogSearch
import Testing

@testable import StorefrontPage

@Suite struct VariantValuesTests {
    /// Values of attributes by name, each for a variant.
    private typealias Values = [String: [String]]

    private func names(
        _ variants: [Values], titles: [String]? = nil, further: [AttributeName] = ["stock"]
    ) throws -> [String] {
        var asked = try content(record: record(), similar: searchAnswer())
        let hits = variants.enumerated().map { number, values in
            hit([
                "id": "v\(number)", "title": titles?[number] ?? "Rose",
                "attributes": values.mapValues { labels in
                    ["label": "x", "values": labels.map { ["value": $0, "label": $0] }]
                },
            ])
        }
        asked.variants = try json(searchAnswer(hits: hits))
        asked.distinctions = ["color", "size"]
        asked.furtherDistinctions = further
        guard case .list(let list)? = try pageRenderer().values(asked).members["product"]?["variants"] else {
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
        var asked = try content(
            record: record([
                "attributes": [
                    "model": ["label": "Modell", "values": [["value": "x", "label": "x"]]],
                    "size": ["label": "Größe", "values": [["value": "S", "label": "S"]]],
                ]
            ]), similar: searchAnswer())
        asked.group = "model"
        let product = try pageRenderer().values(asked).members["product"]
        #expect(product?["attributes"]?[0]?["label"] == "Größe" && product?["attributes"]?[1] == nil)
        #expect(product?["hasVariants"] == false)
    }
}
