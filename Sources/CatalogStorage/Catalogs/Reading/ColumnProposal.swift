// Proposes record members for the columns of an export, for messages about `--map`.

internal import CatalogSearch
internal import Support

/// Facts about the first items of an export.
struct ExportSample {
    /// The currency of the amounts; `nil` if they show none.
    var currency: String?
    /// Whether all amounts name their currency themselves.
    var namesCurrency = false
    /// The language of the texts; `nil` if it is unclear.
    var language: String?
    /// The names of the options of variants.
    var options: [String] = []
    /// The columns that their values make unusable for what their names say: numbers that repeat or are
    /// missing, and categories that are ids.
    var unusable: Set<String> = []
}

extension ColumnNames {
    /// A column and the member that is proposed for it.
    typealias Pair = (column: String, member: String)

    /// A mapping of columns with usual names to members without a column, in the form of `--map`.
    ///
    /// - Parameters:
    ///   - wanted: a member that must be mapped.
    ///   - other: the column to propose for it if no column has a usual name for it.
    static func proposal(
        _ columns: [String], wanted: String, or other: String = "…", _ sample: ExportSample,
        _ description: CatalogDescription
    ) -> String {
        var pairs = proposedPairs(columns, sample, description)
        if !pairs.contains(where: { split($0.member).base == wanted }) {
            pairs.insert((other, wanted), at: 0)
        }
        return pairs.map { spelled($0, sample, description) }.joined(separator: ",")
    }

    /// A pair in the form of `--map`. Amounts need a currency; if the amounts do not show it, only the owner
    /// of the shop knows it.
    static func spelled(_ pair: Pair, _ sample: ExportSample, _ description: CatalogDescription) -> String {
        let needsCurrency = pair.member == "price" && description.currency == nil
        guard needsCurrency else { return "\(pair.column)=\(pair.member)" }
        let currency = Price.currency(inName: pair.column) ?? sample.currency ?? "…"
        return "\(pair.column)=price[\(currency)]"
    }

    /// The pairs of columns and of the options of variants.
    static func proposedPairs(
        _ columns: [String], _ sample: ExportSample, _ description: CatalogDescription
    ) -> [Pair] {
        let pairs = columnPairs(columns, sample, description) + optionPairs(sample, columns, description)
        return pairs.filter { !(sample.namesCurrency && $0 == ("price", "price")) }
    }

    /// For each member, the column with the most usual name, in the order of the columns.
    ///
    /// - Parameter sample: tells the language of the texts, if the headings do not.
    static func columnPairs(
        _ columns: [String], _ sample: ExportSample, _ description: CatalogDescription
    ) -> [Pair] {
        var taken: Set<String> = []
        for column in columns {
            let base = split(description.columns.name(ofColumn: column)).base
            taken.insert(base)
            for attribute in description.attributes where attribute.memberName == base {
                taken.insert(CatalogDescription.attributePrefix + attribute.name.rawValue)
            }
            if base.lowercased() == "id" { taken.insert("id") }
        }
        // A price without a currency needs one in its mapping.
        if description.currency == nil, columns.contains("price"),
            description.columns.name(ofColumn: "price") == "price"
        {
            taken.remove("price")
        }
        if description.group != nil { taken.insert(CatalogDescription.groupColumn) }
        let detected = HeadingLanguage.language(of: columns) ?? sample.language
        let usual = description.defaultLocale
        let language = detected == usual.identifier || detected == usual.language ? nil : detected
        // Only in BigCommerce's exports do these columns tell which rows are variants.
        let hasKinds = ShopColumns.kindColumn(columns.map(UsualColumnNames.folded)) != nil
        func find(_ taken: Set<String>, _ best: inout [String: (column: Int, place: Int)]) {
            // A handle may have become the id.
            let used = Set(best.values.map(\.column))
            for (column, name) in columns.enumerated() {
                guard !used.contains(column), description.columns.name(ofColumn: name) == name,
                    !description.hasAttribute(ofMember: name), !sample.unusable.contains(name),
                    hasKinds || !ShopColumns.kinds.contains(UsualColumnNames.folded(name)),
                    let (member, place) = member(of: name, taken, language), !taken.contains(member),
                    best[member].map({ place < $0.place }) ?? true
                else { continue }
                best[member] = (column, place)
            }
        }
        var best: [String: (column: Int, place: Int)] = [:]
        find(taken, &best)
        if !taken.contains("id"), best["id"] == nil { findIdentifier(columns, description, &best) }
        if let id = best["id"], UsualColumnNames.isInternalNumber(UsualColumnNames.folded(columns[id.column]))
        {
            find(taken.union(best.keys), &best)
        }
        // If nothing else names an article, its description is its name.
        let hasTitle = best.keys.contains { split($0).base == "title" } || taken.contains("title")
        let isText = { (member: String) in split(member).base == "description" }
        return best.sorted { $0.value.column < $1.value.column }.map { member, found in
            let named = !hasTitle && isText(member) ? "title" + member.dropFirst("description".count) : member
            return (columns[found.column], named)
        }
    }

