// Writes messages into a `.strings` file. Everything else in the file stays as it is.

package import Localization

/// Makes changes of messages in a `.strings` file.
///
/// A value that changed changes in its own bytes. A message that the file does not have yet is inserted where
/// the source has it, with the source's comments.
package struct StringsEditor: Sendable {
    private let outline: SourceOutline

    /// - Parameter source: the file in the source language; without one, new messages come last.
    package init(following source: LocalizationFile?) { outline = SourceOutline(source) }

    init(_ outline: SourceOutline) { self.outline = outline }

    /// Makes changes.
    ///
    /// - Parameter file: the file as it is; `nil` where the locale has none yet.
    package func apply(_ edits: TableEdits, to file: StringsFile?) -> MergedStrings {
        let target = file ?? StringsFile(text: outline.heading)
        var revision = StringsRevision(target, order: outline.keys)
        var merged = MergedStrings(file: target)
        let isSource = edits.table.locale == edits.table.sourceLocale
        for edit in edits.edits {
            switch edit {
            case .set(let unit):
                set(unit, isSource: isSource, &revision, &merged)
            case .add(let unit):
                guard revision.file[unit.key] == nil else { continue }
                add(unit, isSource: isSource, &revision, &merged)
            case .rename(let old, to: let unit):
                rename(old, to: unit, &revision, &merged)
            case .replaceComment(of: let key, let old, with: let new):
                if revision.replaceComment(old, with: new, of: key) { merged.markedKeys.append(key) }
            case .remove(let key):
                guard !revision.forms(of: key).isEmpty else { continue }
                revision.remove(key)
                merged.removedKeys.append(key)
            }
        }
        do throws(StringsEditError) {
            merged.file = try revision.revised()
        } catch {
            merged = MergedStrings(file: target)
            merged.findings = [MergeDiagnostic(.notEditable, key: edits.table.name)]
        }
        return merged
    }

    private func set(
        _ unit: TranslationUnit, isSource: Bool, _ revision: inout StringsRevision,
        _ merged: inout MergedStrings
    ) {
        let forms = revision.forms(of: unit.key)
        if !forms.isEmpty {
            change(unit, forms, isSource: isSource, &revision, &merged)
        } else if revision.file[unit.key] != nil {
            merged.findings.append(MergeDiagnostic(.structuredValue, key: unit.key))
        } else {
            add(unit, isSource: isSource, &revision, &merged)
        }
    }

    private func rename(
        _ old: String, to unit: TranslationUnit, _ revision: inout StringsRevision,
        _ merged: inout MergedStrings
    ) {
        guard let first = revision.forms(of: old).map(\.index).min() else { return }
        let known = revision.annotations(of: old).history
        var history = unit.history(isSource: false)
        (history.translatorComment, history.catalogFlags) = (known.translatorComment, known.catalogFlags)
        revision.setHistory(history, of: old)
        revision.rename(old, to: unit.key)
        merged.markedKeys.removeAll { $0 == old }
        merged.findings.append(
            MergeDiagnostic(
                .renamed(from: old), key: unit.key, position: revision.file.entries[first].position))
        merged.changedKeys.append(unit.key)
    }

    private func add(
        _ unit: TranslationUnit, isSource: Bool, _ revision: inout StringsRevision,
        _ merged: inout MergedStrings
    ) {
        guard let translation = unit.translation, !translation.forms.isEmpty else { return }
        merged.addedKeys.append(unit.key)
        var history = unit.history(isSource: isSource)
        // The source has what is added to it, whatever was said of it once.
        if isSource, history.state == .obsolete { history.state = .translated }
        // Gettext has no place for a form that only fractions take.
        let forms =
            isSource ? translation.forms : outline.ordered(translation.formsWithOther, of: unit.key)
        let entries = forms.map { StringsRevision.line(unit.key, $0.variation, $0.text) }
        guard let rank = outline.ranks[unit.key] else {
            let comments = unit.describingComment.map { ["/* " + StateComment.escaped($0) + " */"] } ?? []
            if isSource { history.catalogFlags = unit.catalogFlags }
            let isFirst = revision.file.entries.isEmpty && revision.isEmpty
            return revision.insert(
                comments + StateComment.lines(history) + entries, at: outline.keys.count,
                wantsBlankLine: !isFirst)
        }
        let headings = revision.missing(outline.headings(of: unit.key))
        revision.insert(
            headings + outline.comments(of: unit.key) + StateComment.lines(history) + entries, at: rank,
            wantsBlankLine: outline.followsBlankLine(unit.key))
    }

    private func change(
        _ unit: TranslationUnit, _ forms: [StringsRevision.Form], isSource: Bool,
        _ revision: inout StringsRevision, _ merged: inout MergedStrings
    ) {
        let known = revision.annotations(of: unit.key)
        var isChanged = false
        for form in unit.translation?.forms ?? [] {
            if let own = forms.first(where: { $0.variation == form.variation }) {
                if revision.setText(form.text, of: own) { isChanged = true }
            } else {
                revision.insert(form.text, as: form.variation, of: unit.key)
                isChanged = true
            }
        }
        var history = unit.history(isSource: isSource)
        history.catalogFlags = isSource ? unit.catalogFlags : known.history.catalogFlags
        // The flag `untranslated` above a text of its own asks for a review, too.
        if !isChanged, known.state == .new, history.state == .needsReview {
            (history.state, history.formStates) = (known.state, known.formStates)
        }
        let note = unit.newNote(besides: known)
        history.translatorComment = note.map { mark($0, unit, known, &revision) } ?? known.translatorComment
        let isMarked = revision.setHistory(history, of: unit.key) || note != nil
        if isChanged {
            merged.changedKeys.append(unit.key)
        } else if isMarked {
            merged.markedKeys.append(unit.key)
        }
    }

    /// What of a translator's note needs a mark: a comment without one changes itself.
    private func mark(
        _ note: String, _ unit: TranslationUnit, _ known: EntryAnnotations, _ revision: inout StringsRevision
    ) -> String? {
        guard unit.source != nil, let own = known.ownComment(besides: unit.comment) else { return note }
        if note.hasPrefix(own + "\n") { return String(note.dropFirst(own.count + 1)) }
        revision.replaceComment(own, with: note, of: unit.key)
        return nil
    }
}

extension TranslationUnit {
    /// What is said about the translation.
    fileprivate func history(isSource: Bool) -> EntryHistory {
        EntryHistory(
            state: state, formStates: isSource ? formStates : explicitFormStates,
            previousSource: previousSource, previousKey: previousKey, translatorComment: translatorComment)
    }

    /// What the translator says, where the comments of an entry say something else.
    fileprivate func newNote(besides known: EntryAnnotations) -> String? {
        translatorComment == known.translatorComment(besides: source == nil ? nil : comment)
            ? nil : translatorComment
    }
}
