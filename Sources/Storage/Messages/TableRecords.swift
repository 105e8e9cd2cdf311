// How do tables of texts in several locales become records? The texts of one key come together, whatever their locale.

internal import JSONCoding
internal import CatalogSearch
internal import Localization

/// Collects the messages of `.strings` files and makes a record of each key of each table.
///
/// A record's id is the key, behind the table's name and a slash where there are several tables.
struct TableRecords {
    /// A message while its texts are collected.
    private struct Draft {
        let key: String
        var texts: [Record.Text] = []
        var comments: [String] = []
    }

    /// A table while its messages are collected.
    private struct Table {
        var drafts: [Draft] = []
        var indices: [ByteString: Int] = [:]
    }

    private let defaultLocale: LocaleIdentifier
    private let hasScopes: Bool
    private var tables: [String: Table] = [:]

    /// - Parameters:
    ///   - defaultLocale: the locale of keys and comments.
    ///   - hasScopes: whether a record's scope is its table.
    init(defaultLocale: LocaleIdentifier, hasScopes: Bool) {
        self.defaultLocale = defaultLocale
        self.hasScopes = hasScopes
    }

    /// Takes in a table of one locale.
    mutating func add(_ catalog: MessageCatalog, table name: String) {
        var table = tables.removeValue(forKey: name) ?? Table()
        for key in catalog.keys {
            guard let message = catalog[key] else { continue }
            let known = ByteString(key)
            let index = table.indices[known] ?? table.drafts.count
            if index == table.drafts.count {
                table.indices[known] = index
                table.drafts.append(Draft(key: key))
            }
            for value in message.formats.map(\.source).distinct {
                let text = Record.Text(.title, catalog.locale, value)
                // Two folders may be for one locale: `Base.lproj` and `en.lproj`, `German.lproj` and `de.lproj`.
                if !table.drafts[index].texts.contains(text) { table.drafts[index].texts.append(text) }
            }
            if let comment = message.comment, !table.drafts[index].comments.contains(comment) {
                table.drafts[index].comments.append(comment)
            }
        }
        tables[name] = table
    }

    /// The records, table by table, the tables by name.
    consuming func finish() -> [Record] {
        let isOnlyTable = tables.count == 1
        return tables.sorted { $0.key < $1.key }.flatMap { name, table in
            table.drafts.map { draft in
                var record = Record(id: isOnlyTable ? draft.key : name + "/" + draft.key)
                if hasScopes { record.scope = name }
                record.texts = grouped(draft.texts)
                let originals = draft.texts.filter { $0.locale == defaultLocale }.map(\.value)
                if originals.count < draft.texts.count {
                    // Where an original text is the key, it is searched as such.
                    record.append(.source, defaultLocale, originals.filter { $0 != draft.key })
                }
                record.append(.key, defaultLocale, [draft.key])
                record.append(.comment, defaultLocale, [draft.comments.joined(separator: "\n")].distinct)
                return record
            }
        }
    }

    /// The texts with those of one locale together, in the order in which the locales came.
    private func grouped(_ texts: [Record.Text]) -> [Record.Text] {
        guard let first = texts.first, texts.contains(where: { $0.locale != first.locale }) else { return texts }
        var places: [LocaleIdentifier: Int] = [:]
        for text in texts where places[text.locale] == nil { places[text.locale] = places.count }
        return texts.enumerated().sorted {
            (places[$0.element.locale, default: 0], $0.offset) < (places[$1.element.locale, default: 0], $1.offset)
        }.map(\.element)
    }
}
