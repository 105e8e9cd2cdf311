// Makes records from the rows of a table.

internal import CatalogSearch
internal import Support

struct TableRecordBuilder {
    let heading: TableHeading
    private let html: HTMLText
    private let group: AttributeName?
    private let mappedGroup: AttributeName?
    private let titleField: FieldName
    private let options: VariantOptions
    /// The number of the row, from 1 for the one after the heading.
    private var rowNumber = 0
    private var products = KnownProducts()
    /// The names of the options in a product's rows: shop systems write them in its first row only.
    private var optionNames: [String]
    private var held = PendingProducts()
    /// The product in the rows above, in tables that mark products and variants.
    private var productAbove: CatalogRecord?
    /// The last product of a catalog without groups, and whether two consecutive rows have the same one.
    private var product = ""
    private(set) var hasVariants = false
    private let fields: [FieldName]
    private let defaultLocale: LocaleIdentifier
    /// The language in which prices are written.
    let priceLocale: LocaleIdentifier
    private var hidden: HiddenProducts
    private let hasPrices: Bool
    /// The time at which sales must hold.
    let time: Instant

    /// Whether rows may repeat a record in another language.
    var hasTranslations: Bool { heading.storeView != nil }

    init(_ heading: TableHeading, _ description: CatalogDescription, at time: Instant) {
        self.heading = heading
        fields = description.textFields
        defaultLocale = description.defaultLocale
        html = HTMLText(description)
        group = description.group
        mappedGroup = description.mappedGroup
        titleField = description.titleField
        options = VariantOptions(description)
        hidden = HiddenProducts(heading, description)
        // If a mapping says that titles are in one language, the whole file is.
        let titles = heading.texts.filter { $0.field == description.titleField }.map(\.locale)
        let isMapped = description.columns.values.contains {
            ColumnNames.split($0) == (description.titleField.rawValue, titles.first?.identifier)
        }
        priceLocale = isMapped && titles.count == 1 ? titles[0] : description.defaultLocale
        self.time = time
        hasPrices = heading.columns.contains { if case .price = $0 { true } else { false } }
        optionNames = Array(repeating: "", count: heading.options.count)
    }

    /// Whether a row translates a hidden row.
    func isHidden(_ translation: String) -> Bool { hidden.lastIdentifier == translation }

    /// The name of the column that marks a row's product as not for sale; `nil` if there is none.
    mutating func columnHiding(_ row: [TableField]) -> String? {
        guard row.count == heading.columns.count else { return nil }
        let column = hidden.column(hiding: row)
        if column != nil {
            rowNumber += 1
            if heading.shop.kind(of: row) == .product { productAbove = nil }
        }
        return column.map { heading.names[$0] }
    }

    /// Makes a record. Empty fields count as absent.
    ///
    /// - Parameters:
    ///   - line: the line of the row.
    ///   - report: called with each problem of a value that is left out of the record.
    /// - Returns: `nil` for a row that is not a record, or is held back, see ``nextHeld()``.
    mutating func record(
        from row: [TableField], at line: Int, report: (CatalogDiagnostic.Kind) -> Void
    ) throws(ItemError) -> CatalogRecord? {
        rowNumber += 1
        guard row.count == heading.columns.count else {
            throw ItemError(.fieldCount(row.count, header: heading.columns.count))
        }
        let kind = heading.shop.kind(of: row)
        if kind == .addition {
            addPicture(row)
            return nil
        }
        var record = CatalogRecord(id: heading.numbersRows ? String(rowNumber) : "")
        try readFields(of: row, into: &record, report)
        if !heading.sales.isEmpty { applySales(row, to: &record) }
        appendTexts(of: row, to: &record, in: language(of: row))
        appendAttributes(of: row, to: &record, report)
        noteProduct(row)
        resolveProduct(of: &record)
        var own: [VariantOption] = []
        if kind == .variant { own = makeVariant(&record, row) }
        let product = kind == .variant ? productAbove : productContinued(by: record)
        let found = foundOptions(row, continues: product != nil) + own.map { ($0, 0) }
        if record.id.isEmpty || heading.numbersRows {
            // A further row of a product without texts and values of its own only adds a picture.
            if product != nil, found.isEmpty, record.texts.isEmpty, record.price == nil,
                record.attributes.count == 1
            {
                return nil
            }
        }
        if record.id.isEmpty {
            record.id = try identifier(record, found)
        }
        let isParent = mappedGroup.map { record.value(of: $0) == nil } ?? false
        record.completeGroup(mappedGroup)
        if isParent {
            for (column, prefix) in heading.shop.references where !row[column].isEmpty {
                products.note(prefix + row[column].trimmedText, of: record.id)
            }
        } else if let mappedGroup, case .text(let name, _)? = record.value(of: mappedGroup) {
            held.drop(product: name)
            if product == nil, let parent = products.parent(.text(name)) {
                record.complete(from: parent, fields)
            }
        }
        if let product {
            complete(&record, from: product)
        } else if let group, let name = record.value(of: group) {
            products.add(record, named: name, isParent: isParent)
        }
        if heading.shop.kind != nil, kind == .product { startProduct(record) }
        if let column = heading.variantImage, !row[column].isEmpty {
            record.additionalMembers.removeAll { $0.name == Self.image }
            keep(row[column], Self.image, in: &record)
        }
        appendOptions(found, of: row, to: &record)
        if let mappedGroup, let name = record.value(of: mappedGroup) {
            // Of an option that a row leaves open, all values of its product fit.
            if isParent { products.note(record.attributes, ofParent: name) }
            if !isParent, product == nil { record.complete(products.attributes(ofParent: name)) }
        }
        guard mappedGroup != nil || heading.shop.variations != nil else { return record }
        return holds(record, row, at: line, isParent: isParent) ? nil : record
    }

