// What a source consists of: names, numbers, literals and signs.

struct SourceToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// An identifier or a keyword, without backticks; in Swift, a macro with its `#`.
        case name(String)
        case number(isInteger: Bool)
        case literal(SourceLiteral)
        /// A bracket, a separator, or a run of characters of operators.
        case sign(String)
    }

    let kind: Kind
    /// Where it begins, in bytes.
    let offset: Int
    /// Where it ends, in bytes.
    let end: Int
    /// Whether it is the first token of its line.
    let startsLine: Bool

    var name: String? { if case .name(let name) = kind { name } else { nil } }
    var literal: SourceLiteral? { if case .literal(let literal) = kind { literal } else { nil } }

    var isNumber: Bool { if case .number = kind { true } else { false } }

    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }
}

/// A string literal, with its escapes resolved.
struct SourceLiteral: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case text(String)
        case interpolation([SourceToken])
    }

    enum Form: Sendable, Hashable {
        case string
        /// `@"text"` of Objective-C.
        case object
        /// `'c'` of C.
        case character
    }

    var parts: [Part]
    var form = Form.string
    /// Whether it has no end, or an escape that the language does not have.
    var isBroken = false

    /// The text; `nil` where the literal has an interpolation.
    var text: String? {
        var text = ""
        for part in parts {
            guard case .text(let piece) = part else { return nil }
            text += piece
        }
        return text
    }

    /// The text with a sign in the place of each interpolation.
    func text(interpolations sign: String) -> String {
        parts.map { part in if case .text(let piece) = part { piece } else { sign } }.joined()
    }

    /// Adds a literal that follows.
    mutating func append(_ other: SourceLiteral) {
        parts += other.parts
        isBroken = isBroken || other.isBroken
    }
}

/// A comment that silences checks: `lint:ignore ID ID`.
struct SourceAnnotation: Sendable, Hashable {
    /// The line of the comment, from 1.
    let line: Int
    let ignoredChecks: Set<String>
}
