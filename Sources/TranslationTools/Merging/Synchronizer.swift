// How translations follow their source: new, renamed and removed keys, changed texts, missing plural forms.

public import Localization

/// Finds the changes that bring translations in line with their source.
///
/// - A key that the translation lacks is added with the source text, marked as new.
/// - If an obsolete key of the translation looks like an earlier name of it, that message is renamed instead,
///   and marked for review with its earlier key, as msgmerge(1) does with similar texts.
/// - Where the source as it was before is known, a text that changed since marks its translation for review,
///   a key whose source text stayed the same is known again whatever its new name is, and a comment that was
///   copied from the source follows it.
/// - A plural form that the language needs and the message lacks is added from `other`, for review.
/// - A key that the source does not have any more is marked, or removed on request; the
///   mark goes where the key is back.
///
/// What a template has changes in the files of its translations by their format, which keeps it as
/// msgmerge(1) does. A file with its own source texts says itself what is not translated and what is
/// obsolete: nothing is added or marked for that, but for a language that the file does not have yet.
public struct Synchronizer: Sendable {
    private let source: LocalizationFile
    private let previous: MessageCatalog?
    private let renames: KeyRenames
    private let removesObsolete: Bool

    /// The changes of one translation.
    public struct Changes: Sendable {
        /// The changes of its file.
        public var edits: TableEdits
        /// The messages that are not translated, each with its translation after the changes.
        public internal(set) var untranslated: [TranslationUnit] = []
        fileprivate let followsOtherFile: Bool

        /// Puts suggested translations in the place of the changes of the same messages. Beside a file with
        /// the source texts, one that is the source text itself leaves its message untranslated.
        public mutating func fill(with units: [TranslationUnit]) {
            var filled = Dictionary(units.map { ($0.key, $0) }) { $1 }
            edits.edits.removeAll { edit in
                switch edit {
                case .add(let unit):
                    if followsOtherFile, let text = unit.translation,
                        filled[unit.key]?.translation?.differs(from: text) == false
                    {
                        filled[unit.key]?.state = .new
                    }
                    return filled[unit.key] != nil
                case .set(let unit): return filled[unit.key] != nil
                case .rename, .replaceComment, .remove: return false
                }
            }
            edits.edits += units.compactMap { filled[$0.key] }.map { .set($0) }
        }
    }

    /// - Parameters:
    ///   - source: the table in the source language.
    ///   - previous: the same table as it was when the translations were last in line.
    ///   - removesObsolete: whether messages that the source does not have are removed instead of marked.
    public init(source: LocalizationFile, previous: MessageCatalog? = nil, removesObsolete: Bool = false) {
        (self.source, self.previous, self.removesObsolete) = (source, previous, removesObsolete)
        renames = KeyRenames(
            source: source.catalog, previous: previous,
            followsTranslation: source.format.sourceTexts == .template)
    }

    /// Whether the texts are repeated from a template, whose entries the format follows by itself.
    private var followsTemplate: Bool { source.format.sourceTexts == .template }

    /// Whether the translations are in files without their source texts.
    private var followsOtherFile: Bool { source.format.sourceTexts != .ownFile }

    /// The changes that bring a translation in line.
    ///
    /// - Parameters:
    ///   - translation: the texts as they are; `nil` where the locale has none yet.
    ///   - unused: keys that are removed; the source does not have them any more.
    public func changes(
        in translation: MessageCatalog?, locale: LocaleIdentifier, removing unused: Set<String> = []
    ) -> Changes {
        let known = translation ?? MessageCatalog(locale: locale, messages: [])
        let renamed = renames.oldNames(in: known).filter { !unused.contains($0.value) }
        let taken = Set(renamed.values)
        let table = TranslationTable(
            name: source.table, sourceLocale: source.catalog.locale, locale: known.locale, units: [])
        var changes = Changes(edits: TableEdits(table, []), followsOtherFile: followsOtherFile)
        // Most units stay as they are, and are not kept.
        TranslationTable.forEachUnit(source.catalog, known) { unit in
            if unit.source == nil {
                guard followsOtherFile, !taken.contains(unit.key) else { return }
                markObsolete(unit, removes: removesObsolete || unused.contains(unit.key), known, &changes)
            } else if unit.translation != nil {
                update(unit, known, &changes)
            } else if let old = renamed[unit.key] {
                rename(old, to: unit, known, &changes)
            } else {
                add(unit, locale, isNewFile: translation == nil, &changes)
            }
        }
        return changes
    }

