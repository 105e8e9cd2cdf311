// Determines which rows of a table belong to products that are not for sale.

internal import CatalogSearch

/// The products that columns of a table mark as not for sale, with their variants: shop systems mark only a
/// product's first row, or the row of the product to which its variants refer.
struct HiddenProducts {
    private let columns: [(column: Int, hiding: Set<String>)]
    /// The columns of ids, and of the product of a variant.
    private let product: Int?
    private let id: Int?
    private let shop: ShopColumns
    /// The column that hides the product in the rows above.
    private var hiddenAbove: Int?
    /// The column that hides each product, marked in the product's first row.
    private var products: [String: Int] = [:]
    /// The column that hides each product in a row of its own, by the product's names.
    private var parents: [String: Int] = [:]
    /// For each column, the bytes of the last value that hides nothing: most rows have the same value.
    private var shown: [[UInt8]]
    /// The bytes of the names.
    private var size = 0
    /// The id of the last hidden row, which may be repeated in other languages.
    private(set) var lastIdentifier: String?

    /// The bytes of names up to which products are stored.
    private static let sizeLimit = 64 << 20

    init(_ heading: TableHeading, _ description: CatalogDescription) {
        columns = heading.forSale
        shown = columns.map { _ in [] }
        let grouped = description.group.flatMap { group in
            heading.attributes.first { $0.attribute.name == group }?.columns.first?.column
        }
        product = (heading.product ?? grouped).flatMap { column in
            ShopColumns.lists.contains(UsualColumnNames.folded(heading.names[column])) ? nil : column
        }
        id = heading.columns.firstIndex { if case .id = $0 { true } else { false } }
        shop = heading.shop
    }

    /// The column that marks a row's product as not for sale; `nil` if there is none.
    mutating func column(hiding row: [TableField]) -> Int? {
        if columns.isEmpty { return nil }
        let name = product.map { row[$0].trimmedText } ?? ""
        let own = column(in: row)
        switch shop.kind(of: row) {
        case .product: hiddenAbove = shop.kind == nil ? nil : own
        case .variant: if let hiddenAbove { return hiddenAbove }
        case .addition: return nil
        }
        let found = own ?? parents[name] ?? products[name].flatMap { row[$0].isEmpty ? $0 : nil }
        lastIdentifier = found == nil ? nil : id.map { row[$0].text }
        if let own { note(row, name, hiddenBy: own) }
        return found
    }

    /// The first column whose value in a row hides its product.
    private mutating func column(in row: [TableField]) -> Int? {
        for (place, (column, hiding)) in columns.enumerated() where !row[column].isEmpty {
            if row[column].bytes.elementsEqual(shown[place]) { continue }
            if hiding.contains(row[column].trimmedText.lowercased()) { return column }
            shown[place] = Array(row[column].bytes)
        }
        return nil
    }

    private mutating func note(_ row: [TableField], _ name: String, hiddenBy column: Int) {
        guard product != nil, size < Self.sizeLimit else { return }
        if name.isEmpty {
            for (place, prefix) in shop.references + (id.map { [($0, "")] } ?? []) where !row[place].isEmpty {
                let name = prefix + row[place].trimmedText
                parents[name] = column
                size += name.utf8.count
            }
        } else {
            products[name] = column
            size += name.utf8.count
        }
    }
}
