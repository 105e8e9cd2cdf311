// Columns in which shop systems relate rows to each other, and lists within one cell.

internal import CatalogSearch

/// Columns of shop systems with more than one value.
struct ShopColumns {
    /// The kind of a row in BigCommerce's exports.
    enum Kind {
        /// A product; in other tables any row.
        case product
        /// A variant of the product in the rows above.
        case variant
        /// A rule, or an additional picture.
        case addition
    }

    /// The columns by which variants refer to their product, with the prefix of the reference.
    private(set) var references: [(column: Int, prefix: String)] = []
    /// The column, and its value, that mark a product as sold only as its variants.
    private var container: (column: Int, value: String)?
    /// The column with the kind of a row.
    private(set) var kind: Int?
    /// Magento's list of the variants of a product: `sku=T-S,size=S|sku=T-M,size=M`.
    private(set) var variations: Int?
    /// Magento's column for variants that only their product shows, beside the list of variants.
    private(set) var visibility: Int?
    /// Magento's column of further attributes: `fabric=fleece,size=M`.
    private(set) var details: Int?
    /// Whether it is an export of WooCommerce, which separates several values by commas and writes line
    /// breaks as `
    /// `.
    private(set) var isWooCommerce = false
    private var isMagento = false

    /// The folded names of columns that mark rows as variants without naming a product.
    static let lists: Set<String> = ["itemtype", "configurablevariations"]

    init() {}

    /// - Parameter isUnmapped: whether a column has no other use.
    init(_ names: [String], isUnmapped: (Int) -> Bool) {
        var places: [String: Int] = [:]
        for (place, name) in names.enumerated() { places[UsualColumnNames.folded(name)] = place }
        isWooCommerce = places["visibilityincatalog"] != nil || places["regularprice"] != nil
        isMagento = places["storeviewcode"] != nil || places["attributesetcode"] != nil
        if let id = places["id"] { references.append((id, "id:")) }
        if let sku = places["sku"] { references.append((sku, "")) }
        if let column = places["type"], isWooCommerce {
            container = (column, "variable")
        } else if let column = places["producttype"], isMagento {
            container = (column, "configurable")
        }
        if places["productcodesku"] != nil { kind = places["itemtype"] }
        variations = places["configurablevariations"]
        if variations != nil { visibility = places["visibility"].flatMap { isUnmapped($0) ? $0 : nil } }
        details = places["additionalattributes"].flatMap { isUnmapped($0) ? $0 : nil }
    }

    /// The kind of a row.
    func kind(of row: [TableField]) -> Kind {
        guard let kind else { return .product }
        return switch row[kind].trimmedText.lowercased() {
        case "product", "": .product
        case "sku": .variant
        default: .addition
        }
    }

    /// Whether a row is a product that is sold only as its variants.
    func isContainer(_ row: [TableField]) -> Bool {
        if kind != nil { return kind(of: row) == .product }
        if let variations, !row[variations].isEmpty { return true }
        return container.map { row[$0.column].trimmedText.lowercased() == $0.value } ?? false
    }

    /// Whether a row is shown only by its product.
    func isShownByProduct(_ row: [TableField]) -> Bool {
        visibility.map { row[$0].trimmedText.lowercased() == "not visible individually" } ?? false
    }

    /// The scope of a cell with categories: if there are several, the deepest one in the tree.
    func scope(_ text: String) -> String {
        guard isWooCommerce || isMagento || kind != nil else { return text }
        let steps: Character = isMagento ? "/" : ">"
        var paths = text.split(separator: kind != nil ? ";" : ",").map(\.trimmingSpaces).filter {
            !$0.isEmpty
        }
        // In BigCommerce, this category contains every product.
        if paths.count > 1 { paths.removeAll { $0 == "Shop All" } }
        func depth(_ path: String) -> Int { path.count { $0 == steps } }
        guard let deepest = paths.map(depth).max(), let path = paths.first(where: { depth($0) == deepest })
        else { return text }
        // Magento's trees begin with a root category that customers do not see.
        guard isMagento, let root = path.firstIndex(of: steps) else { return path }
        return String(path[path.index(after: root)...]).replacing("/", with: " > ")
    }

    /// The name and the values of each further attribute of a row.
    func details(of row: [TableField]) -> [(name: String, values: [String])] {
        details.map {
            Self.pairs(row[$0].text).map { ($0.name, $0.value.split(separator: "|").map(String.init)) }
        } ?? []
    }

    /// The variants that a row lists, with their options.
    func variations(of row: [TableField]) -> [(id: String, options: [VariantOption])] {
        guard let variations else { return [] }
        return row[variations].text.split(separator: "|").compactMap { variation in
            let pairs = Self.pairs(String(variation))
            guard let id = pairs.first(where: { $0.name == "sku" })?.value else { return nil }
            return (
                id,
                pairs.compactMap { $0.name == "sku" ? nil : VariantOption(name: $0.name, value: $0.value) }
            )
        }
    }

    /// Reads `fabric=fleece,size=M`. A value may contain commas.
    static func pairs(_ text: String) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isName = sides[0].utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || $0 >= 0x30 && $0 != 0x3D && $0 < 0x7B
            }
            if sides.count == 2, !sides[0].isEmpty, isName {
                pairs.append((String(sides[0]), String(sides[1])))
            } else if !pairs.isEmpty {
                pairs[pairs.count - 1].value += "," + part
            }
        }
        return pairs
    }

    /// The options in the name of a BigCommerce variant: `[RT]Size=L,[S]Color=Red`.
    static func options(inName name: String) -> [VariantOption] {
        guard name.first == "[" else { return [] }
        return name.split(separator: ",[").compactMap { part in
            let option = part.split(separator: "]", maxSplits: 1).last ?? part
            let sides = option.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { return nil }
            // `Color=Red:#ff0000` also has the color of a swatch.
            let value = sides[1].split(separator: ":#", maxSplits: 1).first ?? sides[1]
            return VariantOption(name: sides[0].trimmingSpaces, value: value.trimmingSpaces)
        }
    }
}
