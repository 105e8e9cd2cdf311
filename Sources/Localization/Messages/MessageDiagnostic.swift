// What can be wrong with the forms of a message, beyond the syntax of their file.

/// A finding about a message of a catalog.
public struct MessageDiagnostic: LocalizationDiagnostic {
    /// What was found.
    public enum Kind: Sendable, Hashable {
        /// Plural forms without `other`.
        case missingOther
        /// A substitution without `other`.
        case missingSubstitutionOther(name: String)
        /// A suffix that begins like a form and is none; the key is taken literally.
        case unknownVariation(suffix: String)
        /// A plain text beside the plural forms: the form for readers that know no plurals.
        case plainTextBesidesPlural
        /// Two spellings of the same form; the last one counts.
        case duplicateForm(suffix: String)
        /// The text refers to a substitution that has no forms.
        case unknownSubstitution(name: String)
        /// Forms of a substitution that no text refers to.
        case unusedSubstitution(name: String)
        /// Substitutions or device texts without a text to fall back on.
        case missingText
    }

    /// What was found.
    public let kind: Kind
    /// The message's key.
    public let key: String
    /// Where the message, or the form in question, begins in its file.
    public let position: SourcePosition?

    /// How much it matters.
    public var severity: Severity {
        switch kind {
        case .plainTextBesidesPlural: .note
        case .unusedSubstitution: .warning
        case .missingOther, .missingSubstitutionOther, .unknownVariation, .duplicateForm,
            .unknownSubstitution, .missingText:
            .error
        }
    }

    /// `Message.` and the kind.
    public var messageKey: String {
        switch kind {
        case .missingOther: "Message.MissingOther"
        case .missingSubstitutionOther: "Message.MissingSubstitutionOther"
        case .unknownVariation: "Message.UnknownVariation"
        case .plainTextBesidesPlural: "Message.PlainTextBesidesPlural"
        case .duplicateForm: "Message.DuplicateForm"
        case .unknownSubstitution: "Message.UnknownSubstitution"
        case .unusedSubstitution: "Message.UnusedSubstitution"
        case .missingText: "Message.MissingText"
        }
    }

    /// The key, then the kind's facts.
    public var arguments: [any FormatArgument] {
        switch kind {
        case .missingOther, .plainTextBesidesPlural, .missingText: [key]
        case .missingSubstitutionOther(let name), .unknownSubstitution(let name),
            .unusedSubstitution(let name):
            [key, name]
        case .unknownVariation(let suffix), .duplicateForm(let suffix): [key, suffix]
        }
    }
}
