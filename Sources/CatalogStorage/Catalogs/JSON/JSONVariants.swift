// Products that contain a list of their variants, as in responses of shop systems: each variant becomes a
// record.

internal import CatalogSearch
internal import JSON

/// Makes objects of variants from objects of products. A variant has its own members, and those of its
/// product that it lacks.
struct JSONVariants {
    /// The object of a variant, with its options.
    struct Variant {
        let json: [UInt8]
        let options: [VariantOption]
    }

    /// The members with lists of variants.
    private let lists: Set<String>
    private let identifiers: [String]
    private let titles: Set<String>
    private let group: String

    /// - Returns: `nil` if no member is mapped to the catalog's group.
    init?(_ description: CatalogDescription) {
        guard let group = description.group, !description.groupColumns.isEmpty else { return nil }
        self.group = group.rawValue
        lists = Set(description.groupColumns)
        func names(of member: String) -> [String] {
            description.columns.filter { $0.value == member }.keys.sorted() + [member]
        }
        identifiers = names(of: "id")
        titles = Set(names(of: description.titleField.rawValue))
    }

    /// The greatest size of all variants of a product together, in bytes: each
    /// repeats the members of the product.
    private static let sizeLimit = 64 << 20

    /// The variants of a product; `nil` if it has no list of them, or no id.
    func variants(of root: JSONValue) throws(ItemError) -> [Variant]? {
        guard root.kind == .object else { return nil }
        var product = JSONText.uniqueMembers(of: root).map { member in
            (name: String(wellFormed: member.name.utf8), value: member.value)
        }
        guard
            let place = product.firstIndex(where: { member in
                lists.contains(member.name) && member.value.kind == .list
                    && member.value.elements.contains { $0.kind == .object }
            }), let id = identifier(in: product)
        else { return nil }
        let list = product.remove(at: place).value
        let names = optionNames(&product)
        let members = product.map { (name: $0.name, json: JSONText.value($0.value)) }
        let size = members.reduce(0) { $0 + $1.name.utf8.count + $1.json.utf8.count }
        var variants: [Variant] = []
        let objects = list.elements.filter { $0.kind == .object }
        guard size * objects.count <= Self.sizeLimit else {
            throw ItemError(.tooLong(bytes: size * objects.count, limit: Self.sizeLimit))
        }
        for (number, object) in objects.enumerated() {
            variants.append(variant(object, number, of: id, members, names))
        }
        return variants
    }

    private func variant(
        _ object: JSONValue, _ number: Int, of id: String, _ product: [(name: String, json: String)],
        _ optionNames: [String]
    ) -> Variant {
        var own = JSONText.uniqueMembers(of: object).map { member in
            (name: String(wellFormed: member.name.utf8), value: member.value)
        }
        // Titles of variants, such as `Red / S`, are not those of their products.
        own.removeAll { member in
            titles.contains(member.name) || member.name == group || member.value.isNull
                || (member.value.isString && member.value.utf8.isEmpty)
        }
        var options: [VariantOption] = []
        for (place, name) in optionNames.enumerated() {
            guard let found = own.firstIndex(where: { $0.name == "option\(place + 1)" }) else { continue }
            if let option = VariantOption(name: name, value: own[found].value.string ?? "") {
                options.append(option)
            }
            own.remove(at: found)
        }
        let hasIdentifier = own.contains { identifiers.contains($0.name) }
        if own.contains(where: { identifiers.dropLast().contains($0.name) }) {
            own.removeAll { $0.name == "id" }
        }
        let names = Set(own.map(\.name))
        var json = JSONObject()
        for member in product where !names.contains(member.name) && !identifiers.contains(member.name) {
            json.set(member.name, json: member.json)
        }
        for member in own { json.set(member.name, json: JSONText.value(member.value)) }
        if !hasIdentifier { json.set("id", "\(id)-\(number + 1)") }
        json.set(group, id)
        return Variant(json: Array(json.text.utf8), options: options)
    }

    private func identifier(in members: [(name: String, value: JSONValue)]) -> String? {
        // A product may have another id than its variants, whose member is mapped.
        for name in identifiers.reversed() {
            guard let value = members.first(where: { $0.name == name })?.value else { continue }
            if let text = value.string ?? value.decimalSpelling, !text.isEmpty { return text }
        }
        return nil
    }

    /// The names of the options of a product in the order of `option1`, `option2`;
    /// the member with them is removed.
    private func optionNames(_ product: inout [(name: String, value: JSONValue)]) -> [String] {
        guard let place = product.firstIndex(where: { $0.name == "options" && $0.value.kind == .list }) else {
            return []
        }
        let names = product[place].value.elements.map {
            $0.kind == .object ? $0.member("name")?.string ?? "" : ""
        }
        if !names.allSatisfy(\.isEmpty) { product.remove(at: place) }
        return names
    }
}

/// Detects records that are variants in a catalog without groups: by a list of variants, or by two adjacent
/// records with the same product.
struct JSONVariantNotice {
    /// The first record's name for the member with the product of a variant, and its last value.
    private var product: (name: [UInt8], value: [UInt8])?
    private var knowsMembers = false

    /// Checks the next record.
    ///
    /// - Parameter others: the members that the search does not use.
    mutating func look(
        at others: [(name: JSONValue, value: JSONValue)], of root: JSONValue, _ context: ReadingContext
    ) {
        if !knowsMembers {
            knowsMembers = true
            let pair = ColumnNames.columnPairs(
                Self.names(of: root), context.sample, context.description
            ).first {
                $0.member == "group"
            }
            product = pair.map { (Array($0.column.utf8), []) }
        }
        for (name, value) in others {
            if value.kind == .list, name.utf8.equals("variants"),
                let first = value.elements.first(where: { $0.kind == .object })
            {
                context.note(variants: "variants", members: Self.names(of: first))
            } else if let product, value.isString, !value.utf8.isEmpty, name.utf8.elementsEqual(product.name)
            {
                if value.utf8.elementsEqual(product.value) {
                    context.note(variants: String(wellFormed: name.utf8))
                    self.product = nil
                } else {
                    self.product?.value = Array(value.utf8)
                }
            }
        }
    }

    private static func names(of object: JSONValue) -> [String] {
        object.members.map { String(wellFormed: $0.name.utf8) }
    }
}
