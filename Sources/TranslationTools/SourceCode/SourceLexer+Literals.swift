// String literals of Swift, C and scripts; and regular expressions, whose quotes begin no literal.

internal import Support

extension SourceLexer {
    /// Reads a literal, or passes a regular expression, at the position; `nil` where there is neither.
    mutating func literal(depth: Int, after previous: SourceToken?) -> SourceLiteral? {
        switch (language, bytes[position]) {
        case (.swift, UInt8(ascii: "\"")): return swiftLiteral(signs: 0, depth: depth)
        case (.swift, UInt8(ascii: "#")):
            var signs = 1
            while peek(signs) == UInt8(ascii: "#"), signs < 255 { signs += 1 }
            if peek(signs) == UInt8(ascii: "\"") { return swiftLiteral(signs: signs, depth: depth) }
            guard peek(signs) == UInt8(ascii: "/") else { return nil }
            position += signs + 1
            while position < bytes.count, !(isNext("/") && hasSigns(signs, at: 1)) { position += 1 }
            position = min(position + signs + 1, bytes.count)
            return SourceLiteral(parts: [], form: .character)
        case (_, UInt8(ascii: "/")) where language == .swift || language.hasScriptLiterals:
            return regularExpression(after: previous)
        case (.c, UInt8(ascii: "\"")):
            return previous?.name == "R" && previous.map { $0.offset == position - 1 } == true
                ? rawLiteral() : quoted(UInt8(ascii: "\""), form: .string, depth: depth)
        case (.c, UInt8(ascii: "@")) where peek(1) == UInt8(ascii: "\""):
            position += 1
            return quoted(UInt8(ascii: "\""), form: .object, depth: depth)
        case (.c, UInt8(ascii: "'")): return quoted(UInt8(ascii: "'"), form: .character, depth: depth)
        case (_, UInt8(ascii: "\"")), (_, UInt8(ascii: "'")), (_, UInt8(ascii: "`")):
            return language.hasScriptLiterals
                ? quoted(bytes[position], form: .string, depth: depth) : nil
        default: return nil
        }
    }

    // MARK: Swift

    /// In the text of a literal of several lines: the beginning of a line, and of one that continues the line
    /// before. Neither byte occurs in UTF-8.
    private static let line: UInt8 = 0xFF
    private static let continuedLine: UInt8 = 0xFE

    private mutating func swiftLiteral(signs: Int, depth: Int) -> SourceLiteral {
        let start = position
        let errors = errorOffsets.count
        position += signs
        var isMultiline = false
        var isClosed = false
        if isNext("\"\"\"") {
            var next = 3
            while peek(next) == UInt8(ascii: " ") || peek(next) == UInt8(ascii: "\t")
                || peek(next) == UInt8(ascii: "\r")
            {
                next += 1
            }
            isMultiline = peek(next) == UInt8(ascii: "\n")
            if isMultiline { position += next }
        }
        if !isMultiline { position += 1 }
        var pieces: [SourceLiteralPiece] = []
        var text: [UInt8] = []
        var indentation: [UInt8] = []
        while let byte = peek(0) {
            if byte == UInt8(ascii: "\""), !isMultiline || isNext("\"\"\""),
                hasSigns(signs, at: isMultiline ? 3 : 1)
            {
                position += signs + (isMultiline ? 3 : 1)
                isClosed = true
                if isMultiline, let last = text.lastIndex(of: Self.line) {
                    indentation = Array(text[(last + 1)...])
                    text.removeSubrange(last...)
                }
                break
            } else if byte == UInt8(ascii: "\\"), hasSigns(signs, at: 1) {
                position += 1 + signs
                if peek(0) == UInt8(ascii: "(") {
                    position += 1
                    pieces.append(.text(text))
                    text = []
                    guard depth < Self.deepest else { break }
                    pieces.append(.code(tokens(until: UInt8(ascii: ")"), depth: depth + 1)))
                } else {
                    swiftEscape(signs: signs, isMultiline: isMultiline, into: &text)
                }
            } else if byte == UInt8(ascii: "\n") {
                if !isMultiline { break }
                text.append(Self.line)
                position += 1
            } else {
                if byte < 0xFE, byte != UInt8(ascii: "\r") || !isMultiline { text.append(byte) }
                position += 1
            }
        }
        pieces.append(.text(text))
        if !isClosed { errorOffsets.append(start) }
        return SourceLiteral(
            parts: pieces.enumerated().compactMap { index, piece in
                switch piece {
                case .code(let tokens): return .interpolation(tokens)
                case .text(let bytes):
                    let lines =
                        isMultiline ? Self.joined(bytes, without: indentation, isFirst: index == 0) : bytes
                    return lines.isEmpty ? nil : .text(String(streamSafe: lines))
                }
            }, isBroken: errorOffsets.count > errors)
    }

    private enum SourceLiteralPiece {
        case text([UInt8])
        case code([SourceToken])
    }