    private func add(
        _ new: TranslationUnit, _ locale: LocaleIdentifier, isNewFile: Bool, _ changes: inout Changes
    ) {
        var unit = new
        guard unit.isTranslatable || followsOtherFile else { return }
        if followsOtherFile || isNewFile {
            unit.translation = followsTemplate ? nil : unit.source?.untranslated(locale.pluralCategories)
            changes.edits.edits.append(.add(unit))
        }
        changes.untranslated.append(unit)
    }

    private func update(_ before: TranslationUnit, _ known: MessageCatalog, _ changes: inout Changes) {
        var unit = before
        guard let source = unit.source, let text = unit.translation,
            unit.isTranslatable || followsOtherFile
        else { return }
        if followsTemplate {
            if EntryAnnotations.state(in: known[unit.key]?.comment) == .new {
                unit.translation = nil
                changes.untranslated.append(unit)
            }
            return
        }
        let missing = text.missingForms(besides: source, known.locale.pluralCategories)
        if !missing.isEmpty { unit.add(missing, reviewsWhole: followsOtherFile) }
        if unit.state != .new,
            let earlier = previous?[unit.key].flatMap({ source.changedText(since: $0) })
        {
            (unit.state, unit.formStates) = (.needsReview, [:])
            unit.previousSource = unit.previousSource ?? earlier
        }
        let own = known[unit.key]?.comment
        if let comment = comment(of: unit.key, for: unit, previous?[unit.key], own) {
            changes.edits.edits.append(comment)
            unit.translatorComment = EntryAnnotations(own).translatorComment
        }
        if unit.state == .new, missing.isEmpty || followsOtherFile { changes.untranslated.append(unit) }
        let isBack = followsOtherFile && EntryAnnotations.state(in: own) == .obsolete
        if isBack || !missing.isEmpty || unit.state != before.state
            || unit.previousSource != before.previousSource || unit.formStates != before.formStates
        {
            changes.edits.edits.append(.set(unit))
        }
    }

    private func rename(
        _ old: String, to new: TranslationUnit, _ known: MessageCatalog, _ changes: inout Changes
    ) {
        var unit = new
        guard let text = known[old], unit.isTranslatable || followsOtherFile else { return }
        var forms = MessageForms()
        for form in text.allFormats { forms.set(form.format, for: form.variation) }
        unit.translation = forms.message(unit.key)
        (unit.state, unit.previousKey) = (.needsReview, old)
        if let earlier = previous?[old]?.principalText, earlier != unit.source?.principalText {
            unit.previousSource = earlier
        }
        unit.translatorComment = EntryAnnotations(text.comment).translatorComment
        if let comment = comment(of: old, for: unit, previous?[old], text.comment) {
            changes.edits.edits.append(comment)
        }
        changes.edits.edits.append(.rename(old, to: unit))
    }

    /// The change that gives a translation the comment of its source, where it has a copy of the earlier one.
    ///
    /// - Parameters:
    ///   - key: the key of the message in the translation.
    ///   - earlier: the source as it was before.
    ///   - own: the comment of the translation.
    private func comment(
        of key: String, for unit: TranslationUnit, _ earlier: Message?, _ own: String?
    ) -> TranslationEdit? {
        guard let earlier = EntryAnnotations(earlier?.comment).comment, let now = unit.comment,
            earlier != now, EntryAnnotations(own).comment == earlier
        else { return nil }
        return .replaceComment(of: key, earlier, with: now)
    }

    private func markObsolete(
        _ before: TranslationUnit, removes: Bool, _ known: MessageCatalog, _ changes: inout Changes
    ) {
        if removes { return changes.edits.edits.append(.remove(before.key)) }
        if followsTemplate { return }
        var unit = before
        (unit.formStates, unit.previousSource, unit.previousKey) = ([:], nil, nil)
        if unit != before || EntryAnnotations.state(in: known[unit.key]?.comment) != .obsolete {
            changes.edits.edits.append(.set(unit))
        }
    }
}

extension TranslationUnit {
    /// Adds forms to the translation, which are to be reviewed.
    ///
    /// - Parameter reviewsWhole: whether the whole message is to be reviewed; else
    ///   the other forms keep their states.
    fileprivate mutating func add(
        _ missing: [(variation: VariationKey.Variation, text: String)], reviewsWhole: Bool
    ) {
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
        if !reviewsWhole {
            setStates(states)
        } else if state == .translated {
            state = .needsReview
        }
    }
}
