// The texts of a message: its forms, which of them are shown whole, and how two versions differ.

public import Localization

extension Message {
    /// Whether any text is not one of the source's.
    func differs(from source: Message) -> Bool {
        let texts = Set(source.forms.map(\.text))
        return forms.contains { !$0.text.isEmpty && !texts.contains($0.text) }
    }

    /// All forms and their texts, in the order of `allFormats`.
    public var forms: [(variation: VariationKey.Variation?, text: String)] {
        allFormats.map { ($0.variation, $0.format.source) }
    }

    /// The message's source text as formats with one text for each message show it: the plain text,
    /// else the form `one`, else `other`.
    public var principalText: String? {
        let common =
            plural[.one] ?? text ?? plural[.other] ?? plural.min { $0.key < $1.key }?.value
            ?? devices[Self.otherDevice] ?? devicePlurals[Self.otherDevice]?[.other]
        return (common ?? allFormats.first?.format)?.source
    }

    /// The texts that are shown whole, in a fixed order: the plain text, plural forms, devices' texts.
    var wholeForms: [(variation: VariationKey.Variation?, format: FormatString)] {
        var forms: [(VariationKey.Variation?, FormatString)] = text.map { [(nil, $0)] } ?? []
        guard hasVariations else { return forms }
        for (category, format) in plural.inOrder { forms.append((.plural(category), format)) }
        if devices.isEmpty, devicePlurals.isEmpty, alternatives.isEmpty {
            return forms
        }
        for form in allFormats {
            switch form.variation {
            case .device, .devicePlural, .alternative: forms.append(form)
            case nil, .plural, .substitution: break
            }
        }
        return forms
    }

    /// The forms of substitutions, in a fixed order.
    var substitutionForms: [(variation: VariationKey.Variation?, format: FormatString)] {
        guard !substitutions.isEmpty else { return [] }
        return substitutions.sorted { $0.key < $1.key }.flatMap { name, forms in
            forms.inOrder.map { (.substitution(name: name, $0.key), $0.value) }
        }
    }

    /// Whether any text of the message meets a condition.
    func containsForm(where condition: (FormatString) -> Bool) -> Bool {
        guard hasVariations else { return text.map(condition) == true }
        return allFormats.contains { condition($0.format) }
    }

    /// The first text of an earlier version of the message that this version does not have in its place;
    /// `nil` where both have the same texts.
    func changedText(since earlier: Message) -> String? {
        let (now, before) = (forms, earlier.forms)
        for form in before
        where !now.contains(where: { $0.variation == form.variation && $0.text == form.text }) {
            return form.text
        }
        return now.count > before.count ? earlier.principalText ?? "" : nil
    }

    /// Whether GNU msgfmt takes a translation into the file that programs read. It leaves out fuzzy and
    /// obsolete ones. If some plural forms are missing, it takes the others.
    var isCompiled: Bool {
        guard let comment, comment.containsASCII("fuzzy", "unmatched", "untranslated") else { return true }
        let annotations = EntryAnnotations(comment)
        return annotations.state == .translated || annotations.formStates.values.contains(.translated)
    }
}

extension Message {
    /// All forms, and `other` if there is none. Numbers that are not integers take that form.
    var formsWithOther: [(variation: VariationKey.Variation?, text: String)] {
        var complete = forms
        if let last = Self.substitute(forOther: plural) {
            complete.append((.plural(.other), last.source))
        }
        for (name, forms) in substitutions.sorted(by: { $0.key < $1.key }) {
            if let last = Self.substitute(forOther: forms) {
                complete.append((.substitution(name: name, .other), last.source))
            }
        }
        for (name, forms) in devicePlurals.sorted(by: { $0.key < $1.key }) {
            if let last = Self.substitute(forOther: forms) {
                complete.append((.devicePlural(name, .other), last.source))
            }
        }
        return complete
    }

    /// The form that serves as `other` where there is none.
    private static func substitute(forOther forms: [PluralCategory: FormatString]) -> FormatString? {
        guard forms[.other] == nil else { return nil }
        return forms[.many] ?? forms.max { $0.key < $1.key }?.value
    }
}
