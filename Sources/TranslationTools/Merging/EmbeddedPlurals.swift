// What comes back as forms of whole texts, as plurals within the texts of a document again.

internal import Localization

extension TranslationUnit {
    /// The unit with forms of whole texts as a plural within a text again, where the document's message has
    /// one.
    ///
    /// - Parameters:
    ///   - known: the document's unit, with the source text as it is now.
    ///   - locale: the language of the translation.
    func embeddingPlurals(like known: TranslationUnit, in locale: LocaleIdentifier) -> TranslationUnit {
        guard source?.plural.isEmpty == false || translation?.plural.isEmpty == false else { return self }
        let sourcePlural = known.source.flatMap { EmbeddedPlural($0, in: nil) }
        let ownPlural = known.translation.flatMap { EmbeddedPlural($0, in: locale) }
        guard let plural = ownPlural ?? sourcePlural, known.translation?.plural.isEmpty != false else {
            return self
        }
        var unit = self
        if let whole = sourcePlural.map({ Message(key: key, plural: $0.wholeForms) }),
            let then = source?.principalText, whole.principalText?.utf8.elementsEqual(then.utf8) == true
        {
            unit.source = known.source
        }
        guard let translation, !translation.plural.isEmpty, translation.substitutions.isEmpty else {
            return unit
        }
        var forms = translation.plural
        if let whole = ownPlural.map({ Message(key: key, plural: $0.wholeForms) }) {
            // A form that the document leaves out was handed out as the one that readers see.
            forms = forms.filter { category, text in
                whole.plural[category] != nil
                    || whole.substitute(for: .plural(category), in: locale) != text.source
            }
            if forms[.other] == nil, whole.plural[.other] == whole.plural[.many] {
                forms[.other] = forms[.many]
            }
        } else if let text = known.translation?.plainText,
            forms.values.allSatisfy({ $0 == forms.first?.value })
        {
            unit.translation = Message(key: key, text: forms.first?.value ?? text)
            return unit
        } else if forms[.other] == nil {
            // Both syntaxes ask for it.
            forms[.other] = forms[.many] ?? forms.max { $0.key < $1.key }?.value
        }
        guard let message = plural.message(key, forms, in: locale, keepsForms: ownPlural != nil) else {
            return unit
        }
        unit.translation = message
        unit.formStates = [:]
        return unit
    }
}
