// How far places are from each other, computed alike on every machine.

/// The angle between two places as the square of the sine of its half, which is ordered like the distance and
/// cheaper.
///
/// This is the haversine of the central angle, on a sphere with the earth's mean radius. It needs only
/// operations that IEEE 754 rounds exactly, and no C library's sine, whose last bit differs between machines:
/// so all shards find and order the same.
struct Haversine: Hashable, Sendable, Comparable {
    /// From 0 to 1.
    let value: Double

    init(value: Double) { self.value = value }

    /// The mean earth radius of the International Union of Geodesy and Geophysics, (2a + b) / 3 of GRS 80, in
    /// metres (H. Moritz, Geodetic Reference System 1980, Journal of Geodesy 74, 2000).
    static let earthRadius = 6_371_008.8

    /// The angle between two places.
    init(_ one: Coordinates, _ other: Coordinates) {
        self.init(HaversineOrigin(one), other)
    }

    /// The angle between a place and one whose cosine is known.
    @inline(__always)
    init(_ origin: HaversineOrigin, _ place: Coordinates) {
        let latitude = Trigonometry.sine(
            halfUnits: Int(place.latitudeUnits) - Int(origin.place.latitudeUnits))
        let longitude = Trigonometry.sine(
            halfUnits: Int(place.longitudeUnits) - Int(origin.place.longitudeUnits))
        let cosine = Trigonometry.cosine(halfUnits: 2 * Int(place.latitudeUnits))
        value = min(1, latitude * latitude + origin.cosine * cosine * (longitude * longitude))
    }

    /// The angle of a distance in metres, 0 or greater; from half the earth's circumference on it is
    /// infinite, as all places are within.
    init(metres: Double) {
        let angle = metres / (2 * Self.earthRadius)
        guard angle < Double.pi / 2 else {
            value = .infinity
            return
        }
        let sine = Trigonometry.sine(radians: angle)
        value = sine * sine
    }

    /// The distance in metres.
    var metres: Double { 2 * Self.earthRadius * Trigonometry.arcsine(value.squareRoot()) }

    static func < (left: Haversine, right: Haversine) -> Bool { left.value < right.value }
}

/// A place that others are compared with, with what is the same for all of them.
struct HaversineOrigin: Sendable {
    let place: Coordinates
    let cosine: Double

    init(_ place: Coordinates) {
        self.place = place
        cosine = Trigonometry.cosine(halfUnits: 2 * Int(place.latitudeUnits))
    }
}

extension Coordinates {
    /// The distance to another place on a sphere with the earth's mean radius of 6,371,008.8 m, in metres.
    public func distance(to other: Coordinates) -> Double { Haversine(self, other).metres }
}

/// Sines and their inverse, by Taylor series on short intervals.
enum Trigonometry {
    /// Units of half a ten-millionth of a degree in a quarter of a circle.
    private static let quarter = 1_800_000_000

    /// The sine of an angle in units of half a ten-millionth of a degree, within half a circle to either
    /// side; without its sign.
    @inline(__always)
    static func sine(halfUnits angle: Int) -> Double {
        let size = Int(angle.magnitude)
        return sine(quarterOf: Double(size > quarter ? 2 * quarter - size : size))
    }

    /// The cosine of an angle in these units, within a quarter of a circle to either side.
    @inline(__always)
    static func cosine(halfUnits angle: Int) -> Double {
        sine(quarterOf: Double(quarter - Int(angle.magnitude)))
    }

    @inline(__always)
    private static func sine(quarterOf units: Double) -> Double {
        let isSmall = units <= Double(quarter / 2)
        let rest = (isSmall ? units : Double(quarter) - units) * (Double.pi / 2 / Double(quarter))
        return isSmall ? smallSine(rest) : smallCosine(rest)
    }

    /// The sine of an angle from 0 to a quarter of a circle.
    static func sine(radians angle: Double) -> Double {
        angle <= Double.pi / 4 ? smallSine(angle) : smallCosine(Double.pi / 2 - angle)
    }

    /// The sine of at most an eighth of a circle; the next term is below 1e-19.
    @inline(__always)
    private static func smallSine(_ x: Double) -> Double {
        let y = x * x
        var sum = 1.0 / 355_687_428_096_000
        sum = 1.0 / 1_307_674_368_000 - y * sum
        sum = 1.0 / 6_227_020_800 - y * sum
        sum = 1.0 / 39_916_800 - y * sum
        sum = 1.0 / 362_880 - y * sum
        sum = 1.0 / 5_040 - y * sum
        sum = 1.0 / 120 - y * sum
        sum = 1.0 / 6 - y * sum
        return x - x * y * sum
    }

    /// The cosine of at most an eighth of a circle; the next term is below 1e-17.
    @inline(__always)
    private static func smallCosine(_ x: Double) -> Double {
        let y = x * x
        var sum = 1.0 / 20_922_789_888_000
        sum = 1.0 / 87_178_291_200 - y * sum
        sum = 1.0 / 479_001_600 - y * sum
        sum = 1.0 / 3_628_800 - y * sum
        sum = 1.0 / 40_320 - y * sum
        sum = 1.0 / 720 - y * sum
        sum = 1.0 / 24 - y * sum
        return 1 - y * (0.5 - y * sum)
    }

    /// The angle from 0 to a quarter of a circle that has a sine from 0 to 1.
    static func arcsine(_ sine: Double) -> Double {
        if sine > 0.75 {
            // Near 1 the sine says little about the angle, the cosine much.
            return Double.pi / 2 - arcsine(((1 - sine) * (1 + sine)).squareRoot())
        }
        // Halving the angle three times leaves a sine below 0.11, for which the series is short.
        var x = sine
        for _ in 0..<3 { x = x / (2 * (1 + ((1 - x) * (1 + x)).squareRoot())).squareRoot() }
        let y = x * x
        var term = x
        var sum = x
        for n in 1...8 {
            let k = Double(n)
            term = term * y * (2 * k - 1) / (2 * k)
            sum += term / (2 * k + 1)
        }
        return 8 * sum
    }
}
