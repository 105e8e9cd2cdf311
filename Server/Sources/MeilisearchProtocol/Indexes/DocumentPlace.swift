// The locations of documents, `_geo`, and sorting by distance.

internal import CatalogSearch
internal import JSON

/// The location of a document: `{"lat": 52.52, "lng": "13.405"}`, or `52.52,13.405` in tables.
enum DocumentPlace {
    /// The member of documents, and the attribute that settings name.
    static let member = "_geo"

    /// The location of a document; `nil` if it has none, or an invalid one.
    static func place(of document: JSON) -> Coordinates? {
        switch document[member] {
        case .string(let text)?: return Coordinates(text)
        case .object(let members)?:
            guard members.count == 2, let latitude = degrees(document[member]?["lat"]),
                let longitude = degrees(document[member]?["lng"])
            else { return nil }
            return Coordinates(latitude: latitude, longitude: longitude)
        default: return nil
        }
    }

    private static func degrees(_ value: JSON?) -> Double? {
        switch value {
        case .number(let spelling)?: Double(spelling)
        case .string(let text)?: degrees(text)
        default: nil
        }
    }

    /// Degrees as numbers are spelled in filters and orders; `nil` for other texts.
    static func degrees(_ text: some StringProtocol) -> Double? {
        Double(text.drop { $0 == " " }.prefix { $0 != " " }).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Checks the location of a document, if there is one.
    static func check(_ document: JSON, id: String) throws(ProtocolError) {
        guard let value = document[member], !value.isNull, place(of: document) == nil else { return }
        throw ProtocolError(
            .invalidDocumentGeoField,
            "The `_geo` field in the document with the id: `\(id)` is wrong. Was expecting an object with the `_geo.lat` (from -90 to 90) and `_geo.lng` (from -180 to 180) fields but instead got `\(value.text.prefix(200))`."
        )
    }

    /// The name of the order by distance.
    private static let point = "_geoPoint"

    /// Reads an entry of `sort` that sorts by distance, without its direction; `nil` for other entries.
    static func sortKey(_ text: String, isDescending: Bool) throws(ProtocolError) -> SortKey? {
        guard text.hasPrefix(point) else { return nil }
        let rest = text.dropFirst(point.count).drop { $0 == " " }
        let parts = rest.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard rest.first == "(", rest.last == ")", parts.count == 2, let latitude = degrees(parts[0]),
            let longitude = degrees(parts[1])
        else {
            throw ProtocolError(
                .invalidSearchSort,
                "Invalid syntax for the geo parameter: expected expression formatted like `_geoPoint(latitude, longitude)` and ending by `:asc` or `:desc`, found `\(text)`."
            )
        }
        let place = try place(latitude, longitude, .invalidSearchSort)
        return SortKey(IndexNames.place, from: place, isDescending: isDescending)
    }

    /// A location that a request names.
    static func place(
        _ latitude: Double, _ longitude: Double, _ code: ProtocolError.Code
    ) throws(ProtocolError) -> Coordinates {
        if let place = Coordinates(latitude: latitude, longitude: longitude) { return place }
        guard Coordinates(latitude: latitude, longitude: 0) != nil else {
            throw ProtocolError(
                code, "Bad latitude `\(latitude)`. Latitude must be contained between -90 and 90 degrees.")
        }
        throw ProtocolError(
            code, "Bad longitude `\(longitude)`. Longitude must be contained between -180 and 180 degrees.")
    }

    /// Splits a list of orders at its commas, but not within parentheses.
    static func orders(_ text: String) -> [String] {
        var entries: [String] = []
        for part in text.split(separator: ",") {
            if let last = entries.last, last.contains("("), !last.contains(")") {
                entries[entries.count - 1] += "," + part
            } else {
                entries.append(String(part))
            }
        }
        return entries.map(\.trimmed)
    }
}
