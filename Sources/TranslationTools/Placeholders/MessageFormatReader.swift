// MessageFormat, as `java.text.MessageFormat` has it.

internal import Localization

/// Reads a message with arguments in braces.
struct MessageFormatReader {
    private var scanner: PlaceholderScanner
    private var result = PlaceholderText()
    private var isInvalid = false

    private init(_ text: String) { scanner = PlaceholderScanner(text) }

    /// Arguments by number; an apostrophe quotes.
    static func java(_ text: String) -> PlaceholderText {
        var reader = MessageFormatReader(text)
        reader.readMessage()
        guard !reader.isInvalid else {
            return .invalid(reader.scanner.excerpt(from: max(0, reader.scanner.index - 16)))
        }
        return reader.result.withNarrowTypes
    }

    private mutating func readMessage() {
        while !isInvalid, let byte = scanner.peek {
            switch byte {
            case 0x27: skipQuoted()
            case 0x7B: readArgument()
            case 0x7D: isInvalid = true
            default: scanner.index += 1
            }
        }
    }

    /// Goes beyond an apostrophe and what it quotes.
    private mutating func skipQuoted() {
        scanner.index += 1
        if scanner.skip(0x27) { return }
        while let byte = scanner.peek {
            scanner.index += 1
            guard byte == 0x27 else { continue }
            if scanner.peek == 0x27 { scanner.index += 1 } else { return }
        }
    }

    private mutating func readArgument() {
        let start = scanner.index
        scanner.index += 1
        skipBlanks()
        guard let argument = scanner.number() else {
            isInvalid = true
            return
        }
        skipBlanks()
        var types = ArgumentTypes.object
        if scanner.skip(0x2C) {
            skipBlanks()
            let kind = scanner.identifier() ?? ""
            skipBlanks()
            switch kind.lowercased() {
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
                argument: .number(argument), types: types,
                source: isShort ? scanner.string(range) : scanner.string(start..<start + 24) + "…",
                range: range,
                isExplicit: true))
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