    /// The usual member for a name, with its language, and the name's position in the list.
    private static func member(
        of name: String, _ taken: Set<String>, _ language: String?
    ) -> (member: String, place: Int)? {
        func localized(_ member: String, _ language: String?) -> String {
            let isText = ["title", "summary", "description", "keywords"].contains(member)
            return isText ? language.map { "\(member)[\($0)]" } ?? member : member
        }
        let folded = UsualColumnNames.folded(name)
        if let (member, place) = UsualColumnNames.found[folded] {
            // Customers search for the number on the article, even if something else identifies records.
            if member == "id", taken.contains("id"), UsualColumnNames.isArticleNumber(folded) {
                return ("attributes.sku", place)
            }
            return (taken.contains(member) ? member : localized(member, language), place)
        }
        // `Price (USD)`, `price_eur`.
        if Price.currency(inName: name) != nil,
            let end = name.lastIndex(where: { !$0.isLetter && $0 != ")" }),
            let (member, place) = UsualColumnNames.found[UsualColumnNames.folded(String(name[..<end]))],
            member == "price"
        {
            return (member, place)
        }
        // `DESCR_DE`, `name-fr`, `Title (es)`.
        guard let (base, suffix) = HeadingLanguage.suffix(of: name),
            let (member, place) = UsualColumnNames.found[UsualColumnNames.folded(base)]
        else { return nil }
        let named = localized(member, suffix)
        return named == member ? nil : (named, place)
    }

    private static func findIdentifier(
        _ columns: [String], _ description: CatalogDescription,
        _ best: inout [String: (column: Int, place: Int)]
    ) {
        // If nothing else identifies records, the handle of a product does.
        if let handle = best["group"], UsualColumnNames.folded(columns[handle.column]).hasSuffix("handle") {
            best["id"] = handle
            best["group"] = nil
        } else if let column = columns.firstIndex(where: {
            description.columns.name(ofColumn: $0) == $0 && UsualColumnNames.isIdentifier($0)
        }) {
            best["id"] = (column, 0)
        }
    }

    /// The options of variants that are usual attributes. They are mapped like columns.
    private static func optionPairs(
        _ sample: ExportSample, _ columns: [String], _ description: CatalogDescription
    ) -> [Pair] {
        var taken = Set(columnPairs(columns, sample, description).map(\.member))
        return sample.options.compactMap { name in
            guard let member = UsualColumnNames.found[UsualColumnNames.folded(name)]?.member,
                member.hasPrefix(CatalogDescription.attributePrefix), taken.insert(member).inserted,
                description.columns.name(ofColumn: name) == name,
                !description.attributes.contains(where: {
                    CatalogDescription.attributePrefix + $0.name.rawValue == member
                })
            else { return nil }
            return (name, member)
        }
    }
}
