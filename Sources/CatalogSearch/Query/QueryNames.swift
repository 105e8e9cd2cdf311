// The names before colons in queries: fields and attributes by their ids, or by their
// labels in the reader's languages.

internal import ICU

/// Looks up names of fields and attributes, and reads the values after them. Prepares nothing before the
/// first name.
struct QueryNames {
    enum Name: Hashable {
        case field(FieldName)
        case attribute(AttributeName)
    }

    private let request: SearchRequest
    private let catalogs: [CatalogDescription]

    init(_ request: SearchRequest, _ catalogs: [CatalogDescription]) {
        self.request = request
        self.catalogs = catalogs
    }

    /// The field or attribute with a name; `nil` if there is none, or if several have it as their label. Ids
    /// precede labels, and attributes precede fields.
    subscript(text: String) -> Name? {
        get throws(SearchError) {
            guard !catalogs.isEmpty else { return nil }
            let attribute = AttributeName(text)
            if !catalogs.types(of: attribute).isEmpty, catalogs.allow(attribute) {
                return .attribute(attribute)
            }
            let field = FieldName(text)
            if catalogs.contains(where: { $0.fields.contains(field) }) { return .field(field) }
            return try labelled(text)
        }
    }

    private func labelled(_ text: String) throws(SearchError) -> Name? {
        var labels: [(label: String, name: Name)] = []
        for (id, label) in request.vocabulary.names {
            let attribute = AttributeName(id)
            if !catalogs.types(of: attribute).isEmpty {
                labels.append((label, .attribute(attribute)))
            } else if catalogs.contains(where: { $0.fields.contains(FieldName(id)) }) {
                labels.append((label, .field(FieldName(id))))
            }
        }
        for attribute in catalogs.lazy.flatMap(\.attributes) {
            guard catalogs.allow(attribute.name) else { continue }
            switch attribute.label {
            case .key(let key)?: labels.append((request.labelTexts[key] ?? key, .attribute(attribute.name)))
            case .texts(let texts)?:
                for locale in request.chain {
                    if let label = texts[locale] { labels.append((label, .attribute(attribute.name))) }
                }
            case nil: break
            }
        }
        var found: Set<Name> = []
        for locale in request.chain.withoutDuplicates {
            let word = try FoldedWord(text, locale)
            for (label, name) in labels where word.matches(label) { found.insert(name) }
        }
        return found.count == 1 ? found.first : nil
    }

    // MARK: Values

    /// Reads the test of an attribute's value: `red`, `20`, `..20`, `10..`, `10..20`, or a comparison such as
    /// `>=20`.
    ///
    /// - Returns: `nil` if the text is not a value of the attribute's type.
    func test(
        _ text: String, of attribute: AttributeName, isQuoted: Bool
    ) throws(SearchError) -> Filter.Test? {
        try Filter.Test(typed: text, catalogs.types(of: attribute), request.locale, isQuoted: isQuoted)
    }
}
