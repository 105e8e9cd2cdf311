// How translations that came back, from whatever format, find their way into the `.strings` file of their locale.

public import Localization

/// Merges translations into `.strings` files.
///
/// A value that changed changes in its own bytes; everything else in the file stays as it is. A translation that the
/// file does not have yet is inserted where the source has it, with the source's comments.
public struct TranslationMerger: Sendable {
    private let sourceMessages: MessageCatalog
    private let outline: SourceOutline

    /// A merger for one table.
    ///
    /// - Parameter source: the table in the source language.
    public init(source: StringsFile, sourceLocale: LocaleIdentifier) {
        sourceMessages = MessageCatalog(locale: sourceLocale, strings: source)
        outline = SourceOutline(source)
    }

    /// Merges a table into the file of its locale.
    ///
    /// - Parameters:
    ///   - file: the file as it is; `nil` where the locale has none yet.
    ///   - facts: what the format that the table comes from knows. Without states, only translations that changed are
    ///     taken for done. With sources, messages of the source language that the file lacks are added.
    public func merge(
        _ table: TranslationTable, into file: StringsFile?, facts: ExchangedFacts = .states
    ) -> MergedStrings {
        let target = file ?? StringsFile(text: outline.heading)
        var revision = StringsRevision(target, order: outline.keys)
        var merged = MergedStrings(file: target)
        let isSource = facts.contains(.sources) && table.locale == table.sourceLocale
        for unit in table.units {
            if isSource, unit.translation != nil, sourceMessages[unit.key] == nil,
                revision.file[unit.key] == nil,
                revision.forms(of: unit.key).isEmpty
            {
                add(unit, &revision)
                merged.addedKeys.append(unit.key)
            } else {
                merge(unit, of: table, facts, isSource: isSource, &revision, &merged)
            }
        }
        do throws(StringsEditError) {
            merged.file = try revision.revised()
        } catch {
            merged = MergedStrings(file: target)
            merged.findings = [MergeDiagnostic(kind: .notEditable, key: table.name, position: nil)]
        }
        return merged
    }

    /// Adds a message of the source language.
    private func add(_ unit: TranslationUnit, _ revision: inout StringsRevision) {
        var history = EntryHistory(
            state: unit.state, catalogFlags: unit.flags.filter(StringCatalog.Flag.isOwn))
        history.formStates = unit.formStates
        if unit.state == .obsolete { history.state = .translated }
        let comments = unit.describingComment.map { ["/* " + StateComment.escaped($0) + " */"] } ?? []
        let forms = (unit.translation?.forms ?? []).map {
            StringsRevision.line(unit.key, $0.variation, $0.text)
        }
        let isFirst = revision.file.entries.isEmpty && revision.isEmpty
        revision.insert(
            comments + StateComment.lines(history) + forms, at: outline.keys.count, wantsBlankLine: !isFirst)
    }

