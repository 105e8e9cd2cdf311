// What can be wrong with a key in a source.

package import Localization

/// Something in a source that its author should look at.
package struct SourceFinding: Sendable, Hashable {
    package enum Identifier: String, Sendable, Hashable, CaseIterable {
        /// The key is no literal, and is not known here. Facts: the routine, the expression.
        case dynamicKey = "dynamic-key"
        /// The key is a parameter of a function around the call, which may be a routine itself. Facts: the
        /// routine, the parameter, the function.
        case forwardedKey = "forwarded-key"
        /// The key has no characters. Facts: the routine.
        case emptyKey = "empty-key"
        /// The table is no literal; the key is left out. Facts: the routine, the key, the expression.
        case dynamicTable = "dynamic-table"
        /// The default value is no literal. Facts: the routine, the key, the expression.
        case dynamicValue = "dynamic-value"
        /// The comment is no literal. Facts: the routine, the key, the expression.
        case dynamicComment = "dynamic-comment"
        /// `%@` is taken for an interpolation whose type the file does not show.
        /// Facts: the key, the interpolation.
        case uncertainType = "uncertain-type"
        /// A key has another comment elsewhere. Facts: the key, the table, the
        /// other comment, `file:line` of that.
        case conflictingComment = "conflicting-comment"
        /// A key has another default value elsewhere. Facts: the key, the table, the
        /// other value, `file:line` of that.
        case conflictingValue = "conflicting-value"
        /// A bracket, literal or comment has no end, or an escape is unknown; keys
        /// near it may be missing. No facts.
        case syntaxError = "syntax-error"
        /// The file is not in UTF-8; keys may be garbled. No facts.
        case invalidEncoding = "invalid-encoding"
    }

    package let identifier: Identifier
    /// The facts, in the order that the identifier says.
    package let facts: [String]
    package let position: SourcePosition

    package init(_ identifier: Identifier, _ facts: [String] = [], at position: SourcePosition) {
        self.identifier = identifier
        self.facts = facts
        self.position = position
    }
}
