// What kinds of values does a template know? Those of JSON, and one for what a page has most of.

internal import Mustache

/// A value that a template is given.
enum TemplateValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([TemplateValue])
    case object([String: TemplateValue])
    /// An object of `value`, a text, and `marked`, whether it was found.
    case part(String, isMarked: Bool)
}

extension TemplateValue: MustacheParent {
    func child(named name: String) -> Any? {
        switch self {
        case .object(let members): members[name]
        case .part(_, let isMarked) where name == "marked": isMarked
        case .part(let text, _) where name == "value": TemplateValue.text(text)
        default: nil
        }
    }
}

extension TemplateValue: MustacheCustomRepresentation {
    /// The value as sections know it.
    var representation: Any? {
        switch self {
        case .flag(let flag): flag
        case .list(let list): list
        default: self
        }
    }
}

extension TemplateValue: MustacheCustomRenderable {
    // Whatever is no text is asked for its description, by ways that take longer than all else of a page.
    var renderText: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        default: ""
        }
    }

    var isNull: Bool { false }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
}
