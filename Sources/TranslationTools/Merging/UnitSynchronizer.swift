// How the translations in a document that contains its source texts follow them.

public import Localization

/// Completes translations: plural forms that a language needs, and translations whose keys have changed.
///
/// Such a document says itself what is not translated, so nothing is added for that.
public struct UnitSynchronizer: Sendable {
    private let name: String
    private let source: MessageCatalog
    private let renames: KeyRenames

    /// A synchronizer for one table.
    ///
    /// - Parameter source: the table in the source language.
    public init(name: String, source: MessageCatalog) {
        (self.name, self.source) = (name, source)
        renames = KeyRenames(source: source)
    }

    /// The table of a locale with the units that have to change.
    ///
    /// - Parameter translation: the texts of the locale; `nil` for a locale that the document does not have: then all
    ///   messages are new in it.
    /// - Returns: the changes, and the untranslated units.
    public func changes(
        in translation: MessageCatalog?, locale: LocaleIdentifier
    ) -> (table: TranslationTable, untranslated: [TranslationUnit]) {
        let known = translation ?? MessageCatalog(locale: locale, messages: [])
        let categories = locale.pluralCategories
        let renamed = renames.oldNames(in: known)
        var table = TranslationTable(name: name, source: source, translation: known)
        var changes: [TranslationUnit] = []
        var untranslated: [TranslationUnit] = []
        for var unit in table.units {
            guard let message = unit.source, unit.isTranslatable else { continue }
            if let text = unit.translation {
                let missing = text.missingForms(besides: message, categories)
                if missing.isEmpty {
                    if unit.state == .new { untranslated.append(unit) }
                } else {
                    unit.add(missing)
                    changes.append(unit)
                }
            } else if let old = renamed[unit.key], let text = known[old] {
                unit.takeOver(text, from: old)
                changes.append(unit)
            } else {
                untranslated.append(unit)
                guard translation == nil else { continue }
                unit.translation = message.untranslated(categories)
                changes.append(unit)
            }
        }
        table.units = changes
        return (table, untranslated)
    }
}

extension TranslationUnit {
    /// Adds forms to the translation, which are to be reviewed. The others keep their states.
    fileprivate mutating func add(_ missing: [(variation: VariationKey.Variation, text: String)]) {
        guard let translation else { return }
        var forms = MessageForms()
        var states: [VariationKey.Variation?: TranslationState] = [:]
        for form in translation.allFormats {
            forms.set(form.format, for: form.variation)
            states[form.variation] = state(of: form.variation)
        }
        for form in missing {
            forms.set(form.text, for: form.variation)
            states[form.variation] = .needsReview
        }
        self.translation = forms.message(key)
        setStates(states)
    }

    /// Gives the unit the translation that it had under another key, to be reviewed.
    fileprivate mutating func takeOver(_ text: Message, from old: String) {
        var forms = MessageForms()
        for form in text.allFormats { forms.set(form.format, for: form.variation) }
        translation = forms.message(key)
        (state, formStates, previousKey) = (.needsReview, [:], old)
        translatorComment = EntryAnnotations(text.comment).translatorComment
    }
}
