// Rows of a table whose use depends on later rows: a product that is sold only as its variants, and variants
// that a product in a later row lists.

internal import CatalogSearch

/// The rows that are held back.
struct PendingProducts {
    /// A record of a row.
    struct Item {
        var record: CatalogRecord
        /// The line of the row.
        let line: Int
        /// Whether no product lists it, so that it is not shown.
        var isHidden = false
    }

    /// Products that become records of their own unless they have variants, by their ids.
    private var products: [String: Item] = [:]
    /// Variants until their product is known, by their ids.
    private var variants: [String: Item] = [:]
    /// The variants that each product lists.
    private var lists: [(product: String, variations: [(id: String, options: [VariantOption])])] = []
    /// The records that can be used, and how many of them were returned.
    private var ready: [Item] = []
    private var takenCount = 0
    /// The bytes of the texts that are held back.
    private var size = 0

    /// When texts take more bytes than this, nothing more is held back.
    private static let sizeLimit = 64 << 20

    /// The next record that can be used.
    mutating func next() -> Item? {
        guard takenCount < ready.count else {
            if !ready.isEmpty { ready.removeAll(keepingCapacity: true) }
            takenCount = 0
            return nil
        }
        takenCount += 1
        return ready[takenCount - 1]
    }

    /// Holds a product back.
    ///
    /// - Returns: false if too much is held back; the product is used then.
    mutating func hold(product item: Item) -> Bool { hold(item, in: \.products) }

    /// Holds a variant back.
    ///
    /// - Returns: false if too much is held back; the variant is used then.
    mutating func hold(variant item: Item) -> Bool { hold(item, in: \.variants) }

    private mutating func hold(_ item: Item, in items: WritableKeyPath<Self, [String: Item]>) -> Bool {
        guard size < Self.sizeLimit else { return false }
        size += item.record.texts.reduce(item.record.id.utf8.count) { $0 + $1.value.utf8.count }
        // If two items have the same id, the second one is reported as a duplicate.
        if let first = self[keyPath: items].updateValue(item, forKey: item.record.id) {
            self[keyPath: items][item.record.id] = first
            ready.append(item)
        }
        return true
    }

    /// Records that a product has variants.
    mutating func drop(product id: String) { products[id] = nil }

    /// Records the variants that a product lists.
    mutating func note(_ variations: [(id: String, options: [VariantOption])], of product: String) {
        lists.append((product, variations))
    }

    /// Adds texts in other languages to an item that is held back.
    ///
    /// - Returns: whether an item with this id is held back.
    mutating func translate(_ id: String, _ texts: [CatalogRecord.Text], _ fields: [FieldName]) -> Bool {
        if products[id] != nil {
            products[id]?.record.add(texts, fields)
        } else if variants[id] != nil {
            variants[id]?.record.add(texts, fields)
        } else {
            return false
        }
        return true
    }

    /// Adds to a product that is held back what a later row says of it.
    mutating func complete(_ product: CatalogRecord, _ fields: [FieldName]) {
        products[product.id]?.record.complete(from: product, fields)
    }

    /// Releases the products that had no variants so far.
    mutating func releaseProducts() {
        ready += products.values.sorted { $0.line < $1.line }
        products.removeAll(keepingCapacity: true)
    }

    /// Assigns variants to the products that list them, at the end of the table.
    ///
    /// - Parameter group: the attribute by which variants are grouped.
    /// - Returns: whether any records were held back.
    mutating func finish(_ group: AttributeName?, _ options: VariantOptions, _ fields: [FieldName]) -> Bool {
        for (product, variations) in lists {
            let parent = products[product]
            for (id, found) in variations {
                guard var item = variants.removeValue(forKey: id) else { continue }
                if let group {
                    item.record.attributes.removeAll { $0.name == group }
                    item.record.attributes.append(CatalogRecord.Attribute(group, .text(product)))
                    if let parent { item.record.complete(from: parent.record, fields) }
                    products[product] = nil
                }
                for option in found { options.add(option.name, [option.value], to: &item.record) }
                ready.append(item)
            }
        }
        lists = []
        releaseProducts()
        ready += variants.values.sorted { $0.line < $1.line }.map { item in
            var item = item
            item.isHidden = true
            return item
        }
        variants = [:]
        return takenCount < ready.count
    }
}

extension CatalogRecord {
    /// The member with the address of a picture.
    static let imageMember = "image"
    /// The members that pages and programs show beside texts, attributes and prices.
    static let shownMembers: Set<String> = [
        imageMember, "url", "availability", "regularPrice", listPriceMember,
    ]
    /// The members that variants take from their product if they have none of their own.
    private static let sharedMembers: Set<String> = [imageMember, "url"]

    /// Adds texts in languages that fields do not have yet.
    mutating func add(_ texts: [Text], _ fields: [FieldName]) {
        let added = texts.filter { text in
            !self.texts.contains { $0.field == text.field && $0.locale == text.locale }
        }
        if added.isEmpty { return }
        // Records have their texts in the order of the fields.
        self.texts = fields.flatMap { field in (self.texts + added).filter { $0.field == field } }
    }

    /// Adds to a variant the texts, the scope, the text attributes, the picture and the price of its product
    /// that it lacks.
    mutating func complete(from product: CatalogRecord, _ fields: [FieldName]) {
        add(product.texts, fields)
        scope = scope ?? product.scope
        complete(product.attributes)
        var shared = Self.sharedMembers
        if price == nil, prices.isEmpty {
            (price, prices) = (product.price, product.prices)
            shared.insert(Self.listPriceMember)
        }
        for member in product.additionalMembers
        where shared.contains(member.name)
            && !additionalMembers.contains(where: { $0.name == member.name })
        {
            additionalMembers.append(member)
        }
    }

    /// Adds to a variant the text attributes of its product that it lacks.
    mutating func complete(_ shared: [Attribute]) {
        let own = Set(attributes.map(\.name))
        for attribute in shared where !own.contains(attribute.name) {
            if case .text = attribute.value { attributes.append(attribute) }
        }
    }
}
