// The parser of MessageFormat 2, one function for each rule of the grammar (UTS #35, Part 9, "message.abnf").

/// Reads a message in one pass. The grammar has no nesting, so nothing recurs.
struct MessageFormat2Parser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ source: String) { bytes = Array(source.utf8) }

    /// `simple-message` or `complex-message`.
    mutating func message() throws(MessageFormat2Fault) -> (
        [MessageFormat2.Declaration], MessageFormat2.Body
    ) {
        skipSpace()
        guard peek == Self.dot || isAhead("{{") else {
            index = 0
            return ([], .pattern(try pattern(isQuoted: false)))
        }
        var declarations: [MessageFormat2.Declaration] = []
        while true {
            skipSpace()
            if skip(".input") {
                declarations.append(try input())
            } else if skip(".local") {
                declarations.append(try local())
            } else {
                break
            }
        }
        let body: MessageFormat2.Body
        if skip(".match") {
            body = .matcher(try matcher())
        } else {
            body = .pattern(try quotedPattern())
        }
        skipSpace()
        guard index == bytes.count else { throw fault() }
        return (declarations, body)
    }

    // MARK: Declarations and variants

    private mutating func input() throws(MessageFormat2Fault) -> MessageFormat2.Declaration {
        skipSpace()
        let start = index
        let expression = try expression()
        guard let name = expression.operandVariable else { throw fault(from: start) }
        return MessageFormat2.Declaration(kind: .input, name: name, expression: expression)
    }

    private mutating func local() throws(MessageFormat2Fault) -> MessageFormat2.Declaration {
        try requireSpace()
        let name = try variable()
        skipSpace()
        try expect(0x3D)
        skipSpace()
        return MessageFormat2.Declaration(kind: .local, name: name, expression: try expression())
    }

    private mutating func matcher() throws(MessageFormat2Fault) -> MessageFormat2.Matcher {
        var selectors: [MessageFormat2.Matcher.Selector] = []
        repeat {
            try requireSpace()
            guard selectors.isEmpty || peek == Self.dollar else { break }
            let start = index
            let name = try variable()
            selectors.append(MessageFormat2.Matcher.Selector(name: name, range: start..<index))
        } while true
        var variants: [MessageFormat2.Matcher.Variant] = []
        repeat {
            variants.append(try variant())
            skipSpace()
        } while index < bytes.count
        return MessageFormat2.Matcher(selectors: selectors, variants: variants)
    }

    private mutating func variant() throws(MessageFormat2Fault) -> MessageFormat2.Matcher.Variant {
        let start = index
        var end = index
        var keys: [MessageFormat2.Matcher.Key] = []
        var hasSpace = true
        while peek != Self.openBrace {
            guard hasSpace else { throw fault() }
            keys.append(try key())
            end = index
            hasSpace = skipSpace()
        }
        guard !keys.isEmpty else { throw fault() }
        return MessageFormat2.Matcher.Variant(keys: keys, range: start..<end, pattern: try quotedPattern())
    }

    private mutating func key() throws(MessageFormat2Fault) -> MessageFormat2.Matcher.Key {
        skip(0x2A) ? .any : .literal(try literal())
    }

    // MARK: Patterns

    private mutating func quotedPattern() throws(MessageFormat2Fault) -> MessageFormat2.Pattern {
        guard skip("{{") else { throw fault() }
        let pattern = try pattern(isQuoted: true)
        guard skip("}}") else { throw fault() }
        return pattern
    }

    /// Reads up to the end of the source, or up to the braces that close a quoted pattern.
    private mutating func pattern(isQuoted: Bool) throws(MessageFormat2Fault) -> MessageFormat2.Pattern {
        var parts: [MessageFormat2.PatternPart] = []
        var text: [UInt8] = []
        let first = index
        var start = index
        func endText(_ end: Int) {
            if start < end { parts.append(.text(String(decoding: text, as: UTF8.self), start..<end)) }
            text.removeAll(keepingCapacity: true)
        }
        while let byte = peek {
            switch byte {
            case Self.openBrace:
                endText(index)
                parts.append(try placeholder())
                start = index
            case Self.closeBrace:
                guard isQuoted else { throw fault() }
                endText(index)
                return MessageFormat2.Pattern(parts: parts, range: first..<index)
            default: text.append(try character(byte))
            }
        }
        if isQuoted { throw fault() }
        endText(index)
        return MessageFormat2.Pattern(parts: parts, range: first..<index)
    }

    /// A byte of text or of a quoted literal; the one after a backslash.
    private mutating func character(_ byte: UInt8) throws(MessageFormat2Fault) -> UInt8 {
        guard byte != 0 else { throw fault() }
        index += 1
        guard byte == Self.backslash else { return byte }
        guard let escaped = peek, Self.escapable.contains(escaped) else { throw fault(from: index - 1) }
        index += 1
        return escaped
    }

    private mutating func placeholder() throws(MessageFormat2Fault) -> MessageFormat2.PatternPart {
        let start = index
        index += 1
        skipSpace()
        let isMarkup = peek == 0x23 || peek == Self.slash
        index = start
        return isMarkup ? .markup(try markup()) : .expression(try expression())
    }

    private mutating func markup() throws(MessageFormat2Fault) -> MessageFormat2.Markup {
        let start = index
        try expect(Self.openBrace)
        skipSpace()
        var kind = peek == Self.slash ? MessageFormat2.Markup.Kind.close : .open
        index += 1
        let name = try identifier()
        let options = try optionsAndAttributes()
        if kind == .open, skip(Self.slash) { kind = .standalone }
        try expect(Self.closeBrace)
        return MessageFormat2.Markup(kind: kind, name: name, options: options, range: start..<index)
    }

    // MARK: Expressions

    private mutating func expression() throws(MessageFormat2Fault) -> MessageFormat2.Expression {
        let start = index
        try expect(Self.openBrace)
        skipSpace()
        var operand: MessageFormat2.Operand?
        var function: MessageFormat2.Function?
        var hasFunction = peek == Self.colon
        if !hasFunction {
            operand = try self.operand()
            let end = index
            hasFunction = skipSpace() && peek == Self.colon
            // The space may separate an attribute.
            if !hasFunction { index = end }
        }
        if hasFunction {
            index += 1
            let name = try identifier()
            function = MessageFormat2.Function(name: name, options: try optionsAndAttributes())
        } else {
            _ = try optionsAndAttributes(hasOptions: false)
        }
        try expect(Self.closeBrace)
        return MessageFormat2.Expression(operand: operand, function: function, range: start..<index)
    }

    /// `*(s option) *(s attribute) o`. An option after an attribute is an error.
    ///
    /// - Parameter hasOptions: whether there may be options.
    private mutating func optionsAndAttributes(
        hasOptions: Bool = true
    ) throws(MessageFormat2Fault) -> [MessageFormat2.Option] {
        var options: [MessageFormat2.Option] = []
        var hasOptions = hasOptions
        while true {
            let hasSpace = skipSpace()
            if peek == 0x40 {
                guard hasSpace else { throw fault() }
                try attribute()
                hasOptions = false
            } else if let scalar = scalar(at: index), Self.isNameStart(scalar.value) {
                guard hasSpace, hasOptions else { throw fault() }
                options.append(try option())
            } else {
                return options
            }
        }
    }

    private mutating func option() throws(MessageFormat2Fault) -> MessageFormat2.Option {
        let start = index
        let name = try identifier()
        skipSpace()
        try expect(0x3D)
        skipSpace()
        return MessageFormat2.Option(name: name, value: try operand(), range: start..<index)
    }

    private mutating func attribute() throws(MessageFormat2Fault) {
        try expect(0x40)
        _ = try identifier()
        let end = index
        skipSpace()
        guard skip(0x3D) else {
            // The space may separate the next attribute.
            index = end
            return
        }
        skipSpace()
        _ = try literal()
    }

    private mutating func operand() throws(MessageFormat2Fault) -> MessageFormat2.Operand {
        peek == Self.dollar ? .variable(try variable()) : .literal(try literal())
    }

    private mutating func variable() throws(MessageFormat2Fault) -> String {
        try expect(Self.dollar)
        return try name()
    }

    private mutating func literal() throws(MessageFormat2Fault) -> String {
        guard skip(Self.bar) else {
            let start = index
            while let scalar = scalar(at: index), Self.isNameCharacter(scalar.value) {
                index += scalar.length
            }
            guard index > start else { throw fault() }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var text: [UInt8] = []
        let start = index - 1
        while let byte = peek {
            if skip(Self.bar) { return String(decoding: text, as: UTF8.self) }
            text.append(try character(byte))
        }
        throw fault(from: start)
    }

    // MARK: Names

    private mutating func identifier() throws(MessageFormat2Fault) -> String {
        let name = try name()
        guard skip(Self.colon) else { return name }
        return name + ":" + (try self.name())
    }

    private mutating func name() throws(MessageFormat2Fault) -> String {
        skipDirection()
        let start = index
        guard let first = scalar(at: index), Self.isNameStart(first.value) else { throw fault() }
        while let scalar = scalar(at: index), Self.isNameCharacter(scalar.value) { index += scalar.length }
        defer { skipDirection() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Goes beyond one mark or isolate of direction.
    private mutating func skipDirection() {
        if let scalar = scalar(at: index), Self.isDirection(scalar.value) { index += scalar.length }
    }

    // MARK: Characters

    private static let (dot, dollar, colon, slash): (UInt8, UInt8, UInt8, UInt8) = (0x2E, 0x24, 0x3A, 0x2F)
    private static let (bar, backslash): (UInt8, UInt8) = (0x7C, 0x5C)
    private static let (openBrace, closeBrace): (UInt8, UInt8) = (0x7B, 0x7D)
    private static let escapable: [UInt8] = [backslash, openBrace, bar, closeBrace]

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func isAhead(_ text: StaticString) -> Bool {
        let end = index + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[index..<end].elementsEqual($0) }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        guard isAhead(text) else { return false }
        index += text.utf8CodeUnitCount
        return true
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(MessageFormat2Fault) {
        guard skip(byte) else { throw fault() }
    }

    /// Goes beyond white space and marks of direction.
    ///
    /// - Returns: whether there was white space, which separates.
    @discardableResult
    private mutating func skipSpace() -> Bool {
        var hasSpace = false
        while let scalar = scalar(at: index) {
            if Self.isSpace(scalar.value) {
                hasSpace = true
            } else if !Self.isDirection(scalar.value) {
                break
            }
            index += scalar.length
        }
        return hasSpace
    }

    private mutating func requireSpace() throws(MessageFormat2Fault) {
        let start = index
        guard skipSpace() else { throw fault(from: start) }
    }

    /// The character at an index, which is the first byte of one; the bytes are sound UTF-8.
    private func scalar(at index: Int) -> (value: UInt32, length: Int)? {
        guard index < bytes.count else { return nil }
        let first = UInt32(bytes[index])
        func next(_ distance: Int) -> UInt32 { UInt32(bytes[index + distance] & 0x3F) }
        return switch first {
        case ..<0x80: (first, 1)
        case ..<0xE0: ((first & 0x1F) << 6 | next(1), 2)
        case ..<0xF0: ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3)
        default: ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
        }
    }

    /// A Syntax Error at the present place, or from an earlier one up to it.
    private func fault(from start: Int? = nil) -> MessageFormat2Fault {
        let start = start ?? index
        let end = max(index, start + (scalar(at: start)?.length ?? 0))
        return MessageFormat2Fault(.syntaxError, start..<end)
    }

    private static func isSpace(_ value: UInt32) -> Bool {
        value == 0x20 || value == 0x09 || value == 0x0A || value == 0x0D || value == 0x3000
    }

    private static func isDirection(_ value: UInt32) -> Bool {
        value == 0x061C || value == 0x200E || value == 0x200F || (0x2066...0x2069).contains(value)
    }

    private static func isNameStart(_ value: UInt32) -> Bool {
        if value < 0x80 {
            return (0x61...0x7A).contains(value | 0x20) || value == 0x2B || value == 0x5F
        }
        switch value {
        // Controls, white space, marks of direction and noncharacters.
        case ...0xA0, 0x061C, 0x1680, 0x2000...0x200A, 0x200E, 0x200F, 0x2028...0x202F, 0x205F,
            0x2066...0x2069, 0x3000, 0xFDD0...0xFDEF:
            return false
        default: return value & 0xFFFE != 0xFFFE
        }
    }

    private static func isNameCharacter(_ value: UInt32) -> Bool {
        isNameStart(value) || (0x30...0x39).contains(value) || value == 0x2D || value == 0x2E
    }
}
