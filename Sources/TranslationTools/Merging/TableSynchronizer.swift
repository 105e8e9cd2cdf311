// How a translation follows its source: new, renamed and removed keys, changed texts.

public import Localization

/// Brings the `.strings` files of translations in line with the source's.
///
/// - A key that the translation lacks is added with the source text as its value, marked `Flag: untranslated`.
/// - If an obsolete key of the translation looks like an earlier name of it, that entry is renamed instead, and marked
///   `Flag: fuzzy` with `Previous key:`, as msgmerge does with similar texts.
/// - Where the source as it was before is known, a text that changed since marks its translation `Flag: fuzzy` with
///   `Previous:`, a key whose source text stayed the same is known again whatever its new name is, and a comment that was
///   copied from the source follows it.
/// - A plural form that the language needs and the message lacks is added from `other`, and the message marked fuzzy.
/// - A key that the source does not have any more is marked `Flag: unmatched`, or removed on request; the mark goes where
///   the key is back.
public struct TableSynchronizer: Sendable {
    private let source: MessageCatalog
    private let previous: MessageCatalog?
    private let renames: KeyRenames
    private let outline: SourceOutline
    private let removesObsolete: Bool

    /// - Parameters:
    ///   - source: the table in the source language.
    ///   - previous: the same table as it was when the translations were last in line.
    ///   - removesObsolete: whether messages that the source does not have are removed instead of marked.
    public init(
        source: StringsFile, previous: StringsFile? = nil, sourceLocale: LocaleIdentifier,
        removesObsolete: Bool = false
    ) {
        self.source = MessageCatalog(locale: sourceLocale, strings: source)
        self.previous = previous.map { MessageCatalog(locale: sourceLocale, strings: $0) }
        renames = KeyRenames(source: self.source, previous: self.previous)
        outline = SourceOutline(source)
        self.removesObsolete = removesObsolete
    }

    /// Brings a file in line.
    ///
    /// - Parameters:
    ///   - file: the file as it is; `nil` where the locale has none yet.
    ///   - unused: keys that are removed from the file; the source does not have them any more.
    public func synchronize(
        _ file: StringsFile?, locale: LocaleIdentifier, removing unused: Set<String> = []
    ) -> MergedStrings {
        let target = file ?? StringsFile(text: outline.heading)
        let catalog = MessageCatalog(locale: locale, strings: target)
        var revision = StringsRevision(target, order: outline.keys)
        var merged = MergedStrings(file: target)
        let renamed = renames.oldNames(in: catalog).filter { !unused.contains($0.value) }
        let categories = locale.pluralCategories
        for message in source.list {
            let key = message.key
            if let translation = catalog[key] {
                update(key, message, translation, categories, &revision, &merged)
            } else if let old = renamed[key] {
                revision.rename(old, to: key)
                let before = previous?[old]?.principalText
                var history = revision.annotations(of: old).history
                history.state = .needsReview
                history.formStates = [:]
                history.previousSource = before == message.principalText ? nil : before
                history.previousKey = old
                revision.setHistory(history, of: old)
                follow(message, from: previous?[old], of: old, &revision)
                merged.findings.append(
                    MergeDiagnostic(.renamed(from: old), key: key, position: catalog[old]?.position))
                merged.changedKeys.append(key)
            } else if revision.file[key] == nil {
                add(key, message, categories, &revision)
                merged.addedKeys.append(key)
            }
        }
        let taken = Set(renamed.values)
        for key in catalog.keys where source[key] == nil && !taken.contains(key) {
            if removesObsolete || unused.contains(key) {
                revision.remove(key)
                merged.removedKeys.append(key)
            } else {
                let known = revision.annotations(of: key).history
                let history = EntryHistory(
                    state: .obsolete, translatorComment: known.translatorComment,
                    catalogFlags: known.catalogFlags)
                if revision.setHistory(history, of: key) { merged.markedKeys.append(key) }
            }
        }
        do throws(StringsEditError) {
            merged.file = try revision.revised()
        } catch {
            merged = MergedStrings(file: target)
            merged.findings = [MergeDiagnostic(.notEditable, key: locale.identifier)]
        }
        return merged
    }

    /// A source file without some messages, and nothing else changed.
    package static func removing(_ keys: Set<String>, from file: StringsFile) -> MergedStrings {
        var merged = MergedStrings(file: file)
        var revision = StringsRevision(file, order: [])
        merged.removedKeys = keys.sorted().filter { !revision.forms(of: $0).isEmpty }
        for key in merged.removedKeys { revision.remove(key) }
        do throws(StringsEditError) {
            merged.file = try revision.revised()
        } catch {
            merged = MergedStrings(file: file)
            merged.findings = [MergeDiagnostic(.notEditable, key: keys.min() ?? "")]
        }
        return merged
    }

    // MARK: Keys that are there

    private func update(
        _ key: String, _ message: Message, _ translation: Message, _ categories: [PluralCategory],
        _ revision: inout StringsRevision, _ merged: inout MergedStrings
    ) {
        let known = revision.annotations(of: key)
        let lacking = translation.missingForms(besides: message, categories)
        var state = known.state == .obsolete ? .translated : known.state
        var history = known.history
        if let before = previous?[key].flatMap({ message.changedText(since: $0) }), state != .new {
            state = .needsReview
            history.formStates = [:]
            history.previousSource = history.previousSource ?? before
        }
        if follow(message, from: previous?[key], of: key, &revision) { merged.markedKeys.append(key) }
        if !lacking.isEmpty {
            for form in lacking { revision.insert(form.text, as: form.variation, of: key) }
            merged.changedKeys.append(key)
            if state == .translated { state = .needsReview }
        }
        history.state = state
        let isMarked = revision.setHistory(history, of: key)
        if isMarked, lacking.isEmpty { merged.markedKeys.append(key) }
    }

    /// Gives a translation the comment of its source, where it has a copy of the earlier one.
    ///
    /// - Returns: whether that is a change.
    @discardableResult private func follow(
        _ message: Message, from before: Message?, of key: String, _ revision: inout StringsRevision
    ) -> Bool {
        guard let before = EntryAnnotations(before?.comment).comment,
            let now = EntryAnnotations(message.comment).comment, before != now,
            revision.annotations(of: key).comment == before
        else { return false }
        revision.replaceComment(before, with: now, of: key)
        return true
    }

    // MARK: Keys that are new

    private func add(
        _ key: String, _ message: Message, _ categories: [PluralCategory], _ revision: inout StringsRevision
    ) {
        let lines = outline.ordered(message.untranslated(categories).forms, of: key).map {
            StringsRevision.line(key, $0.variation, $0.text)
        }
        let state = StateComment.lines(EntryHistory(state: .new))
        let headings = revision.missing(outline.headings(of: key))
        revision.insert(
            headings + outline.comments(of: key) + state + lines,
            at: outline.ranks[key] ?? outline.keys.count, wantsBlankLine: outline.followsBlankLine(key))
    }
}
