// Where the texts of a unit are in the file that it was read from.

public import Localization

/// The places of a unit's texts in a file; none where nobody asked for them.
///
/// All values are equal: a unit is the same wherever it is in a file.
public struct UnitPlaces: Sendable, Hashable {
    /// Where the unit begins.
    public var unit: SourcePosition?
    /// Where the source texts are; the plain text has no variation.
    public var source: [VariationKey.Variation?: SourcePosition] = [:]
    /// Where the translations are; the plain text has no variation.
    public var translation: [VariationKey.Variation?: SourcePosition] = [:]

    /// No places.
    public init() {}

    /// `true`.
    public static func == (left: UnitPlaces, right: UnitPlaces) -> Bool { true }

    /// Adds nothing.
    public func hash(into hasher: inout Hasher) {}

    /// Where a text is: its own place, that of another form, or that of the unit.
    func place(of variation: VariationKey.Variation?, inSource isSource: Bool) -> SourcePosition? {
        let places = isSource ? source : translation
        return places[variation] ?? places.values.min() ?? unit
    }
}
