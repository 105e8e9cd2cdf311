// Places: read and spelled without loss, in order, and refused out of range.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct CoordinatesTests {
    @Test(arguments: [
        ("52.52,13.405", "52.52,13.405"), (" 52.5200 ,\t13.4050", "52.52,13.405"), ("0,0", "0,0"),
        ("-90,-180", "-90,-180"), ("90,180", "90,180"), ("-0.0000001,0.5", "-0.0000001,0.5"),
        ("-33.8688197,151.2092955", "-33.8688197,151.2092955"), ("5.25e1,1E-3", "52.5,0.001"),
        ("52.52000656056,13.40495390534", "52.5200066,13.4049539"), ("-0,-0.00000001", "0,0"),
    ])
    func readsAndSpellsPlaces(text: String, spelling: String) throws {
        let place = try #require(Coordinates(text))
        #expect(place.description == spelling)
        #expect(Coordinates(place.description) == place)
        #expect(Coordinates(packed: place.packed) == place)
    }

    @Test(arguments: [
        "", "52.52", "52.52,", ",13.4", "52.52 13.4", "52.52,13.4,34", "90.0000001,0", "-91,0",
        "0,180.0000001",
        "0,-181", "nan,0", "0,inf", "0x1p3,0", "north,0", "52°,13°", "５２,13", "1e400,0",
    ])
    func refusesWhatIsNoPlace(text: String) { #expect(Coordinates(text) == nil) }

    @Test func refusesNumbersThatAreNoDegrees() {
        #expect(Coordinates(latitude: .nan, longitude: 0) == nil)
        #expect(Coordinates(latitude: 0, longitude: .infinity) == nil)
    }

    @Test func everyPlaceOfSevenDigitsIsExact() throws {
        var random = SeededGenerator(seed: 37)
        var last: Coordinates?
        for _ in 0..<20_000 {
            let latitude = Int32.random(in: -900_000_000...900_000_000, using: &random)
            let longitude = Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)
            let place = try #require(
                Coordinates("\(latitude)e-7,\(longitude)e-7"), "\(latitude) \(longitude)")
            #expect(place.latitudeUnits == latitude)
            #expect(place.longitudeUnits == longitude)
            #expect(Coordinates(latitude: place.latitude, longitude: place.longitude) == place)
            #expect(Coordinates(packed: place.packed) == place)
            if let last {
                let isLess = (last.latitudeUnits, last.longitudeUnits) < (latitude, longitude)
                #expect((last < place) == isLess)
            }
            last = place
        }
    }

    @Test func refusesIntegersOfFilesThatAreNoPlaces() {
        for (latitude, longitude) in [
            (900_000_001, 0), (-900_000_001, 0), (0, 1_800_000_001), (0, -1_800_000_001),
        ] {
            #expect(Coordinates(packed: Int64(latitude) << 32 + Int64(longitude)) == nil)
        }
        #expect(Coordinates(packed: .min) == nil)
        #expect(Coordinates(packed: .max) == nil)
    }
}
