// Why a look-up did not find its text in the first place it looked.

public import ICU

/// A finding about one look-up of a localizer.
public struct LookupDiagnostic: LocalizationDiagnostic {
    /// What was found.
    public enum Kind: Sendable, Hashable {
        /// The locale's table has no such key.
        case missingMessage
        /// The message has no form for the number given, and no `other`.
        case missingForm
        /// The message's format does not fit the arguments.
        case argument(ArgumentProblem)
        /// No locale of the chain has a text that fits: the key itself is shown.
        case keyShown
    }

    /// What was found.
    public let kind: Kind
    /// The key that was looked up.
    public let key: String
    /// The table in which it was looked up.
    public let table: String
    /// The locale that was asked; `nil` for `keyShown`.
    public let locale: LocaleIdentifier?
    /// Where the message begins in its file, where there is one.
    public let position: SourcePosition?

    /// How much it matters: a text from farther along the chain is a warning.
    public var severity: Severity {
        switch kind {
        case .missingMessage: .warning
        case .missingForm, .argument, .keyShown: .error
        }
    }

    /// `Lookup.` and the kind; for an argument the problem's own key.
    public var messageKey: String {
        switch kind {
        case .missingMessage: "Lookup.MissingMessage"
        case .missingForm: "Lookup.MissingForm"
        case .argument(let problem): problem.messageKey
        case .keyShown: "Lookup.KeyShown"
        }
    }

    /// The key, the table and the locale; for an argument the problem's own facts.
    public var arguments: [any FormatArgument] {
        switch kind {
        case .missingMessage, .missingForm: [key, table, locale?.identifier ?? ""]
        case .argument(let problem): problem.arguments
        case .keyShown: [key, table]
        }
    }
}
