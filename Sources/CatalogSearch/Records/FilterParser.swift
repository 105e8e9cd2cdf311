// Reads filters from text.

extension Filter {
    /// Reads a filter:
    ///
    ///     filter    = and *( "OR" and )
    ///     and       = not *( "AND" not )
    ///     not       = "NOT" not / "(" filter ")" / condition
    ///     condition = name ( "=" / "!=" / "<" / "<=" / ">" / ">=" ) value / name value "TO" value
    ///               / name ["NOT"] "IN" "[" value *( "," value ) "]" / name ["NOT"] "EXISTS"
    ///               / near ( "<" / "<=" / ">" / ">=" ) distance / near distance "TO" distance
    ///               / "inside" "(" name "," top "," left "," bottom "," right ")"
    ///     near      = "near" "(" name "," latitude "," longitude ")"
    ///     distance  = number ( "m" / "km" / "mi" / "ft" )
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

extension Filter {
    /// Reads what a distance is measured from, `near(store, 52.52, 13.405)`, alone.
    ///
    /// - Returns: `nil` where the text is something else.
    static func nearness(_ text: String) -> (attribute: AttributeName, origin: Coordinates)? {
        guard var parser = try? FilterParser(text) else { return nil }
        return try? parser.nearness()
    }
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

    private static let functions: Set<String> = ["near", "inside"]
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
                // Before a parenthesis a word is no attribute.
                let rest = scalars[index...].drop { $0.properties.isWhitespace }
                if Self.functions.contains(text), rest.first == "(" {
                    tokens[tokens.count - 1] = FilterToken(kind: .symbol(text), position: start)
                }
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
        if pass("near") {
            let (name, place) = try near()
            return .condition(.init(name, .place(.near(place, try distanceTest())), position: start))
        }
        if pass("inside") {
            let (name, box) = try inside()
            return .condition(.init(name, .place(.inside(box)), position: start))
        }
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

    // MARK: Places

    mutating func nearness() throws(FilterError) -> (AttributeName, Coordinates) {
        guard pass("near") else { throw error(.near) }
        let nearness = try near()
        guard next.kind == .end else { throw error(.end) }
        return nearness
    }

    private mutating func near() throws(FilterError) -> (AttributeName, Coordinates) {
        let (name, degrees) = try arguments(2, .near)
        return (name, try coordinates(degrees[0], degrees[1], .near))
    }

    private mutating func inside() throws(FilterError) -> (AttributeName, CoordinateBox) {
        let (name, degrees) = try arguments(4, .inside)
        let topLeft = try coordinates(degrees[0], degrees[1], .inside)
        let bottomRight = try coordinates(degrees[2], degrees[3], .inside)
        guard let box = CoordinateBox(topLeft: topLeft, bottomRight: bottomRight) else {
            throw FilterError(.expected(.inside), position: degrees[2].position)
        }
        return (name, box)
    }

    private typealias Degrees = (value: Double, position: Int)

    /// A name and numbers, in parentheses.
    private mutating func arguments(
        _ count: Int, _ expectation: FilterError.Expectation
    ) throws(FilterError) -> (AttributeName, [Degrees]) {
        guard pass("(") else { throw error(expectation) }
        let name = AttributeName(try word(expectation))
        var numbers: [Degrees] = []
        for _ in 0..<count {
            guard pass(",") else { throw error(expectation) }
            let position = next.position
            guard let number = Coordinates.degrees(try word(expectation)) else {
                throw FilterError(.expected(expectation), position: position)
            }
            numbers.append((number, position))
        }
        guard pass(")") else { throw error(expectation) }
        return (name, numbers)
    }

    private func coordinates(
        _ latitude: Degrees, _ longitude: Degrees, _ expectation: FilterError.Expectation
    ) throws(FilterError) -> Coordinates {
        if let place = Coordinates(latitude: latitude.value, longitude: longitude.value) { return place }
        let isLatitudeRight = Coordinates(latitude: latitude.value, longitude: 0) != nil
        throw FilterError(
            .expected(expectation), position: isLatitudeRight ? longitude.position : latitude.position)
    }

    private mutating func distanceTest() throws(FilterError) -> DistanceTest {
        if pass("<") { return .isLess(than: try distance(.distance)) }
        if pass("<=") { return .isAtMost(try distance(.distance)) }
        if pass(">") { return .isGreater(than: try distance(.distance)) }
        if pass(">=") { return .isAtLeast(try distance(.distance)) }
        let lower = try distance(.distanceComparison)
        guard pass("TO") else { throw error(.distanceComparison) }
        return .isBetween(lower, try distance(.distance))
    }

    /// A distance, whose unit may be a word of its own.
    private mutating func distance(_ expectation: FilterError.Expectation) throws(FilterError) -> Distance {
        let start = next.position
        var text = try word(expectation)
        if Distance(text) == nil, case .word(let unit) = next.kind {
            place += 1
            text += " " + unit
        }
        guard let distance = Distance(text) else {
            throw FilterError(.expected(expectation), position: start)
        }
        return distance
    }
}
