// The products of variants: shop systems write what all variants of a product have in one row only.

internal import CatalogSearch

/// The products of the rows above, from which variants take what their own rows do not say.
struct KnownProducts {
    /// The product whose first row was read last: most exports have its variants right below it.
    private var last: (name: AttributeValue, record: CatalogRecord)?
    /// Products in rows of their own, whose variants may be in any row below.
    private var parents: [AttributeValue: CatalogRecord] = [:]
    /// The ids of products by their other names, such as `id:44`.
    private var ids: [String: String] = [:]
    /// The bytes of the parents' texts.
    private var size = 0

    /// The bytes of texts up to which parents are kept. Variants of later ones are
    /// only completed right below them.
    private static let sizeLimit = 64 << 20

    subscript(name: AttributeValue) -> CatalogRecord? {
        if let last, last.name == name { return last.record }
        return parents[name]
    }

    /// The product of this name, if it has a row of its own.
    func parent(_ name: AttributeValue) -> CatalogRecord? { parents[name] }

    /// Notes another name by which variants may name a product.
    mutating func note(_ name: String, of id: String) {
        guard name != id, size < Self.sizeLimit else { return }
        size += name.utf8.count + id.utf8.count
        ids[name] = id
    }

    /// The id of the product that a variant names otherwise; `nil` for ids and unknown names.
    func id(named name: String) -> String? { ids[name] }

    /// Adds the first row of a product.
    ///
    /// - Parameter isParent: whether it is no variant itself.
    mutating func add(_ record: CatalogRecord, named name: AttributeValue, isParent: Bool) {
        last = (name, record)
        guard isParent, size < Self.sizeLimit else { return }
        size += record.texts.reduce(record.id.utf8.count) { $0 + $1.value.utf8.count }
        parents[name] = record
    }
}
