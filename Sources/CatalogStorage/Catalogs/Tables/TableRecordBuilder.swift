// Makes records of the rows of a table.

internal import CatalogSearch
internal import JSON

/// Makes the records of one table.
struct TableRecordBuilder {
    private let heading: TableHeading
    private let htmlFields: Set<FieldName>
    private let group: AttributeName?
    private let titleField: FieldName
    /// The record of the row before.
    private var previous: CatalogRecord?
    private let fields: [FieldName]
    private let defaultLocale: LocaleIdentifier

    init(_ heading: TableHeading, _ description: CatalogDescription) {
        self.heading = heading
        fields = description.textFields
        defaultLocale = description.defaultLocale
        htmlFields = HTMLText.fields(description)
        group = description.group
        titleField = description.titleField
    }

    /// Makes a record. Empty fields count as absent.
    ///
    /// - Parameter report: called with each problem of a value that the record is used without.
    mutating func record(
        from row: [TableField], report: (CatalogDiagnostic.Kind) -> Void
    ) throws(ItemError) -> CatalogRecord {
        guard row.count == heading.columns.count else {
            throw ItemError(.fieldCount(row.count, header: heading.columns.count))
        }
        var record = CatalogRecord(id: "")
        for (number, field) in row.enumerated() where !field.isEmpty {
            let name = heading.names[number]
            switch heading.columns[number] {
            case .id: record.id = field.text
            case .type: record.scope = field.text
            case .year:
                guard let year = Int(digits: field.trimmedText) else {
                    throw ItemError(.wrongType(member: name, expected: .integer))
                }
                record.year = year
            case .popularity:
                guard let popularity = Double(field.trimmedText), popularity.isFinite else {
                    throw ItemError(.invalidNumber(member: name, text: field.text.excerpt))
                }
                record.popularity = popularity
            case .price(let currency, let market):
                try readPrice(field, name, currency, market, into: &record, report)
            case .other: keep(field, name, in: &record)
            case .text, .attribute, .ignored: break
            }
        }
        guard !record.id.isEmpty else { throw ItemError(.noIdentifier) }
        appendTexts(of: row, to: &record)
        for attribute in heading.attributes where !attribute.columns.isEmpty {
            if let values = values(of: attribute, row) {
                record.append(values, of: attribute.attribute.name)
            } else {
                report(
                    .attributeWrongType(
                        member: attribute.attribute.name.rawValue, expected: attribute.attribute.type.expected
                    ))
            }
        }
        completeVariant(&record)
        return record
    }

    /// Gives a variant without title the texts, the scope and the text attributes of the row above it, if both are of one product:
    /// shop systems write them in a product's first row only.
    private mutating func completeVariant(_ record: inout CatalogRecord) {
        guard let group else { return }
        defer { previous = record }
        guard let previous, let product = record.value(of: group), previous.value(of: group) == product,
            !record.texts.contains(where: { $0.field == titleField })
        else { return }
        record.texts = previous.texts
        record.scope = record.scope ?? previous.scope
        let own = Set(record.attributes.map(\.name))
        for attribute in previous.attributes where !own.contains(attribute.name) {
            if case .text = attribute.value { record.attributes.append(attribute) }
        }
    }

    /// The values of an attribute in a row, none where its fields are empty; `nil` where a field has another type. Several
    /// values are separated by semicolons.
    private func values(of attribute: TableHeading.Attribute, _ row: [TableField]) -> [AttributeValue]? {
        func parts(_ column: Int) -> [String] {
            let text = row[column].text
            guard attribute.attribute.isMany else { return text.isEmpty ? [] : [text] }
            return text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmingSpaces)
        }
        if attribute.columns.contains(where: { $0.locale != nil }) {
            var texts = LocalizedAttributeTexts(defaultLocale)
            for (column, locale) in attribute.columns {
                texts.add(parts(column), in: locale ?? defaultLocale)
            }
            return texts.values
        }
        var values: [AttributeValue] = []
        for part in parts(attribute.columns[0].column) where !part.isEmpty {
            let isText = attribute.attribute.type == .text
            guard let value = AttributeValue(isText ? part : part.trimmingSpaces, attribute.attribute.type)
            else {
                return nil
            }
            values.append(value)
        }
        return values
    }

    /// Reads a price. The first one for all markets is the record's price; others are prices beside it.
    private func readPrice(
        _ field: TableField, _ name: String, _ currency: String?, _ market: String?,
        into record: inout CatalogRecord, _ report: (CatalogDiagnostic.Kind) -> Void
    ) throws(ItemError) {
        let spelling = field.trimmedText
        let currency = currency.flatMap { $0.isEmpty ? nil : $0 }
        let price = Price(written: spelling, currency: currency, market: market, locale: defaultLocale)
        guard currency != nil || price != nil else {
            throw ItemError(.wrongType(member: name, expected: .price))
        }
        if record.price == nil, market == nil {
            guard let price else { throw ItemError(.invalidNumber(member: name, text: spelling.excerpt)) }
            record.price = price
        } else if let price {
            // The heading's currencies are reported once.
            record.append(price, member: name) { kind in
                if case .unknownCurrency = kind { return }
                report(kind)
            }
        } else {
            report(.invalidPrice(member: name, text: spelling.excerpt))
        }
    }

    private func appendTexts(of row: [TableField], to record: inout CatalogRecord) {
        var texts = heading.texts[...]
        for field in fields {
            // A catalog may also have its types searched.
            if field.rawValue == "type", let type = record.scope {
                record.texts.append(CatalogRecord.Text(field, defaultLocale, type))
            }
            while let text = texts.first, text.field == field {
                texts.removeFirst()
                var columns = text.columns.filter { !row[$0].isEmpty }[...]
                guard let column = columns.popFirst() else { continue }
                for value in values(of: row[column], field) {
                    record.texts.append(CatalogRecord.Text(field, text.locale, value))
                }
                // Other spellings of the same locale are kept, but not searched.
                for column in columns { keep(row[column], heading.names[column], in: &record) }
            }
        }
    }

    /// A field's texts. Keywords are separated by semicolons.
    private func values(of field: TableField, _ name: FieldName) -> [String] {
        guard name == .keywords else {
            let text = htmlFields.contains(name) ? HTMLText.plain(field.text) : field.text
            return text.isEmpty ? [] : [text]
        }
        return field.text.split(separator: ";").map(\.trimmingSpaces).filter { !$0.isEmpty }
    }

    private func keep(_ field: TableField, _ name: String, in record: inout CatalogRecord) {
        record.additionalMembers.append(CatalogRecord.Member(name: name, json: JSONText.string(field.text)))
    }
}

extension CatalogRecord {
    /// The first value of an attribute.
    fileprivate func value(of name: AttributeName) -> AttributeValue? {
        attributes.first { $0.name == name }?.value
    }
}
