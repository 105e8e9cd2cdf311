// How every part of this library reports what it found: as data, which programs put into words.

/// How much a finding matters.
public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Worth knowing; nothing is wrong.
    case note
    /// Probably a mistake; the file still reads as one would expect.
    case warning
    /// A mistake: some reader refuses the file, or shows another text than was meant.
    case error

    /// Orders from `note` to `error`.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}

/// A finding.
///
/// Programs word it by looking up `messageKey` in their own `.strings` files and formatting the text with
/// `arguments`; that is the only place where findings become sentences.
public protocol LocalizationDiagnostic: Sendable, Hashable {
    /// How much it matters.
    var severity: Severity { get }
    /// Where it is, as far as that is known.
    var position: SourcePosition? { get }
    /// A stable identifier, such as `Strings.MissingSemicolon`: the key of the text that describes it.
    var messageKey: String { get }
    /// The facts, in the order of the text's arguments.
    var arguments: [any FormatArgument] { get }
}
