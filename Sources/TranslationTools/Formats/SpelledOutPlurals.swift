// Units whose plurals within texts are forms of the whole texts, for formats that have no others.

internal import Localization

extension TranslationTable {
    /// The table with forms of whole texts in the place of plurals within texts.
    func spellingOut(_ syntax: EmbeddedPluralSyntax) -> TranslationTable {
        guard !syntax.isEmpty else { return self }
        let categories = locale.map { PluralFormsDerivation.forms(for: $0).categories } ?? []
        var table = self
        for index in units.indices {
            let unit = units[index]
            table.units[index] = unit.spellingOut(syntax, categories, from: sourceLocale, to: locale)
        }
        return table
    }
}

extension TranslationUnit {
    /// The unit with forms of whole texts in the place of a plural within a text.
    ///
    /// The source text decides, so that all languages have the same forms. A translation without a plural is the
    /// text of each form; what has several counts stays as it is, beside the forms.
    ///
    /// - Parameters:
    ///   - categories: the plural forms of the translation's language.
    ///   - sourceLocale: the language of the source text.
    ///   - locale: that of the translation; `nil` in a template.
    func spellingOut(
        _ syntax: EmbeddedPluralSyntax, _ categories: [PluralCategory], from sourceLocale: LocaleIdentifier?,
        to locale: LocaleIdentifier?
    ) -> TranslationUnit {
        guard let source else { return self }
        var unit = self
        let plural = EmbeddedPlural(source, in: sourceLocale)
        if let plural {
            guard syntax.contains(plural.kind) else { return self }
            unit.source = Message(key: key, plural: plural.wholeForms)
        } else if source.plural.isEmpty {
            return self
        }
        if let forms = translation.flatMap({ EmbeddedPlural($0, in: locale) })?.wholeForms {
            unit.translation = Message(key: key, plural: forms)
            unit.formStates = [:]
        } else if plural != nil, let text = translation?.plainText {
            let forms = Dictionary(uniqueKeysWithValues: categories.map { ($0, text) })
            unit.translation = text.source.isEmpty ? nil : Message(key: key, plural: forms)
        }
        return unit
    }

    /// Whether the source text has plurals of MessageFormat that no forms of a whole text can say: several
    /// counts, an offset, numbers of their own, ordinals.
    var hasPluralsWithinText: Bool {
        guard let text = source?.text?.source, source?.hasVariations == false, text.utf8.contains(0x7B),
            let message = try? ICUMessage(text)
        else { return false }
        return message.arguments.contains { $0.choice?.isPlural == true }
    }
}
