// The nearest of many records, of which only those in a circle are compared.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct DistanceOrderTests {
    private static let english = LocaleIdentifier("en")!

    /// Most are around one location, some anywhere, and some have none; several share a location.
    private static func records() -> [CatalogRecord] {
        var random = SeededGenerator(seed: 9)
        return (0..<6_000).map { number in
            let isNear = number % 3 > 0
            let latitude = Double.random(in: isNear ? 51...54 : -90...90, using: &random)
            let longitude = Double.random(in: isNear ? 12...15 : -180...180, using: &random)
            let shared = number % 50 == 0 ? Coordinates("52.52,13.405") : nil
            let place = shared ?? Coordinates(latitude: latitude, longitude: longitude)
            let color: String = number % 2 == 0 ? "red" : "blue"
            return CatalogRecord(
                id: "\(number)", texts: [.init(.title, english, "record")],
                attributes: (number % 7 == 0 ? [] : [.init("store", .place(place!))])
                    + [.init("color", .text(color))])
        }
    }

    @Test func theNearestOfManyRecordsComeFirst() throws {
        let records = Self.records()
        let description = CatalogDescription(
            id: "c", attributes: [.init("store", .place), .init("color", .text)])
        let engine = SearchEngine([try CatalogIndex(description, records: records)])
        for (text, color, limit, offset, isDescending) in [
            ("52.52,13.405", nil, 20, 0, false), ("52.5,13.4", nil, 20, 100, false),
            ("52.5,13.4", "red", 50, 3_000, false), ("-10,-170", nil, 20, 0, false),
            ("90,0", nil, 20, 0, false), ("52.5,13.4", nil, 20, 0, true), ("53,179.9", nil, 5_000, 0, false),
        ] as [(String, String?, Int, Int, Bool)] {
            let origin = try #require(Coordinates(text))
            var request = SearchRequest("", locale: Self.english, limit: limit, offset: offset)
            request.order = [SortKey("store", from: origin, isDescending: isDescending), SortKey(.id)]
            if let color { request.filter = .attribute("color", .equals(.text(color))) }
            func key(_ record: CatalogRecord) -> Double {
                guard case .place(let place)? = record.attributes.first?.value else { return .infinity }
                return (isDescending ? -1 : 1) * origin.distance(to: place)
            }
            let expected = records.filter { record in
                color.map { record.attributes.last?.value == .text($0) } ?? true
            }.map { (key($0), $0.id) }.sorted {
                $0.0 < $1.0 || $0.0 == $1.0 && $0.1.utf8.lexicographicallyPrecedes($1.1.utf8)
            }
            let found = try engine.search(request)
            #expect(found.total == expected.count)
            #expect(found.hits.map(\.id) == expected.dropFirst(offset).prefix(limit).map(\.1), "\(text)")
        }
    }
}
