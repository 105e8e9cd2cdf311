// The one substitution of a text, as Apple's formats have plurals within texts.

internal import Localization

/// The text of a message with its only substitution, `%1$@ has %2$#@items@ left`, whose forms count one
/// argument.
///
/// In the whole text of a form, arguments have numbers where there is more than one: a form that does not show
/// the number must not give its argument to the next specifier.
struct CountedSubstitution: Sendable {
    /// The text before and behind the reference, as whole forms have it.
    let (prefix, suffix): (String, String)
    /// The texts in the place of the reference, as whole forms have them.
    let forms: [PluralCategory: String]
    private let message: Message
    private let reference: FormatSubstitution
    /// The number of the counted argument, where whole forms number arguments.
    private let position: Int?

    /// Reads a message; `nil` where its text has another number of references than one, or where the numbers
    /// of arguments are not certain.
    init?(_ message: Message) {
        guard let text = message.text, message.substitutions.count == 1,
            let (name, categories) = message.substitutions.first, text.substitutions.count == 1,
            let reference = text.substitutions.first, reference.name == name,
            !text.specifiers.contains(where: \.takesAmounts)
        else { return nil }
        let numbering = ArgumentNumbering(text, reference)
        guard let numbering else { return nil }
        let position = numbering.position
        let specifier =
            "%" + ((position ?? reference.position).map { "\($0)$" } ?? "")
            + StringsdictRule.defaultValueType
        var forms: [PluralCategory: String] = [:]
        for (category, form) in categories {
            let text = CountedArgumentText.spelledOut(form.source, as: specifier)
            guard let whole = Self.numbered(text, position) else { return nil }
            forms[category] = whole
        }
        (prefix, suffix, self.forms) = (numbering.prefix, numbering.suffix, forms)
        (self.message, self.reference, self.position) = (message, reference, position)
    }

    /// A form with the number of the counted argument; `nil` where the form shows others without numbers.
    private static func numbered(_ text: String, _ position: Int?) -> String? {
        let format = FormatString(text)
        guard format.substitutions.isEmpty else { return nil }
        guard let position else { return text }
        let open = format.specifiers.filter { $0.position == nil }
        guard open.count < 2, !open.contains(where: \.takesAmounts) else { return nil }
        return format.replacing(open) { "%\(position)$" + $0.withoutPosition }
    }

    /// The message with other texts in the place of the reference. What it says already keeps its bytes.
    func message(_ key: String, _ inner: [PluralCategory: String]) -> Message? {
        let known = message.substitutions[reference.name] ?? [:]
        // Forms without numbers go on without them.
        let isOpen = known.values.contains { $0.specifiers.contains { $0.position == nil } }
        var categories = known
        for (category, text) in inner where forms[category]?.utf8.elementsEqual(text.utf8) != true {
            let format = FormatString(text)
            let own = isOpen ? format.specifiers.filter { $0.position == position } : []
            // Two specifiers without numbers would show two arguments.
            let text = own.count == 1 ? format.replacing(own) { "%" + $0.withoutPosition } : text
            categories[category] = FormatString(text, isSubstitution: true)
        }
        return Message(key: key, text: message.text, substitutions: [reference.name: categories])
    }

    /// A message with another text around the reference.
    func message(
        _ key: String, _ inner: [PluralCategory: String], between prefix: String, and suffix: String
    ) -> Message? {
        let number = (position ?? reference.position).map { "\($0)$" } ?? ""
        let forms = inner.mapValues { FormatString($0, isSubstitution: true) }
        return Message(
            key: key, text: FormatString("\(prefix)%\(number)#@\(reference.name)@\(suffix)"),
            substitutions: [reference.name: forms])
    }

    /// A whole text as words, blanks and specifiers.
    func components(of text: String) -> [CommonText.Component] {
        let bytes = Array(text.utf8)
        let counted = position ?? reference.position
        var components: [CommonText.Component] = []
        var end = 0
        for specifier in FormatString(text).specifiers {
            let before = String(decoding: bytes[end..<specifier.range.lowerBound], as: UTF8.self)
            components += CommonText.words(before)
            let isCount = counted == nil || specifier.position == nil || specifier.position == counted
            components.append(.init(text: specifier.source, isCount: isCount))
            end = specifier.range.upperBound
        }
        return components + CommonText.words(String(decoding: bytes[end...], as: UTF8.self))
    }
}

/// The numbers of arguments in the text around a substitution.
private struct ArgumentNumbering {
    let (prefix, suffix): (String, String)
    /// The number of the counted argument; `nil` where the text has no other.
    let position: Int?

    /// `nil` where some arguments have numbers that are not their places in the text, and others have none.
    init?(_ text: FormatString, _ reference: FormatSubstitution) {
        let bytes = Array(text.source.utf8)
        let specifiers = text.specifiers
        let before = specifiers.filter { $0.range.lowerBound < reference.range.lowerBound }
        let after = Array(specifiers.dropFirst(before.count))
        let positions = before.map(\.position) + [reference.position] + after.map(\.position)
        let isInOrder = positions.enumerated().allSatisfy { $1 == nil || $1 == $0 + 1 }
        guard isInOrder || !positions.contains(nil) else { return nil }
        func part(_ range: Range<Int>, _ specifiers: [FormatSpecifier], from first: Int) -> String {
            let part = FormatString(String(decoding: bytes[range], as: UTF8.self))
            var next = first
            return part.replacing(part.specifiers) { specifier in
                defer { next += 1 }
                return "%\(specifier.position ?? next)$" + specifier.withoutPosition
            }
        }
        prefix = part(0..<reference.range.lowerBound, before, from: 1)
        suffix = part(reference.range.upperBound..<bytes.count, after, from: before.count + 2)
        position = specifiers.isEmpty ? nil : reference.position ?? before.count + 1
    }
}

extension FormatString {
    /// The text with others in the place of some of its specifiers.
    fileprivate func replacing(
        _ specifiers: [FormatSpecifier], with replacement: (FormatSpecifier) -> String
    ) -> String {
        let bytes = Array(source.utf8)
        let edits = specifiers.map { TextEdit($0.range, replacement($0)) }
        return String(decoding: edits.applied(to: bytes), as: UTF8.self)
    }
}
