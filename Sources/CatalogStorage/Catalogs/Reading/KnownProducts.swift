// The products of variants: shop systems write what all variants of a product have in one row only.

internal import CatalogSearch

/// The products of the rows above, from which variants take what their own rows do not say.
struct KnownProducts {
    /// The product whose first row was read last: most exports have its variants right below it.
    private var last: (name: AttributeValue, record: CatalogRecord)?
    /// Products in rows of their own, whose variants may be in any row below.
    private var parents: [AttributeValue: CatalogRecord] = [:]
    /// The ids of products by their numbers in the shop system.
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

    /// Notes the number that a shop system gave to a product beside its id.
    mutating func note(number: String, of id: String) {
        guard !number.isEmpty, size < Self.sizeLimit else { return }
        size += number.utf8.count + id.utf8.count
        ids[number] = id
    }

    /// The id of the product that a variant names by its number, as in `id:44`; `nil` for other names.
    func id(ofNumber reference: String) -> String? {
        reference.hasPrefix("id:") ? ids[String(reference.dropFirst(3))] : nil
    }

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
