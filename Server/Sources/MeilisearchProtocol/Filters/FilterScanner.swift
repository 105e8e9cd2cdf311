// The grammar of filters.

internal import CatalogSearch
internal import JSON

/// Reads the text of a filter:
///
///     filter    = and *( "OR" and )
///     and       = not *( "AND" not )
///     not       = "NOT" not / "(" filter ")" / condition
///     condition = name ( "=" / "!=" / "<" / "<=" / ">" / ">=" ) value / name value "TO" value
///               / name ["NOT"] "IN" "[" [ value *( "," value ) ] "]" / name ["NOT"] "EXISTS"
///               / name "IS" ["NOT"] ( "NULL" / "EMPTY" )
///               / "_geoRadius" "(" latitude "," longitude "," metres ")"
///               / "_geoBoundingBox" "(" "[" top "," right "]" "," "[" bottom "," left "]" ")"
struct FilterScanner {
    /// What a condition tests.
    enum Test {
        case isOneOf([String])
        case number(([AttributeValue]) -> Filter.Test, [String])
        case exists
        case place(PlaceTest)
        case isNull
        case isEmpty
    }

    private enum Token: Equatable {
        case symbol(String)
        case word(String)
        case end
    }

    private var tokens: [(token: Token, position: Int)] = []
    private var place = 0
    private var depth = 0
    private let code: ProtocolError.Code

    private static let keywords: Set<String> = [
        "AND", "OR", "NOT", "IN", "EXISTS", "TO", "IS", "NULL", "EMPTY",
    ]
    private static let unknown: Set<String> = [
        "CONTAINS", "STARTS", "_geoPolygon",
    ]
    private static let signs = Set("()[],=!<>'\"".unicodeScalars)

