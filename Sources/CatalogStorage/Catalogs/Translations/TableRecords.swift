// Makes records from tables of texts. The texts of a key in all locales become one record.

internal import CatalogSearch
internal import JSON
internal import Localization

/// Collects the messages of `.strings` files and makes a record of each key of each table.
///
/// A record's id is the key; if there are several tables, the table's name and a slash precede it.
struct TableRecords {
    /// A message while its texts are collected.
    private struct Draft {
        let key: String
        /// The texts of each locale, in the order in which the locales were added.
        var titles: [(locale: LocaleIdentifier, values: [String])] = []
        var comments: [String] = []
        var hasPlural = false

        /// Two folders may have the same locale: `Base.lproj` and `en.lproj`, `German.lproj` and `de.lproj`.
        mutating func append(_ values: [String], in locale: LocaleIdentifier) {
            if let place = titles.firstIndex(where: { $0.locale == locale }) {
                titles[place].values += values
            } else {
                titles.append((locale, values))
            }
        }
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

    /// Adds a table of one locale.
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
            table.drafts[index].append(message.formats.map(\.source), in: catalog.locale)
            if !message.plural.isEmpty { table.drafts[index].hasPlural = true }
            if let comment = message.comment, !table.drafts[index].comments.contains(comment) {
                table.drafts[index].comments.append(comment)
            }
        }
        tables[name] = table
    }

    /// The records by table; the tables are sorted by name.
    consuming func finish() -> [CatalogRecord] {
        let isOnlyTable = tables.count == 1
        return tables.sorted { $0.key < $1.key }.flatMap { name, table in
            let locales = Set(table.drafts.flatMap { draft in draft.titles.map { $0.locale } })
            return table.drafts.map { draft in
                var record = CatalogRecord(id: isOnlyTable ? draft.key : name + "/" + draft.key)
                if hasScopes { record.scope = name }
                for (locale, values) in draft.titles { record.append(.title, locale, values.distinct) }
                if let originals = draft.titles.first(where: { $0.locale == defaultLocale }),
                    draft.titles.count > 1
                {
                    // An original text that is the key is searched as the key.
                    record.append(
                        .source, defaultLocale, originals.values.distinct.filter { $0 != draft.key })
                }
                record.append(.key, defaultLocale, [draft.key])
                record.append(.comment, defaultLocale, [draft.comments.joined(separator: "\n")].distinct)
                record.append(MessageAttributes.locale, draft.titles.map { $0.locale.identifier })
                let state: MessageAttributes.State =
                    draft.titles.count == locales.count ? .translated : .untranslated
                record.append(MessageAttributes.state, [state.rawValue])
                if hasScopes { record.append(MessageAttributes.table, [name]) }
                record.append(hasPlural: draft.hasPlural, hasComment: !draft.comments.isEmpty)
                return record
            }
        }
    }
}
