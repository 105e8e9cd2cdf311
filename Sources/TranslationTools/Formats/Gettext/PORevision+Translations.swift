// Translations of the messages of a PO file, as units.

public import Localization

extension PORevision {
    /// The messages without a translation, as the source texts of a table whose keys are the numbers of their entries.
    ///
    /// - Parameters:
    ///   - path: the path of the file that the texts are read from.
    ///   - table: the table's name.
    public func untranslated(
        in sourceLocale: LocaleIdentifier, path: String, table: String = ""
    ) -> LocalizationFile {
        let numbers = entries.indices.filter { !entries[$0].isObsolete && !entries[$0].isTranslated }
        let units = numbers.map { number in
            let (entry, key) = (entries[number], String(number))
            let source =
                entry.plural.map { plural in
                    Message(
                        key: key,
                        plural: [.one: FormatString(entry.identifier), .other: FormatString(plural)])
                } ?? Message(key: key, text: entry.identifier)
            var unit = TranslationUnit(key: key, source: source)
            let comment = entry.extractedComments.joined(separator: "\n")
            if !comment.isEmpty { unit.comment = comment }
            unit.flags = entry.flags
            return unit
        }
        return LocalizationFile(
            path: path, format: POFormat(),
            table: TranslationTable(name: table, sourceLocale: sourceLocale, locale: nil, units: units),
            side: .source, locale: sourceLocale)
    }

    /// Gives the messages that begin where units do the units' translations: texts or plural forms, and whether they are to
    /// be reviewed.
    public mutating func set(_ units: some Sequence<TranslationUnit>) {
        var indices: [Int: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let line = entry.identifierPosition?.line { indices[line] = index }
        }
        let slots = slots
        for unit in units {
            if let index = unit.places.unit.flatMap({ indices[$0.line] }) { set(unit, at: index, slots) }
        }
    }

    private mutating func set(_ unit: TranslationUnit, at index: Int, _ slots: [PluralCategory: Int]) {
        guard let translation = unit.translation, entries[index].plural != nil || translation.text != nil
        else {
            return
        }
        entries[index].translations = texts(of: translation, at: index, slots)
        entries[index].isFuzzy = unit.state == .needsReview
        if let previous = unit.previousSource { entries[index].previousIdentifier = previous }
        if !entries[index].isFuzzy {
            (entries[index].previousContext, entries[index].previousIdentifier) = (nil, nil)
            entries[index].previousPlural = nil
        }
    }

    /// The number of the form that each category of the language takes.
    private var slots: [PluralCategory: Int] {
        let rule =
            oldFile.hasPluralForms ? oldFile.pluralForms : PluralFormsDerivation.forms(for: locale).forms
        if let mapping = try? PluralMapping(rule, locale: locale) { return mapping.indices }
        let own = FileCounting(rule, locale: locale)?.indices ?? []
        return Dictionary(uniqueKeysWithValues: own.map { ($0.category, $0.index) })
    }

    /// Takes translations.
    ///
    /// - Parameters:
    ///   - units: translations of messages of `untranslated`.
    ///   - isReviewed: whether they need no review.
    /// - Returns: how many messages were translated: those whose plural forms are all known.
    public mutating func take(_ units: some Sequence<TranslationUnit>, isReviewed: Bool = false) -> Int {
        let slots = slots
        var count = 0
        for unit in units {
            guard let index = Int(unit.key), entries.indices.contains(index), let message = unit.translation
            else { continue }
            let texts = texts(of: message, at: index, slots)
            guard !texts.contains("") else { continue }
            entries[index].translations = texts
            entries[index].isFuzzy = !isReviewed
            entries[index].previousIdentifier = unit.previousSource
            if let note = unit.translatorComment { entries[index].translatorComments += note.lines }
            count += 1
        }
        return count
    }

    /// The translations of an entry with those of a message in their places.
    private func texts(of message: Message, at index: Int, _ slots: [PluralCategory: Int]) -> [String] {
        var texts = entries[index].translations
        guard entries[index].plural != nil else {
            if let text = message.text { texts[0] = text.source }
            return texts
        }
        for (category, form) in message.plural {
            if let slot = slots[category], slot < texts.count { texts[slot] = form.source }
        }
        return texts
    }
}
