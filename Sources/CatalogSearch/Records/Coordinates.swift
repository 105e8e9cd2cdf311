// Places on the earth, as catalogs spell them: latitude and longitude in degrees.

internal import Support

/// A place on the earth in WGS 84, the system of GPS, to a ten-millionth of a degree: 1.1 cm at most.
public struct Coordinates: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The latitude in ten-millionths of a degree: from the south pole at -900,000,000 to the north pole.
    public let latitudeUnits: Int32
    /// The longitude in ten-millionths of a degree, to the east: from -1,800,000,000 to 1,800,000,000.
    public let longitudeUnits: Int32

    /// A degree has so many units.
    private static let unitsPerDegree = 10_000_000.0
    private static let latitudes = -90.0...90.0
    private static let longitudes = -180.0...180.0

    /// A place by its degrees, rounded to units.
    ///
    /// - Returns: `nil` if the latitude is not within -90 to 90 or the longitude not within -180 to 180.
    public init?(latitude: Double, longitude: Double) {
        // NaN is in no range.
        guard Self.latitudes.contains(latitude), Self.longitudes.contains(longitude) else { return nil }
        latitudeUnits = Int32((latitude * Self.unitsPerDegree).rounded())
        longitudeUnits = Int32((longitude * Self.unitsPerDegree).rounded())
    }

    /// Reads a place in the notation of filters and tables, `52.52,13.405`: latitude, comma, longitude, with
    /// white space around either.
    ///
    /// - Returns: `nil` where the text is no such place, or one out of range.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Self.degrees(parts[0]), let longitude = Self.degrees(parts[1])
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Reads degrees as JSON spells numbers; `nil` for other texts, such as `nan` or `0x1p3`.
    package static func degrees(_ text: some StringProtocol) -> Double? {
        let trimmed = String(text).trimmingWhiteSpace
        let signs = "+-.eE".utf8
        guard trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) || signs.contains($0) }) else {
            return nil
        }
        return Double(trimmed)
    }

    /// The latitude in degrees.
    public var latitude: Double { Double(latitudeUnits) / Self.unitsPerDegree }
    /// The longitude in degrees.
    public var longitude: Double { Double(longitudeUnits) / Self.unitsPerDegree }

    /// From south to north, on one latitude from west to east: the order in which columns have them.
    public static func < (left: Coordinates, right: Coordinates) -> Bool { left.packed < right.packed }

    /// The place in the notation that ``init(_:)`` reads.
    public var description: String { "\(Self.spelling(latitudeUnits)),\(Self.spelling(longitudeUnits))" }

    private static func spelling(_ units: Int32) -> String {
        var digits = String(units.magnitude)
        digits = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        var fraction = digits.suffix(7)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = (units < 0 ? "-" : "") + digits.dropLast(7)
        return fraction.isEmpty ? whole : whole + "." + fraction
    }

    // MARK: Columns

    /// The place as one integer, in the order of places: latitude above longitude.
    var packed: Int64 { Int64(latitudeUnits) << 32 + Int64(longitudeUnits) }

    /// A place in a file; `nil` where it is out of range.
    init?(packed: Int64) {
        let longitude = Int32(truncatingIfNeeded: packed)
        let latitude = Int32(truncatingIfNeeded: (packed &- Int64(longitude)) >> 32)
        guard latitude.magnitude <= 900_000_000, longitude.magnitude <= 1_800_000_000 else { return nil }
        latitudeUnits = latitude
        longitudeUnits = longitude
    }
}
