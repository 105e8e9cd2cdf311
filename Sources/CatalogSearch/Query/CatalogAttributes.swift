// The attributes of a catalog, as requests look them up.

internal import ICU

/// The declared attributes of a catalog, by name, and the labels of their values.
package struct CatalogAttributes: Sendable {
    /// A declared attribute.
    struct Declared: Sendable {
        let attribute: CatalogDescription.Attribute
        /// The labels of values by id.
        let labels: [String: LocalizedLabel]
    }

    private let declared: [AttributeName: Declared]
    private let defaultLocale: LocaleIdentifier
    /// The labels of values that are keys of texts.
    package let labelKeys: [LocalizedLabel]

    /// No attributes.
    init() {
        declared = [:]
        defaultLocale = .root
        labelKeys = []
    }

    init(_ description: CatalogDescription) {
        declared = Dictionary(
            description.attributes.map { attribute in
                let labels = attribute.values.map { (AttributeCoding.canonical($0.id), $0.label) }
                return (
                    attribute.name,
                    Declared(
                        attribute: attribute,
                        labels: Dictionary(labels, uniquingKeysWith: { first, _ in first }))
                )
            }, uniquingKeysWith: { first, _ in first })
        defaultLocale = description.defaultLocale
        labelKeys = description.attributes.flatMap(\.values).map(\.label).filter {
            if case .key = $0 { true } else { false }
        }
    }

    subscript(name: AttributeName) -> Declared? { declared[name] }

    /// The label of a text value as a reader sees it: in the first locale of the chain that has one, else in the catalog's
    /// default locale, else the id. The catalog's labels precede the record's own.
    package func label(
        of id: String, own: [LocaleIdentifier: String], _ name: AttributeName, for request: SearchRequest
    ) -> String {
        switch declared[name]?.labels[id] {
        case .key(let key)?: return request.labelTexts[key] ?? key
        case .texts(let texts)?:
            for locale in request.chain + [defaultLocale] {
                if let text = texts[locale] { return text }
            }
        case nil: break
        }
        if own.isEmpty { return id }
        for locale in request.chain + [defaultLocale] {
            if let text = own[locale] { return text }
        }
        return id
    }

    /// The values of a record's attributes, with their labels.
    package func values(of record: CatalogRecord, for request: SearchRequest) -> [Hit.Attribute] {
        var attributes: [Hit.Attribute] = []
        for attribute in record.attributes {
            var label: String?
            if case .text(let id, let labels) = attribute.value {
                label = self.label(of: id, own: labels, attribute.name, for: request)
            }
            let value = Hit.Attribute.Value(value: attribute.value, label: label)
            if attributes.last?.name == attribute.name {
                attributes[attributes.count - 1].values.append(value)
            } else {
                attributes.append(Hit.Attribute(name: attribute.name, values: [value]))
            }
        }
        return attributes
    }
}