    /// Reads the members that have one column each.
    private mutating func readFields(
        of row: [TableField], into record: inout CatalogRecord, _ report: (CatalogDiagnostic.Kind) -> Void
    ) throws(ItemError) {
        for (number, field) in row.enumerated() where !field.isEmpty {
            let name = heading.names[number]
            switch heading.columns[number] {
            case .id: record.id = field.text
            case .type: record.scope = heading.shop.scope(html.label(field.text))
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
            case .text, .attribute, .special, .ignored: break
            }
        }
    }

    private mutating func appendAttributes(
        of row: [TableField], to record: inout CatalogRecord, _ report: (CatalogDiagnostic.Kind) -> Void
    ) {
        for attribute in heading.attributes where !attribute.columns.isEmpty {
            if let values = attribute.attribute.paths(values(of: attribute, row)) {
                record.append(values, of: attribute.attribute.name)
            } else {
                report(
                    .attributeWrongType(
                        member: attribute.attribute.name.rawValue, expected: attribute.attribute.expected))
            }
        }
    }

    /// Appends the options that distinguish a variant, and further details in exports of shops.
    private mutating func appendOptions(
        _ found: [(option: VariantOption?, column: Int)], of row: [TableField], to record: inout CatalogRecord
    ) {
        for (option, column) in found {
            if let option, heading.shop.isWooCommerce {
                let values = option.value.split(separator: ",").map(\.trimmingSpaces)
                options.add(option.name, values, to: &record)
            } else if let option {
                options.add(option, to: &record)
            } else {
                keep(row[column], heading.names[column], in: &record)
            }
        }
        for (name, values) in heading.shop.details(of: row) { options.add(name, values, to: &record) }
    }

    /// Holds a record back if its use depends on later rows.
    private mutating func holds(
        _ record: CatalogRecord, _ row: [TableField], at line: Int, isParent: Bool
    ) -> Bool {
        let item = PendingProducts.Item(record: record, line: line)
        let variations = heading.shop.variations(of: row)
        if !variations.isEmpty {
            held.note(variations, of: record.id)
            hasVariants = true
        }
        if heading.shop.isShownByProduct(row) { return held.hold(variant: item) }
        // A product without a price is not for sale, but its variants may be.
        let isContainer = heading.shop.isContainer(row) || (hasPrices && record.price == nil)
        return isParent && isContainer && held.hold(product: item)
    }

    /// The next record that was held back; ``PendingProducts/Item/isHidden`` tells whether it is not for sale.
    mutating func nextHeld() -> PendingProducts.Item? { held.next() }

    /// The column by which items that no product lists are not for sale.
    var visibilityColumn: String { heading.shop.visibility.map { heading.names[$0] } ?? "" }

    /// Decides about all items that are still held back, at the end of the table.
    ///
    /// - Returns: whether there are more records.
    mutating func finish() -> Bool { held.finish(mappedGroup, options, fields) }

    /// Adds the texts of a row in another language to a record that is held back.
    mutating func translateHeld(_ id: String, _ texts: [CatalogRecord.Text]) -> Bool {
        held.translate(id, texts, fields)
    }

    private mutating func startProduct(_ record: CatalogRecord) {
        // Its variants follow directly.
        held.releaseProducts()
        productAbove = record
    }

    /// Makes a row a variant of the product in the rows above; its title or a column contains its options.
    private mutating func makeVariant(_ record: inout CatalogRecord, _ row: [TableField]) -> [VariantOption] {
        hasVariants = true
        let name = record.texts.first { $0.field == titleField }?.value ?? ""
        record.texts.removeAll { $0.field == titleField }
        if let product = productAbove {
            if let mappedGroup { record.attributes.append(.init(mappedGroup, .text(product.id))) }
            if heading.shop.numbersVariantsApart { record.id = "\(product.id)-\(record.id)" }
        }
        return ShopColumns.options(inName: name) + heading.shop.options(of: row)
    }

