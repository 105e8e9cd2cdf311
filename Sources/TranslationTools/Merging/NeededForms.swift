// The forms that a message needs in another language.

internal import Localization

extension Message {
    /// The forms that this translation of a counting message lacks in its language, filled from those it has.
    ///
    /// - Parameters:
    ///   - message: the message in the source language.
    ///   - categories: the plural categories of the translation's language.
    func missingForms(
        besides message: Message, _ categories: [PluralCategory]
    ) -> [(variation: VariationKey.Variation, text: String)] {
        var missing: [(VariationKey.Variation, String)] = []
        func add(
            _ forms: [PluralCategory: FormatString], _ variation: (PluralCategory) -> VariationKey.Variation
        ) {
            guard let model = Self.fallback(forms) else { return }
            for category in categories where forms[category] == nil {
                missing.append((variation(category), model.source))
            }
        }
        if !message.plural.isEmpty { add(plural) { .plural($0) } }
        for (name, forms) in substitutions.sorted(by: { $0.key < $1.key })
        where message.substitutions[name] != nil {
            add(forms) { .substitution(name: name, $0) }
        }
        for (name, forms) in devicePlurals.sorted(by: { $0.key < $1.key })
        where message.devicePlurals[name] != nil {
            add(forms) { .devicePlural(name, $0) }
        }
        return missing
    }

    /// The source's texts with the plural forms of another language.
    ///
    /// - Parameter categories: the plural categories of that language.
    func untranslated(_ categories: [PluralCategory]) -> Message {
        func spread(_ forms: [PluralCategory: FormatString]) -> [PluralCategory: FormatString] {
            guard let other = Self.fallback(forms) else { return forms }
            var spread: [PluralCategory: FormatString] = [:]
            for category in categories {
                spread[category] = category == .one ? forms[.one] ?? other : other
            }
            // Zero means none in every language.
            if let zero = forms[.zero] { spread[.zero] = zero }
            return spread
        }
        return Message(
            key: key, text: text, plural: spread(plural), substitutions: substitutions.mapValues(spread),
            devices: devices, devicePlurals: devicePlurals.mapValues(spread), alternatives: alternatives)
    }

    private static func fallback(_ forms: [PluralCategory: FormatString]) -> FormatString? {
        forms[.other] ?? forms[.many] ?? forms.max { $0.key < $1.key }?.value
    }
}
