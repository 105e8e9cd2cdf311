// The `Plural-Forms` field: how many plural forms a file has, and which one a number takes.

/// The `Plural-Forms` field of a file's header, such as `nplurals=2; plural=(n != 1);` (GNU gettext manual,
/// "Additional functions for plural forms").
public struct PluralForms: Sendable, Hashable {
    /// Why the field cannot be used.
    public enum Failure: Error, Sendable, Hashable {
        /// `nplurals=` is missing or is not a number from 1 to 100.
        case invalidCount
        /// `plural=` is missing.
        case missingExpression
        /// The expression cannot be read, or has no value for a number.
        case expression(PluralExpression.Failure)
        /// The expression selects a form that does not exist.
        case indexOutOfRange(index: UInt64, number: UInt64)
    }

    /// The number of forms of each message.
    public let count: Int
    /// The expression that selects the form.
    public let expression: PluralExpression

    /// The rule for files without this field, which fits Germanic languages such as English and German.
    public static let germanic = try! PluralForms("nplurals=2; plural=n != 1;")

    /// Parses the field's value.
    public init(_ field: String) throws(Failure) {
        guard let count = Self.value(of: "nplurals", in: field),
            let number = Int(count.prefix { $0.isASCII && $0.isNumber }), (1...100).contains(number)
        else { throw .invalidCount }
        guard let source = Self.value(of: "plural", in: field) else { throw .missingExpression }
        self.count = number
        do {
            expression = try PluralExpression(source)
        } catch {
            throw .expression(error)
        }
    }

    /// The form that a number takes, from 0 to `count - 1`.
    public func index(for number: UInt64) throws(Failure) -> Int {
        let index: UInt64
        do {
            index = try expression.value(for: number)
        } catch {
            throw .expression(error)
        }
        guard index < UInt64(count) else { throw .indexOutOfRange(index: index, number: number) }
        return Int(index)
    }

    /// The text between `name=` and the next semicolon. What is before the name does not matter, such as the
    /// field's own name once more: GNU gettext searches for the name alone.
    private static func value(of name: String, in field: String) -> String? {
        for part in field.split(separator: ";") {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\\" }
            if part[..<equals].split(whereSeparator: isBlank).last.map({ $0 == name }) == true {
                return String(part[part.index(after: equals)...].drop(while: isBlank))
            }
        }
        return nil
    }
}

extension PluralForms.Failure: CustomStringConvertible {
    /// The defect of the field or of its expression.
    public var description: String {
        switch self {
        case .invalidCount: "nplurals is missing or is not a number from 1 to 100"
        case .missingExpression: "the plural expression is missing"
        case .expression(let failure): failure.description
        case .indexOutOfRange(let index, let number):
            "the plural expression selects form \(index) for the number \(number), which does not exist"
        }
    }
}
