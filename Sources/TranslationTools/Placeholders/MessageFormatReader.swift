// MessageFormat, as `java.text.MessageFormat` and as ICU have it.

internal import Localization

/// Reads a message with arguments in braces, which may contain messages.
struct MessageFormatReader {
    private enum Dialect { case java, icu }

    private let dialect: Dialect
    private var scanner: PlaceholderScanner
    private var result = PlaceholderText()
    private var isInvalid = false
    /// Whether any argument selects among messages.
    private var hasSelection = false

    private init(_ text: String, _ dialect: Dialect) {
        scanner = PlaceholderScanner(text)
        self.dialect = dialect
    }

    /// Java's: arguments by number, and an apostrophe quotes.
    static func java(_ text: String) -> PlaceholderText { read(text, .java).result.withNarrowTypes }

    /// ICU's: arguments by name or number, and an apostrophe quotes before braces only.
    static func icu(_ text: String) -> PlaceholderText { read(text, .icu).result }

    /// Whether a text selects among messages, as no other syntax does: `{n, plural, …}`.
    static func selects(_ text: String) -> Bool {
        guard text.utf8.contains(0x7B), text.utf8.contains(0x2C) else { return false }
        return read(text, .icu).hasSelection
    }

    private static func read(_ text: String, _ dialect: Dialect) -> MessageFormatReader {
        var reader = MessageFormatReader(text, dialect)
        reader.readMessage(depth: 0)
        if reader.isInvalid {
            reader.result = .invalid(reader.scanner.excerpt(from: max(0, reader.scanner.index - 16)))
        }
        return reader
    }

    private static let deepest = 16

    /// Reads a message up to its end or to the brace that closes it.
    private mutating func readMessage(depth: Int) {
        guard depth < Self.deepest else {
            isInvalid = true
            return
        }
        while !isInvalid, let byte = scanner.peek {
            switch byte {
            case 0x27: skipQuoted()
            case 0x7B: readArgument(depth: depth)
            case 0x7D:
                if depth == 0 { isInvalid = true }
                return
            default: scanner.index += 1
            }
        }
        if depth > 0 { isInvalid = true }
    }

    /// Goes beyond an apostrophe and what it quotes.
    private mutating func skipQuoted() {
        scanner.index += 1
        if scanner.skip(0x27) { return }
        if dialect == .icu {
            guard let byte = scanner.peek, "{}#|".utf8.contains(byte) else { return }
        }
        while let byte = scanner.peek {
            scanner.index += 1
            guard byte == 0x27 else { continue }
            if scanner.peek == 0x27 { scanner.index += 1 } else { return }
        }
    }

    private mutating func readArgument(depth: Int) {
        let start = scanner.index
        scanner.index += 1
        skipBlanks()
        guard let argument = readName() else {
            isInvalid = true
            return
        }
        skipBlanks()
        var types: ArgumentTypes = dialect == .java ? .object : .any
        if scanner.skip(0x2C) {
            skipBlanks()
            let kind = scanner.identifier() ?? ""
            skipBlanks()
            switch kind.lowercased() {
            case "plural", "selectordinal", "select":
                hasSelection = true
                types = kind.lowercased() == "select" ? .string : [.integer, .floatingPoint]
                guard scanner.skip(0x2C) else {
                    isInvalid = true
                    return
                }
                readChoices(isPlural: kind.lowercased() != "select", depth: depth)
            case "date", "time", "number", "choice", "spellout", "ordinal", "duration", "list":
                types =
                    kind == "date" || kind == "time"
                    ? .date : kind == "list" ? .list : [.integer, .floatingPoint]
                if scanner.skip(0x2C) { skipStyle() }
            default: isInvalid = true
            }
        }
        guard !isInvalid, scanner.skip(0x7D) else {
            isInvalid = true
            return
        }
        let range = start..<scanner.index
        let isShort = range.count <= 48
        result.placeholders.append(
            Placeholder(
                argument: argument, types: types,
                source: isShort ? scanner.string(range) : scanner.string(start..<start + 24) + "…",
                range: range,
                isExplicit: true))
    }

    private mutating func readName() -> ArgumentName? {
        if let number = scanner.number() { return .number(number) }
        guard dialect == .icu else { return nil }
        let start = scanner.index
        // Pattern_Syntax and white space end a name; letters of all scripts are none of them.
        while let byte = scanner.peek,
            byte >= 0x80 || PlaceholderScanner.isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2E
                || byte == 0x2D
        { scanner.index += 1 }
        return scanner.index > start ? .name(scanner.string(start..<scanner.index)) : nil
    }

    /// Reads `one {…} other {…}`. Without `other` there is no text for some numbers.
    private mutating func readChoices(isPlural: Bool, depth: Int) {
        var hasOther = false
        skipBlanks()
        while !isInvalid, let byte = scanner.peek, byte != 0x7D {
            let start = scanner.index
            while let byte = scanner.peek, byte > 0x20, byte != 0x7B, byte != 0x7D { scanner.index += 1 }
            let selector = scanner.string(start..<scanner.index)
            skipBlanks()
            if isPlural, selector.hasPrefix("offset:") { continue }
            if isPlural, !selector.hasPrefix("="), PluralCategory(rawValue: selector) == nil {
                isInvalid = true
                return
            }
            if selector == "other" { hasOther = true }
            guard !selector.isEmpty, scanner.skip(0x7B) else {
                isInvalid = true
                return
            }
            readMessage(depth: depth + 1)
            guard scanner.skip(0x7D) else {
                isInvalid = true
                return
            }
            skipBlanks()
        }
        if !hasOther { isInvalid = true }
    }

    /// Goes up to the end of a style, in which braces come in pairs.
    private mutating func skipStyle() {
        var depth = 0
        while let byte = scanner.peek {
            if byte == 0x27 {
                skipQuoted()
                continue
            }
            if byte == 0x7B { depth += 1 }
            if byte == 0x7D {
                if depth == 0 { return }
                depth -= 1
            }
            scanner.index += 1
        }
    }

    private mutating func skipBlanks() {
        while let byte = scanner.peek, byte <= 0x20 { scanner.index += 1 }
    }
}
