// What can be wrong with a key in a source. Identifiers and facts; `lstrings` has the words.

/// Something in a source that a person should look at.
public struct ExtractionFinding: Sendable, Hashable {
    /// What it is. The raw values are part of the protocol of `lstrings-extract`.
    public enum Identifier: String, Sendable, Hashable, CaseIterable {
        /// The key is no literal, and is not known here. Arguments: the routine, the expression.
        case dynamicKey = "dynamic-key"
        /// The key is a parameter of a function around the call, which may be a routine itself. Arguments: the routine,
        /// the parameter, the function.
        case forwardedKey = "forwarded-key"
        /// The key has no characters. Arguments: the routine.
        case emptyKey = "empty-key"
        /// The table is no literal; the key is left out. Arguments: the routine, the key, the expression.
        case dynamicTable = "dynamic-table"
        /// The default value is no literal. Arguments: the routine, the key, the expression.
        case dynamicValue = "dynamic-value"
        /// The comment is no literal. Arguments: the routine, the key, the expression.
        case dynamicComment = "dynamic-comment"
        /// `%@` is taken for an interpolation whose type the file does not show. Arguments: the key, the interpolation.
        case uncertainType = "uncertain-type"
        /// A key has another comment elsewhere. Arguments: the key, the table, the other comment, `file:line` of that.
        case conflictingComment = "conflicting-comment"
        /// A key has another default value elsewhere. Arguments: the key, the table, the other value, `file:line` of that.
        case conflictingValue = "conflicting-value"
        /// The source breaks Swift's grammar; keys near it may be missing. No arguments.
        case syntaxError = "syntax-error"
    }

    /// What it is.
    public var identifier: Identifier
    /// The facts, in the order that the identifier says.
    public var arguments: [String]
    /// The source file, as it was given.
    public var file: String
    /// Where it is.
    public var position: SourcePosition

    /// A finding.
    public init(_ identifier: Identifier, arguments: [String] = [], file: String, position: SourcePosition) {
        self.identifier = identifier
        self.arguments = arguments
        self.file = file
        self.position = position
    }
}
