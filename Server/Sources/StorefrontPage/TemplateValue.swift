// Values of a template: those of JSON, and fragments of texts, which most values of a page are.

internal import Mustache

enum TemplateValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([TemplateValue])
    case object([String: TemplateValue])
    /// A fragment of a text: an object of `value`, the text, and `marked`, whether it is a match.
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
    /// The value in the form that sections of the library accept.
    var representation: Any? {
        switch self {
        case .flag(let flag): flag
        case .list(let list): list
        default: self
        }
    }
}

extension TemplateValue: MustacheCustomRenderable {
    // Strings, because the library renders other values by reflection, which takes longer than everything
    // else.
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
