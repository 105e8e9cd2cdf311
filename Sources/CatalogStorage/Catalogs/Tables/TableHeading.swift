// The heading of a table, such as `id,type,title[en],title[de],year,price[EUR]`.

internal import CatalogSearch
internal import JSON
internal import Support

/// The columns of a table.
struct TableHeading {
    /// The use of a column.
    enum Column {
        case id, type, year, popularity
        /// A price in a currency, and for a market if there is one, unless the amount names its own currency.
        case price(currency: String?, market: String?)
        /// A text; see `texts`.
        case text
        /// Values of an attribute; see `attributes`.
        case attribute
        /// A column that relates a product's rows; see `options`, `variantImage` and `storeView`.
        case special
        /// A member that the search does not use.
        case other
        /// A column with the name of another column, or mapped to nothing, or with the shop's costs.
        case ignored
    }

    /// The columns of one field in one locale: first the one that is used, then other spellings of the
    /// locale.
    struct Text {
        let field: FieldName
        let locale: LocaleIdentifier
        fileprivate(set) var columns: [Int]
    }

    /// The columns of an attribute: without a locale, or one for each locale.
    struct Attribute {
        let attribute: CatalogDescription.Attribute
        fileprivate(set) var columns: [(column: Int, locale: LocaleIdentifier?)] = []
    }

    private(set) var columns: [Column] = []
    /// The columns' names; for a column without name, its number from 1.
    private(set) var names: [String] = []
    /// The texts in the order in which a record has them.
    private(set) var texts: [Text] = []
    /// The attributes in the order declared.
    private(set) var attributes: [Attribute]
    /// The columns of the name and of the value of each option of variants, as
    /// `Option1 Name` and `Option1 Value`.
    private(set) var options: [(name: Int, value: Int)] = []
    /// The column of the picture of a variant, beside that of the pictures of its product.
    private(set) var variantImage: Int?
    /// The column of the store view in whose language Magento repeats a product.
    private(set) var storeView: Int?
    /// How rows are related to each other.
    private(set) var shop = ShopColumns()
    /// The columns that a mapping names.
    private(set) var mapped: Set<Int> = []
    /// The columns that mark products as not for sale, with the values that do.
    private(set) var forSale: [(column: Int, hiding: Set<String>)] = []
    /// The columns about a price other than its amount.
    private(set) var sales: [(column: Int, use: ExportColumn)] = []
    /// The columns with the products' costs for the shop.
    private(set) var costs: [Int] = []
    /// Whether the id of a record is the number of its row.
    private(set) var numbersRows = false
    /// The column that names the product of a variant, if the catalog has no groups and the column has no
    /// other use.
    private(set) var product: Int?

    /// Reads a heading, and reports its problems on the given line.
    ///
    /// - Returns: `nil` if there is no column of ids, and rows are not numbered.
    init?(_ fields: [TableField], context: ReadingContext, line: Int) {
        let description = context.description
        let textFields = context.description.textFields
        attributes = context.description.attributes.map { Attribute(attribute: $0) }
        var known: Set<ByteString> = []
        // One list for each field, because a record has its texts in the order of the fields.
        var texts = Array(repeating: FieldColumns(), count: textFields.count)
        for (number, field) in fields.enumerated() {
            let spelled = field.trimmedText
            let name = spelled.isEmpty ? String(number + 1) : spelled
            names.append(name)
            guard spelled.isEmpty || known.insert(ByteString(name)).inserted else {
                context.report(.columnTwice(name: name.excerpt), line: line)
                columns.append(.ignored)
                continue
            }
            let mapped = description.columns.name(ofColumn: spelled)
            if mapped.isEmpty, !spelled.isEmpty {
                columns.append(.ignored)
                continue
            }
            let (base, key) = ColumnNames.split(mapped)
            if mapped != spelled { self.mapped.insert(number) }
            if mapped != spelled, base == description.group?.rawValue,
                ShopColumns.lists.contains(UsualColumnNames.folded(spelled))
            {
                // This column marks variants, and does not name a product.
                columns.append(.special)
                continue
            }
            let isAttribute = addAttribute(base, key, column: number)
            if let fixed = Self.fixedColumn(base, key, description.currency) {
                columns.append(fixed)
                if case .price(let currency?, _) = fixed, !Price.isCurrency(currency) {
                    context.report(.unknownCurrency(member: name.excerpt, code: currency.excerpt), line: line)
                }
            } else if let place = textFields.firstIndex(of: FieldName(base)) {
                let locale = key.map { LocaleIdentifier($0) } ?? context.description.defaultLocale
                if let locale {
                    let text = Text(field: textFields[place], locale: locale, columns: [number])
                    texts[place].add(text, isCanonical: key == locale.identifier)
                    columns.append(.text)
                } else {
                    context.report(.invalidLocale(member: base, key: (key ?? "").excerpt), line: line)
                    columns.append(.other)
                }
            } else if isAttribute {
                columns.append(.attribute)
            } else {
                columns.append(.other)
                if !spelled.isEmpty { names[number] = mapped }
                if let use = ExportColumn(spelled, description) { add(use, column: number) }
            }
        }
        // A column `ID` contains the ids, unless a mapping names another column.
        if description.columns[ColumnNames.rowNumber] != "id",
            !columns.contains(where: { if case .id = $0 { true } else { false } }),
            let column = names.firstIndex(where: { $0.lowercased() == "id" }), case .other = columns[column],
            !description.maps(column: fields[column].trimmedText)
        {
            columns[column] = .id
        }
        let hasIdentifiers = columns.contains { if case .id = $0 { true } else { false } }
        numbersRows = !hasIdentifiers && description.columns[ColumnNames.rowNumber] == "id"
        guard hasIdentifiers || numbersRows else { return nil }
        self.texts = texts.flatMap(\.texts)
        // Without prices, columns with such names mean something else.
        if !columns.contains(where: { if case .price = $0 { true } else { false } }) {
            (costs, forSale) = ([], [])
        }
        for column in costs { columns[column] = .ignored }
        for sale in sales { columns[sale.column] = .special }
        findSpecialColumns(fields)
        shop = ShopColumns(
            fields.map(\.trimmedText),
            isUnmapped: { column in
                if case .other = columns[column] { !mapped.contains(column) } else { false }
            },
            isIdentifier: { column in if case .id = columns[column] { true } else { false } })
        for (column, _) in shop.details { columns[column] = .special }
        leaveOutUnmapped(description)
        if description.group == nil {
            let pair = ColumnNames.columnPairs(names, context.sample, description).first {
                $0.member == "group"
            }
            product = pair.flatMap { names.firstIndex(of: $0.column) }
        }
    }

