// Distances and areas, as filters spell them.

internal import Support

/// A distance of 0 or more, in a unit as the user spelled it.
public struct Distance: Hashable, Sendable, CustomStringConvertible {
    /// A unit of distances.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case metres = "m"
        case kilometres = "km"
        /// International miles.
        case miles = "mi"
        /// International feet.
        case feet = "ft"

        /// The metres of one, exactly.
        public var metres: Double {
            switch self {
            case .metres: 1
            case .kilometres: 1_000
            case .miles: 1_609.344
            case .feet: 0.3048
            }
        }

        /// `km` and `m` end alike: the longest name counts.
        fileprivate static let longestFirst = allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    }

    /// The number of units.
    public let amount: Double
    public let unit: Unit

    /// A distance.
    ///
    /// - Returns: `nil` if the amount is negative or not finite.
    public init?(_ amount: Double, _ unit: Unit) {
        guard amount >= 0, amount.isFinite, (amount * unit.metres).isFinite else { return nil }
        self.amount = amount == 0 ? 0 : amount
        self.unit = unit
    }

    /// Reads a distance in the notation of filters: `10 km`, also without the space.
    ///
    /// - Returns: `nil` where the text is no such distance.
    public init?(_ text: some StringProtocol) {
        let text = String(text).trimmingWhiteSpace
        guard let unit = Unit.longestFirst.first(where: { text.hasSuffix($0.rawValue) }),
            let amount = Coordinates.degrees(text.dropLast(unit.rawValue.count))
        else { return nil }
        self.init(amount, unit)
    }

    /// The distance in metres.
    public var metres: Double { amount * unit.metres }

    /// The distance in the notation that ``init(_:)`` reads: the shortest that is read as the same distance.
    public var description: String {
        let number = amount.description
        return "\(number.hasSuffix(".0") ? String(number.dropLast(2)) : number) \(unit.rawValue)"
    }
}

/// An area between two latitudes and two longitudes.
public struct CoordinateBox: Hashable, Sendable {
    /// The corner in the north-west.
    public let topLeft: Coordinates
    /// The corner in the south-east. If its longitude is less than that of ``topLeft``, the area crosses the
    /// antimeridian.
    public let bottomRight: Coordinates

    /// An area.
    ///
    /// - Returns: `nil` if the latitude of the first corner is less than that of the other.
    public init?(topLeft: Coordinates, bottomRight: Coordinates) {
        guard topLeft.latitudeUnits >= bottomRight.latitudeUnits else { return nil }
        self.topLeft = topLeft
        self.bottomRight = bottomRight
    }

    /// Whether a place is inside or on the border. A pole has every longitude, and 180 and -180 are the same
    /// one.
    public func contains(_ place: Coordinates) -> Bool {
        guard (bottomRight.latitudeUnits...topLeft.latitudeUnits).contains(place.latitudeUnits) else {
            return false
        }
        if place.latitudeUnits.magnitude == 900_000_000 { return true }
        return hasLongitude(place.longitudeUnits)
            || place.longitudeUnits.magnitude == 1_800_000_000 && hasLongitude(-place.longitudeUnits)
    }

    private func hasLongitude(_ longitude: Int32) -> Bool {
        let (left, right) = (topLeft.longitudeUnits, bottomRight.longitudeUnits)
        return left <= right
            ? left <= longitude && longitude <= right : left <= longitude || longitude <= right
    }
}

/// What a place must be.
public enum PlaceTest: Hashable, Sendable {
    /// Its distance from another place passes a test.
    case near(Coordinates, DistanceTest)
    /// It is in an area.
    case inside(CoordinateBox)
}

/// What a distance must be.
public enum DistanceTest: Hashable, Sendable {
    case isLess(than: Distance)
    /// This one or less.
    case isAtMost(Distance)
    case isGreater(than: Distance)
    /// This one or greater.
    case isAtLeast(Distance)
    /// In a range that includes both ends.
    case isBetween(Distance, Distance)
}
