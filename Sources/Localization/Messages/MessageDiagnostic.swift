// The findings about the forms of a message.

/// A finding about a message of a catalog.
public struct MessageDiagnostic: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// Plural forms without `other`.
        case missingOther
        /// A substitution without `other`.
        case missingSubstitutionOther(name: String)
        /// A suffix that looks like a form but is invalid; the key is read literally.
        case unknownVariation(suffix: String)
        /// A plain text besides the plural forms, for readers without plural support.
        case plainTextBesidesPlural
        /// Two spellings of the same form; the last one is used.
        case duplicateForm(suffix: String)
        /// A text refers to a substitution that has no forms.
        case unknownSubstitution(name: String)
        /// No text refers to the substitution.
        case unusedSubstitution(name: String)
        /// Two messages of a gettext file have the same key; the first one is used.
        case conflictingMessages
        /// Substitutions or device texts without a plain text.
        case missingText
    }

    public let kind: Kind
    public let key: String
    /// Where the message, or the form in question, begins in its file.
    public let position: SourcePosition?

    /// A finding about a message.
    package init(kind: Kind, key: String, position: SourcePosition?) {
        (self.kind, self.key, self.position) = (kind, key, position)
    }

    /// How serious the finding is.
    public var severity: Severity {
        switch kind {
        case .plainTextBesidesPlural: .note
        case .unusedSubstitution: .warning
        case .missingOther, .missingSubstitutionOther, .unknownVariation, .duplicateForm,
            .unknownSubstitution, .conflictingMessages, .missingText:
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
        case .conflictingMessages: "Message.Conflicting"
        case .missingText: "Message.MissingText"
        }
    }

    /// The key, then the kind's facts.
    public var arguments: [any FormatArgument] {
        switch kind {
        case .missingOther, .plainTextBesidesPlural, .conflictingMessages, .missingText: [key]
        case .missingSubstitutionOther(let name), .unknownSubstitution(let name),
            .unusedSubstitution(let name):
            [key, name]
        case .unknownVariation(let suffix), .duplicateForm(let suffix): [key, suffix]
        }
    }
}
