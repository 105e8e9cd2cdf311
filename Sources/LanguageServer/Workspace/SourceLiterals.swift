// String literals in Swift, Objective-C and C sources that may be keys.
//
// `lstrings extract` uses the compiler's parser. An editor needs the uses after every keystroke, so this
// reads only literals and the calls around them.

internal import TranslationTools

/// The string literals of a source.
struct SourceLiterals: Sendable {
    /// A literal without interpolation.
    struct Literal: Sendable, Hashable {
        /// The text, with its escapes resolved.
        let text: String
        /// The bytes of the literal, including the quotes.
        let range: Range<Int>
        /// Whether a call around the literal looks the text up.
        let isLocalized: Bool
    }

    private(set) var literals: [Literal] = []

    /// The languages whose literals are read.
    private static let languages: Set<SourceLanguage> = [.swift, .c]
    /// The extensions of sources' names.
    static let fileExtensions = SourceLanguage.fileExtensions(of: languages)

    /// Whether a file is a source, by its name.
    static func isSource(_ path: String) -> Bool {
        SourceLanguage(fileName: path).map(languages.contains) ?? false
    }

    /// The functions whose first argument is a key.
    private static let functions: Set<String> = [
        "NSLocalizedString", "NSLocalizedStringFromTable", "NSLocalizedStringFromTableInBundle",
        "NSLocalizedStringWithDefaultValue", "CFCopyLocalizedString", "LocalizedStringResource",
        "LocalizedStringKey",
        "Text", "Label", "Button", "_", "gettext",
    ]
    /// The greatest depth of nested literals.
    private static let deepest = 32
    /// The labels of arguments that are keys.
    private static let labels: Set<String> = ["localized", "forKey", "key"]

    /// Reads a source.
    ///
    /// - Parameter path: determines whether comments nest, as in Swift.
    init(_ utf8: [UInt8], of path: String) {
        let nestsComments = SourceLanguage(fileName: path) == .swift
        var index = 0
        while index < utf8.count {
            switch utf8[index] {
            case UInt8(ascii: "/") where Self.has("//", at: index, utf8):
                index = utf8[index...].firstIndex(of: 0x0A) ?? utf8.count
            case UInt8(ascii: "/") where Self.has("/*", at: index, utf8):

                index = Self.endOfComment(utf8, index, nestsComments)
            case UInt8(ascii: "'"): index = Self.endOfCharacter(utf8, index)
            case UInt8(ascii: "\""): index = read(utf8, from: index, level: 0)
            default: index += 1
            }
        }
    }

    private static func has(_ sign: StaticString, at index: Int, _ utf8: [UInt8]) -> Bool {
        index + sign.utf8CodeUnitCount <= utf8.count
            && utf8[index..<index + sign.utf8CodeUnitCount].elementsEqual(
                UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount))
    }

    /// The end of a comment, which may contain others.
    private static func endOfComment(_ utf8: [UInt8], _ start: Int, _ nests: Bool) -> Int {
        var depth = 0
        var index = start
        while index < utf8.count {
            if has("/*", at: index, utf8) {
                depth = nests ? depth + 1 : 1
                index += 2
            } else if has("*/", at: index, utf8) {
                depth -= 1
                index += 2
                if depth == 0 { return index }
            } else {
                index += 1
            }
        }
        return index
    }

    /// The index after a character constant of C, such as `'"'`; an apostrophe elsewhere is one byte.
    private static func endOfCharacter(_ utf8: [UInt8], _ start: Int) -> Int {
        for length in [3, 4]
        where start + length <= utf8.count && utf8[start + length - 1] == UInt8(ascii: "'") {
            if length == 3 || utf8[start + 1] == UInt8(ascii: "\\") { return start + length }
        }
        return start + 1
    }

    /// Reads a literal.
    ///
    /// - Returns: the index after it.
    private mutating func read(_ utf8: [UInt8], from start: Int, level: Int) -> Int {
        if Self.has("\"\"\"", at: start, utf8) {
            var index = start + 3
            while index < utf8.count, !Self.has("\"\"\"", at: index, utf8) {
                index += utf8[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index + 3, utf8.count)
        }
        var text: [UInt8] = []
        var isPlain = start == 0 || utf8[start - 1] != UInt8(ascii: "#")
        var depth = 0
        var index = start + 1
        while index < utf8.count {
            let byte = utf8[index]
            if byte == 0x0A { return index }
            if depth > 0 {
                // Within an interpolation, which may contain another literal.
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                index =
                    byte == UInt8(ascii: "\"") && level < Self.deepest
                    ? read(utf8, from: index, level: level + 1) : index + 1
                continue
            }
            if byte == UInt8(ascii: "\"") {
                if isPlain {
                    let range = start..<index + 1
                    literals.append(
                        Literal(
                            text: String(decoding: text, as: UTF8.self), range: range,
                            isLocalized: Self.isLocalized(utf8, before: start)))
                }
                return index + 1
            }
            guard byte == UInt8(ascii: "\\"), index + 1 < utf8.count else {
                text.append(byte)
                index += 1
                continue
            }
            let next = utf8[index + 1]
            index += 2
            switch next {
            case UInt8(ascii: "("): (isPlain, depth) = (false, 1)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "0"): text.append(0)
            case UInt8(ascii: "u") where index < utf8.count && utf8[index] == UInt8(ascii: "{"):
                let end = utf8[index...].firstIndex(of: UInt8(ascii: "}")) ?? index
                let digits = String(decoding: utf8[min(index + 1, end)..<end], as: UTF8.self)
                if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
                    text += String(Character(scalar)).utf8
                }
                index = end + 1
            default: text.append(next)
            }
        }
        return index
    }

    /// Whether the call that has a literal as its argument looks the text up.
    private static func isLocalized(_ utf8: [UInt8], before start: Int) -> Bool {
        var index = start - 1
        func skipSpace() { while index >= 0, utf8[index] <= 0x20 { index -= 1 } }
        func word() -> String {
            let end = index + 1
            while index >= 0,
                utf8[index] == UInt8(ascii: "_") || utf8[index] >= 0x80
                    || (0x30...0x39).contains(utf8[index]) || (0x61...0x7A).contains(utf8[index] | 0x20)
            {
                index -= 1
            }
            return String(decoding: utf8[(index + 1)..<end], as: UTF8.self)
        }
        if index >= 0, utf8[index] == UInt8(ascii: "@") { index -= 1 }
        skipSpace()
        guard index >= 0 else { return false }
        if utf8[index] == UInt8(ascii: ":") {
            index -= 1
            skipSpace()
            return labels.contains(word())
        }
        guard utf8[index] == UInt8(ascii: "(") else { return false }
        index -= 1
        skipSpace()
        return functions.contains(word())
    }
}
