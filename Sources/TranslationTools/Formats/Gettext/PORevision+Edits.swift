// Changes of the messages of a PO file.

internal import Localization

extension PORevision {
    /// Makes changes. A unit that has a line is for the entry whose `msgid` is on that line; any other, for
    /// the entry with its key, see ``POEntry/joinedKey``.
    mutating func apply(_ edits: [TranslationEdit]) {
        var lines: [Int: Int] = [:]
        var indices: [UTF8Key: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let line = entry.identifierPosition?.line { lines[line] = index }
            indices[UTF8Key(entry.joinedKey)] = index
        }
        let slots = slots
        var removed: Set<Int> = []
        for edit in edits {
            switch edit {
            case .set(let unit):
                if let line = unit.places.unit?.line {
                    if let index = lines[line] { set(unit, at: index, slots) }
                } else if let index = indices[UTF8Key(unit.key)] {
                    take(unit, at: index, slots)
                }
            case .rename(let old, to: let unit):
                guard let from = indices[UTF8Key(old)], let index = indices[UTF8Key(unit.key)],
                    entries[from].isObsolete,
                    entries[from].translations.count == entries[index].translations.count
                else { continue }
                entries[index].take(entries[from])
                removed.insert(from)
            case .remove(let key):
                if let index = indices[UTF8Key(key)], entries[index].isObsolete { removed.insert(index) }
            case .add, .replaceComment: continue  // As the template has them.
            }
        }
        if !removed.isEmpty {
            entries = entries.indices.filter { !removed.contains($0) }.map { entries[$0] }
        }
        // Those that are obsolete now come last, as msgmerge(1) writes them.
        let wasObsolete = Set(oldFile.entries.filter(\.isObsolete).map(\.key))
        let isNew = { (entry: POEntry) in entry.isObsolete && !wasObsolete.contains(entry.key) }
        let moved = entries.filter(isNew)
        guard !moved.isEmpty else { return }
        entries.removeAll(where: isNew)
        entries += moved
    }

    /// Gives an entry other texts or plural forms, and says whether they are to be reviewed.
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

    /// Gives an entry a first translation, if its plural forms are all known.
    private mutating func take(_ unit: TranslationUnit, at index: Int, _ slots: [PluralCategory: Int]) {
        guard let message = unit.translation else { return }
        let texts = texts(of: message, at: index, slots)
        guard !texts.contains("") else { return }
        entries[index].translations = texts
        entries[index].isFuzzy = unit.state == .needsReview
        entries[index].previousIdentifier = unit.previousSource
        if let note = unit.translatorComment { entries[index].translatorComments += note.lines }
    }

    /// The number of the form that each category of the language takes.
    private var slots: [PluralCategory: Int] {
        let rule =
            oldFile.hasPluralForms ? oldFile.pluralForms : PluralFormsDerivation.forms(for: locale).forms
        if let mapping = try? PluralMapping(rule, locale: locale) { return mapping.indices }
        let own = FileCounting(rule, of: "Plural-Forms", locale: locale)?.indices ?? []
        return Dictionary(uniqueKeysWithValues: own.map { ($0.category, $0.index) })
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

extension POEntry {
    /// Takes over the translation of another entry, for review.
    fileprivate mutating func take(_ old: POEntry) {
        (translations, isFuzzy, translatorComments) = (old.translations, true, old.translatorComments)
        (previousContext, previousIdentifier) = (old.context, old.identifier)
        previousPlural = old.plural
    }
}
