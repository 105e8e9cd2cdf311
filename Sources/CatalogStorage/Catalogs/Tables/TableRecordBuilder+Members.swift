// Members of a row that the search does not use.

internal import CatalogSearch
internal import JSON

extension TableRecordBuilder {
    /// The member with the address of a picture.
    static let image = CatalogRecord.imageMember

    func keep(_ field: TableField, _ name: String, in record: inout CatalogRecord) {
        let text = name == Self.image ? Self.firstAddress(in: field.text) : field.text
        record.additionalMembers.append(CatalogRecord.Member(name: name, json: JSONText.string(text)))
    }

    /// The first of several addresses in one field, as WooCommerce lists the pictures of a product.
    private static func firstAddress(in text: String) -> String {
        let addresses = text.split { $0 == "," || $0 == "|" || $0 == ";" || $0.isNewline }.map(
            \.trimmingSpaces)
        // An address may contain these separators itself.
        guard let first = addresses.first, addresses.allSatisfy({ $0.contains("://") }) else { return text }
        return first
    }
}
