// Reads Fluent's texts and expressions.

/// A position in a file or in a text of Fluent, and what can be read there.
struct FluentReader {
    var index: Int
    let bytes: [UInt8]
    /// Whether this is one text by itself: its lines need no indent, as those in a file do.
    private let isText: Bool

    init(_ bytes: [UInt8], at index: Int = 0, isText: Bool = false) {
        (self.bytes, self.index, self.isText) = (bytes, index, isText)
    }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    func fault(_ kind: FluentPattern.Fault.Kind, at offset: Int? = nil) -> FluentPattern.Fault {
        FluentPattern.Fault(kind: kind, offset: offset ?? index)
    }

    /// Goes beyond a byte, if it is the next one.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    mutating func expect(_ sign: Character) throws(FluentPattern.Fault) {
        guard let byte = sign.asciiValue, skip(byte) else { throw fault(.expected(String(sign))) }
    }

    // MARK: White space

    /// Behind spaces. A tab is none in Fluent.
    func behindBlanks(_ start: Int) -> Int {
        var index = start
        while byte(at: index) == 0x20 { index += 1 }
        return index
    }

    /// Behind a line break; `nil` where there is none. The end of the file ends a line, too.
    func behindLineEnd(_ index: Int) -> Int? {
        switch byte(at: index) {
        case nil: index
        case 0x0A: index + 1
        case 0x0D where byte(at: index + 1) == 0x0A: index + 2
        default: nil
        }
    }

    /// Behind spaces and line breaks.
    func behindBlankLines(_ start: Int) -> Int {
        var index = behindBlanks(start)
        while index < bytes.count, let next = behindLineEnd(index) { index = behindBlanks(next) }
        return index
    }

    mutating func skipBlanks() { index = behindBlanks(index) }

    mutating func skipBlankLines() { index = behindBlankLines(index) }

    // MARK: Names

    static func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x61...0x7A).contains($0 | 0x20) } ?? false }

    static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

    /// Reads a name; `nil` where none begins.
    mutating func name() -> String? {
        guard Self.isLetter(peek) else { return nil }
        let start = index
        while let byte = peek, Self.isLetter(byte) || Self.isDigit(byte) || byte == 0x5F || byte == 0x2D {
            index += 1
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func requiredName() throws(FluentPattern.Fault) -> String {
        guard let name = name() else { throw fault(.expression) }
        return name
    }

    // MARK: Texts

    /// Reads the text behind a name and its equals sign, or behind the key of a
    /// variant; `nil` where there is none.
    mutating func pattern(depth: Int = 0) throws(FluentPattern.Fault) -> FluentPattern? {
        var elements: [FluentPattern.Element] = []
        var indent: Int?
        skipBlanks()
        let isBlock = behindLineEnd(index) != nil
        if isBlock {
            guard let next = continuation(at: index) else { return nil }
            indent = next.indent
            // Deeper indents of the first line are text, which the common one decides.
            index = next.start
        }
        var start = index
        func text(upTo end: Int) -> [FluentPattern.Element] { start < end ? [.text(start..<end)] : [] }
        while let byte = peek {
            switch byte {
            case 0x7B:
                elements += text(upTo: index)
                elements.append(.placeable(try placeable(depth: depth)))
                start = index
            case 0x7D: throw fault(.brace)
            case 0x0A, 0x0D:
                guard behindLineEnd(index) != nil else {
                    index += 1
                    continue
                }
                guard let next = continuation(at: index) else {
                    return finished(elements + text(upTo: trimmed(index, from: start)), indent, isBlock)
                }
                indent = min(indent ?? next.indent, next.indent)
                index = next.start
            default: index += 1
            }
        }
        return finished(elements + text(upTo: trimmed(index, from: start)), indent, isBlock)
    }

    private func trimmed(_ end: Int, from start: Int) -> Int {
        var end = end
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        return end
    }

    private func finished(
        _ elements: [FluentPattern.Element], _ indent: Int?, _ isBlock: Bool
    ) -> FluentPattern? {
        guard let first = elements.first, let last = elements.last else { return nil }
        return FluentPattern(
            elements: elements, range: first.range.lowerBound..<last.range.upperBound, indent: indent,
            isBlock: isBlock)
    }

    /// Where the text goes on behind the end of a line; `nil` where it does not.
    private func continuation(at end: Int) -> (start: Int, indent: Int)? {
        var line = end
        var index = end
        while index < bytes.count, let next = behindLineEnd(index) {
            line = next
            index = behindBlanks(next)
        }
        guard let byte = byte(at: index) else { return nil }
        let indent = index - line
        if byte == 0x7B { return (index, indent) }
        guard indent > 0 || isText, !"}[*.".utf8.contains(byte) else { return nil }
        return (index, indent)
    }

    // MARK: Placeables

    /// Reads `{ … }`.
    mutating func placeable(depth: Int) throws(FluentPattern.Fault) -> FluentPattern.Placeable {
        guard depth < FluentPattern.deepest else { throw fault(.tooDeep) }
        let start = index
        index += 1
        skipBlankLines()
        let place = index
        let expression = try expression(depth: depth + 1)
        let range = place..<index
        skipBlankLines()
        if peek == 0x2D, byte(at: index + 1) == 0x3E {
            guard expression.isSelector else { throw fault(.expression, at: place) }
            index += 2
            let variants = try variants(depth: depth + 1)
            let end = variants.last?.pattern.range.upperBound
            skipBlankLines()
            guard skip(0x7D) else { throw fault(.expected("}"), at: end) }
            let select = FluentPattern.Select(selector: expression, selectorRange: range, variants: variants)
            return FluentPattern.Placeable(expression: .select(select), range: start..<index)
        }
        if case .term(let term, _) = expression, term.attribute != nil { throw fault(.expression, at: place) }
        guard skip(0x7D) else { throw fault(.expected("}"), at: range.upperBound) }
        return FluentPattern.Placeable(expression: expression, range: start..<index)
    }

    private mutating func expression(depth: Int) throws(FluentPattern.Fault) -> FluentPattern.Expression {
        let start = index
        switch peek {
        case 0x7B: return .placeable(try placeable(depth: depth))
        case 0x22: return .string(try string())
        case 0x24:
            index += 1
            return .variable(try requiredName())
        case 0x2D where Self.isLetter(byte(at: index + 1)):
            index += 1
            let name = "-" + (try requiredName())
            return .term(try reference(name, from: start), try arguments(depth: depth) ?? [])
        case let byte where byte == 0x2D || Self.isDigit(byte): return .number(try number())
        default:
            let name = try requiredName()
            let reference = try reference(name, from: start)
            guard reference.attribute == nil, let arguments = try arguments(depth: depth) else {
                return .message(reference)
            }
            guard name.utf8.allSatisfy({ !(0x61...0x7A).contains($0) }) else {
                throw fault(.expression, at: start)
            }
            return .function(name, arguments)
        }
    }

    /// Reads the attribute behind a name.
    private mutating func reference(
        _ name: String, from start: Int
    ) throws(FluentPattern.Fault) -> FluentPattern.Reference {
        let range = start..<index
        guard skip(0x2E) else {
            return FluentPattern.Reference(name: name, range: range, attribute: nil, attributeRange: nil)
        }
        let place = index
        let attribute = try requiredName()
        return FluentPattern.Reference(
            name: name, range: range, attribute: attribute, attributeRange: place..<index)
    }

    /// Reads a literal in quotes, and gives what is between them.
    private mutating func string() throws(FluentPattern.Fault) -> Range<Int> {
        index += 1
        let start = index
        while let byte = peek, behindLineEnd(index) == nil {
            if byte == 0x22 {
                index += 1
                return start..<index - 1
            }
            if byte == 0x5C {
                guard let length = Self.escapeLength(bytes[index...]) else { throw fault(.escape) }
                index += length
            } else {
                index += 1
            }
        }
        throw fault(.expected("\""))
    }

    /// How many bytes the escape at the beginning has; `nil` where it is none.
    static func escapeLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        let digits: Int
        switch bytes.dropFirst().first {
        case 0x22, 0x5C: return 2
        case UInt8(ascii: "u"): digits = 4
        case UInt8(ascii: "U"): digits = 6
        default: return nil
        }
        let code = bytes.dropFirst(2).prefix(digits)
        let isCode =
            code.count == digits
            && code.allSatisfy { isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
        return isCode ? 2 + digits : nil
    }

    private mutating func number() throws(FluentPattern.Fault) -> Range<Int> {
        let start = index
        _ = skip(0x2D)
        func digits() throws(FluentPattern.Fault) {
            guard Self.isDigit(peek) else { throw fault(.expression) }
            while Self.isDigit(peek) { index += 1 }
        }
        try digits()
        if skip(0x2E) { try digits() }
        return start..<index
    }

    /// Reads what is in parentheses; `nil` where there are none.
    private mutating func arguments(depth: Int) throws(FluentPattern.Fault) -> [FluentPattern.Argument]? {
        let place = behindBlankLines(index)
        guard byte(at: place) == 0x28 else { return nil }
        guard depth < FluentPattern.deepest else { throw fault(.tooDeep) }
        index = place + 1
        var arguments: [FluentPattern.Argument] = []
        var names: Set<String> = []
        while true {
            skipBlankLines()
            if skip(0x29) { return arguments }
            let start = index
            let value = try expression(depth: depth + 1)
            skipBlankLines()
            if case .message(let reference) = value, reference.attribute == nil, skip(0x3A) {
                skipBlankLines()
                let value: FluentPattern.Expression =
                    peek == 0x22 ? .string(try string()) : .number(try number())
                guard names.insert(reference.name).inserted else { throw fault(.expression, at: start) }
                arguments.append(FluentPattern.Argument(name: reference.name, value: value))
                skipBlankLines()
            } else {
                guard names.isEmpty else { throw fault(.expression, at: start) }
                arguments.append(FluentPattern.Argument(name: nil, value: value))
            }
            guard !skip(0x2C) else { continue }
            try expect(")")
            return arguments
        }
    }

    // MARK: Variants

    /// Reads the variants behind an arrow.
    private mutating func variants(depth: Int) throws(FluentPattern.Fault) -> [FluentPattern.Variant] {
        let arrow = index - 2
        var variants: [FluentPattern.Variant] = []
        skipBlanks()
        while behindLineEnd(index) != nil {
            let start = behindBlankLines(index)
            let isDefault = byte(at: start) == 0x2A
            guard byte(at: isDefault ? start + 1 : start) == 0x5B else { break }
            index = isDefault ? start + 2 : start + 1
            skipBlankLines()
            let first = index
            let range: Range<Int>
            if peek == 0x2D || Self.isDigit(peek) {
                range = try number()
            } else {
                _ = try requiredName()
                range = first..<index
            }
            skipBlankLines()
            try expect("]")
            guard let pattern = try pattern(depth: depth) else { throw fault(.missingValue, at: start) }
            variants.append(
                FluentPattern.Variant(
                    key: String(decoding: bytes[range], as: UTF8.self), keyRange: range, start: start,
                    isDefault: isDefault, pattern: pattern))
        }
        guard variants.count(where: \.isDefault) == 1 else { throw fault(.defaultVariant, at: arrow) }
        return variants
    }
}

extension FluentPattern.Element {
    var range: Range<Int> {
        switch self {
        case .text(let range): range
        case .placeable(let placeable): placeable.range
        }
    }
}

extension FluentPattern.Expression {
    /// Whether variants can be chosen by the value.
    fileprivate var isSelector: Bool {
        switch self {
        case .string, .number, .variable, .function: true
        case .term(let reference, _): reference.attribute != nil
        case .message, .placeable, .select: false
        }
    }
}
