// Random values of attributes: missing, several, localized.

import ICU
import TestSupport

@testable import CatalogSearch

/// A catalog's attributes, and random values of them.
enum AttributeSamples {
    private static func label(_ texts: [String: String]) -> LocalizedLabel {
        .texts(Dictionary(uniqueKeysWithValues: texts.map { (LocaleIdentifier($0)!, $1) }))
    }

    static let attributes: [CatalogDescription.Attribute] = [
        .init(
            "color", .text, isMany: true, label: label(["en": "Color", "de": "Farbe"]),
            values: [
                .init(id: "red", label: label(["en": "red", "de": "rot", "ja": "赤"])),
                .init(id: "green", label: label(["en": "green", "de": "grün"])),
                .init(id: "violet", label: label(["de": "Äußerst violett"])),
            ], order: .label),
        .init("brand", .text), .init("maker", .text),
        .init("stock", .number), .init("rating", .number, isMany: true), .init("added", .date, isMany: true),
        .init("onSale", .boolean), .init("unused", .text),
        .init("store", .place, isMany: true),
    ]

    static let colors = ["red", "green", "violet", "Zürich", "zurich", "rot", "Ⅷ", "a b", "", "-"]
    static let numbers = [
        "0", "-3", "7", "7.5", "7.25", "100", "0.000000000000000001", "123456789012345678", "-0.1",
    ]
    static let dates = [
        "2026-01-31", "2026-01-31T00:00:01Z", "1969-12-31", "2026-01-30T23:00:00-01:00", "0001-01-01",
    ]

    static let places = [
        "52.52,13.405", "52.52,13.4050001", "-90,0", "90,180", "0,-180", "0,180", "-33.8688197,151.2092955",
    ]

    /// Random values for a record.
    static func values(using random: inout SeededGenerator) -> [CatalogRecord.Attribute] {
        var found: [CatalogRecord.Attribute] = []
        func number() -> DecimalNumber {
            let isListed = Int.random(in: 0..<3, using: &random) == 0
            return DecimalNumber(
                isListed ? numbers.randomElement(using: &random)! : "\(Int.random(in: 0..<9, using: &random))"
            )!
        }
        for attribute in attributes where attribute.name != "unused" {
            if Int.random(in: 0..<4, using: &random) == 0 { continue }
            let isSeveral = attribute.isMany && Int.random(in: 0..<3, using: &random) == 0
            for _ in 0..<(isSeveral ? Int.random(in: 2...4, using: &random) : 1) {
                let value: AttributeValue
                switch attribute.type {
                case .text where attribute.name == "maker":
                    let place = Int.random(in: 0..<40, using: &random)
                    let labels =
                        place % 3 == 0
                        ? [:]
                        : [
                            LocaleIdentifier("de")!: "Hersteller \(place / 2)",
                            LocaleIdentifier("en")!: "Maker \(place)",
                        ]
                    value = .text("maker \(place)", labels: labels)
                case .text where attribute.name == "brand":
                    value = .text("brand \(Int.random(in: 0..<300, using: &random))")
                case .text: value = .text(colors.filter { $0 != "" }.randomElement(using: &random)!)
                case .number: value = .number(number())
                case .date: value = .date(Instant(dates.randomElement(using: &random)!)!)
                case .boolean: value = .boolean(Bool.random(using: &random))
                case .place: value = .place(Coordinates(places.randomElement(using: &random)!)!)
                }
                let next = CatalogRecord.Attribute(attribute.name, value)
                if !found.contains(next) { found.append(next) }
            }
        }
        return found
    }
}
