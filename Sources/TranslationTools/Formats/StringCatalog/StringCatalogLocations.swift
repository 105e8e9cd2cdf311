// Where the values of a string catalog are, as lines and columns.

internal import JSON
internal import Localization

/// The places of values in a document, or in a chunk of it that was parsed by itself.
struct StringCatalogLocations {
    private let bytes: [UInt8]
    private let locations: JSONLocations
    private let index: PositionIndex
    private let start: SourcePosition
    /// Offsets from here on are those of a value that follows its name in another distance than in the file.
    private let value: (offset: Int, shift: Int)

    /// - Parameter bytes: the document without its byte order mark.
    init(_ bytes: [UInt8], _ locations: JSONLocations, markLength: Int) {
        self.init(
            bytes, locations, at: SourcePosition(line: 1, column: 1, byteOffset: markLength),
            value: (0, 0))
    }

    /// - Parameters:
    ///   - bytes: a name and its value, as they are in the file.
    ///   - start: where the bytes begin in the file.
    ///   - value: the parsed value's offset, and how far behind it is that of the file.
    init(_ bytes: [UInt8], _ locations: JSONLocations, at start: SourcePosition, value: (Int, Int)) {
        (self.bytes, self.locations, self.start, self.value) = (bytes, locations, start, value)
        index = PositionIndex(bytes)
    }

    /// Where a value or a name begins.
    func position(of value: JSONValue) -> SourcePosition { position(at: locations.offset(of: value)) }

    /// - Parameter offset: an offset in what was parsed.
    private func position(at offset: Int) -> SourcePosition {
        let offset = offset < value.offset ? 0 : offset + value.shift
        let place = index.place(at: offset, in: bytes)
        return SourcePosition(
            line: start.line + place.line - 1,
            column: place.line == 1 ? start.column + place.column - 1 : place.column,
            byteOffset: start.byteOffset + offset)
    }

    /// Where the file begins.
    var beginning: SourcePosition { position(at: 0) }

    /// A member of an object, in the bytes.
    func member(_ member: (name: JSONValue, value: JSONValue)) -> JSONMemberLocations.Member {
        let (name, value) = (locations.range(of: member.name), locations.range(of: member.value))
        return JSONMemberLocations.Member(
            name: bytes[(name.lowerBound + 1)..<(name.upperBound - 1)], nameOffset: name.lowerBound,
            valueOffset: value.lowerBound, valueEnd: value.upperBound)
    }
}

/// Findings about a catalog.
struct StringCatalogFindings {
    let places: StringCatalogLocations
    private(set) var all: [ExchangeDiagnostic] = []

    init(_ places: StringCatalogLocations) { self.places = places }

    /// - Parameter value: where the finding is; `nil` for the document.
    mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: String..., at value: JSONValue?) {
        all.append(
            ExchangeDiagnostic(kind, facts, at: value.map(places.position) ?? places.beginning))
    }

    /// Whether a check reports any of the findings.
    var concernChecks: Bool { all.contains { FileMistake($0) != nil } }
}
