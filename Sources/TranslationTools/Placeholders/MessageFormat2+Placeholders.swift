// Messages of MessageFormat 2 as checks compare them.

internal import Localization

extension MessageFormat2 {
    /// Whether a text is a message of MessageFormat 2, as no other syntax is: it begins with `.match`,
    /// `.input` or `.local`, whether or not it is a sound one, or is a sound one that shows `{$name}` or
    /// calls a `:function`.
    ///
    /// No format of files says that its texts are such messages: the specification leaves that to programs.
    static func isMessage(_ text: String) -> Bool {
        guard text.utf8.contains(0x7B) else { return false }
        if declares(text) { return true }
        // Most texts with colons or dollars have neither a variable nor a function.
        guard text.containsASCII("{$", "{ $", " :") || text.containsASCII("{:"),
            let message = try? MessageFormat2(text)
        else { return false }
        return message.patterns.flatMap(\.parts).contains { part in
            guard case .expression(let expression) = part else { return false }
            return expression.function != nil || expression.operandVariable != nil
        }
    }

    /// Whether a text begins with a declaration or `.match`.
    static func declares(_ text: String) -> Bool {
        let start = text.utf8.drop { $0 <= 0x20 }
        guard start.first == 0x2E else { return false }
        return [".match", ".input", ".local"].contains { keyword in
            guard start.starts(with: keyword.utf8) else { return false }
            let next = start.dropFirst(keyword.utf8.count).first
            return next.map { $0 <= 0x20 || $0 == 0x7B || $0 == 0x24 } ?? false
        }
    }

    /// Whether the message chooses among variants.
    var hasVariants: Bool { if case .matcher = body { true } else { false } }

    /// Where the texts are, those of all variants.
    var textRanges: [Range<Int>] {
        patterns.flatMap(\.parts).compactMap { if case .text(_, let range) = $0 { range } else { nil } }
    }

    /// The function of a variable, its own or that of the variable whose value it has, with its options.
    func annotation(of name: String) -> MessageFormat2.Function? {
        var name = name
        for declaration in declarations.reversed() where declaration.name == name {
            if let function = declaration.expression.function { return function }
            guard let operand = declaration.expression.operandVariable, operand != name else { return nil }
            name = operand
        }
        return nil
    }
}

extension MessageFormat2.Function {
    /// The types of what the function takes.
    var types: ArgumentTypes { Self.types(of: name) }

    /// The types of what a function takes.
    static func types(of name: String) -> ArgumentTypes {
        switch name {
        case "number", "integer", "offset", "percent", "currency", "unit": [.integer, .floatingPoint]
        case "date", "time", "datetime": .date
        default: .any
        }
    }

    /// The literal value of an option.
    func literal(_ option: String) -> String? {
        options.lazy.compactMap { known -> String? in
            guard known.name == option, case .literal(let text) = known.value else { return nil }
            return text
        }.first
    }
}

extension PlaceholderText {
    /// The arguments and the markup of a message, those of all variants.
    static func messageFormat2(_ text: String) -> PlaceholderText {
        let message: MessageFormat2
        do {
            message = try MessageFormat2(text)
        } catch {
            return .invalid(error, in: text)
        }
        if let fault = message.faults.first { return .invalid(fault, in: text) }
        let bytes = Array(text.utf8)
        var result = PlaceholderText()
        result.placeholders =
            message.arguments.map { use in
                let function = use.function ?? message.annotation(of: use.name)?.name
                return Placeholder(
                    .name(use.name), function.map(MessageFormat2.Function.types) ?? .any, use.range, in: bytes
                )
            } + message.markup.map { Placeholder($0.argumentName, .any, $0.range, in: bytes) }
        result.placeholders.sort { $0.range.lowerBound < $1.range.lowerBound }
        if message.hasVariants { result.unconditional = message.unconditional }
        result.otherSyntax = message.textRanges.gaps(in: bytes.count)
        return result
    }

    private static func invalid(_ fault: MessageFormat2Fault, in text: String) -> PlaceholderText {
        let rest = String(decoding: text.utf8.dropFirst(fault.range.lowerBound).prefix(96), as: UTF8.self)
        // What lacks something at its end is shown by its end.
        let excerpt = rest.isEmpty ? text.suffix(24) : rest.prefix(24)
        let place = fault.position(in: text)
        return .invalid(
            String(excerpt), Detail(kind: fault.kind.rawValue, line: place.line, column: place.column))
    }
}

extension MessageFormat2 {
    fileprivate var markup: [Markup] { patterns.flatMap(\.markup) }

    /// The arguments and the markup that are shown, or choose, whichever variant is chosen.
    fileprivate var unconditional: Set<ArgumentName> {
        let declared = declarations.flatMap { declaration in
            declaration.expression.operandVariable.map { [ArgumentName.name($0)] } ?? []
        }
        let shown = patterns.map { pattern in
            Set(
                pattern.parts.compactMap { part -> ArgumentName? in
                    guard case .expression(let expression) = part else { return nil }
                    return expression.operandVariable.map { .name($0) }
                }
            ).union(pattern.markup.map(\.argumentName))
        }
        return shown.dropFirst().reduce(shown.first ?? []) { $0.intersection($1) }.union(declared)
    }
}

extension MessageFormat2.Pattern {
    fileprivate var markup: [MessageFormat2.Markup] {
        parts.compactMap { if case .markup(let markup) = $0 { markup } else { nil } }
    }
}

extension MessageFormat2.Markup {
    /// The name with the sign before or after it: an opening one and the one that closes it are two.
    fileprivate var argumentName: ArgumentName {
        switch kind {
        case .open: .name("#" + name)
        case .close: .name("/" + name)
        case .standalone: .name("#" + name + "/")
        }
    }
}

extension Placeholder {
    fileprivate init(_ argument: ArgumentName, _ types: ArgumentTypes, _ range: Range<Int>, in bytes: [UInt8])
    {
        let source = String(decoding: bytes[range], as: UTF8.self)
        self.init(
            argument: argument, types: types, source: source.count <= 48 ? source : source.prefix(24) + "…",
            range: range, isExplicit: true)
    }
}

extension [Range<Int>] {
    /// What lies between ranges, which are in order, and before and after them.
    func gaps(in count: Int) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var end = 0
        for range in self {
            if range.lowerBound > end { gaps.append(end..<range.lowerBound) }
            end = range.upperBound
        }
        return end < count ? gaps + [end..<count] : gaps
    }
}
