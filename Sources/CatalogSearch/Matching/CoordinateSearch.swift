// The places of a column that pass a test.

internal import Support

/// A test of coordinates, with the values that are the same for all of them.
///
/// The values of a column are ordered by latitude. So a distance selects first a range of the column, then a
/// range of longitudes; the distance is computed only for coordinates in both.
struct CoordinateSearch {
    private enum Kind {
        /// Within a distance, or farther away.
        case circle(PlaceCircle)
        case box(CoordinateBox)
    }

    /// All areas must contain the coordinates; a negated area must not.
    private var areas: [(kind: Kind, isNegated: Bool)] = []

    init(_ test: PlaceTest) {
        switch test {
        case .inside(let box): areas = [(.box(box), false)]
        case .near(let origin, let test):
            func circle(_ distance: Distance, isIncluded: Bool) -> Kind {
                .circle(PlaceCircle(origin, distance, isIncluded: isIncluded))
            }
            switch test {
            case .isLess(let limit): areas = [(circle(limit, isIncluded: false), false)]
            case .isAtMost(let limit): areas = [(circle(limit, isIncluded: true), false)]
            case .isGreater(let limit): areas = [(circle(limit, isIncluded: true), true)]
            case .isAtLeast(let limit): areas = [(circle(limit, isIncluded: false), true)]
            case .isBetween(let lower, let upper):
                areas = [(circle(upper, isIncluded: true), false), (circle(lower, isIncluded: false), true)]
            }
        }
    }

    /// The numbers of the values that pass the test.
    func values(of column: AttributeColumn) throws(SegmentError) -> RecordSet {
        var found: RecordSet?
        for area in areas {
            var values = RecordSet(universe: column.valueCount)
            switch area.kind {
            case .circle(let circle):
                try column.forEachPlace(inLatitudes: circle.latitudes) { number, place in
                    if circle.contains(place) { values.insert(number) }
                }
            case .box(let box):
                try column.forEachPlace(
                    inLatitudes: box.bottomRight.latitudeUnits...box.topLeft.latitudeUnits
                ) { number, place in
                    if box.contains(place) { values.insert(number) }
                }
            }
            if area.isNegated {
                var others = RecordSet(all: column.valueCount)
                others.subtract(values)
                values = others
            }
            if found == nil { found = values } else { found?.formIntersection(values) }
        }
        return found ?? RecordSet(universe: column.valueCount)
    }
}

/// The places within a distance of one.
struct PlaceCircle {
    private let origin: HaversineOrigin
    private let limit: Haversine
    private let isIncluded: Bool
    /// The latitudes of the circle, in units.
    let latitudes: ClosedRange<Int32>
    /// The greatest difference of longitude to the origin, in units.
    private let longitudes: Int

    init(_ origin: Coordinates, _ distance: Distance, isIncluded: Bool) {
        self.origin = HaversineOrigin(origin)
        self.isIncluded = isIncluded
        limit = Haversine(metres: distance.metres)
        let everywhere = 3_600_000_000
        let unitsPerRadian = 1_800_000_000 / Double.pi
        let angle = distance.metres / Haversine.earthRadius
        // Rounding loses less than a metre, most near the antipode.
        let margin = 100
        let size = angle < Double.pi ? Int((angle * unitsPerRadian).rounded(.up)) + margin : everywhere
        let pole = 900_000_000
        let south = max(-pole, Int(origin.latitudeUnits) - size)
        let north = min(pole, Int(origin.latitudeUnits) + size)
        latitudes = Int32(south)...Int32(north)
        // A circle around a pole has all longitudes. Elsewhere, at the easternmost point of the circle, its
        // radius and the meridian make a right angle.
        let sine = Trigonometry.sine(radians: min(angle, Double.pi / 2))
        if south == -pole || north == pole || sine >= self.origin.cosine {
            longitudes = everywhere
        } else {
            let width = Trigonometry.arcsine(sine / self.origin.cosine) * unitsPerRadian
            // The arcsine is steep near the pole; its error is less than a millionth.
            longitudes = min(everywhere, Int((width * 1.000_001).rounded(.up)) + margin)
        }
    }

    @inline(__always)
    func contains(_ place: Coordinates) -> Bool {
        let difference = abs(Int(place.longitudeUnits) - Int(origin.place.longitudeUnits))
        guard min(difference, 3_600_000_000 - difference) <= longitudes else { return false }
        let distance = Haversine(origin, place)
        return isIncluded ? distance <= limit : distance < limit
    }
}

extension AttributeColumn {
    /// Calls `body` with the places in a range of latitudes, in units, and their numbers.
    func forEachPlace(
        inLatitudes latitudes: ClosedRange<Int32>, _ body: (Int, Coordinates) -> Void
    ) throws(SegmentError) {
        guard type == .place else { return }
        let start = try firstPlace { $0.latitudeUnits >= latitudes.lowerBound }
        let end = try firstPlace { $0.latitudeUnits > latitudes.upperBound }
        guard start < end else { return }
        var interruption = Interruption()
        for number in start..<end {
            try interruption.count()
            body(number, try place(number))
        }
    }

    private func firstPlace(where holds: (Coordinates) -> Bool) throws(SegmentError) -> Int {
        try (0..<valueCount).partitioningIndex { (number) throws(SegmentError) in holds(try place(number)) }
    }
}

extension IndexedSegment {
    /// Candidates that include the first ones by a request's distance: those in the smallest of some circles
    /// with enough candidates. All others are farther away, so their distances need not be computed.
    ///
    /// - Returns: `nil` if the order does not begin with a distance, the nearest first, or the circles are
    ///   too small.
    func nearest(
        _ count: Int, of candidates: RecordSet, _ request: SearchRequest
    ) throws(SegmentError) -> RecordSet? {
        guard let key = request.order.first, let origin = key.origin, !key.isDescending, !request.isReversed,
            let column = attributes.column(key.attribute), column.type == .place,
            candidates.count > Self.manyCandidates
        else { return nil }
        for metres in Self.circles {
            guard let distance = Distance(metres, .metres) else { return nil }
            let values = try CoordinateSearch(.near(origin, .isAtMost(distance))).values(of: column)
            // Several records may have the same coordinates, and some may not be candidates.
            guard !values.isEmpty else { continue }
            var records = try column.records(withValues: values)
            records.formIntersection(candidates)
            if records.count >= count { return records }
        }
        return nil
    }

    /// Computing this many distances takes less time than searching circles.
    private static let manyCandidates = 4_096
    /// The radius of each circle in metres.
    private static let circles = [2_000.0, 20_000, 200_000]
}
