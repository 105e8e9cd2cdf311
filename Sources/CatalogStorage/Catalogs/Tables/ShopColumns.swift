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
    /// Shopware's column with the product of a variant, which is empty for products.
    private var parent: Int?
    /// The column with the kind of a row.
    private(set) var kind: Int?
    /// BigCommerce's column with the options of a variant: `Type=Swatch|Name=Color|Value=Red[#ff0000]`.
    private var optionList: Int?
    /// Whether variants are numbered apart from products, so that a variant may have the id of a product.
    private(set) var numbersVariantsApart = false
    /// Magento's list of the variants of a product: `sku=T-S,size=S|sku=T-M,size=M`.
    private(set) var variations: Int?
    /// Magento's column for variants that only their product shows, beside the list of variants.
    private(set) var visibility: Int?
    /// The columns of further attributes.
    private(set) var details: [(column: Int, form: Details)] = []
    /// Whether it is an export of WooCommerce, which separates several values by commas and writes line
    /// breaks as `\n`.
    private(set) var isWooCommerce = false
    private var isMagento = false
    private var isPrestaShop = false

    /// How a cell lists attributes.
    enum Details: String, CaseIterable {
        /// Magento: `fabric=fleece,size=M`.
        case magento = "additionalattributes"
        /// Shopware: `Farbe:Rot|Größe:M`.
        case shopware = "configuratoroptions"
        /// PrestaShop: `Couleur:Rouge:1,Matière:Laine:2`, with the position of each.
        case prestaShop = "featurenamevalueposition"

        func pairs(_ text: String) -> [(name: String, value: String)] {
            if self == .magento { return ShopColumns.pairs(text) }
            return text.split(separator: self == .shopware ? "|" : ",").compactMap { part in
                let sides = part.split(separator: ":").map(\.trimmingSpaces)
                return sides.count < 2 ? nil : (sides[0], sides[1])
            }
        }
    }

    /// The folded names of columns that mark rows as variants without naming a product.
    static let lists: Set<String> = kinds.union(["configurablevariations"])
    /// The folded names of the columns with the kind of a row.
    static let kinds: Set<String> = ["itemtype", "item"]

    /// The column with the kind of a row, which only BigCommerce's exports have: those of the second version
    /// of its API, and those of the third.
    static func kindColumn(_ folded: [String]) -> Int? {
        if folded.contains("productcodesku") { return folded.firstIndex(of: "itemtype") }
        let isThird = folded.contains("options") && folded.contains("isvisible")
        return isThird ? folded.firstIndex(of: "item") : nil
    }

    init() {}

    /// - Parameters:
    ///   - isUnmapped: whether a column has no other use.
    ///   - isIdentifier: whether a column has the ids of records.
    init(_ names: [String], isUnmapped: (Int) -> Bool, isIdentifier: (Int) -> Bool) {
        let folded = names.map(UsualColumnNames.folded)
        var places: [String: Int] = [:]
        for (place, name) in folded.enumerated() { places[name] = place }
        func place(_ names: String...) -> Int? { names.lazy.compactMap { places[$0] }.first }
        // Its headings are in the language of the shop.
        isWooCommerce =
            place("visibilityincatalog", "visibilityincatalogue") != nil
            || place("regularprice", "regulärerpreis", "tarifrégulier", "precionormal") != nil
                && place("type", "typ", "tipo", "published") != nil
        isMagento = place("storeviewcode", "attributesetcode") != nil
        isPrestaShop = places["categoriesxyz"] != nil
        if let id = places["id"] { references.append((id, "id:")) }
        if let sku = place("sku") ?? (isWooCommerce ? place("artikelnummer", "ugs") : nil) {
            references.append((sku, ""))
        }
        if isWooCommerce, let column = place("type", "typ", "tipo") {
            container = (column, "variable")
        } else if isMagento, let column = places["producttype"] {
            container = (column, "configurable")
        }
        if places["optionids"] != nil { parent = places["parentid"] }
        kind = Self.kindColumn(folded)
        if let kind, folded[kind] == "item" {
            optionList = places["options"]
            numbersVariantsApart = places["id"].map(isIdentifier) ?? false
        }
        variations = places["configurablevariations"]
        if variations != nil { visibility = places["visibility"].flatMap { isUnmapped($0) ? $0 : nil } }
        details = Details.allCases.compactMap { form in
            places[form.rawValue].flatMap { isUnmapped($0) ? ($0, form) : nil }
        }
    }

    /// The kind of a row.
    func kind(of row: [TableField]) -> Kind {
        guard let kind else { return .product }
        return switch row[kind].trimmedText.lowercased() {
        case "product", "": .product
        case "sku", "variant": .variant
        default: .addition
        }
    }

    /// Whether a row is a product that is sold only as its variants.
    func isContainer(_ row: [TableField]) -> Bool {
        if kind != nil { return kind(of: row) == .product }
        if let variations, !row[variations].isEmpty { return true }
        if let parent { return row[parent].isEmpty }
        return container.map { row[$0.column].trimmedText.lowercased() == $0.value } ?? false
    }

    /// Whether a row is shown only by its product.
    func isShownByProduct(_ row: [TableField]) -> Bool {
        visibility.map { row[$0].trimmedText.lowercased() == "not visible individually" } ?? false
    }

    /// The scope of a cell with categories: if there are several, the deepest one in the tree.
    func scope(_ text: String) -> String {
        guard isWooCommerce || isMagento || isPrestaShop || kind != nil else { return text }
        let steps: Character = isMagento ? "/" : ">"
        var paths = text.split(separator: kind != nil ? ";" : ",").map(\.trimmingSpaces).filter {
            !$0.isEmpty
        }
        // In BigCommerce, this category contains every product.
        if paths.count > 1 { paths.removeAll { $0 == "Shop All" } }
        // PrestaShop names the category of the whole shop in the language of the shop.
        if isPrestaShop, paths.count > 1 { paths.removeAll { Self.roots.contains($0) } }
        func depth(_ path: String) -> Int { path.count { $0 == steps } }
        guard let deepest = paths.map(depth).max(), let path = paths.first(where: { depth($0) == deepest })
        else { return text }
        // Magento's trees begin with a root category that customers do not see.
        guard isMagento, let root = path.firstIndex(of: steps) else { return path }
        return String(path[path.index(after: root)...]).replacing("/", with: " > ")
    }

    private static let roots: Set<String> = [
        "Root", "Home", "Accueil", "Startseite", "Start", "Inicio", "Início", "Strona główna", "Главная",
        "Головна",
        "Начало", "Hem", "Hjem", "Forside", "Etusivu", "Domů", "Domov", "Főoldal", "Acasă", "Ana Sayfa",
        "Ana sayfa",
        "Αρχική", "Avaleht", "Sākums", "Pradžia", "Početna", "الرئيسية", "الصفحة الرئيسية", "בית", "דף הבית",
        "होम", "ホーム", "홈", "หน้าแรก", "首页", "首頁",
    ]

    /// The name and the values of each further attribute of a row.
    func details(of row: [TableField]) -> [(name: String, values: [String])] {
        details.flatMap { column, form in
            form.pairs(row[column].text).map { ($0.name, $0.value.split(separator: "|").map(String.init)) }
        }
    }

    /// The options of a variant that its row lists.
    func options(of row: [TableField]) -> [VariantOption] {
        guard let optionList else { return [] }
        let parts = row[optionList].text.split(separator: "|").map(\.trimmingSpaces)
        var options: [VariantOption] = []
        for (place, part) in parts.enumerated() where part.hasPrefix("Name=") {
            guard place + 1 < parts.count, parts[place + 1].hasPrefix("Value=") else { continue }
            var value = parts[place + 1].dropFirst("Value=".count)
            // The type of the next option follows without a separator.
            if place + 2 < parts.count, let next = value.ranges(of: "Type=").last {
                value = value[..<next.lowerBound]
            }
            // The color of a swatch follows in brackets.
            let shown = value.split(separator: "[#", maxSplits: 1).first ?? value
            options += [
                VariantOption(name: String(part.dropFirst("Name=".count)), value: shown.trimmingSpaces)
            ]
            .compactMap(\.self)
        }
        return options
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
        // An export with a “field enclosure” quotes values.
        return pairs.map { name, value in
            value.utf8.count > 1 && value.first == "\"" && value.last == "\""
                ? (name, String(value.dropFirst().dropLast())) : (name, value)
        }
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
