// Where the texts of a unit are in the file that it was read from.

public import Localization

/// The places of a unit's texts in a file; empty if they were not requested.
///
/// All values are equal: a unit is the same wherever it is in a file.
public struct UnitLocations: Sendable, Hashable {
    /// Where the unit begins.
    public var unit: SourcePosition? {
        get { start.known }
        set { start = newValue ?? .unknown }
    }
    // In the order that needs the least memory.
    /// Where the source texts are.
    public var source = TextLocations()
    /// Where the translations are.
    public var translation = TextLocations()
    private var start = SourcePosition.unknown
    /// Whether the file, one of gettext, marks the texts as formats. The unit's flags leave that out, since
    /// the texts say so themselves; but msgfmt(1) checks only what is marked.
    var isMarkedAsFormat = false

    /// No places.
    public init() {}

    /// `true`.
    public static func == (left: UnitLocations, right: UnitLocations) -> Bool { true }

    /// Adds nothing.
    public func hash(into hasher: inout Hasher) {}

    /// Where a text is: its own place, that of another form, or that of the unit.
    func place(of variation: VariationKey.Variation?, inSource isSource: Bool) -> SourcePosition? {
        let places = isSource ? source : translation
        return places[variation] ?? places.first ?? unit
    }
}

/// The places of the forms of a message.
public struct TextLocations: Sendable {
    /// The place of the plain text. Most messages have no other.
    private var plain: SourcePosition? {
        get { plainText.known }
        set { plainText = newValue ?? .unknown }
    }
    private var forms: [VariationKey.Variation: SourcePosition] = [:]
    private var plainText = SourcePosition.unknown

    /// No places.
    public init() {}

    /// The place of a form; the plain text has no variation.
    public subscript(variation: VariationKey.Variation?) -> SourcePosition? {
        get {
            guard let variation else { return plain }
            return forms.isEmpty ? nil : forms[variation]
        }
        set {
            if let variation { forms[variation] = newValue } else { plain = newValue }
        }
    }

    /// The first place of all.
    var first: SourcePosition? {
        forms.isEmpty ? plain : ([plain].compactMap { $0 } + forms.values).min()
    }

    /// Whether all forms are on the same lines and columns.
    func areAt(_ other: TextLocations) -> Bool {
        plain.isAt(other.plain) && forms.count == other.forms.count
            && (forms.isEmpty || forms.allSatisfy { Optional($0.value).isAt(other.forms[$0.key]) })
    }
}

extension SourcePosition? {
    /// Whether two places are on the same line and column.
    func isAt(_ other: SourcePosition?) -> Bool {
        self?.line == other?.line && self?.column == other?.column
    }
}
