// The products of variants: shop systems write the values that all variants of a product share in one row
// only.

internal import CatalogSearch

/// The products of the rows above, from which variants take the values that their own rows lack.
struct KnownProducts {
    /// The product whose first row was read last: in most exports its variants follow it directly.
    private var last: (name: AttributeValue, record: CatalogRecord)?
    /// Products in rows of their own, whose variants may be in any row below.
    private var parents: [AttributeValue: CatalogRecord] = [:]
    /// The attributes of parents whose rows list values of options.
    private var attributes: [AttributeValue: [CatalogRecord.Attribute]] = [:]
    /// The ids of products by their other names, such as `id:44`.
    private var ids: [String: String] = [:]
    /// The bytes of the parents' texts.
    private var size = 0

    /// The bytes of texts up to which parents are stored. Variants of later ones are only completed directly
    /// below them.
    private static let sizeLimit = 64 << 20
    /// The most attributes of a product that are given to each of its variants: a file with thousands of both
    /// would become as many records of as many values.
    private static let attributeLimit = 100

    subscript(name: AttributeValue) -> CatalogRecord? {
        if let last, last.name == name { return last.record }
        return parents[name]
    }

    /// The product of this name, if it has a row of its own.
    func parent(_ name: AttributeValue) -> CatalogRecord? { parents[name] }

    /// The attributes of a parent with all values of its variants' options.
    func attributes(ofParent name: AttributeValue) -> [CatalogRecord.Attribute] { attributes[name] ?? [] }

    /// Records the attributes of a parent when the options in its row were read, unless there are very many.
    mutating func note(_ all: [CatalogRecord.Attribute], ofParent name: AttributeValue) {
        guard let parent = parents[name], all.count > parent.attributes.count,
            all.count <= Self.attributeLimit
        else { return }
        attributes[name] = all
    }

    /// Adds another name by which variants may refer to a product.
    mutating func note(_ name: String, of id: String) {
        guard name != id, size < Self.sizeLimit else { return }
        size += name.utf8.count + id.utf8.count
        ids[name] = id
    }

    /// The id of the product to which a variant refers by another name; `nil` for ids and unknown names.
    func id(named name: String) -> String? { ids[name] }

    /// Adds the first row of a product.
    ///
    /// - Parameter isParent: whether it is not a variant itself.
    mutating func add(_ record: CatalogRecord, named name: AttributeValue, isParent: Bool) {
        last = (name, record)
        guard isParent, size < Self.sizeLimit else { return }
        size += record.texts.reduce(record.id.utf8.count) { $0 + $1.value.utf8.count }
        parents[name] = record
    }
}
