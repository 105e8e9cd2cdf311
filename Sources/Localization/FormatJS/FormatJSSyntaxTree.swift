// The syntax trees of messages that `formatjs compile --ast` writes, as messages.

/// Writes a syntax tree of `@formatjs/icu-messageformat-parser` as the message that it was made of.
enum FormatJSSyntaxTree {
    /// The numbers that the parser has for the kinds of elements.
    private enum Kind: String {
        case literal = "0"
        case argument = "1"
        case number = "2"
        case date = "3"
        case time = "4"
        case select = "5"
        case plural = "6"
        case pound = "7"
        case tag = "8"
    }

    /// The message; `nil` for a value that is no such tree.
    static func message(_ elements: [FormatJSValue], isInPlural: Bool = false) -> String? {
        var message = ""
        for element in elements {
            guard let text = text(element, isInPlural: isInPlural) else { return nil }
            message += text
        }
        return message
    }

    private static func text(_ element: FormatJSValue, isInPlural: Bool) -> String? {
        guard let kind = element["type"]?.word.flatMap(Kind.init) else { return nil }
        if kind == .pound { return "#" }
        guard let value = element["value"]?.text else { return nil }
        switch kind {
        case .pound: return "#"
        case .literal: return quoted(value, isInPlural: isInPlural)
        case .argument: return "{\(value)}"
        case .number: return formatted(value, "number", element["style"])
        case .date: return formatted(value, "date", element["style"])
        case .time: return formatted(value, "time", element["style"])
        case .select: return choice(value, "select", element, isInPlural: isInPlural)
        case .plural:
            let isOrdinal = element["pluralType"]?.text == "ordinal"
            return choice(value, isOrdinal ? "selectordinal" : "plural", element, isInPlural: true)
        case .tag:
            return element["children"]?.elements.flatMap { message($0, isInPlural: isInPlural) }
                .map { "<\(value)>\($0)</\(value)>" }
        }
    }

    private static func quoted(_ text: String, isInPlural: Bool) -> String {
        var quoted = ""
        for character in text {
            switch character {
            case "'": quoted += "''"
            case "{", "}": quoted += "'\(character)'"
            case "#" where isInPlural: quoted += "'#'"
            default: quoted.append(character)
            }
        }
        return quoted
    }

    /// `{name, number, style}`; a style is a text, the tokens of a skeleton, or a pattern of a date.
    private static func formatted(_ name: String, _ formatter: String, _ style: FormatJSValue?) -> String? {
        switch style {
        case nil: return "{\(name), \(formatter)}"
        case .text(let style): return "{\(name), \(formatter), \(style)}"
        case .word(let word): return word == "null" ? "{\(name), \(formatter)}" : nil
        case .array: return nil
        case .object:
            if let pattern = style?["pattern"]?.text { return "{\(name), \(formatter), ::\(pattern)}" }
            guard let tokens = style?["tokens"]?.elements else { return nil }
            let stems = tokens.compactMap { token -> String? in
                let options = (token["options"]?.elements ?? []).compactMap(\.text)
                return token["stem"]?.text.map { ([$0] + options).joined(separator: "/") }
            }
            guard stems.count == tokens.count else { return nil }
            return "{\(name), \(formatter), ::\(stems.joined(separator: " "))}"
        }
    }

    private static func choice(
        _ name: String, _ kind: String, _ element: FormatJSValue, isInPlural: Bool
    ) -> String? {
        guard let options = element["options"]?.members else { return nil }
        var branches: [String] = []
        if let offset = element["offset"]?.word, offset != "0" { branches.append("offset:\(offset)") }
        for (selector, option) in options {
            guard let elements = option["value"]?.elements,
                let text = message(elements, isInPlural: isInPlural)
            else { return nil }
            branches.append("\(selector) {\(text)}")
        }
        return "{\(name), \(kind), \(branches.joined(separator: " "))}"
    }
}