    /// Adds the picture in a row of its own to the product in the rows above, unless it has one.
    private mutating func addPicture(_ row: [TableField]) {
        guard let column = heading.names.firstIndex(of: Self.image), !row[column].isEmpty,
            let product = productAbove, !product.additionalMembers.contains(where: { $0.name == Self.image })
        else { return }
        keep(row[column], Self.image, in: &productAbove!)
        held.complete(productAbove!, fields)
    }

    /// Records whether adjacent rows belong to one product although the catalog has no groups.
    private mutating func noteProduct(_ row: [TableField]) {
        guard let column = heading.product, !hasVariants, !row[column].isEmpty, column != heading.shop.kind
        else { return }
        let text = row[column].text
        hasVariants = text == product
        product = text
    }

    /// Replaces another name of a product by its id: WooCommerce writes `id:44` or the SKU in the rows of
    /// variants.
    private func resolveProduct(of record: inout CatalogRecord) {
        guard let mappedGroup, case .text(let name, let labels)? = record.value(of: mappedGroup),
            let id = products.id(named: name),
            let place = record.attributes.firstIndex(where: { $0.name == mappedGroup })
        else { return }
        record.attributes[place] = CatalogRecord.Attribute(mappedGroup, .text(id, labels: labels))
    }

    /// The product of a record without a title, if an earlier row has it.
    private func productContinued(by record: CatalogRecord) -> CatalogRecord? {
        guard let group, let name = record.value(of: group),
            !record.texts.contains(where: { $0.field == titleField })
        else { return nil }
        return products[name]
    }

    /// The options of a row. A value without the name of its option only has its column.
    private mutating func foundOptions(
        _ row: [TableField], continues: Bool
    ) -> [(option: VariantOption?, column: Int)] {
        var found: [(option: VariantOption?, column: Int)] = []
        for (place, columns) in heading.options.enumerated() {
            let name = row[columns.name].trimmedText
            if !name.isEmpty || !continues { optionNames[place] = name }
            let value = row[columns.value].trimmedText
            if let option = VariantOption(name: optionNames[place], value: value) {
                found.append((option, columns.value))
            } else if !value.isEmpty, optionNames[place].isEmpty {
                found.append((nil, columns.value))
            }
        }
        return found
    }

    /// The id of a variant without one: that of its product, with its options.
    private func identifier(
        _ record: CatalogRecord, _ found: [(option: VariantOption?, column: Int)]
    ) throws(ItemError) -> String {
        guard let mappedGroup, case .text(let product, _)? = record.value(of: mappedGroup) else {
            throw ItemError(.noIdentifier)
        }
        return ([product] + found.compactMap(\.option?.value)).joined(separator: "-")
    }

    /// Adds to a variant the texts, the scope, the text attributes and the picture of its product: shop
    /// systems write them in a product's first row only.
    private func complete(_ record: inout CatalogRecord, from product: CatalogRecord) {
        record.texts = product.texts
        // If variants have a column of their own for pictures, the other column continues the product's
        // pictures.
        if heading.variantImage != nil { record.additionalMembers.removeAll { $0.name == Self.image } }
        record.complete(from: product, fields)
    }

    /// The values of an attribute in a row, empty if its fields are empty; `nil` if a field has another type.
    /// Several values are separated by semicolons.
    private func values(of attribute: TableHeading.Attribute, _ row: [TableField]) -> [AttributeValue]? {
        func parts(_ column: Int) -> [String] {
            let text = html.label(row[column].text)
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

    /// - Parameter locale: the language of columns without one, if it is not the catalog's.
    func appendTexts(
        of row: [TableField], to record: inout CatalogRecord, in locale: LocaleIdentifier?
    ) {
        var texts = heading.texts[...]
        for field in fields {
            // A catalog may also search its types.
            if field.rawValue == "type", let type = record.scope {
                record.texts.append(CatalogRecord.Text(field, defaultLocale, type))
            }
            while let text = texts.first, text.field == field {
                texts.removeFirst()
                var columns = text.columns.filter { !row[$0].isEmpty }[...]
                guard let column = columns.popFirst() else { continue }
                let locale = text.locale == defaultLocale ? locale ?? defaultLocale : text.locale
                let isList = heading.mapped.contains(column)
                for value in values(of: row[column], field, isList: isList) {
                    record.texts.append(CatalogRecord.Text(field, locale, value))
                }
                // Other spellings of the same locale are preserved, but not searched.
                for column in columns { keep(row[column], heading.names[column], in: &record) }
            }
        }
    }

    /// A field's texts. Keywords are separated by semicolons, or, in columns of exports, by commas.
    private func values(of field: TableField, _ name: FieldName, isList: Bool) -> [String] {
        let spelled = heading.shop.isWooCommerce ? field.text.replacing("\\n", with: "\n") : field.text
        let text = html.plain(spelled, of: name)
        guard name == .keywords else { return text.isEmpty ? [] : [text] }
        let separator: Character = isList && !text.contains(";") ? "," : ";"
        return text.split(separator: separator).map(\.trimmingSpaces).filter { !$0.isEmpty }
    }
}
