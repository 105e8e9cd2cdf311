// Distances between locations, by the formula and by the quicker checks before it.

import Glibc
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct DistanceTests {
    /// Computed with Python's `math` in double precision.
    @Test(arguments: [
        ("52.52,13.405", "48.8566,2.3522", 877_464.5379),
        ("35.6762,139.6503", "-33.8688,151.2093", 7_825_829.4260),
        ("0,179.9", "0,-179.9", 22_239.0160), ("90,0", "-90,77", 20_015_114.4420),
        ("89.9,0", "89.9,180", 22_239.0160), ("52.52,13.405", "52.52,13.4050001", 0.0068),
        ("40.7128,-74.006", "51.5074,-0.1278", 5_570_229.8737), ("10,20", "10,20", 0),
        ("0,180", "0,-180", 0), ("90,10", "90,-120", 0),
    ])
    func distancesAreThoseOfASphere(one: String, other: String, metres: Double) throws {
        let (one, other) = (try #require(Coordinates(one)), try #require(Coordinates(other)))
        #expect(abs(one.distance(to: other) - metres) < 0.001)
        #expect(one.distance(to: other) == other.distance(to: one))
    }

    private static func place(using random: inout SeededGenerator) -> Coordinates {
        Coordinates(
            latitude: Double.random(in: -90...90, using: &random),
            longitude: Double.random(in: -180...180, using: &random))!
    }

    @Test func distancesAreThoseOfAnotherFormula() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<10_000 {
            let (one, other) = (Self.place(using: &random), Self.place(using: &random))
            let (own, expected) = (one.distance(to: other), PlaceOracle.distance(one, other))
            #expect(abs(own - expected) <= 1e-6 + 1e-12 * expected, "\(one) \(other)")
        }
    }

    @Test func anglesOfMetresAreThoseOfPlaces() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<10_000 {
            let metres = Double.random(in: 0...1, using: &random) * 20_015_000
            #expect(abs(Haversine(metres: metres).metres - metres) < 0.001 + metres * 1e-9)
        }
        #expect(Haversine(metres: 0).metres == 0)
        #expect(Haversine(metres: 20_015_115).value == .infinity)
    }

    /// The ranges of latitudes and longitudes leave out no place within the distance.
    @Test func rangesOfCirclesAreWideEnough() throws {
        var random = SeededGenerator(seed: 3)
        for round in 0..<20_000 {
            var origin = Self.place(using: &random)
            if round % 4 == 0 {
                // Near a pole.
                let latitude = 90 - Double.random(in: 0...0.1, using: &random)
                origin = try #require(Coordinates(latitude: latitude, longitude: origin.longitude))
            }
            let size = pow(10, Double.random(in: 0...7.3, using: &random))
            let distance = try #require(Distance(size, .metres))
            let circle = PlaceCircle(origin, distance, isIncluded: true)
            let limit = Haversine(metres: size)
            // Near the border of the circle where degrees are enough for that.
            let degrees = size / 111_195 * Double.random(in: 0.9...1.1, using: &random)
            let north = Bool.random(using: &random) ? degrees : Double.random(in: 0...degrees, using: &random)
            let latitude = min(90, max(-90, origin.latitude + (Bool.random(using: &random) ? north : -north)))
            let longitude = Double.random(in: -180...180, using: &random)
            let width = Double.random(in: 0...degrees, using: &random) / max(0.001, 1 - abs(latitude) / 90)
            let near = origin.longitude + (Bool.random(using: &random) ? width : -width)
            for longitude in [longitude, near.remainder(dividingBy: 360)] {
                let place = try #require(Coordinates(latitude: latitude, longitude: longitude))
                let isInside = Haversine(origin, place) <= limit
                #expect(circle.contains(place) == isInside, "\(origin) \(place) \(size)")
                if isInside { #expect(circle.latitudes.contains(place.latitudeUnits)) }
            }
        }
    }

    @Test(arguments: [
        ("10 km", 10_000.0, "10 km"), ("0.5mi", 804.672, "0.5 mi"), (" 1e3 m ", 1_000, "1000 m"),
        ("3 ft", 0.9144, "3 ft"), ("0 m", 0, "0 m"), ("-0 m", 0, "0 m"),
    ])
    func readsDistances(text: String, metres: Double, spelling: String) throws {
        let distance = try #require(Distance(text))
        #expect(abs(distance.metres - metres) < 1e-9)
        #expect(distance.description == spelling)
        #expect(Distance(spelling) == distance)
    }

    @Test(arguments: [
        "", "10", "km", "-1 km", "nan m", "inf km", "1e999 m", "1e307 km", "10 KM", "10 yd", "1 0 km",
    ])
    func refusesWhatIsNoDistance(text: String) { #expect(Distance(text) == nil) }

    @Test(arguments: [
        ("53,13", "52,14", ["52.5,13.5", "53,13", "52,14"], ["53.1,13.5", "52.5,12.9", "52.5,14.1"]),
        ("1,179", "-1,-179", ["0,180", "0,-180", "0,179.5", "0,-179.5"], ["0,0", "0,178.9", "0,-178.9"]),
        ("1,170", "-1,180", ["0,175", "0,180", "0,-180"], ["0,-179.9", "0,169"]),
        ("1,-180", "-1,-170", ["0,180", "0,-175"], ["0,179.9"]),
        ("90,10", "80,20", ["90,-120", "85,15"], ["89.9,-120"]),
        ("90,-180", "-90,180", ["0,0", "-90,5", "12,180"], []),
    ])
    func areasContainTheirPlaces(topLeft: String, bottomRight: String, inside: [String], outside: [String])
        throws
    {
        let (first, second) = (try #require(Coordinates(topLeft)), try #require(Coordinates(bottomRight)))
        let box = try #require(CoordinateBox(topLeft: first, bottomRight: second))
        for place in inside { #expect(box.contains(Coordinates(place)!), "\(place)") }
        for place in outside { #expect(!box.contains(Coordinates(place)!), "\(place)") }
    }

    @Test func anAreaHasItsTopAboveItsBottom() {
        #expect(CoordinateBox(topLeft: Coordinates("52,13")!, bottomRight: Coordinates("53,14")!) == nil)
    }
}
