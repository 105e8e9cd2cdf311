// A placeholder in a text: which argument it shows, and of what type the argument is.

/// How a placeholder names its argument.
enum ArgumentName: Hashable, Comparable, Sendable {
    /// The number of the argument, from 0 or 1, as the syntax counts.
    case number(Int)
    /// A name, or the whole placeholder where the syntax has only opaque ones.
    case name(String)
}

/// The types that an argument may have. Two placeholders for one argument fit if they have a type in common.
struct ArgumentTypes: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let integer = ArgumentTypes(rawValue: 1 << 0)
    static let unsigned = ArgumentTypes(rawValue: 1 << 1)
    static let floatingPoint = ArgumentTypes(rawValue: 1 << 2)
    static let character = ArgumentTypes(rawValue: 1 << 3)
    static let string = ArgumentTypes(rawValue: 1 << 4)
    static let object = ArgumentTypes(rawValue: 1 << 5)
    static let pointer = ArgumentTypes(rawValue: 1 << 6)
    static let boolean = ArgumentTypes(rawValue: 1 << 7)
    static let date = ArgumentTypes(rawValue: 1 << 8)
    static let list = ArgumentTypes(rawValue: 1 << 9)
    static let wideCharacter = ArgumentTypes(rawValue: 1 << 10)
    static let wideString = ArgumentTypes(rawValue: 1 << 11)
    /// A pointer through which C's `%n` writes.
    static let count = ArgumentTypes(rawValue: 1 << 12)
    static let any = ArgumentTypes(rawValue: .max)
}

/// A place in a text that shows an argument.
struct Placeholder: Hashable, Sendable {
    let argument: ArgumentName
    let types: ArgumentTypes
    /// The length modifier, for syntaxes that compare it.
    var length: String?
    /// The placeholder as it is written.
    let source: String
    /// Where it is written: a half-open range of UTF-8 code units of the text.
    let range: Range<Int>
    /// Whether it says which argument it shows; the others show one after the other.
    let isExplicit: Bool
}

extension [Placeholder] {
    /// The placeholders of arguments that the one before shows with another type, each with that one.
    var conflicts: [(placeholder: Placeholder, earlier: Placeholder)] {
        guard count > 1 else { return [] }
        var last: [ArgumentName: Placeholder] = [:]
        return compactMap { placeholder in
            guard let earlier = last.updateValue(placeholder, forKey: placeholder.argument),
                earlier.types.isDisjoint(with: placeholder.types)
            else { return nil }
            return (placeholder, earlier)
        }
    }
}

/// A text as a syntax reads it.
struct PlaceholderText: Sendable {
    var placeholders: [Placeholder] = []
    /// The arguments that are shown in all branches of a text that has branches; `nil` where all are shown.
    var unconditional: Set<ArgumentName>?
    /// What is no text for readers, beside placeholders: half-open ranges of UTF-8 code units.
    var otherSyntax: [Range<Int>] = []
    /// What the syntax does not allow; a text with a fault has no use for a formatter of the syntax.
    var fault: Fault?

    struct Fault: Hashable, Sendable {
        /// The part of the text in question.
        let source: String
        /// What is wrong in a message of MessageFormat 2.
        var detail: Detail?
    }

    /// An error as its specification names it, and its place in the text; lines and columns from 1.
    struct Detail: Hashable, Sendable {
        let kind: String
        let line: Int
        let column: Int
    }

    static func invalid(_ source: String, _ detail: Detail? = nil) -> PlaceholderText {
        PlaceholderText(fault: Fault(source: source, detail: detail))
    }
}

extension PlaceholderText {
    /// Reads a text in which one sign begins all placeholders.
    ///
    /// - Parameters:
    ///   - sign: the sign, an ASCII character.
    ///   - directive: reads what follows a sign, whose index it gets, and adds the placeholder; `false` where
    ///     the syntax has no such directive.
    init(
        reading text: String, sign: UInt8,
        directive: (inout PlaceholderScanner, _ start: Int, inout PlaceholderText) -> Bool
    ) {
        guard text.utf8.contains(sign) else { return }
        var scanner = PlaceholderScanner(text)
        while let byte = scanner.peek {
            let start = scanner.index
            scanner.index += 1
            guard byte == sign else { continue }
            guard directive(&scanner, start, &self) else {
                self = .invalid(scanner.excerpt(from: start))
                return
            }
        }
    }
}

extension PlaceholderText {
    /// The text in which an argument that any value may be has the type that another of its placeholders asks
    /// for.
    var withNarrowTypes: PlaceholderText {
        var types: [ArgumentName: ArgumentTypes] = [:]
        for placeholder in placeholders where placeholder.types != .object {
            types[placeholder.argument] = placeholder.types
        }
        var text = self
        text.placeholders = placeholders.map { placeholder in
            guard placeholder.types == .object, let types = types[placeholder.argument] else {
                return placeholder
            }
            return Placeholder(
                argument: placeholder.argument, types: types, source: placeholder.source,
                range: placeholder.range, isExplicit: placeholder.isExplicit)
        }
        return text
    }
}

/// Reads a text byte by byte.
struct PlaceholderScanner {
    let bytes: [UInt8]
    var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    func byte(after distance: Int) -> UInt8? {
        index + distance < bytes.count ? bytes[index + distance] : nil
    }

    /// Goes beyond a byte, if it is the next one.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Reads decimal digits; `nil` where there are none, or more than a number of arguments can have.
    mutating func number(most digits: Int = 6) -> Int? {
        let start = index
        var value = 0
        while let byte = peek, (0x30...0x39).contains(byte) {
            guard index - start < digits else { return nil }
            value = value * 10 + Int(byte - 0x30)
            index += 1
        }
        return index > start ? value : nil
    }

    /// Reads an identifier of ASCII letters, digits and underscores that does not begin with a digit.
    mutating func identifier() -> String? {
        let start = index
        guard let first = peek, Self.isLetter(first) else { return nil }
        while let byte = peek, Self.isLetter(byte) || (0x30...0x39).contains(byte) { index += 1 }
        return string(start..<index)
    }

    /// The text up to a byte, which is no more than a name or a format's options away; goes beyond that byte.
    mutating func text(upTo end: UInt8, most count: Int = 256) -> String? {
        guard let found = bytes[index...].prefix(count).firstIndex(of: end) else { return nil }
        defer { index = found + 1 }
        return string(index..<found)
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// What a fault at the present place shows: from the beginning of the placeholder, at most a few
    /// characters.
    func excerpt(from start: Int) -> String {
        var end = min(max(index + 1, start + 1), bytes.count, start + 32)
        // Whole characters.
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F }
}
