// Mismatches between a format and the arguments that a program passes.

/// A specifier or reference of a format that does not fit the arguments.
public struct ArgumentProblem: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// There is no argument at this position; the specifier is shown as written.
        case missingArgument(position: Int)
        /// The argument has another class; it is shown as well as possible.
        case wrongClass(position: Int, expected: FormatSpecifier.ArgumentClass)
        /// The message has no substitution with this name; the reference is shown as written.
        case unknownSubstitution(name: String)
        /// The substitution has neither this category nor `other`; the reference is shown as written.
        case missingForm(name: String, category: PluralCategory)
        /// Substitutions refer to each other in a cycle or too often; the reference is shown as written.
        case tooManySubstitutions(name: String)
    }

    public let kind: Kind
    /// The specifier or reference as written.
    public let source: String

    /// Always `nil`: a format does not know its file.
    public var position: SourcePosition? { nil }

    /// Always an error, because the shown text is not the intended one.
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

/// A formatted text, and the problems of formatting it.
public struct FormattedMessage: Sendable, Hashable {
    /// The text. It always exists; parts that did not fit are shown as written or as well as possible.
    public let text: String
    /// What did not fit; empty if everything did.
    public let problems: [ArgumentProblem]
}
