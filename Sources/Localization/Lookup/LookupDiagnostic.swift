// The reasons why a lookup did not use the first locale's text.

public import ICU

/// A finding about one lookup of a localizer.
public struct LookupDiagnostic: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// The locale's table does not have the key.
        case missingMessage
        /// The message has no form for the given number, and no `other`.
        case missingForm
        /// The message's format does not fit the arguments.
        case argument(ArgumentProblem)
        /// No locale of the chain has a fitting text, so the key itself is shown.
        case keyShown
    }

    public let kind: Kind
    /// The key that was looked up.
    public let key: String
    /// The table in which it was looked up.
    public let table: String
    /// The locale in which it was looked up; `nil` for `keyShown`.
    public let locale: LocaleIdentifier?
    /// Where the message begins in its file, if it was found in one.
    public let position: SourcePosition?

    /// A warning for `missingMessage`, else an error.
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
