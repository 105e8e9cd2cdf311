// The arguments of messages: numbers and texts, each with its type.

/// A value that can be an argument of a message.
///
/// The standard library's integers, floating-point numbers and strings conform. Your own type conforms by
/// returning one of the four kinds of `FormatValue`.
public protocol FormatArgument: Sendable {
    /// The value as a message shows it.
    var formatValue: FormatValue { get }
}

/// An argument of a message, in one of four kinds.
public enum FormatValue: FormatArgument, Hashable {
    case integer(Int64)
    /// An integer beyond `Int64.max`.
    case unsigned(UInt64)
    /// A floating-point number.
    case floatingPoint(Double)
    case text(String)

    /// Creates a value from an integer of any width; beyond 64 bits it becomes a text.
    public init(_ integer: some BinaryInteger) {
        if let value = Int64(exactly: integer) {
            self = .integer(value)
        } else if let value = UInt64(exactly: integer) {
            self = .unsigned(value)
        } else {
            self = .text(String(integer))
        }
    }

    public var formatValue: FormatValue { self }

    /// The value as Swift writes it, without localization, for logs and as a last resort.
    public var plainText: String {
        switch self {
        case .integer(let value): return String(value)
        case .unsigned(let value): return String(value)
        case .floatingPoint(let value):
            let text = value.description
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        case .text(let value): return value
        }
    }
}

extension FormatValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A floating-point number.
    public init(floatLiteral value: Double) { self = .floatingPoint(value) }
    public init(stringLiteral value: String) { self = .text(value) }
}

extension FormatArgument where Self: BinaryInteger {
    /// The integer.
    public var formatValue: FormatValue { FormatValue(self) }
}

extension Int: FormatArgument {}
extension Int8: FormatArgument {}
extension Int16: FormatArgument {}
extension Int32: FormatArgument {}
extension Int64: FormatArgument {}
extension UInt: FormatArgument {}
extension UInt8: FormatArgument {}
extension UInt16: FormatArgument {}
extension UInt32: FormatArgument {}
extension UInt64: FormatArgument {}

extension Double: FormatArgument {
    /// The number.
    public var formatValue: FormatValue { .floatingPoint(self) }
}

extension Float: FormatArgument {
    /// The number, converted to `Double` as in C.
    public var formatValue: FormatValue { .floatingPoint(Double(self)) }
}

extension String: FormatArgument {
    public var formatValue: FormatValue { .text(self) }
}

extension Substring: FormatArgument {
    public var formatValue: FormatValue { .text(String(self)) }
}

extension Character: FormatArgument {
    /// The character as text.
    public var formatValue: FormatValue { .text(String(self)) }
}
