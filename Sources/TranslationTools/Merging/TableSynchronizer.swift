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
    private let outline: SourceOutline
    private let removesObsolete: Bool

    /// The least likeness of two keys of one message.
    private static let leastLikeness = 0.6

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
        let renamed = renamedKeys(in: catalog).filter { !unused.contains($0.value) }
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
                    MergeDiagnostic(
                        kind: .renamed(from: old), key: key, position: catalog[old]?.position))
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
            merged.findings = [MergeDiagnostic(kind: .notEditable, key: locale.identifier, position: nil)]
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
            merged.findings = [MergeDiagnostic(kind: .notEditable, key: keys.min() ?? "", position: nil)]
        }
        return merged
    }

    // MARK: Keys that are there

    private func update(
        _ key: String, _ message: Message, _ translation: Message, _ categories: [PluralCategory],
        _ revision: inout StringsRevision, _ merged: inout MergedStrings
    ) {
        let known = revision.annotations(of: key)
        let lacking = missingForms(of: translation, besides: message, categories)
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

    /// The forms that a translation of a counting message lacks in its language, filled from those it has.
    private func missingForms(
        of translation: Message, besides message: Message, _ categories: [PluralCategory]
    ) -> [(variation: VariationKey.Variation, text: String)] {
        var missing: [(VariationKey.Variation, String)] = []
        if !message.plural.isEmpty, let model = Self.fallback(translation.plural) {
            for category in categories where translation.plural[category] == nil {
                missing.append((.plural(category), model.source))
            }
        }
        for (name, forms) in translation.substitutions.sorted(by: { $0.key < $1.key })
        where message.substitutions[name] != nil {
            guard let model = Self.fallback(forms) else { continue }
            for category in categories where forms[category] == nil {
                missing.append((.substitution(name: name, category), model.source))
            }
        }
        for (name, forms) in translation.devicePlurals.sorted(by: { $0.key < $1.key })
        where message.devicePlurals[name] != nil {
            guard let model = Self.fallback(forms) else { continue }
            for category in categories where forms[category] == nil {
                missing.append((.devicePlural(name, category), model.source))
            }
        }
        return missing
    }

    private static func fallback(_ forms: [PluralCategory: FormatString]) -> FormatString? {
        forms[.other] ?? forms[.many] ?? forms.max { $0.key < $1.key }?.value
    }

    // MARK: Keys that are new

    private func add(
        _ key: String, _ message: Message, _ categories: [PluralCategory], _ revision: inout StringsRevision
    ) {
        let lines = outline.ordered(Self.untranslated(message, categories).forms, of: key).map {
            StringsRevision.line(key, $0.variation, $0.text)
        }
        let state = StateComment.lines(EntryHistory(state: .new))
        let headings = revision.missing(outline.headings(of: key))
        revision.insert(
            headings + outline.comments(of: key) + state + lines,
            at: outline.ranks[key] ?? outline.keys.count, wantsBlankLine: outline.followsBlankLine(key))
    }

    /// The source's texts with the plural forms of another language.
    static func untranslated(_ message: Message, _ categories: [PluralCategory]) -> Message {
        func spread(_ forms: [PluralCategory: FormatString]) -> [PluralCategory: FormatString] {
            guard let other = fallback(forms) else { return forms }
            var spread: [PluralCategory: FormatString] = [:]
            for category in categories {
                spread[category] = category == .one ? forms[.one] ?? other : other
            }
            // Zero means none in every language.
            if let zero = forms[.zero] { spread[.zero] = zero }
            return spread
        }
        return Message(
            key: message.key, text: message.text, plural: spread(message.plural),
            substitutions: message.substitutions.mapValues(spread), devices: message.devices,
            devicePlurals: message.devicePlurals.mapValues(spread), alternatives: message.alternatives)
    }

    // MARK: Keys that have a new name

    /// The old names of new keys: obsolete keys of the translation whose message is of the same shape, and whose source
    /// text is the same or, where that is not known, whose name is similar.
    private func renamedKeys(in catalog: MessageCatalog) -> [String: String] {
        let obsolete = catalog.keys.filter { key in
            source[key] == nil && EntryAnnotations(catalog[key]?.comment).state != .new
        }
        let new = source.keys.filter { catalog[$0] == nil }
        guard !obsolete.isEmpty, !new.isEmpty else { return [:] }
        var renamed: [String: String] = [:]
        var taken: Set<String> = []
        if let previous {
            // The next key of each text is at the end.
            var keys: [TextOfShape: [String]] = [:]
            for key in obsolete.reversed() {
                guard let text = previous[key]?.principalText, let shape = catalog[key]?.shape else {
                    continue
                }
                keys[TextOfShape(text: text, shape: shape), default: []].append(key)
            }
            for key in new {
                guard let text = source[key]?.principalText, let shape = source[key]?.shape,
                    let found = keys[TextOfShape(text: text, shape: shape)]?.popLast()
                else { continue }
                renamed[key] = found
                taken.insert(found)
            }
        }
        let rest = Dictionary(grouping: obsolete.filter { !taken.contains($0) }) { catalog[$0]?.shape }
        var indices = rest.mapValues(SimilarityIndex.init)
        for key in new where renamed[key] == nil {
            let shape = source[key]?.shape
            if let found = indices[shape]?.takeBest(for: key, atLeast: Self.leastLikeness) {
                renamed[key] = rest[shape]?[found]
            }
        }
        return renamed
    }

    /// A source text, and the shape of its message.
    private struct TextOfShape: Hashable {
        let text: String
        let shape: Message.Shape
    }
}

extension Message {
    /// What a message and its translation have in common, whatever their texts are.
    fileprivate struct Shape: Hashable {
        let hasPlural: Bool
        let substitutions: [String]
    }

    fileprivate var shape: Shape {
        Shape(hasPlural: !plural.isEmpty, substitutions: substitutions.keys.sorted())
    }
}
