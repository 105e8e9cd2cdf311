// Texts that are one choice by a number and nothing else, which other formats have as plural forms.

internal import Localization

/// A choice among texts by the plural category of a variable.
///
/// `[0]` is the form `zero`. A choice whose default is another category than `other` shows that for all
/// numbers without a variant: its form `other` is the default's.
struct FluentPlural: Sendable {
    /// A variant as a form.
    struct Form: Sendable {
        let category: PluralCategory
        let text: FluentText
        let variant: FluentPattern.Variant
    }

    /// What is counted, as it is written: `$count` or `NUMBER($count)`.
    let selector: String
    let isOrdinal: Bool
    /// The variants in the order of the file.
    let forms: [Form]
    /// The default, where it stands for `other`.
    let otherForm: Form?

    /// `nil` for any other text.
    init?(_ pattern: FluentPattern, in bytes: [UInt8]) {
        guard let select = pattern.only?.select, select.selector.countedVariable != nil else { return nil }
        let keys = Set(select.variants.map(\.key))
        guard keys.count == select.variants.count else { return nil }
        var forms: [Form] = []
        for variant in select.variants {
            let name = variant.key == "0" && !keys.contains("zero") ? "zero" : variant.key
            guard let category = PluralCategory(rawValue: name),
                variant.pattern.placeables.allSatisfy({ $0.select == nil })
            else { return nil }
            forms.append(
                Form(category: category, text: FluentText(variant.pattern, in: bytes), variant: variant))
        }
        self.forms = forms
        selector = String(decoding: bytes[select.selectorRange], as: UTF8.self)
        isOrdinal = select.selector.isOrdinal(in: bytes)
        let hasOther = forms.contains { $0.category == .other }
        otherForm = hasOther ? nil : forms.first { $0.variant.isDefault }
    }

    /// The forms that the message has.
    var texts: [(category: PluralCategory, form: Form)] {
        forms.map { ($0.category, $0) } + (otherForm.map { [(.other, $0)] } ?? [])
    }

    /// A choice among some forms, as a text.
    static func text(_ forms: [PluralCategory: FormatString], selector: String) -> String {
        let ordered = forms.inOrder
        let lines = ordered.enumerated().map { number, form in
            let isDefault = number == ordered.count - 1
            return (isDefault ? "   *" : "    ") + "[\(form.key.rawValue)]"
                + FluentSpelling.value(form.value.source, indent: 8, lineBreak: "\n")
        }
        return "{ \(selector) ->\n\(lines.joined(separator: "\n"))\n}"
    }

    /// The variable of the first placeable in any form that shows one.
    static func variable(in forms: [PluralCategory: FormatString]) -> String? {
        forms.inOrder.lazy.flatMap { PlaceholderText.fluent($0.value.source).placeholders }
            .compactMap { placeholder in
                if case .name(let name) = placeholder.argument, name.hasPrefix("$") { name } else { nil }
            }.first
    }
}
