// Variants of a product, as exports of shop systems describe them: the column of
// their product, and their options.

internal import CatalogSearch
internal import JSON

extension CatalogDescription {
    /// The name to which a mapping maps the column that names a variant's product.
    static let groupColumn = "group"

    /// Groups records by the column that is mapped to `group`, unless an attribute has this name. If the
    /// group has another name, the column is mapped to that.
    mutating func groupByColumn() {
        let columns = columns.filter { $0.value == Self.groupColumn }.keys
        guard !columns.isEmpty, attribute(AttributeName(Self.groupColumn)) == nil else { return }
        if let group {
            for column in columns { self.columns[column] = group.rawValue }
        } else {
            let name = AttributeName(Self.groupColumn)
            attributes.append(Attribute(name, .text, isSearched: false))
            group = name
        }
    }

    /// The columns and members that are mapped to the group.
    var groupColumns: [String] {
        guard let group else { return [] }
        return columns.filter { $0.value == group.rawValue }.keys.sorted()
    }

    /// The text attribute by which a mapped column groups records. A record without a value is a product of
    /// its own, to which variants refer by its id.
    var mappedGroup: AttributeName? {
        guard !groupColumns.isEmpty, let group, attribute(group)?.type == .text else { return nil }
        return group
    }
}

/// An option of a variant, such as its color.
struct VariantOption: Equatable {
    /// The name of the option, such as `Color`.
    let name: String
    /// The variant's value, such as `Red`.
    let value: String

    /// An option; `nil` without a name or a value, and for Shopify's default option of products without
    /// options.
    init?(name: String, value: String) {
        guard !name.isEmpty, !value.isEmpty, value != "Default Title" else { return nil }
        self.name = name
        self.value = value
    }
}

/// Adds options to the records of a catalog.
struct VariantOptions {
    private let attributes: [CatalogDescription.Attribute]
    /// The mapping, which may also name options.
    private let columns: [String: String]
    private let fields: [FieldName]
    private let defaultLocale: LocaleIdentifier

    /// The folded names of the columns that mark rows with options.
    static let headings: Set<String> = ShopColumns.kinds.union(
        ShopColumns.Details.allCases.map(\.rawValue) + columns(1).map(\.name))

    /// The folded names of the columns with the name and the value of an option. WooCommerce writes headings
    /// in the language of the shop.
    static func columns(_ number: Int) -> [(name: String, values: [String])] {
        [
            ("option\(number)name", ["option\(number)value"]),
            ("attribute\(number)name", ["attribute\(number)values", "attribute\(number)value"]),
            ("attribut\(number)name", ["attribut\(number)werte"]),
            ("nomdelattribut\(number)", ["valeursdelattribut\(number)"]),
            ("nombredelatributo\(number)", ["valoresdelatributo\(number)"]),
        ]
    }

    init(_ description: CatalogDescription) {
        attributes = description.attributes
        columns = description.columns
        fields = description.textFields
        defaultLocale = description.defaultLocale
    }

    /// Adds an option as a value of the attribute with its name, in any case. Without such an attribute, adds
    /// it as a member, unless the record has one with that name, and as a keyword, so that it is found.
    func add(_ option: VariantOption, to record: inout CatalogRecord) {
        if let attribute = attribute(option) {
            // A product that is not a variant itself lists all values.
            let texts =
                attribute.isMany ? option.value.split(separator: ",").map(\.trimmingSpaces) : [option.value]
            let values = texts.compactMap { AttributeValue($0, attribute.type) }
            if values.count == texts.count { return record.append(values, of: attribute.name) }
        }
        keep(option.name, option.value, in: &record)
        addKeyword(option.value, to: &record)
    }

    /// Adds the values of an option or of another attribute, unless the record has any of them. Without an
    /// attribute with its name, adds them as a member and as keywords.
    func add(_ name: String, _ values: [String], to record: inout CatalogRecord) {
        let text = values.joined(separator: ", ")
        guard let option = VariantOption(name: name, value: text) else { return }
        if let attribute = attribute(option) {
            guard record.value(of: attribute.name) == nil else { return }
            let found = (attribute.isMany ? values : [text]).compactMap { AttributeValue($0, attribute.type) }
            if !found.isEmpty { return record.append(found, of: attribute.name) }
        }
        keep(name, text, in: &record)
        for value in values where !Self.booleanValues.contains(value) { addKeyword(value, to: &record) }
    }

    /// Values that mean nothing without the name of the option.
    private static let booleanValues: Set<String> = ["Yes", "No", "0", "1", ""]

    private func keep(_ name: String, _ value: String, in record: inout CatalogRecord) {
        guard !record.additionalMembers.contains(where: { $0.name == name }) else { return }
        record.additionalMembers.append(CatalogRecord.Member(name: name, json: JSONText.string(value)))
    }

    private func addKeyword(_ value: String, to record: inout CatalogRecord) {
        let keyword = CatalogRecord.Text(.keywords, defaultLocale, value)
        guard !record.texts.contains(keyword) else { return }
        // Texts are in the order of the fields, and those of one locale are adjacent.
        let own = record.texts.lastIndex { $0.field == .keywords && $0.locale == defaultLocale }
        let place = fields.firstIndex(of: .keywords) ?? 0
        let end = record.texts.firstIndex { (fields.firstIndex(of: $0.field) ?? 0) > place }
        record.texts.insert(keyword, at: own.map { $0 + 1 } ?? end ?? record.texts.count)
    }

    func attribute(_ option: VariantOption) -> CatalogDescription.Attribute? {
        let name = columns.name(ofColumn: option.name).lowercased()
        return attributes.first { $0.name.rawValue.lowercased() == name }
    }
}

extension CatalogRecord {
    /// The first value of an attribute.
    func value(of name: AttributeName) -> AttributeValue? { attributes.first { $0.name == name }?.value }

    /// Puts a record without a product into the group with its own id.
    mutating func completeGroup(_ name: AttributeName?) {
        guard let name, value(of: name) == nil else { return }
        attributes.append(Attribute(name, .text(id)))
    }
}