    /// The lines of a literal without the indentation that its last line shows.
    private static func joined(_ text: [UInt8], without indentation: [UInt8], isFirst: Bool) -> [UInt8] {
        var joined: [UInt8] = []
        var index = 0
        var isFirst = isFirst
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte >= continuedLine else {
                joined.append(byte)
                continue
            }
            if byte == line, !isFirst { joined.append(UInt8(ascii: "\n")) }
            isFirst = false
            if text[index...].starts(with: indentation) { index += indentation.count }
        }
        return joined
    }

    private mutating func swiftEscape(signs: Int, isMultiline: Bool, into text: inout [UInt8]) {
        guard let byte = peek(0) else { return }
        let start = position - 1 - signs
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "0"): text.append(0)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): text.append(byte)
        case UInt8(ascii: "u") where peek(0) == UInt8(ascii: "{"):
            position += 1
            append(hexadecimal(most: 8), to: &text)
            if peek(0) == UInt8(ascii: "}") { position += 1 }
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            position -= 1
            guard isMultiline else { return errorOffsets.append(start) }
            while let blank = peek(0), blank != UInt8(ascii: "\n"), blank <= UInt8(ascii: " ") {
                position += 1
            }
            guard peek(0) == UInt8(ascii: "\n") else { return }
            position += 1
            text.append(Self.continuedLine)
        default:
            errorOffsets.append(start)
            text.append(byte)
        }
    }

    private func hasSigns(_ count: Int, at distance: Int) -> Bool {
        (0..<count).allSatisfy { peek(distance + $0) == UInt8(ascii: "#") }
    }

    // MARK: C and scripts

    private mutating func quoted(_ quote: UInt8, form: SourceLiteral.Form, depth: Int) -> SourceLiteral {
        position += 1
        var parts: [SourceLiteral.Part] = []
        var text: [UInt8] = []
        while let byte = peek(0) {
            position += 1
            if byte == quote { break }
            if byte == UInt8(ascii: "\n"), quote != UInt8(ascii: "`") {
                position -= 1
                break
            }
            if byte == UInt8(ascii: "$"), quote == UInt8(ascii: "`"), peek(0) == UInt8(ascii: "{"),
                depth < Self.deepest
            {
                position += 1
                parts.append(.text(String(streamSafe: text)))
                text = []
                parts.append(.interpolation(tokens(until: UInt8(ascii: "}"), depth: depth + 1)))
            } else if byte == UInt8(ascii: "\\") {
                escape(into: &text)
            } else {
                text.append(byte)
            }
        }
        if !text.isEmpty { parts.append(.text(String(streamSafe: text))) }
        return SourceLiteral(parts: parts, form: form)
    }

    /// Reads an escape (ISO/IEC 9899, 6.4.4.4); hexadecimal ones of scripts have two digits.
    private mutating func escape(into text: inout [UInt8]) {
        guard let byte = peek(0) else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "x"):
            let value = hexadecimal(most: language == .c ? 8 : 2)
            if language == .c {
                text.append(UInt8(truncatingIfNeeded: value))
            } else {
                append(value, to: &text)
            }
        case UInt8(ascii: "u") where peek(0) == UInt8(ascii: "{"):
            position += 1
            append(hexadecimal(most: 8), to: &text)
            if peek(0) == UInt8(ascii: "}") { position += 1 }
        case UInt8(ascii: "u"): append(hexadecimal(most: 4), to: &text)
        case UInt8(ascii: "U"): append(hexadecimal(most: 8), to: &text)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var value = UInt32(byte & 7)
            for _ in 0..<2 {
                guard let digit = peek(0), (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else {
                    break
                }
                value = value * 8 + UInt32(digit & 7)
                position += 1
            }
            text.append(UInt8(truncatingIfNeeded: value))
        case UInt8(ascii: "\r"): if peek(0) == UInt8(ascii: "\n") { position += 1 }
        case UInt8(ascii: "\n"): break
        default: text.append(byte)
        }
    }

    /// `R"name(text)name"` of C++.
    private mutating func rawLiteral() -> SourceLiteral {
        position += 1
        let start = position
        while let byte = peek(0), byte != UInt8(ascii: "("), position - start <= 16 { position += 1 }
        let end = [UInt8(ascii: ")")] + bytes[start..<position] + [UInt8(ascii: "\"")]
        position = min(position + 1, bytes.count)
        let first = position
        while position < bytes.count, !bytes[position...].starts(with: end) { position += 1 }
        let text = String(decoding: bytes[first..<position], as: UTF8.self)
        position = min(position + end.count, bytes.count)
        return SourceLiteral(parts: [.text(text)])
    }

    private mutating func hexadecimal(most: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<most {
            guard let byte = peek(0), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { break }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private func append(_ scalar: UInt32, to text: inout [UInt8]) {
        text += Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }

    // MARK: Regular expressions

    /// The keywords after which an operand begins, and no operator stands.
    static let wordsBeforeOperands: Set = [
        "return", "in", "case", "try", "await", "else", "throw", "typeof", "of", "default", "yield",
    ]

    /// Passes `/expression/` where an operand may begin and the expression ends on its line.
    private mutating func regularExpression(after previous: SourceToken?) -> SourceLiteral? {
        switch previous?.kind {
        case .number?, .literal?: return nil
        case .name(let name)?:
            guard Self.wordsBeforeOperands.contains(name) else { return nil }
        case .sign(let sign)?: if [")", "]", "}"].contains(sign) { return nil }
        case nil: break
        }
        guard let first = peek(1), first != UInt8(ascii: " "), first != UInt8(ascii: "\n") else { return nil }
        var next = 1
        var isInClass = false
        while next < 1000, let byte = peek(next), byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "\\") {
                next += 1
            } else if byte == UInt8(ascii: "[") {
                isInClass = true
            } else if byte == UInt8(ascii: "]") {
                isInClass = false
            } else if byte == UInt8(ascii: "/"), !isInClass || language == .swift {
                position += next + 1
                return SourceLiteral(parts: [], form: .character)
            }
            next += 1
        }
        return nil
    }
}
