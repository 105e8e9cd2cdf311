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
    /// - Parameter position: where a part of the text is, by the bytes of the text before it.
    mutating func setTranslation(_ text: String, position: (Int) -> SourcePosition) {
        state = .translated
        guard let plural = ICUPlural(text) else {
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
    /// - Parameter old: the text that the file has; forms that the message lacks stay in it.
    func text(replacing old: String?, of unit: TranslationUnit) -> String? {
        guard substitutions.isEmpty, !variesByDevice, alternatives.isEmpty else { return nil }
        guard !plural.isEmpty else { return text?.source ?? "" }
        if let known = old.flatMap(ICUPlural.init) { return known.replacing(plural) }
        return ICUPlural.message(plural, isOrdinal: unit.flags.contains(TranslationUnit.ordinalFlag))
    }
}
