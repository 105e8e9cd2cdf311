// Findings as data: every part of this library reports them in this form, and programs put them into words.

/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Information; nothing is wrong.
    case note
    /// Probably a mistake; readers still show the intended text.
    case warning
    /// A mistake: some readers refuse the file or show a wrong text.
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

/// A finding, such as a syntax error in a file or a missing translation.
///
/// To show a finding, a program looks up `messageKey` in its own `.strings` files and formats that text with
/// `arguments`.
public protocol LocalizationDiagnostic: Sendable, Hashable {
    /// How serious the finding is.
    var severity: Severity { get }
    /// Where the problem is; `nil` if that is unknown.
    var position: SourcePosition? { get }
    /// A stable identifier, such as `Strings.MissingSemicolon`: the key of the
    /// text that describes the finding.
    var messageKey: String { get }
    /// The facts of the finding, in the order of the text's arguments.
    var arguments: [any FormatArgument] { get }
}