    /// A mapping says what the columns of an export are: others may be notes and numbers that are nobody else's
    /// business. A table without a mapping keeps all of its members.
    private mutating func leaveOutUnmapped(_ description: CatalogDescription) {
        guard description.columns.values.contains(where: { !$0.isEmpty }) else { return }
        for (number, name) in names.enumerated()
        where !mapped.contains(number) && !CatalogRecord.shownMembers.contains(name) {
            guard case .other = columns[number] else { continue }
            if ["link", "permalink"].contains(name.lowercased()), !names.contains("url") {
                // Feeds call the address of the product so.
                names[number] = "url"
            } else {
                columns[number] = .ignored
            }
        }
    }

    private mutating func add(_ use: ExportColumn, column: Int) {
        switch use {
        case .forSale(let hiding): forSale.append((column, hiding))
        case .cost: costs.append(column)
        default: sales.append((column, use))
        }
    }

    /// Finds the pairs of columns with the name and the value of an option, as Shopify and WooCommerce write
    /// them, the picture of a variant, and the store view.
    private mutating func findSpecialColumns(_ fields: [TableField]) {
        var places: [String: Int] = [:]
        for (number, field) in fields.enumerated() {
            guard case .other = columns[number], names[number] == field.trimmedText else { continue }
            places[UsualColumnNames.folded(field.text)] = number
        }
        for number in 1...Self.optionLimit {
            for (name, values) in VariantOptions.columns(number) {
                guard let name = places[name], let value = values.lazy.compactMap({ places[$0] }).first else {
                    continue
                }
                options.append((name, value))
                columns[name] = .special
                columns[value] = .special
            }
        }
        variantImage = ["variantimage", "variantimageurl"].lazy.compactMap { places[$0] }.first
        storeView = places["storeviewcode"]
        for column in [variantImage, storeView] { if let column { columns[column] = .special } }
    }

    /// The most options that are searched for.
    static let optionLimit = 20

    /// Adds a column to those of the attributes that it names, which may also be a field.
    ///
    /// - Returns: whether it names an attribute.
    private mutating func addAttribute(_ base: String, _ key: String?, column: Int) -> Bool {
        var isUsed = false
        for place in attributes.indices where attributes[place].attribute.memberName == base {
            guard let key else {
                attributes[place].columns.append((column, nil))
                isUsed = true
                continue
            }
            guard attributes[place].attribute.type == .text, let locale = LocaleIdentifier(key),
                !attributes[place].columns.contains(where: { $0.locale == locale })
            else { continue }
            attributes[place].columns.append((column, locale))
            isUsed = true
        }
        return isUsed
    }

    /// The columns of one field while the heading is read.
    private struct FieldColumns {
        private(set) var texts: [Text] = []
        /// The index of a locale among the texts, and whether its first column has the canonical spelling.
        private var places: [LocaleIdentifier: (place: Int, isCanonical: Bool)] = [:]

        /// Adds a column to those of its locale; the first one in canonical spelling goes to the front.
        mutating func add(_ text: Text, isCanonical: Bool) {
            guard let (place, isFirstCanonical) = places[text.locale] else {
                places[text.locale] = (texts.count, isCanonical)
                texts.append(text)
                return
            }
            if isCanonical, !isFirstCanonical {
                texts[place].columns.insert(text.columns[0], at: 0)
                places[text.locale]?.isCanonical = true
            } else {
                texts[place].columns += text.columns
            }
        }
    }

    private static func fixedColumn(_ base: String, _ key: String?, _ currency: String?) -> Column? {
        switch (base, key) {
        case ("id", nil): .id
        case ("type", nil): .type
        case ("year", nil): .year
        case ("popularity", nil): .popularity
        case ("price", nil): .price(currency: currency, market: nil)
        case ("price", _): price(key)
        default: nil
        }
    }

    /// The column of `price[EUR]`, or of `price[EUR@AT]` for a market.
    private static func price(_ key: String?) -> Column {
        let parts = key?.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        return .price(
            currency: parts?[0], market: parts.flatMap { $0.count > 1 ? $0[1] : nil })
    }
}
