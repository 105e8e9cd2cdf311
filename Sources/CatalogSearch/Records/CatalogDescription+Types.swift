// What attributes are in several catalogs together.

internal import Support

extension Sequence<CatalogDescription> {
    /// The types that an attribute has in the catalogs; none of an unknown one.
    func types(of name: AttributeName) -> [AttributeType] {
        switch name {
        case .scope, .catalog, .id: [.text]
        case .year, .price, .popularity: [.number]
        default: compactMap { $0.attribute(name)?.type }.withoutDuplicates
        }
    }

    /// Whether readers may use an attribute, see ``Swift/Array/allow(_:_:)``.
    func allow(
        _ name: AttributeName, _ respect: (CatalogDescription.Attribute) -> Bool = { _ in true }
    ) -> Bool {
        allSatisfy { $0.attribute(name).map { $0.isShown && respect($0) } ?? true }
    }
}
