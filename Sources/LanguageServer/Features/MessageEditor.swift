// Edits of one message in a document of any format.

internal import Localization
internal import TranslationTools

/// Makes the edits of code actions; none if the format cannot represent them.
struct MessageEditor {
    let outline: DocumentOutline

    private var utf8: [UInt8] { outline.text.utf8 }

    // MARK: Specifiers

    /// Inserts the specifier of the source text, if the finding names both.
    func replacingSpecifier(_ finding: Finding) -> TextEdit? {
        let isChanged = finding.messageKey == TranslationProblem.changedPlaceholder
        guard isChanged || ["argument-type", "argument-width"].contains(finding.check),
            finding.facts.count >= 2,
            case .text(let wrong) = finding.facts[0], case .text(let right) = finding.facts[1],
            isChanged || wrong.hasPrefix("%") && right.hasPrefix("%"), let position = finding.position
        else { return nil }
        let start = outline.text.offset(of: position)
        let end = TokenEnd.find(in: utf8, from: start)
        guard let found = range(of: wrong, in: start..<end) else { return nil }
        return TextEdit(found, right)
    }

    /// The first range of a text.
    private func range(of text: String, in range: Range<Int>) -> Range<Int>? {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, range.count >= wanted.count else { return nil }
        for start in range.lowerBound...(range.upperBound - wanted.count)
        where utf8[start] == wanted[0] && utf8[start..<start + wanted.count].elementsEqual(wanted) {
            return start..<start + wanted.count
        }
        return nil
    }

    // MARK: Forms

    /// Adds forms that a message lacks, with the text of the form that the finding concerns.
    func adding(_ missing: MissingForms) -> [TextEdit] {
        let offset = outline.text.offset(of: missing.position)
        guard let item = outline.item(at: offset) else { return [] }
        return edits(of: item) { unit in
            let forms = unit.translation?.forms ?? []
            let model = item.variation ?? .plural(.other)
            guard let text = forms.first(where: { $0.variation == model })?.text else { return }
            var new = MessageForms()
            for form in forms { new.set(form.text, for: form.variation) }
            var states = Dictionary(
                uniqueKeysWithValues: forms.map { ($0.variation, unit.state(of: $0.variation)) })
            for form in missing.categories.compactMap({ form($0, like: model) }) {
                new.set(text, for: form)
                states[form] = unit.state(of: model)
            }
            unit.translation = new.message(item.key)
            unit.setStates(states)
        }
    }

    /// The edit that changes texts or states of a message; none if the result is the same.
    private func edits(of item: OutlineItem, _ change: (inout TranslationUnit) -> Void) -> [TextEdit] {
        let file = outline.files[item.file]
        guard let message = file.file.catalog[item.key] else { return [] }
        let source = file.source?.catalog[item.key] ?? message
        var table = TranslationTable(
            name: file.file.table,
            source: MessageCatalog(locale: file.source?.locale ?? file.file.locale, messages: [source]),
            translation: MessageCatalog(locale: file.file.locale, messages: [message]))
        table.splitFolder()
        table.units[0].places.unit = file.file.unitPosition(of: item.key)
        change(&table.units[0])
        let edited = file.file.format.applying(
            [TableEdits(setting: table)], to: TranslationDocument(utf8), at: outline.path,
            following: file.source)
        guard let edited, !edited.isRefused, edited.bytes != utf8 else { return [] }
        return [TextEdit(from: utf8, to: edited.bytes)]
    }

    /// Adds the forms that an entry of a PO file lacks, if the finding reports this, and names them.
    func addingForms(_ finding: Finding) -> (keywords: [String], edit: TextEdit)? {
        guard outline.files.first?.file.format is any GettextFormat, finding.check == "syntax",
            let position = finding.position
        else { return nil }
        return POEntryEditor(utf8).addingForms(toEntryOnLine: position.line)
    }

    private func form(
        _ category: PluralCategory, like variation: VariationKey.Variation?
    ) -> VariationKey.Variation? {
        switch variation {
        case .plural: .plural(category)
        case .substitution(let name, _): .substitution(name: name, category)
        case .devicePlural(let name, _): .devicePlural(name, category)
        case nil, .device, .alternative: nil
        }
    }

    // MARK: Flags

    /// Removes the mark that a translation is unfinished.
    func clearingFlag(of item: OutlineItem) -> [TextEdit] {
        edits(of: item) { unit in
            (unit.state, unit.formStates) = (.translated, [:])
            (unit.previousSource, unit.previousKey) = (nil, nil)
        }
    }

    // MARK: Comments

    /// Adds the comment that silences a check for a message; `nil` if its file has no place for it.
    func ignoring(_ finding: Finding) -> TextEdit? {
        guard let key = finding.key, let format = outline.files.first?.file.format,
            let first = outline.items(of: key).map(\.whole.lowerBound).min()
        else { return nil }
        return format.commenting("lint:ignore " + finding.check, at: first, in: utf8)
    }
}
