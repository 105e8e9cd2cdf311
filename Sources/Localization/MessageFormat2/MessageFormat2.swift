// Messages of Unicode MessageFormat 2 as a syntax tree with positions (UTS #35, Part 9: "MessageFormat").

/// A message of Unicode MessageFormat 2, read from its syntax.
///
///     let message = try MessageFormat2("""
///         .input {$count :number}
///         .match $count
///         one {{{$count} file}}
///         *   {{{$count} files}}
///         """)
///     MessageFormat2Formatter(locale).format(message, ["count": 3]).text
///
/// Names are equal where their Unicode normalization is, as the specification asks.
public struct MessageFormat2: Sendable, Hashable {
    /// The message as it is written.
    public let source: String
    /// Why a program cannot show the message, although its syntax is right: the specification's Data Model
    /// Errors, in the order of their kinds. Empty for a valid message.
    public let faults: [MessageFormat2Fault]
    package let declarations: [Declaration]
    package let body: Body

    /// Reads a message.
    ///
    /// - Throws: the first Syntax Error.
    public init(_ source: String) throws(MessageFormat2Fault) {
        var parser = MessageFormat2Parser(source)
        let (declarations, body) = try parser.message()
        self.source = source
        (self.declarations, self.body) = (declarations, body)
        faults = MessageFormat2Validation.faults(of: declarations, body)
    }

    /// `.input {…}` or `.local $name = {…}`.
    package struct Declaration: Sendable, Hashable {
        package enum Kind: Sendable, Hashable { case input, local }
        package let kind: Kind
        /// The variable that gets the value.
        package let name: String
        package let expression: Expression
    }

    /// What follows the declarations.
    package enum Body: Sendable, Hashable {
        case pattern(Pattern)
        case matcher(Matcher)
    }

    package enum PatternPart: Sendable, Hashable {
        /// Text, and where it is with its escapes.
        case text(String, Range<Int>)
        case expression(Expression)
        case markup(Markup)
    }

    /// A text with placeholders.
    package struct Pattern: Sendable, Hashable {
        package let parts: [PatternPart]
        /// Where the pattern is, without the braces around a quoted one.
        package let range: Range<Int>
    }

    /// `{operand :function option=value @attribute}`. Attributes have no meaning for programs and are not kept.
    package struct Expression: Sendable, Hashable {
        package let operand: Operand?
        package let function: Function?
        /// Half-open, UTF-8 code units of the source, with the braces.
        package let range: Range<Int>
    }

    /// A literal or a variable.
    package enum Operand: Sendable, Hashable {
        case literal(String)
        case variable(String)
    }

    /// A function with its options.
    package struct Function: Sendable, Hashable {
        /// With the namespace, if it has one: `ns:name`.
        package let name: String
        package let options: [Option]
    }

    package struct Option: Sendable, Hashable {
        package let name: String
        package let value: Operand
        package let range: Range<Int>
    }

    /// `{#name}`, `{#name/}` or `{/name}`.
    package struct Markup: Sendable, Hashable {
        package enum Kind: Sendable, Hashable { case open, standalone, close }
        package let kind: Kind
        package let name: String
        package let options: [Option]
        package let range: Range<Int>
    }

    /// `.match` with its variants.
    package struct Matcher: Sendable, Hashable {
        package struct Selector: Sendable, Hashable {
            package let name: String
            package let range: Range<Int>
        }

        package enum Key: Sendable, Hashable {
            case literal(String)
            /// `*`.
            case any
        }

        package struct Variant: Sendable, Hashable {
            package let keys: [Key]
            /// Where the keys are.
            package let range: Range<Int>
            package let pattern: Pattern
        }

        package typealias Variants = [Variant]

        package let selectors: [Selector]
        package let variants: Variants
    }
}

/// An error of a message: of its syntax, of its parts, or of the values that it gets.
public struct MessageFormat2Fault: Error, Hashable, Sendable {
    /// The names that the specification and its test suite have for errors.
    public enum Kind: String, Error, Hashable, CaseIterable {
        case syntaxError = "syntax-error"
        case variantKeyMismatch = "variant-key-mismatch"
        case missingFallbackVariant = "missing-fallback-variant"
        case missingSelectorAnnotation = "missing-selector-annotation"
        case duplicateDeclaration = "duplicate-declaration"
        case duplicateOptionName = "duplicate-option-name"
        case duplicateVariant = "duplicate-variant"
        case unresolvedVariable = "unresolved-variable"
        case unknownFunction = "unknown-function"
        case badOperand = "bad-operand"
        case badOption = "bad-option"
        case badSelector = "bad-selector"
        case badVariantKey = "bad-variant-key"
        case unsupportedOperation = "unsupported-operation"
    }

    public let kind: Kind
    /// Where the error is: half-open, UTF-8 code units of the message.
    public let range: Range<Int>

    package init(_ kind: Kind, _ range: Range<Int>) { (self.kind, self.range) = (kind, range) }

    /// The line and the column of the error in its message, from 1; columns count characters.
    public func position(in source: String) -> (line: Int, column: Int) {
        let before = source.utf8.prefix(range.lowerBound)
        let start = before.lastIndex(of: 0x0A).map { before.index(after: $0) } ?? before.startIndex
        let line = before.lazy.filter { $0 == 0x0A }.count + 1
        return (line, String(decoding: before[start...], as: UTF8.self).count + 1)
    }
}

extension MessageFormat2 {
    /// The names of the arguments that programs give to the message.
    public var argumentNames: Set<String> { Set(arguments.map(\.name)) }

    /// Each use of an argument, in the order of the source: an operand with its function, or the value of an
    /// option.
    package var arguments: [(name: String, function: String?, range: Range<Int>)] {
        var locals: Set<String> = []
        var uses: [(name: String, function: String?, range: Range<Int>)] = []
        func add(_ expression: Expression) {
            if case .variable(let name)? = expression.operand, !locals.contains(name) {
                uses.append((name, expression.function?.name, expression.range))
            }
            add(expression.function?.options ?? [])
        }
        func add(_ options: [Option]) {
            for option in options {
                if case .variable(let name) = option.value, !locals.contains(name) {
                    uses.append((name, nil, option.range))
                }
            }
        }
        for declaration in declarations {
            add(declaration.expression)
            if declaration.kind == .local { locals.insert(declaration.name) }
        }
        for part in patterns.flatMap(\.parts) {
            switch part {
            case .text: break
            case .expression(let expression): add(expression)
            case .markup(let markup): add(markup.options)
            }
        }
        return uses
    }

    /// The pattern, or those of all variants.
    package var patterns: [Pattern] {
        switch body {
        case .pattern(let pattern): [pattern]
        case .matcher(let matcher): matcher.variants.map(\.pattern)
        }
    }
}

extension MessageFormat2.Expression {
    var optionVariables: [String] {
        (function?.options ?? []).compactMap { if case .variable(let name) = $0.value { name } else { nil } }
    }

    /// The variable that the function gets, or that is shown.
    package var operandVariable: String? { if case .variable(let name)? = operand { name } else { nil } }
}
