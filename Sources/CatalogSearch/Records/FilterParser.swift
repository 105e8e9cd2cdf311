// Reads filters from text.

extension Filter {
    /// Reads a filter:
    ///
    ///     filter    = and *( "OR" and )
    ///     and       = not *( "AND" not )
    ///     not       = "NOT" not / "(" filter ")" / condition
    ///     condition = name ( "=" / "!=" / "<" / "<=" / ">" / ">=" ) value / name value "TO" value
    ///               / name ["NOT"] "IN" "[" value *( "," value ) "]" / name ["NOT"] "EXISTS"
    ///
    /// Names and values are words without white space and without any of `()[],=!<>'"`, or they are quoted by
    /// `'` or `"`, where a backslash makes the next character literal. Quoted words are never operators.
    ///
    /// - Throws: `FilterError` with the position and what was expected there.
    public init(_ text: String) throws(FilterError) {
        var parser = try FilterParser(text)
        self = try parser.filter()
        try checkLimits()
    }

    /// The words of the grammar, which stand for themselves only where they are quoted.
    static let keywords: Set<String> = ["AND", "OR", "NOT", "IN", "EXISTS", "TO"]
}

/// A part of a filter's text.
private struct FilterToken {
    enum Kind: Equatable {
        /// A sign or a word of the grammar.
        case symbol(String)
        /// A name or a value.
        case word(String)
        case end
    }

    let kind: Kind
    /// In Unicode scalars from the beginning of the text.
    let position: Int
}

private struct FilterParser {
    private var tokens: [FilterToken] = []
    private var place = 0
    private var depth = 0

    private static let signs: Set<Unicode.Scalar> = ["(", ")", "[", "]", ",", "=", "!", "<", ">", "'", "\""]

    init(_ text: String) throws(FilterError) {
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar.properties.isWhitespace {
                index += 1
            } else if scalar == "'" || scalar == "\"" {
                tokens.append(try Self.quoted(scalars, &index))
            } else if Self.signs.contains(scalar) {
                let isPair = "=!<>".unicodeScalars.contains(scalar) && index + 1 < scalars.count
                let symbol = isPair && scalars[index + 1] == "=" && scalar != "=" ? "\(scalar)=" : "\(scalar)"
                tokens.append(FilterToken(kind: .symbol(symbol), position: index))
                index += symbol.unicodeScalars.count
            } else {
                let start = index
                while index < scalars.count, !scalars[index].properties.isWhitespace,
                    !Self.signs.contains(scalars[index])
                {
                    index += 1
                }
                var word = String.UnicodeScalarView()
                word.append(contentsOf: scalars[start..<index])
                let text = String(word)
                let isKeyword = Filter.keywords.contains(text)
                tokens.append(FilterToken(kind: isKeyword ? .symbol(text) : .word(text), position: start))
            }
        }
        tokens.append(FilterToken(kind: .end, position: scalars.count))
    }

    private static func quoted(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(FilterError)
        -> FilterToken
    {
        let start = index
        let quote = scalars[index]
        index += 1
        var word = String.UnicodeScalarView()
        while index < scalars.count, scalars[index] != quote {
            if scalars[index] == "\\" { index += 1 }
            guard index < scalars.count else { break }
            word.append(scalars[index])
            index += 1
        }
        guard index < scalars.count else {
            throw FilterError(.expected(.quotationMark), position: scalars.count)
        }
        index += 1
        return FilterToken(kind: .word(String(word)), position: start)
    }

    // MARK: Grammar

    private var next: FilterToken { tokens[place] }

    private mutating func pass(_ symbol: String) -> Bool {
        guard next.kind == .symbol(symbol) else { return false }
        place += 1
        return true
    }

    private mutating func word(_ expectation: FilterError.Expectation) throws(FilterError) -> String {
        guard case .word(let word) = next.kind else { throw error(expectation) }
        place += 1
        return word
    }

    private func error(_ expectation: FilterError.Expectation) -> FilterError {
        FilterError(.expected(expectation), position: next.position)
    }

    mutating func filter() throws(FilterError) -> Filter {
        let filter = try alternatives()
        guard next.kind == .end else { throw error(.end) }
        return filter
    }

    private mutating func alternatives() throws(FilterError) -> Filter {
        var parts = [try conjunction()]
        while pass("OR") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(FilterError) -> Filter {
        var parts = [try negation()]
        while pass("AND") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(FilterError) -> Filter {
        let start = next.position
        let isNegated = pass("NOT")
        guard isNegated || next.kind == .symbol("(") else { return try condition() }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Filter.maximumDepth else {
            throw FilterError(.tooDeep(limit: Filter.maximumDepth), position: start)
        }
        if isNegated { return .not(try negation()) }
        place += 1
        let filter = try alternatives()
        guard pass(")") else { throw error(.closingParenthesis) }
        return filter
    }

    private mutating func condition() throws(FilterError) -> Filter {
        let start = next.position
        let name = AttributeName(try word(.condition))
        func made(_ test: Filter.Test) -> Filter { .condition(.init(name, test, position: start)) }
        if pass("=") { return made(.equals(try value())) }
        if pass("!=") { return .not(made(.equals(try value()))) }
        if pass("<") { return made(.isLess(than: try value())) }
        if pass("<=") { return made(.isAtMost(try value())) }
        if pass(">") { return made(.isGreater(than: try value())) }
        if pass(">=") { return made(.isAtLeast(try value())) }
        let isNegated = pass("NOT")
        func signed(_ test: Filter.Test) -> Filter { isNegated ? .not(made(test)) : made(test) }
        if pass("EXISTS") { return signed(.exists) }
        if pass("IN") { return signed(.isOneOf(try list())) }
        guard !isNegated else { throw error(.inOrExists) }
        let lower = AttributeValue.text(try word(.comparison))
        guard pass("TO") else { throw error(.to) }
        return made(.isBetween(lower, try value()))
    }

    private mutating func value() throws(FilterError) -> AttributeValue { .text(try word(.value)) }

    private mutating func list() throws(FilterError) -> [AttributeValue] {
        guard pass("[") else { throw error(.openingBracket) }
        var values = [try value()]
        while pass(",") { values.append(try value()) }
        guard pass("]") else { throw error(.commaOrBracket) }
        return values
    }
}