    init(_ text: String, _ code: ProtocolError.Code) throws(ProtocolError) {
        self.code = code
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let start = index
            let scalar = scalars[index]
            if scalar.properties.isWhitespace {
                index += 1
            } else if scalar == "'" || scalar == "\"" {
                tokens.append((.word(try quoted(scalars, &index)), start))
            } else if Self.signs.contains(scalar) {
                let isPair =
                    "!<>".unicodeScalars.contains(scalar) && index + 1 < scalars.count
                    && scalars[index + 1] == "="
                tokens.append((.symbol(isPair ? "\(scalar)=" : "\(scalar)"), start))
                index += isPair ? 2 : 1
            } else {
                var word = String.UnicodeScalarView()
                while index < scalars.count, !scalars[index].properties.isWhitespace,
                    !Self.signs.contains(scalars[index])
                {
                    word.append(scalars[index])
                    index += 1
                }
                let text = String(word)
                if Self.unknown.contains(text) {
                    throw ProtocolError(
                        code,
                        "`\(text)` in a filter has no counterpart here; see `/experimental/differences`.")
                }
                tokens.append((Self.keywords.contains(text) ? .symbol(text) : .word(text), start))
            }
        }
        tokens.append((.end, scalars.count))
    }

    private func quoted(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(ProtocolError) -> String {
        let start = index
        let quote = scalars[index]
        var word = String.UnicodeScalarView()
        index += 1
        while index < scalars.count, scalars[index] != quote {
            if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
            word.append(scalars[index])
            index += 1
        }
        guard index < scalars.count else {
            throw ProtocolError(
                code, "Expression at position \(start + 1) is missing a closing quotation mark.")
        }
        index += 1
        return String(word)
    }

    var isAtEnd: Bool { tokens[place].token == .end }

    private func fault(_ expected: String) -> ProtocolError {
        let found =
            switch tokens[place].token {
            case .end: "the end"
            case .symbol(let text), .word(let text): "`\(text)`"
            }
        return ProtocolError(
            code, "Was expecting \(expected) but found \(found) at position \(tokens[place].position + 1).")
    }

    private mutating func pass(_ symbol: String) -> Bool {
        guard tokens[place].token == .symbol(symbol) else { return false }
        place += 1
        return true
    }

    private mutating func word(_ expected: String) throws(ProtocolError) -> String {
        guard case .word(let word) = tokens[place].token else { throw fault(expected) }
        place += 1
        return word
    }

    typealias Condition = (String, Test) throws(ProtocolError) -> Filter

    mutating func filter(_ made: Condition) throws(ProtocolError) -> Filter {
        let filter = try alternatives(made)
        guard isAtEnd else { throw fault("`AND`, `OR` or the end") }
        return filter
    }

    private mutating func alternatives(_ made: Condition) throws(ProtocolError) -> Filter {
        var parts = [try conjunction(made)]
        while pass("OR") { parts.append(try conjunction(made)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(_ made: Condition) throws(ProtocolError) -> Filter {
        var parts = [try negation(made)]
        while pass("AND") { parts.append(try negation(made)) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation(_ made: Condition) throws(ProtocolError) -> Filter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Filter.maximumDepth else { throw fault("at most \(Filter.maximumDepth) levels") }
        if pass("NOT") { return .not(try negation(made)) }
        guard pass("(") else { return try condition(made) }
        let filter = try alternatives(made)
        guard pass(")") else { throw fault("a closing parenthesis") }
        return filter
    }

    private mutating func condition(_ made: Condition) throws(ProtocolError) -> Filter {
        let name = try word("the name of an attribute")
        if name == "_geoRadius" { return try made(DocumentPlace.member, .place(try circle())) }
        if name == "_geoBoundingBox" { return try made(DocumentPlace.member, .place(try box())) }
        let comparisons: [(String, ([AttributeValue]) -> Filter.Test)] = [
            ("<", { .isLess(than: $0[0]) }), ("<=", { .isAtMost($0[0]) }), (">", { .isGreater(than: $0[0]) }),
            (">=", { .isAtLeast($0[0]) }),
        ]
        if pass("=") { return try made(name, .isOneOf([try value()])) }
        if pass("!=") { return .not(try made(name, .isOneOf([try value()]))) }
        for (symbol, test) in comparisons where pass(symbol) {
            return try made(name, .number(test, [try value()]))
        }
        if pass("IS") {
            let isNegated = pass("NOT")
            let test: Test
            if pass("NULL") {
                test = .isNull
            } else if pass("EMPTY") {
                test = .isEmpty
            } else {
                throw fault("`NULL` or `EMPTY`")
            }
            return isNegated ? .not(try made(name, test)) : try made(name, test)
        }
        let isNegated = pass("NOT")
        func signed(_ filter: Filter) -> Filter { isNegated ? .not(filter) : filter }
        if pass("EXISTS") { return signed(try made(name, .exists)) }
        if pass("IN") { return signed(try made(name, .isOneOf(try list()))) }
        guard !isNegated else { throw fault("`IN` or `EXISTS`") }
        let lower = try word(
            "an operator `=`, `!=`, `>=`, `>`, `<=`, `<`, `IN`, `NOT IN`, `TO`, `EXISTS`, `NOT EXISTS`, `IS NULL`, `IS NOT NULL`, `IS EMPTY` or `IS NOT EMPTY`"
        )
        guard pass("TO") else { throw fault("`TO`") }
        return try made(name, .number({ .isBetween($0[0], $0[1]) }, [lower, try value()]))
    }

    private mutating func value() throws(ProtocolError) -> String { try word("a value") }

    private mutating func list() throws(ProtocolError) -> [String] {
        guard pass("[") else { throw fault("an opening bracket") }
        var values: [String] = []
        while !pass("]") {
            if !values.isEmpty, !pass(",") { throw fault("a comma or a closing bracket") }
            if pass("]") { break }
            values.append(try value())
        }
        return values
    }

    // MARK: Places

    private mutating func circle() throws(ProtocolError) -> PlaceTest {
        let form = ProtocolError(
            code,
            "The `_geoRadius` filter expects three arguments: `_geoRadius(latitude, longitude, radius)`.")
        let numbers = try numbers(["(", "", ",", "", ",", "", ")"], form)
        guard let radius = Distance(numbers[2], .metres) else { throw form }
        return .near(try DocumentPlace.place(numbers[0], numbers[1], code), .isAtMost(radius))
    }

    private mutating func box() throws(ProtocolError) -> PlaceTest {
        let numbers = try numbers(
            ["(", "[", "", ",", "", "]", ",", "[", "", ",", "", "]", ")"],
            ProtocolError(
                code,
                "The `_geoBoundingBox` filter expects two pairs of arguments: `_geoBoundingBox([latitude, longitude], [latitude, longitude])`."
            ))
        // The first corner is the north-eastern one.
        _ = try DocumentPlace.place(numbers[0], numbers[1], code)
        _ = try DocumentPlace.place(numbers[2], numbers[3], code)
        let topLeft = try DocumentPlace.place(numbers[0], numbers[3], code)
        let bottomRight = try DocumentPlace.place(numbers[2], numbers[1], code)
        guard let box = CoordinateBox(topLeft: topLeft, bottomRight: bottomRight) else {
            throw ProtocolError(
                code, "The top latitude `\(numbers[0])` is below the bottom latitude `\(numbers[2])`.")
        }
        return .inside(box)
    }

    /// Reads numbers and signs; each empty text in the list stands for a number.
    private mutating func numbers(
        _ signs: [String], _ error: ProtocolError
    ) throws(ProtocolError) -> [Double] {
        var numbers: [Double] = []
        for sign in signs {
            if sign.isEmpty {
                guard case .word(let word) = tokens[place].token, let number = DocumentPlace.degrees(word)
                else { throw error }
                numbers.append(number)
                place += 1
            } else if !pass(sign) {
                throw error
            }
        }
        return numbers
    }
}
