// What can go wrong between a format and the arguments that a program gives.

/// A place of a format that the arguments given do not fit.
public struct ArgumentProblem: LocalizationDiagnostic {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// There is no argument at this position; the specifier is shown as it is written.
        case missingArgument(position: Int)
        /// The argument is of another class; it is shown as well as that goes.
        case wrongClass(position: Int, expected: FormatSpecifier.ArgumentClass)
        /// The message has no substitution of this name; the reference is shown as it is written.
        case unknownSubstitution(name: String)
        /// The substitution lacks the category and `other` too; the reference is shown as it is written.
        case missingForm(name: String, category: PluralCategory)
        /// Substitutions refer to each other in circles, or too deeply; the reference is shown as it is written.
        case tooManySubstitutions(name: String)
    }

    /// What is wrong.
    public let kind: Kind
    /// The specifier or reference as it is written.
    public let source: String

    /// Unknown: a format does not know its file.
    public var position: SourcePosition? { nil }

    /// Always an error: the text shown is not the text meant.
    public var severity: Severity { .error }

    /// `Argument.` and the kind.
    public var messageKey: String {
        switch kind {
        case .missingArgument: "Argument.Missing"
        case .wrongClass: "Argument.WrongClass"
        case .unknownSubstitution: "Argument.UnknownSubstitution"
        case .missingForm: "Argument.MissingForm"
        case .tooManySubstitutions: "Argument.TooManySubstitutions"
        }
    }

    /// The specifier, then the kind's facts.
    public var arguments: [any FormatArgument] {
        switch kind {
        case .missingArgument(let position): [source, position]
        case .wrongClass(let position, let expected): [source, position, expected.rawValue]
        case .unknownSubstitution(let name), .tooManySubstitutions(let name): [source, name]
        case .missingForm(let name, let category): [source, name, category.rawValue]
        }
    }
}

/// A text as it is shown, and what did not fit while it was made.
public struct FormattedMessage: Sendable, Hashable {
    /// The text. Where something did not fit it shows so, but it is always a text.
    public let text: String
    /// What did not fit; empty where all is well.
    public let problems: [ArgumentProblem]
}
