// Attributes that a mapping declares: `Farbe=attributes.color`.

internal import CatalogSearch

extension CatalogDescription {
    /// The prefix of an attribute's name in a mapping, as in messages about sidecars.
    static let attributePrefix = "attributes."

    /// Whether an attribute has its values in a member of this name.
    func hasAttribute(ofMember name: String) -> Bool { attributes.contains { $0.memberName == name } }

    /// Declares the attributes that only a mapping names: `attributes.color` has texts,
    /// `attributes.color[de]` has them in German, `attributes.stock[number]` has numbers. A cell of an export
    /// may list several texts.
    mutating func declareMappedAttributes() {
        for (column, member) in columns.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        where member.hasPrefix(Self.attributePrefix) {
            let (base, key) = ColumnNames.split(String(member.dropFirst(Self.attributePrefix.count)))
            let name = AttributeName(base)
            guard !base.isEmpty, !Attribute.reservedNames.contains(name) else { continue }
            let type = key.flatMap(AttributeType.init(rawValue:))
            let stored = attribute(name)?.memberName ?? base
            columns[column] = type == nil ? key.map { "\(stored)[\($0)]" } ?? stored : stored
            guard attribute(name) == nil else { continue }
            var attribute = Attribute(name, type ?? .text)
            attribute.isMany = attribute.type == .text
            // Readers do not filter by article numbers.
            attribute.isFacet = name.rawValue != "sku"
            attributes.append(attribute)
        }
    }
}
