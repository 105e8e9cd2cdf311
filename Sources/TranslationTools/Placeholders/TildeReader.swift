// The syntax of `format` of Scheme and Lisp.

internal import Localization

/// Reads directives that take one argument each, such as `~a` and `~d`, or a list of arguments: `~{~a: ~d~}`.
/// Choices, justification and loops over all arguments are not read, so texts with them are not compared.
struct TildeReader {
    private var scanner: PlaceholderScanner
    private var next = 1

    static func read(_ text: String) -> PlaceholderText {
        guard text.utf8.contains(0x7E) else { return PlaceholderText() }
        var reader = TildeReader(scanner: PlaceholderScanner(text))
        var result = PlaceholderText()
        guard let end = reader.readDirectives(into: &result, depth: 0), end == nil else {
            return .invalid(reader.scanner.excerpt(from: max(0, reader.scanner.index - 16)))
        }
        return result
    }

    private static let deepest = 16

    /// Reads up to the end of the text (`.some(nil)`) or of a list (its letter); `nil`
    /// where a directive cannot be read.
    private mutating func readDirectives(into result: inout PlaceholderText, depth: Int) -> UInt8?? {
        // `~(` and `~)` change letters between them.
        var parentheses = 0
        while let byte = scanner.peek {
            let start = scanner.index
            scanner.index += 1
            guard byte == 0x7E else { continue }
            var number: Int?
            while let byte = scanner.peek, ",':@#vV+-".utf8.contains(byte) || (0x30...0x39).contains(byte) {
                if let value = scanner.number() { number = value } else { scanner.index += 1 }
            }
            guard let letter = scanner.peek else { return nil }
            let modifiers = scanner.bytes[start..<scanner.index]
            scanner.index += 1
            switch letter {
            case UInt8(ascii: "{"):
                // With `@` it is a loop over all that is left.
                guard depth < Self.deepest, !modifiers.contains(0x40),
                    let contents = readList(depth: depth + 1)
                else { return nil }
                let isNested = modifiers.contains(0x3A)
                add(.list, contents: (isNested ? ":" : "") + contents, from: start, to: &result)
            case UInt8(ascii: "}"):
                return depth > 0 && parentheses == 0 ? letter : nil
            case UInt8(ascii: "("): parentheses += 1
            case UInt8(ascii: ")"):
                guard parentheses > 0 else { return nil }
                parentheses -= 1
            case UInt8(ascii: "*"):
                // `~2@*` goes to argument 2, counted from 0.
                guard modifiers.contains(0x40), let number else { return nil }
                next = number + 1
            case _ where "%&~\n|_!/^".utf8.contains(letter): break
            default:
                guard let types = Self.types(of: letter | 0x20) else { return nil }
                add(types, contents: nil, from: start, to: &result)
            }
        }
        return depth == 0 && parentheses == 0 ? .some(nil) : nil
    }

    /// The types of the arguments in a list, which translations are to repeat.
    private mutating func readList(depth: Int) -> String? {
        let outer = next
        defer { next = outer }
        next = 1
        var list = PlaceholderText()
        guard let end = readDirectives(into: &list, depth: depth), end != nil else { return nil }
        return list.placeholders.map { "\($0.types.rawValue)\($0.length ?? "")" }.joined(separator: " ")
    }

    private static func types(of letter: UInt8) -> ArgumentTypes? {
        switch letter {
        case _ where "aswy".utf8.contains(letter): .object
        case _ where "dxobr".utf8.contains(letter): .integer
        case _ where "feg$".utf8.contains(letter): .floatingPoint
        case UInt8(ascii: "c"): .character
        default: nil
        }
    }

    private mutating func add(
        _ types: ArgumentTypes, contents: String?, from start: Int, to result: inout PlaceholderText
    ) {
        result.add(.number(next), scanner, from: start, isExplicit: false, types, length: contents)
        next += 1
    }
}