    private func merge(
        _ unit: TranslationUnit, of table: TranslationTable, _ facts: ExchangedFacts, isSource: Bool,
        _ revision: inout StringsRevision, _ merged: inout MergedStrings
    ) {
        let forms = revision.forms(of: unit.key)
        let position = forms.first.map { revision.file.entries[$0.index].position }
        func report(_ kind: MergeDiagnostic.Kind) {
            merged.findings.append(MergeDiagnostic(kind: kind, key: unit.key, position: position))
        }
        let original = sourceMessages[unit.key]
        let known = revision.annotations(of: unit.key)
        guard unit.isTranslatable || facts.contains(.sources) else { return }
        // A catalog may have an empty text that waits for its translator.
        let keepsEmpty = facts.contains(.sources) && forms.isEmpty && unit.translation?.forms.isEmpty == false
        guard let translation = unit.translation,
            keepsEmpty || translation.forms.contains(where: { !$0.text.isEmpty })
        else {
            let hasText = forms.contains { !revision.text(of: $0).isEmpty }
            let isWaiting = position != nil && known.state == .new
            if hasText, !isWaiting, unit.state != .obsolete { report(.emptyTranslation) }
            var history = known.history
            history.translatorComment = note(unit, known, original, &revision)
            if revision.setHistory(history, of: unit.key) { merged.markedKeys.append(unit.key) }
            return
        }
        if forms.isEmpty {
            if revision.file[unit.key] != nil { return report(.structuredValue) }
            guard original != nil || (facts.contains(.sources) && unit.state == .obsolete) else {
                // Translations of removed messages are ignored unless the file kept them itself.
                if unit.state != .obsolete { report(.unknownKey) }
                return
            }
        }
        var (changed, added) = (false, false)
        var newForms: [(variation: VariationKey.Variation?, text: String)] = []
        let isForOtherDevices = hasOtherDevice(forms, original)
        func placed(_ variation: VariationKey.Variation?) -> VariationKey.Variation? {
            isForOtherDevices ? variation ?? .device(Message.otherDevice) : variation
        }
        for form in complete(translation, forms) {
            let variation = placed(form.variation)
            if let known = forms.first(where: { $0.variation == variation }) {
                let text = CountedArgumentStyle.text(
                    form.text, of: form.variation, like: revision.text(of: known))
                if revision.setText(text, of: known) { changed = true }
            } else if forms.isEmpty
                || !isShown(form.text, for: variation, among: forms, revision, table.locale)
            {
                newForms.append((variation, form.text))
                added = true
            }
        }
        var history = known.history
        history.state = state(of: unit, translation, original, facts, isSource: isSource)
        // The file says that the message was removed. The project has it again, so its state there counts.
        if unit.state == .obsolete, original != nil {
            history.state = changed || added ? .needsReview : known.state
        }
        history.previousSource = unit.previousSource
        history.previousKey = unit.previousKey
        history.translatorComment = note(unit, known, original, &revision)
        if isSource { history.catalogFlags = unit.flags.filter(StringCatalog.Flag.isOwn) }
        if facts.contains(.formStates) || changed || added || history.state != known.state {
            history.formStates = [:]
            let states = facts.contains(.sources) ? unit.explicitFormStates : unit.formStates
            for (variation, state) in states where history.state == unit.state {
                history.formStates[placed(variation)] = state
            }
        }
        if table.locale != table.sourceLocale, let now = original?.principalText,
            let then = unit.source?.principalText, then != now, !then.isEmpty, history.state != .obsolete
        {
            report(.sourceChanged(previous: then))
            (history.state, history.previousSource, history.formStates) = (.needsReview, then, [:])
        }
        if forms.isEmpty {
            var comments = outline.comments(of: unit.key)
            if original == nil, let comment = unit.describingComment {
                comments.append("/* " + StateComment.escaped(comment) + " */")
            }
            let rank = outline.ranks[unit.key] ?? outline.keys.count
            let headings = revision.missing(outline.headings(of: unit.key))
            revision.insert(
                headings + comments + StateComment.lines(history)
                    + outline.ordered(newForms, of: unit.key).map {
                        StringsRevision.line(unit.key, $0.variation, $0.text)
                    },
                at: rank,
                wantsBlankLine: outline.followsBlankLine(unit.key))
            merged.addedKeys.append(unit.key)
            return
        }
        for form in newForms { revision.insert(form.text, as: form.variation, of: unit.key) }
        let isNews =
            changed || added
            || (facts.contains(.states) && (unit.state != .new || isSource || facts.contains(.sources))
                && history.state != .obsolete)
        let saidSo = known.state.known(toSource: original != nil)
        let saysSo =
            !changed && !added
            && (saidSo == history.state || saidSo == .new && history.state == .needsReview)
            // Some formats have no place for what was before.
            && (history.previousSource == nil || known.previousSource == history.previousSource)
            && (unit.previousKey == nil || known.previousKey == unit.previousKey)
        if !isNews || saysSo {
            history.state = known.state
            (history.previousSource, history.previousKey) = (known.previousSource, known.previousKey)
            if !isNews { history.formStates = known.formStates }
        }
        let isMarked = revision.setHistory(history, of: unit.key)
        if changed || added {
            merged.changedKeys.append(unit.key)
        } else if isMarked {
            merged.markedKeys.append(unit.key)
        }
    }

