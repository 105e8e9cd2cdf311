// The expressions in a PO file's `Plural-Forms`, a small subset of C.

/// An expression over `n` as GNU gettext allows it: decimal numbers, `n`, `!`, `* / %`, `+ -`, comparisons,
/// `&&`, `||` and `?:`, with C's precedence, over unsigned 64-bit integers (gettext's `unsigned long`).
public struct PluralExpression: Sendable, Hashable {
    /// Why a text is not a plural expression, or why the expression has no value.
    public enum Failure: Error, Sendable, Hashable {
        /// Unexpected text at this offset, in UTF-8 code units.
        case unexpectedText(offset: Int)
        /// The expression is longer than 4096 bytes, or more deeply nested than any language needs.
        case tooComplex
        /// The number at this offset has more than 64 bits.
        case numberTooLarge(offset: Int)
        case divisionByZero
    }

    indirect enum Node: Sendable, Hashable {
        case number(UInt64)
        case variable
        case not(Node)
        case binary(Operator, Node, Node)
        case conditional(Node, Node, Node)
    }

    enum Operator: String, Sendable, Hashable {
        case multiply = "*"
        case divide = "/"
        case remainder = "%"
        case add = "+"
        case subtract = "-"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case equal = "=="
        case notEqual = "!="
        case and = "&&"
        case or = "||"

        /// The precedence of the operator; higher ones bind more tightly.
        var precedence: Int {
            switch self {
            case .or: 1
            case .and: 2
            case .equal, .notEqual: 3
            case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
            case .add, .subtract: 5
            case .multiply, .divide, .remainder: 6
            }
        }
    }

    /// The expression as written.
    public let source: String
    private let root: Node

    public init(_ source: String) throws(Failure) {
        var parser = PluralExpressionParser(source)
        root = try parser.parse()
        self.source = source
    }

    /// The expression's value for a number.
    ///
    /// - Throws: `Failure.divisionByZero`. Sums and products wrap around, as in C.
    public func value(for number: UInt64) throws(Failure) -> UInt64 {
        try Self.value(of: root, number)
    }

    /// The parser bounds the depth of the tree, and so the depth of this recursion.
    private static func value(of node: Node, _ number: UInt64) throws(Failure) -> UInt64 {
        switch node {
        case .number(let value): return value
        case .variable: return number
        case .not(let operand): return try value(of: operand, number) == 0 ? 1 : 0
        case .conditional(let condition, let positive, let negative):
            return try value(of: value(of: condition, number) != 0 ? positive : negative, number)
        case .binary(.and, let left, let right):
            guard try value(of: left, number) != 0 else { return 0 }
            return try value(of: right, number) != 0 ? 1 : 0
        case .binary(.or, let left, let right):
            guard try value(of: left, number) == 0 else { return 1 }
            return try value(of: right, number) != 0 ? 1 : 0
        case .binary(let sign, let left, let right):
            return try apply(sign, value(of: left, number), value(of: right, number))
        }
    }

    private static func apply(_ sign: Operator, _ left: UInt64, _ right: UInt64) throws(Failure) -> UInt64 {
        switch sign {
        case .multiply: return left &* right
        case .divide, .remainder:
            guard right != 0 else { throw .divisionByZero }
            return sign == .divide ? left / right : left % right
        case .add: return left &+ right
        case .subtract: return left &- right
        case .less: return left < right ? 1 : 0
        case .lessOrEqual: return left <= right ? 1 : 0
        case .greater: return left > right ? 1 : 0
        case .greaterOrEqual: return left >= right ? 1 : 0
        case .equal: return left == right ? 1 : 0
        case .notEqual: return left != right ? 1 : 0
        case .and: return left != 0 && right != 0 ? 1 : 0
        case .or: return left != 0 || right != 0 ? 1 : 0
        }
    }
}

extension PluralExpression.Failure: CustomStringConvertible {
    /// The defect of the expression, with offsets in UTF-8 code units.
    public var description: String {
        switch self {
        case .unexpectedText(let offset): "unexpected text at offset \(offset) of the plural expression"
        case .tooComplex: "the plural expression is too long or too deeply nested"
        case .numberTooLarge(let offset):
            "the number at offset \(offset) of the plural expression has more than 64 bits"
        case .divisionByZero: "the plural expression divides by zero"
        }
    }
}
