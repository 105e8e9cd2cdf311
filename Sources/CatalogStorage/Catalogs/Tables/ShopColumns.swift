// Columns in which shop systems write how rows belong together, and lists in one cell.

internal import CatalogSearch

/// The columns of shop systems that say more than one value.
struct ShopColumns {
    /// What a row is in BigCommerce's exports.
    enum Kind {
        /// A product, in other tables any row.
        case product
        /// A variant of the product above.
        case variant
        /// A rule, or a further picture.
        case addition
    }

    /// The columns by which variants name their product, and what stands before it there.
    private(set) var references: [(column: Int, prefix: String)] = []
    /// The column that says that a product is sold as its variants only, and how.
    private var container: (column: Int, value: String)?
    /// The column of what a row is.
    private(set) var kind: Int?
    /// Magento's list of the variants of a product: `sku=T-S,size=S|sku=T-M,size=M`.
    private(set) var variations: Int?
    /// Magento's column that says that only its product shows a variant, beside the list of variants.
    private(set) var visibility: Int?
    /// Magento's column of further attributes: `fabric=fleece,size=M`.
    private(set) var details: Int?
    /// Whether it is WooCommerce, which lists several values with commas and writes lines as `\n`.
    private(set) var isWooCommerce = false
    private var isMagento = false

    /// The folded names of columns that say which rows are variants, and name no product.
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

    /// What a row is.
    func kind(of row: [TableField]) -> Kind {
        guard let kind else { return .product }
        return switch row[kind].trimmedText.lowercased() {
        case "product", "": .product
        case "sku": .variant
        default: .addition
        }
    }

    /// Whether a row is of a product that is sold as its variants only.
    func isContainer(_ row: [TableField]) -> Bool {
        if kind != nil { return kind(of: row) == .product }
        if let variations, !row[variations].isEmpty { return true }
        return container.map { row[$0.column].trimmedText.lowercased() == $0.value } ?? false
    }

    /// Whether only its product shows a row.
    func isShownByProduct(_ row: [TableField]) -> Bool {
        visibility.map { row[$0].trimmedText.lowercased() == "not visible individually" } ?? false
    }

    /// The scope of a cell with categories: of several, the one that is deepest in the tree.
    func scope(_ text: String) -> String {
        guard isWooCommerce || isMagento || kind != nil else { return text }
        let steps: Character = isMagento ? "/" : ">"
        var paths = text.split(separator: kind != nil ? ";" : ",").map(\.trimmingSpaces).filter {
            !$0.isEmpty
        }
        // Every product of BigCommerce's is there.
        if paths.count > 1 { paths.removeAll { $0 == "Shop All" } }
        func depth(_ path: String) -> Int { path.count { $0 == steps } }
        guard let deepest = paths.map(depth).max(), let path = paths.first(where: { depth($0) == deepest })
        else { return text }
        // Magento's trees begin with a category that no customer sees.
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

    /// Reads `fabric=fleece,size=M`. A value may have commas.
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

    /// The options in the name of a variant of BigCommerce's: `[RT]Size=L,[S]Color=Red`.
    static func options(inName name: String) -> [VariantOption] {
        guard name.first == "[" else { return [] }
        return name.split(separator: ",[").compactMap { part in
            let option = part.split(separator: "]", maxSplits: 1).last ?? part
            let sides = option.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { return nil }
            // `Color=Red:#ff0000` has the color of a swatch, too.
            let value = sides[1].split(separator: ":#", maxSplits: 1).first ?? sides[1]
            return VariantOption(name: sides[0].trimmingSpaces, value: value.trimmingSpaces)
        }
    }
}
