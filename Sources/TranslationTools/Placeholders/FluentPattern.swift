// Fluent's texts as a syntax tree (Fluent Syntax 1.0, `spec/fluent.ebnf` of projectfluent.org).

/// A text of Fluent: words and placeables, which may contain other texts.
///
/// All ranges are half-open ranges of UTF-8 code units of what was read, a file or one text.
struct FluentPattern: Sendable {
    /// A part of a text.
    enum Element: Sendable {
        /// Words, with the line breaks and indents between them.
        case text(Range<Int>)
        case placeable(Placeable)
    }

    /// `{ … }`
    struct Placeable: Sendable {
        let expression: Expression
        let range: Range<Int>
    }

    /// What a placeable shows.
    indirect enum Expression: Sendable {
        /// A literal in quotes, by the range between them.
        case string(Range<Int>)
        case number(Range<Int>)
        /// `$name`
        case variable(String)
        /// `name` or `name.attribute`
        case message(Reference)
        /// `-name` or `-name.attribute`, and what it is given in parentheses.
        case term(Reference, [Argument])
        /// `NAME(…)`
        case function(String, [Argument])
        case placeable(Placeable)
        case select(Select)
    }

    /// The name of a message or a term where a text refers to it.
    struct Reference: Sendable {
        /// With the hyphen of a term.
        let name: String
        let range: Range<Int>
        let attribute: String?
        let attributeRange: Range<Int>?
    }

    /// What a function or a term is given.
    struct Argument: Sendable {
        /// `nil` for an argument without a name.
        let name: String?
        let value: Expression
    }

    /// `selector -> variants`
    struct Select: Sendable {
        let selector: Expression
        let selectorRange: Range<Int>
        let variants: [Variant]
    }

    /// `[key] text`
    struct Variant: Sendable {
        let key: String
        let keyRange: Range<Int>
        /// Where the variant begins: its asterisk or its bracket.
        let start: Int
        let isDefault: Bool
        let pattern: FluentPattern
    }

    /// Why something cannot be read.
    struct Fault: Error {
        enum Kind: Sendable, Hashable {
            /// A sign is missing.
            case expected(String)
            /// A message, a term, an attribute or a variant without a text.
            case missingValue
            /// Not exactly one variant has an asterisk.
            case defaultVariant
            /// Something that an expression cannot have there.
            case expression
            /// A backslash that begins no escape.
            case escape
            /// A brace that closes nothing.
            case brace
            /// More levels of placeables than are read.
            case tooDeep
            /// No message, term or comment.
            case entry
        }

        let kind: Kind
        let offset: Int
    }

    let elements: [Element]
    /// From the first to the last element, without the white space around them.
    let range: Range<Int>
    /// The indent that the lines of the text have in common; `nil` where no line but the first has words.
    let indent: Int?
    /// Whether the text begins below the line of its name.
    let isBlock: Bool

    /// The most levels of placeables within placeables.
    static let deepest = 32

    /// The one placeable that the text is; `nil` where there are words, too.
    var only: Placeable? {
        guard elements.count == 1, case .placeable(let placeable) = elements[0] else { return nil }
        return placeable
    }

    /// The placeables of the text itself, in their order.
    var placeables: [Placeable] {
        elements.compactMap { if case .placeable(let placeable) = $0 { placeable } else { nil } }
    }
}

extension FluentPattern.Placeable {
    /// What is within all braces.
    var innermost: FluentPattern.Expression {
        if case .placeable(let inner) = expression { inner.innermost } else { expression }
    }

    /// The choice among variants; `nil` for other placeables.
    var select: FluentPattern.Select? {
        if case .select(let select) = innermost { select } else { nil }
    }
}

extension FluentPattern.Expression {
    /// The arguments of a function or a term.
    var arguments: [FluentPattern.Argument] {
        switch self {
        case .function(_, let arguments), .term(_, let arguments): arguments
        default: []
        }
    }

    /// The messages and terms that the expression refers to.
    var references: [FluentPattern.Reference] {
        switch self {
        case .message(let reference): [reference]
        case .term(let reference, let arguments): [reference] + arguments.flatMap(\.value.references)
        case .function(_, let arguments): arguments.flatMap(\.value.references)
        case .placeable(let inner): inner.expression.references
        case .select(let select):
            select.selector.references
                + select.variants.flatMap(\.pattern.placeables).flatMap(\.expression.references)
        case .string, .number, .variable: []
        }
    }
}

extension FluentPattern.Expression {
    /// The variable whose plural category chooses: `$count`, itself or in `NUMBER(…)`; `nil` for other
    /// selectors.
    var countedVariable: String? {
        switch self {
        case .variable(let name): name
        case .function("NUMBER", let arguments): arguments.first { $0.name == nil }?.value.countedVariable
        default: nil
        }
    }

    /// Whether the number is that of a place in an order.
    func isOrdinal(in bytes: [UInt8]) -> Bool {
        arguments.contains { argument in
            guard argument.name == "type", case .string(let range) = argument.value else { return false }
            return bytes[range].elementsEqual("ordinal".utf8)
        }
    }
}