    /// The state in which a translation comes back.
    private func state(
        of unit: TranslationUnit, _ translation: Message, _ original: Message?, _ facts: ExchangedFacts,
        isSource: Bool
    ) -> TranslationState {
        guard unit.state == .new, !isSource, !facts.contains(.sources) else {
            return unit.state.known(toSource: original != nil)
        }
        // A translator who wrote another text did not vouch for it.
        guard let source = original ?? unit.source else { return .needsReview }
        return translation.differs(from: source) ? .needsReview : .new
    }

    /// What the translator says, once the file has a place for it: a comment without a mark changes itself.
    private func note(
        _ unit: TranslationUnit, _ known: EntryAnnotations, _ original: Message?,
        _ revision: inout StringsRevision
    ) -> String? {
        let sourceComment = EntryAnnotations(original?.comment).comment
        guard let note = unit.translatorComment, note != known.translatorComment(besides: sourceComment)
        else {
            return known.translatorComment
        }
        guard original != nil, let own = known.ownComment(besides: sourceComment) else { return note }
        if note.hasPrefix(own + "\n") { return String(note.dropFirst(own.count + 1)) }
        revision.replaceComment(own, with: note, of: unit.key)
        return nil
    }

    /// Whether readers see a text already in the place of a plural form that the file leaves out.
    private func isShown(
        _ text: String, for variation: VariationKey.Variation?, among forms: [StringsRevision.Form],
        _ revision: StringsRevision, _ locale: LocaleIdentifier?
    ) -> Bool {
        var known = MessageForms()
        for form in forms { known.set(revision.text(of: form), for: form.variation) }
        let shown = known.message("").substitute(for: variation, in: locale ?? sourceMessages.locale)
        return shown?.utf8.elementsEqual(text.utf8) == true
    }

    /// Whether the file, or else the source, names the text for all other devices as such.
    private func hasOtherDevice(_ forms: [StringsRevision.Form], _ original: Message?) -> Bool {
        let other = VariationKey.Variation.device(Message.otherDevice)
        if !forms.isEmpty { return forms.contains { $0.variation == other } }
        return original.map { $0.text == nil && $0.devices[Message.otherDevice] != nil } ?? false
    }

    /// The forms to write: those of the translation, and for a message that is new in the file also `other`: gettext has
    /// no place for a form that only fractions take.
    private func complete(
        _ message: Message, _ forms: [StringsRevision.Form]
    ) -> [(variation: VariationKey.Variation?, text: String)] {
        forms.isEmpty ? message.formsWithOther : message.forms
    }
}

extension Message {
    /// All forms, and `other` where there is none: the form that numbers take which are no integers.
    var formsWithOther: [(variation: VariationKey.Variation?, text: String)] {
        var complete = forms
        if let last = Self.substitute(forOther: plural) {
            complete.append((.plural(.other), last.source))
        }
        for (name, forms) in substitutions.sorted(by: { $0.key < $1.key }) {
            if let last = Self.substitute(forOther: forms) {
                complete.append((.substitution(name: name, .other), last.source))
            }
        }
        for (name, forms) in devicePlurals.sorted(by: { $0.key < $1.key }) {
            if let last = Self.substitute(forOther: forms) {
                complete.append((.devicePlural(name, .other), last.source))
            }
        }
        return complete
    }

    /// The form that serves as `other` where there is none.
    private static func substitute(forOther forms: [PluralCategory: FormatString]) -> FormatString? {
        guard forms[.other] == nil else { return nil }
        return forms[.many] ?? forms.max { $0.key < $1.key }?.value
    }
}
