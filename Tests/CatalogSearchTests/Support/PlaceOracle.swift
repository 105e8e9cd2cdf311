// Distances and areas by other formulas than the search's own, as its reference.

import Glibc
import TestSupport

@testable import CatalogSearch

enum PlaceOracle {
    /// The distance in metres by the angle between two vectors from the middle of the earth.
    static func distance(_ one: Coordinates, _ other: Coordinates) -> Double {
        func vector(_ place: Coordinates) -> [Double] {
            let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
            return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
        }
        let (u, v) = (vector(one), vector(other))
        let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        let sine = (cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]).squareRoot()
        return 6_371_008.8 * atan2(sine, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])
    }

    static func holds(_ test: PlaceTest, _ value: AttributeValue) -> Bool {
        guard case .place(let place) = value else { return false }
        switch test {
        case .near(let origin, let test):
            let metres = distance(origin, place)
            switch test {
            case .isLess(let limit): return metres < limit.metres
            case .isAtMost(let limit): return metres <= limit.metres
            case .isGreater(let limit): return metres > limit.metres
            case .isAtLeast(let limit): return metres >= limit.metres
            case .isBetween(let lower, let upper): return lower.metres <= metres && metres <= upper.metres
            }
        case .inside(let box):
            let latitudes = box.bottomRight.latitudeUnits...box.topLeft.latitudeUnits
            guard latitudes.contains(place.latitudeUnits) else { return false }
            // To the east from the left border; at a pole all longitudes meet.
            func toTheEast(_ longitude: Int32) -> Int {
                (Int(longitude) - Int(box.topLeft.longitudeUnits) + 7_200_000_000) % 3_600_000_000
            }
            let isWhole = box.topLeft.longitude == -180 && box.bottomRight.longitude == 180
            return isWhole || abs(place.latitude) == 90
                || toTheEast(place.longitudeUnits) <= toTheEast(box.bottomRight.longitudeUnits)
        }
    }

    /// What orders a place: its distance in micrometres, or itself.
    static func order(of place: Coordinates, _ key: SortKey) -> DecimalNumber {
        DecimalNumber(
            key.origin.map { Int((distance($0, place) * 1e6).rounded()) } ?? Int(place.packed))
    }

    static let origins = [
        "52.5,13.4", "52.52,13.405", "0,179.9", "0,-180", "89.9,-45", "-90,12", "33.9,-28.8",
    ].map {
        Coordinates($0)!
    }

    /// No sample is at one of these distances from an origin.
    private static let distances = [
        "0.005 m", "3 ft", "10 km", "20 mi", "300 km", "5000 km", "6000 mi", "19990 km", "20100 km",
    ].map { Distance($0)! }

    /// A random test.
    static func test(using random: inout SeededGenerator) -> PlaceTest {
        let origin = origins.randomElement(using: &random)!
        let distance = distances.randomElement(using: &random)!
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .near(origin, .isLess(than: distance))
        case 1: return .near(origin, .isAtMost(distance))
        case 2: return .near(origin, .isGreater(than: distance))
        case 3: return .near(origin, .isAtLeast(distance))
        case 4: return .near(origin, .isBetween(distance, distances.randomElement(using: &random)!))
        default:
            let corners = (0..<2).map { _ in
                Coordinates(
                    latitude: Double(Int.random(in: -9...9, using: &random) * 10),
                    longitude: Double(Int.random(in: -18...18, using: &random) * 10))!
            }.sorted { $0.latitudeUnits > $1.latitudeUnits }
            return .inside(CoordinateBox(topLeft: corners[0], bottomRight: corners[1])!)
        }
    }
}

extension AttributeOracle {
    /// Whether an attribute has places.
    func isPlace(_ name: AttributeName) -> Bool { name != "title" && type(name) == .place }
}
