// The page of a record: all its texts in all its languages.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

/// An open record.
struct RecordPage {
    let record: CatalogRecord
    /// The hit that led to the record.
    let hit: Hit
    /// The first visible line.
    var scroll = 0

    /// The record's title in the nearest of the user's languages that has one.
    func title(chain: [LocaleIdentifier]) -> String {
        record.text(of: hit.titleText.field, chain: chain) ?? hit.title
    }

    /// The page's lines below its title, none wider than the layout.
    ///
    /// - Parameters:
    ///   - scope: the title of the record's scope.
    ///   - chain: the user's languages, whose texts come first.
    func lines(
        _ messages: ResultMessages, _ layout: LineLayout, scope: String?, chain: [LocaleIdentifier]
    ) -> [DisplayText] {
        facts(messages, layout, scope: scope)
            + locales(messages, chain).flatMap { locale in
                let name = DisplayText("\(messages.locale(locale)) · \(locale)".singleLine, .heading)
                return [DisplayText(), layout.cutLine(layout.direction.isolated(name))]
                    + entries(texts(in: locale, messages), locale, layout)
            } + members(messages, layout)
    }

    /// The user's languages in their order, then all others by their names.
    private func locales(_ messages: ResultMessages, _ chain: [LocaleIdentifier]) -> [LocaleIdentifier] {
        func key(_ locale: LocaleIdentifier) -> (Int, String) {
            (chain.firstIndex(of: locale) ?? chain.count, messages.locale(locale))
        }
        return Set(record.texts.map(\.locale)).sorted { key($0) < key($1) }
    }

    private func facts(_ messages: ResultMessages, _ layout: LineLayout, scope: String?) -> [DisplayText] {
        let texts = messages.texts
        var facts = [
            (texts("ColumnIdentifier"), record.id), (texts("ColumnCatalog"), messages.catalog(hit.catalog)),
        ]
        if let scope { facts.append((texts("ColumnScope"), scope)) }
        if let year = record.year { facts.append((texts("ColumnYear"), messages.year(year))) }
        if let price = hit.price ?? record.price {
            facts.append((texts("ColumnPrice"), messages.price(price)))
        }
        return layout.joined(facts.map { DisplayText(messages.labelled($0, $1.singleLine)) })
    }

    private typealias Entry = (name: String, value: DisplayText)

    /// The fields of a locale with all their texts.
    private func texts(in locale: LocaleIdentifier, _ messages: ResultMessages) -> [Entry] {
        var fields: [FieldName] = []
        var values: [FieldName: DisplayText] = [:]
        var counts: [FieldName: Int] = [:]
        for text in record.texts where text.locale == locale {
            let number = counts[text.field, default: 0]
            counts[text.field] = number + 1
            if number == 0 { fields.append(text.field) }
            // A match in a label or an id names a field that may also have a text.
            let isShown =
                text.field.hasLocale
                && hit.texts.contains { $0.field == text.field && $0.locale == locale }
            let matches = hit.matches.filter { $0.field == text.field && $0.text == number }
            let separator = number == 0 ? "" : messages.texts("ListSeparator")
            values[text.field, default: DisplayText()].append(separator)
            values[text.field]?.append(
                DisplayText(inOneLine: text.value, emphasizing: isShown ? matches.map(\.range) : []))
        }
        return fields.map { (messages.field($0).singleLine, values[$0] ?? DisplayText()) }
    }

    private func members(_ messages: ResultMessages, _ layout: LineLayout) -> [DisplayText] {
        guard !record.additionalMembers.isEmpty else { return [] }
        return [DisplayText()]
            + entries(
                record.additionalMembers.map { ($0.name.singleLine, DisplayText($0.json.singleLine)) },
                messages.texts.locale, layout)
    }

    /// With fewer columns, a name is above its value.
    private static let tableWidth = 60
    /// The greatest width of a name beside its value.
    private static let nameLimit = 20

    /// Names, with their values beside them, wrapped into lines.
    private func entries(
        _ entries: [Entry], _ locale: LocaleIdentifier, _ layout: LineLayout
    ) -> [DisplayText] {
        let width = layout.width ?? 80
        let isNarrow = width < Self.tableWidth
        let names = entries.map { DisplayText($0.name, .secondary).truncated(to: Self.nameLimit) }
        let start = isNarrow ? 4 : 2 + (names.map(\.columns).max() ?? 0) + 2
        var lines: [DisplayText] = []
        for (name, entry) in zip(names, entries) {
            var first = DisplayText("  ")
            first.append(layout.direction.isolated(name))
            if isNarrow {
                lines.append(layout.cutLine(first))
                first = DisplayText()
            }
            for line in entry.value.wrapped(to: max(2, width - start), in: locale) {
                first.append(String(repeating: " ", count: max(0, start - first.columns)))
                first.append(layout.direction.isolated(line))
                lines.append(layout.cutLine(first))
                first = DisplayText()
            }
        }
        return lines
    }
}
