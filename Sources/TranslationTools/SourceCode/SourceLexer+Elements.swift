// Elements: those in JavaScript (JSX), and the markup of components. An element becomes the tokens of
// a call of its name, with its attributes as arguments with labels, so that `<Trans i18nKey="key"/>`
// is read as `Trans(i18nKey: "key")`.

internal import Support

extension SourceLexer {
    // MARK: JavaScript

    /// Whether `<` at the position begins an element, and is no operator or list of types.
    func beginsElement(after previous: SourceToken?) -> Bool {
        guard language == .javaScript(hasElements: true), let next = peek(1),
            Self.beginsName(next) || next == UInt8(ascii: ">")
        else { return false }
        switch previous?.kind {
        case .number?, .literal?: return false
        case .name(let name)?: guard Self.wordsBeforeOperands.contains(name) else { return false }
        case .sign(let sign)?: if [")", "]", "}"].contains(sign) { return false }
        case nil: break
        }
        return !beginsTypeParameters
    }

    /// Whether `<T,>` or `<T extends U>` begins a function of TypeScript.
    private var beginsTypeParameters: Bool {
        var distance = 1
        while let byte = peek(distance), Self.beginsName(byte) || Self.isDigit(byte) { distance += 1 }
        while let byte = peek(distance), byte == UInt8(ascii: " ") { distance += 1 }
        return peek(distance) == UInt8(ascii: ",") || isNext("extends ", at: distance)
    }

    /// The tokens of an element and of all inside it. Text counts as a literal, since it may be a key.
    mutating func elements(depth: Int) -> [SourceToken] {
        var tokens: [SourceToken] = []
        var level = 0
        repeat {
            if isNext("</") {
                skip(to: ">")
                level -= 1
            } else if tag(into: &tokens, depth: depth) {
                level += 1
            }
            while level > 0, let byte = peek(0), byte != UInt8(ascii: "<") {
                if byte == UInt8(ascii: "{"), depth < Self.deepest {
                    code(into: &tokens, depth: depth)
                } else {
                    text(into: &tokens)
                }
            }
        } while level > 0 && position < bytes.count
        return tokens
    }

