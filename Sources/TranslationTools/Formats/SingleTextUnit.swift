// Messages of formats that have one text for each key: a plural is a text of ICU's MessageFormat.

internal import Localization

extension TranslationUnit {
    /// A unit with what a comment says about it.
    init(key: String, describedBy about: EntryAnnotations) {
        self.init(key: key)
        (comment, references, flags) = (about.comment, about.references, about.flags)
        maximumLength = about.maximumLength
    }

    /// Sets the translation.
    ///
    /// - Parameters:
    ///   - locale: the language of the text; `nil` where it is not known.
    ///   - position: where a part of the text is, by the bytes of the text before it.
    mutating func setTranslation(
        _ text: String, in locale: LocaleIdentifier?, position: (Int) -> SourcePosition
    ) {
        state = .translated
        guard let plural = ICUPlural(text, in: locale) else {
            translation = Message(key: key, text: text)
            places.translation[nil] = position(0)
            return
        }
        var forms = MessageForms()
        for form in plural.forms {
            forms.set(form.text, for: .plural(form.category))
            places.translation[.plural(form.category)] = position(form.range.lowerBound)
        }
        if plural.isOrdinal { flags.append(Self.ordinalFlag) }
        translation = forms.message(key)
    }
}

extension Message {
    /// The message as one text; `nil` where that cannot be.
    ///
    /// - Parameters:
    ///   - old: the text that the file has; forms that the message lacks stay in it.
    ///   - locale: the language of the message; `nil` where it is not known.
    func text(replacing old: String?, of unit: TranslationUnit, in locale: LocaleIdentifier?) -> String? {
        guard substitutions.isEmpty, !variesByDevice, alternatives.isEmpty else { return nil }
        guard !plural.isEmpty else { return text?.source ?? "" }
        if let known = old.flatMap({ ICUPlural($0, in: locale) }) { return known.replacing(plural) }
        return ICUPlural.message(
            plural, in: locale, isOrdinal: unit.flags.contains(TranslationUnit.ordinalFlag))
    }
}
