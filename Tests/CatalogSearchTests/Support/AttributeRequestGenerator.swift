// Random filters, facets and orders of records with attributes.

import ICU
import TestSupport

@testable import CatalogSearch

/// Random filters, facets and orders.
struct AttributeRequestGenerator {
    var random: SeededGenerator
    let records: [CatalogRecord]

    private static let names: [AttributeName] =
        AttributeSamples.attributes.map(\.name) + [.scope, .catalog, .year, .price, .popularity, .id]
    private static let words = [
        "ROT", "grun", "Äusserst violett", "赤", "zurich", "Zürich", "viii", "hersteller 3", "Maker 6",
        "maker 6", "brand 7",
        "BRAND 9", "c", "nothing", "-", "birthdays", "a b", "violet",
    ]

    mutating func value(_ name: AttributeName, _ type: AttributeType) -> AttributeValue {
        let own = records.randomElement(using: &random)!.attributes.filter { $0.name == name }.map(\.value)
        if let value = own.randomElement(using: &random), Bool.random(using: &random) {
            return .text(value.spelling)
        }
        switch type {
        case .text: return .text(Self.words.randomElement(using: &random)!)
        case .number:
            return .text(
                name == .year
                    ? "200\(Int.random(in: 0..<9, using: &random))"
                    : AttributeSamples.numbers.randomElement(using: &random)!)
        case .date: return .text(AttributeSamples.dates.randomElement(using: &random)!)
        case .boolean: return .text(Bool.random(using: &random) ? "true" : "false")
        case .place: return .text(AttributeSamples.places.randomElement(using: &random)!)
        }
    }

    mutating func filter(depth: Int, _ oracle: AttributeOracle) -> Filter {
        if depth > 0, Int.random(in: 0..<3, using: &random) > 0 {
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                filter(depth: depth - 1, oracle)
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return .any(parts)
            case 1: return .not(filter(depth: depth - 1, oracle))
            default: return .all(parts)
            }
        }
        let name = Self.names.randomElement(using: &random)!
        let type = oracle.type(name)
        let isOrdered = type == .number || type == .date
        switch Int.random(in: 0..<(isOrdered ? 8 : type == .place ? 5 : 3), using: &random) {
        case 0: return .attribute(name, .equals(value(name, type)))
        case 1: return .attribute(name, .isOneOf((0..<3).map { _ in value(name, type) }))
        case 2: return .attribute(name, .exists)
        case 3 where type == .place, 4 where type == .place:
            return .attribute(name, .place(PlaceOracle.test(using: &random)))
        case 3: return .attribute(name, .isLess(than: value(name, type)))
        case 4: return .attribute(name, .isAtMost(value(name, type)))
        case 5: return .attribute(name, .isGreater(than: value(name, type)))
        case 6: return .attribute(name, .isAtLeast(value(name, type)))
        default: return .attribute(name, .isBetween(value(name, type), value(name, type)))
        }
    }

    mutating func request(_ oracle: AttributeOracle, round: Int) -> SearchRequest {
        let chain = ["de", "en", "ja", "sv"].shuffled(using: &random).prefix(
            Int.random(in: 1...3, using: &random)
        )
        .map { LocaleIdentifier($0)! }
        let query = round % 3 == 0 ? String(SampleTexts.query(from: records, using: &random).prefix(3)) : ""
        var request = SearchRequest(query, locale: chain[0], chain: Array(chain), relax: .never, limit: 30)
        if round % 5 > 0 { request.filter = filter(depth: 2, oracle) }
        if round % 2 == 0 {
            for name in Self.names.shuffled(using: &random).prefix(4) where name != .id && name != .popularity
            {
                var facet = FacetRequest(name, limit: Int.random(in: 0...12, using: &random))
                let type = oracle.type(name)
                if type == .number { facet.bounds = [.text("-1"), .text("5"), .text("7.5"), .text("2003")] }
                if type == .date { facet.bounds = [.text("1970-01-01"), .text("2026-01-31")] }
                if type == .text, round % 4 == 0 { facet.order = .label }
                if type == .text, round % 6 == 0 {
                    facet.prefix = ["r", "Ma", "her", "BRAND 1", "z", ""].randomElement(using: &random)!
                }
                request.facets.append(facet)
            }
        }
        if round % 3 == 1 {
            let sortable =
                Self.names.filter { !["color", "scope", "catalog"].contains($0.rawValue) } + ["title"]
            request.order = sortable.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
                .map {
                    var key = SortKey($0, isDescending: Bool.random(using: &random))
                    if oracle.isPlace($0) { key.origin = PlaceOracle.origins.randomElement(using: &random) }
                    return key
                }
        }
        if round % 7 == 0 { request.scope = records.compactMap(\.scope).randomElement(using: &random) }
        return request
    }
}