    /// Text up to the next element or code.
    private mutating func text(into tokens: inout [SourceToken]) {
        let start = position
        repeat {
            position += 1
        } while peek(0).map { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "{") } == true
        let words = Self.resolved(bytes[start..<position]).split { $0.isWhitespace }.joined(separator: " ")
        if !words.isEmpty { add(.literal(SourceLiteral(parts: [.text(words)])), from: start, to: &tokens) }
    }

    /// `{code}`, in braces, so that it is no argument of what precedes it.
    private mutating func code(into tokens: inout [SourceToken], depth: Int) {
        let start = position
        position += 1
        add(.sign("{"), from: start, to: &tokens)
        tokens += self.tokens(until: UInt8(ascii: "}"), depth: depth + 1)
        add(.sign("}"), from: position, to: &tokens)
    }

    // MARK: Components

    /// The tokens of a component: its tags, the code in its markup, and its scripts.
    mutating func componentTokens() -> [SourceToken] {
        var tokens: [SourceToken] = []
        while let byte = peek(0) {
            if isNext("<!--") {
                skip(to: "-->")
            } else if isNext("</") {
                skip(to: ">")
            } else if isNext("{{") {
                position += 1
                code(into: &tokens, depth: 0)
                if isNext("}") { position += 1 }
            } else if byte == UInt8(ascii: "<"), peek(1).map(Self.beginsName) == true {
                let isScript = isNext("<script")
                let isStyle = isNext("<style")
                guard tag(into: &tokens, depth: 0) else { continue }
                let start = position
                if isStyle { skip(to: "</style") }
                if isScript {
                    skip(before: "</script")
                    tokens += codeTokens(start..<position, depth: 0)
                }
            } else {
                position += 1
            }
        }
        return tokens
    }

    /// The tokens of a part of the source that is code.
    private mutating func codeTokens(_ range: Range<Int>, depth: Int) -> [SourceToken] {
        var lexer = SourceLexer(Array(bytes[range]), language: .javaScript(hasElements: false))
        lexer.base = base + range.lowerBound
        let tokens = lexer.tokens(until: nil, depth: depth)
        annotations += lexer.annotations
        return tokens
    }

    // MARK: Tags

    /// Reads `<Name attribute="value">`.
    ///
    /// - Returns: whether the element goes on after its tag.
    private mutating func tag(into tokens: inout [SourceToken], depth: Int) -> Bool {
        let start = position
        position += 1
        let name = markupName()
        add(.name(name.split(separator: ".").last.map(String.init) ?? ""), from: start, to: &tokens)
        add(.sign("("), from: position, to: &tokens)
        defer { add(.sign(")"), from: position, to: &tokens) }
        while let byte = peek(0) {
            if isNext("/>") {
                position += 2
                return false
            } else if byte == UInt8(ascii: ">") {
                position += 1
                return true
            } else if byte == UInt8(ascii: "{"), depth < Self.deepest {
                code(into: &tokens, depth: depth)
                add(.sign(","), from: position, to: &tokens)
            } else if skipComment() {
                continue
            } else if Self.isMarkupName(byte) {
                attribute(into: &tokens, depth: depth)
            } else {
                position += 1
            }
        }
        return false
    }

    private mutating func attribute(into tokens: inout [SourceToken], depth: Int) {
        let start = position
        let name = markupName()
        add(.name(name), from: start, to: &tokens)
        add(.sign(":"), from: position, to: &tokens)
        defer { add(.sign(","), from: position, to: &tokens) }
        skipBlanks()
        guard isNext("=") else { return add(.name("true"), from: position, to: &tokens) }
        position += 1
        skipBlanks()
        switch peek(0) {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let quote = bytes[position]
            let start = position
            position += 1
            while let byte = peek(0), byte != quote { position += 1 }
            let value = start + 1..<position
            if position < bytes.count { position += 1 }
            // In components the values of directives are code.
            if language == .component, name.contains(where: { ":@#".contains($0) }) || name.hasPrefix("v-") {
                tokens += codeTokens(value, depth: 1)
            } else {
                add(
                    .literal(SourceLiteral(parts: [.text(Self.resolved(bytes[value]))])), from: start,
                    to: &tokens)
            }
        case UInt8(ascii: "{") where depth < Self.deepest:
            position += 1
            tokens += self.tokens(until: UInt8(ascii: "}"), depth: depth + 1)
        default:
            while let byte = peek(0), byte > UInt8(ascii: " "), byte != UInt8(ascii: ">") { position += 1 }
        }
    }

    private static func isMarkupName(_ byte: UInt8) -> Bool {
        beginsName(byte) || isDigit(byte) || "-:.@#".utf8.contains(byte)
    }

    private mutating func markupName() -> String {
        let start = position
        while let byte = peek(0), Self.isMarkupName(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A text with the entities that markup cannot do without.
    private static func resolved(_ text: ArraySlice<UInt8>) -> String {
        let text = String(decoding: text, as: UTF8.self)
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&"),
        ]
        .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private mutating func skipBlanks() {
        while let byte = peek(0), byte <= UInt8(ascii: " ") { position += 1 }
    }

    /// Passes everything before a text.
    private mutating func skip(before end: StaticString) {
        while position < bytes.count, !isNext(end) { position += 1 }
    }

    private mutating func skip(to end: StaticString) {
        skip(before: end)
        position = min(position + end.utf8CodeUnitCount, bytes.count)
    }

    private func add(_ kind: SourceToken.Kind, from start: Int, to tokens: inout [SourceToken]) {
        tokens.append(
            SourceToken(kind: kind, offset: base + start, end: base + position, startsLine: false))
    }
}
