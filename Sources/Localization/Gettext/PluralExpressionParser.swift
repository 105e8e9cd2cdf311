// The parser of plural expressions, which bounds their length and depth.

/// Parses a plural expression by operator precedence.
struct PluralExpressionParser {
    private typealias Failure = PluralExpression.Failure
    private typealias Node = PluralExpression.Node

    private let text: [UInt8]
    private var index = 0
    private var depth = 0

    /// The longest expressions in use (Arabic, Breton) have about 200 characters.
    private static let longest = 4096
    private static let deepest = 100

    init(_ source: String) { text = Array(source.utf8) }

    mutating func parse() throws(PluralExpression.Failure) -> PluralExpression.Node {
        guard text.count <= Self.longest else { throw .tooComplex }
        let node = try parseConditional()
        guard index == text.count else { throw .unexpectedText(offset: index) }
        return node
    }

    /// `a ? b : c`, which is right-associative.
    private mutating func parseConditional() throws(PluralExpression.Failure) -> PluralExpression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .tooComplex }
        let condition = try parseBinary(atLeast: 1)
        guard take("?") else { return condition }
        let positive = try parseConditional()
        guard take(":") else { throw .unexpectedText(offset: index) }
        return .conditional(condition, positive, try parseConditional())
    }

    private mutating func parseBinary(
        atLeast precedence: Int
    ) throws(PluralExpression.Failure) -> PluralExpression.Node {
        var left = try parseUnary()
        while let sign = peekOperator(), sign.precedence >= precedence {
            index += sign.rawValue.utf8.count
            left = .binary(sign, left, try parseBinary(atLeast: sign.precedence + 1))
        }
        return left
    }

    private mutating func parseUnary() throws(PluralExpression.Failure) -> PluralExpression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .tooComplex }
        skipBlanks()
        guard index < text.count else { throw .unexpectedText(offset: index) }
        switch text[index] {
        case 0x21:
            index += 1
            return .not(try parseUnary())
        case 0x6E:
            index += 1
            skipBlanks()
            return .variable
        case 0x28:
            index += 1
            let node = try parseConditional()
            guard take(")") else { throw .unexpectedText(offset: index) }
            return node
        case 0x30...0x39: return .number(try parseNumber())
        default: throw .unexpectedText(offset: index)
        }
    }

    private mutating func parseNumber() throws(PluralExpression.Failure) -> UInt64 {
        let start = index
        var value: UInt64 = 0
        while index < text.count, (0x30...0x39).contains(text[index]) {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(UInt64(text[index] - 0x30))
            guard !overflows, !overflowsToo else { throw .numberTooLarge(offset: start) }
            value = sum
            index += 1
        }
        skipBlanks()
        return value
    }

    private func peekOperator() -> PluralExpression.Operator? {
        guard index < text.count else { return nil }
        if index + 1 < text.count,
            let sign = PluralExpression.Operator(
                rawValue: String(decoding: text[index...index + 1], as: UTF8.self))
        {
            return sign
        }
        return PluralExpression.Operator(rawValue: String(decoding: text[index...index], as: UTF8.self))
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard index < text.count, text[index] == UInt8(sign.value) else { return false }
        index += 1
        skipBlanks()
        return true
    }

    private mutating func skipBlanks() {
        while index < text.count, [0x20, 0x09, 0x0A, 0x0D, 0x5C].contains(text[index]) {
            // Skip a backslash only if it continues a line.
            if text[index] == 0x5C, index + 1 >= text.count || text[index + 1] != 0x0A { return }
            index += 1
        }
    }
}
