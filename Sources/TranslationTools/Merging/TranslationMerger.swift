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
    ///   - knowsStates: whether the format that the table comes from says how far translations are. If not, only
    ///     those that changed are taken for done.
    public func merge(
        _ table: TranslationTable, into file: StringsFile?, knowsStates: Bool = true
    ) -> MergedStrings {
        let target = file ?? StringsFile(text: outline.heading)
        var revision = StringsRevision(target, order: outline.keys)
        var merged = MergedStrings(file: target)
        for unit in table.units {
            merge(unit, of: table, knowsStates: knowsStates, &revision, &merged)
        }
        do throws(StringsEditError) {
            merged.file = try revision.revised()
        } catch {
            merged = MergedStrings(file: target)
            merged.findings = [MergeDiagnostic(kind: .notEditable, key: table.name, position: nil)]
        }
        return merged
    }

    private func merge(
        _ unit: TranslationUnit, of table: TranslationTable, knowsStates: Bool,
        _ revision: inout StringsRevision,
        _ merged: inout MergedStrings
    ) {
        let forms = revision.forms(of: unit.key)
        let position = forms.first.map { revision.file.entries[$0.index].position }
        func report(_ kind: MergeDiagnostic.Kind) {
            merged.findings.append(MergeDiagnostic(kind: kind, key: unit.key, position: position))
        }
        guard let translation = unit.translation, translation.forms.contains(where: { !$0.text.isEmpty })
        else {
            let hasText = forms.contains { !revision.text(of: $0).isEmpty }
            let isWaiting = position != nil && revision.annotations(of: unit.key).state == .new
            if hasText, !isWaiting, unit.state != .obsolete { report(.emptyTranslation) }
            return
        }
        let original = sourceMessages[unit.key]
        if forms.isEmpty {
            if revision.file[unit.key] != nil { return report(.structuredValue) }
            guard original != nil else {
                // Translations of removed messages are ignored unless the file kept them itself.
                if unit.state != .obsolete { report(.unknownKey) }
                return
            }
        }
        var (changed, added) = (false, false)
        var newForms: [(variation: VariationKey.Variation?, text: String)] = []
        for form in complete(translation, forms) {
            if let known = forms.first(where: { $0.variation == form.variation }) {
                let text = CountedArgumentStyle.text(
                    form.text, of: form.variation, like: revision.text(of: known))
                if revision.setText(text, of: known) { changed = true }
            } else {
                newForms.append(form)
                added = true
            }
        }
        // Somebody who wrote another text has translated it, whatever the state says.
        var state = unit.state == .new ? .translated : unit.state.known(toSource: original != nil)
        var previousSource = unit.previousSource
        if table.locale != table.sourceLocale, let now = original?.principalText,
            let then = unit.source?.principalText, then != now, !then.isEmpty, state != .obsolete
        {
            report(.sourceChanged(previous: then))
            (state, previousSource) = (.needsReview, then)
        }
        if forms.isEmpty {
            let comments = outline.comments(of: unit.key)
            let about = StateComment.lines(
                state, previousSource: previousSource, previousKey: unit.previousKey)
            let rank = outline.ranks[unit.key] ?? outline.keys.count
            let headings = revision.missing(outline.headings(of: unit.key))
            revision.insert(
                headings + comments + about
                    + newForms.map { StringsRevision.line(unit.key, $0.variation, $0.text) },
                at: rank,
                wantsBlankLine: outline.followsBlankLine(unit.key))
            merged.addedKeys.append(unit.key)
            return
        }
        for form in newForms { revision.insert(form.text, as: form.variation, of: unit.key) }
        let isNews = changed || added || (knowsStates && unit.state != .new && state != .obsolete)
        let known = revision.annotations(of: unit.key)
        let saidSo = known.state.known(toSource: original != nil)
        let saysSo =
            !changed && !added && (saidSo == state || saidSo == .new && state == .needsReview)
            // Some formats have no place for what was before.
            && (previousSource == nil || known.previousSource == previousSource)
            && (unit.previousKey == nil || known.previousKey == unit.previousKey)
        let isMarked =
            isNews && !saysSo
            && revision.setState(
                state, of: unit.key, previousSource: previousSource, previousKey: unit.previousKey)
        if changed || added {
            merged.changedKeys.append(unit.key)
        } else if isMarked {
            merged.markedKeys.append(unit.key)
        }
    }

    /// The forms to write: those of the translation, and for a message that is new in the file also `other`: gettext has
    /// no place for a form that only fractions take.
    private func complete(
        _ message: Message, _ forms: [StringsRevision.Form]
    ) -> [(variation: VariationKey.Variation?, text: String)] {
        var complete = message.forms
        guard forms.isEmpty else { return complete }
        if let last = Self.substitute(forOther: message.plural) {
            complete.append((.plural(.other), last.source))
        }
        for (name, forms) in message.substitutions.sorted(by: { $0.key < $1.key }) {
            if let last = Self.substitute(forOther: forms) {
                complete.append((.substitution(name: name, .other), last.source))
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
