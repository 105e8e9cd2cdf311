// Rows that repeat a record in another language, as Magento writes them.

internal import CatalogSearch

extension TableRecordBuilder {
    /// The language in which a row repeats a record; `nil` for other rows.
    func language(of row: [TableField]) -> LocaleIdentifier? {
        guard let column = heading.storeView, let locale = LocaleIdentifier(row[column].trimmedText)
        else { return nil }
        return locale.isKnown ? locale : nil
    }

    /// The texts of a row that repeats a record in another language, and the record's id; `nil` for other
    /// rows.
    func translation(_ row: [TableField]) -> (id: String, texts: [CatalogRecord.Text])? {
        guard row.count == heading.columns.count, let locale = language(of: row),
            let id = heading.columns.firstIndex(where: { if case .id = $0 { true } else { false } })
        else { return nil }
        var record = CatalogRecord(id: row[id].text)
        appendTexts(of: row, to: &record, in: locale)
        return (record.id, record.texts)
    }
}
