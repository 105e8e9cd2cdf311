// The attributes of a catalog, for look-ups by requests.

internal import ICU
internal import Support

/// The declared attributes of a catalog, by name, and the labels of their values.
package struct CatalogAttributes: Sendable {
    /// A declared attribute.
    struct Declared: Sendable {
        let attribute: CatalogDescription.Attribute
        /// The labels of values by id.
        let labels: [String: LocalizedLabel]
        /// The ids of values whose labels are keys of texts, with these keys.
        let keys: [(id: String, key: String)]
        /// A hash of the labels.
        let labelsHash: Int

        /// The texts that name a value with a label in a locale. A path is named by its last node and by all
        /// of its nodes.
        fileprivate func namedTexts(
            _ label: String, of id: String, in locale: LocaleIdentifier
        ) -> [String] {
            guard attribute.isPath, let path = AttributePath(id) else { return [label] }
            let names = path.nodes.map { node in
                if case .texts(let texts)? = labels[node.description], let text = texts[locale] {
                    return text
                }
                return node.names[node.names.count - 1]
            }
            return [label, names.joined(separator: AttributePath.separator)]
        }
    }

    private let declared: [AttributeName: Declared]
    let defaultLocale: LocaleIdentifier
    /// The fields of labels that are searched, see ``CatalogDescription/labelFields``.
    let labelFields: [FieldName]
    /// The locales of these labels.
    let labelLocales: Set<LocaleIdentifier>
    /// The catalog's id.
    let catalog: String
    /// The ids of values by their labels, folded for locales.
    private let foldedLabels = Cache<FoldedTextsKey, FoldedTexts<String>>(limit: 256)
    /// The labels of attributes and values that are keys of texts.
    package let labelKeys: [LocalizedLabel]

    /// No attributes.
    static let none = CatalogAttributes()

    private init() {
        declared = [:]
        labelFields = []
        labelLocales = []
        defaultLocale = .root
        catalog = ""
        labelKeys = []
    }

    /// - Parameter scopes: the catalog's scopes, which label the attribute `scope`.
    init(_ description: CatalogDescription, scopes: [CatalogDescription.Scope] = []) {
        catalog = description.id
        var attributes = description.attributes
        attributes.append(
            .init(
                .scope, .text,
                values: scopes.compactMap { scope in scope.label.map { .init(id: scope.id, label: $0) } }))
        attributes.append(
            .init(
                .catalog, .text,
                values: description.label.map { [.init(id: description.id, label: $0)] } ?? []))
        declared = Dictionary(
            attributes.map { attribute in
                let labels = attribute.values.map {
                    (AttributeCoding.canonical($0.id, isPath: attribute.isPath), $0.label)
                }
                return (
                    attribute.name,
                    Declared(
                        attribute: attribute,
                        labels: Dictionary(labels, uniquingKeysWith: { first, _ in first }),
                        keys: labels.compactMap { id, label in
                            if case .key(let key) = label { (id, key) } else { nil }
                        }, labelsHash: attribute.values.hashValue)
                )
            }, uniquingKeysWith: { first, _ in first })
        defaultLocale = description.defaultLocale
        let fields = description.labelFields
        labelFields = fields
        var locales: Set<LocaleIdentifier> = []
        for attribute in description.attributes where fields.contains(FieldName(attribute.name.rawValue)) {
            for value in attribute.values {
                if case .texts(let texts) = value.label { locales.formUnion(texts.keys) }
            }
        }
        labelLocales = locales
        let labels = description.attributes.flatMap { ($0.label.map { [$0] } ?? []) + $0.values.map(\.label) }
        labelKeys = labels.filter {
            if case .key = $0 { true } else { false }
        }
    }

    subscript(name: AttributeName) -> Declared? { declared[name] }

    /// The ids of the values whose label in the word's locale equals the word or, with `byPrefix`, begins
    /// with it.
    func ids(
        of name: AttributeName, _ word: FoldedWord, _ request: SearchRequest, byPrefix: Bool = false
    ) -> [String] {
        guard let declared = declared[name], !declared.labels.isEmpty else { return [] }
        var found: [String] = []
        let folded = foldedLabels.value(of: FoldedTextsKey(attribute: name, locale: word.locale)) {
            FoldedTexts(
                word.folding,
                declared.labels.flatMap { id, label -> [(text: String, value: String)] in
                    guard case .texts(let texts) = label, let text = texts[word.locale] else { return [] }
                    return declared.namedTexts(text, of: id, in: word.locale).map { ($0, id) }
                })
        }
        folded.forEach(word, byPrefix: byPrefix) { found.append($0) }
        // The program translates keys into the reader's language.
        for (id, key) in declared.keys
        where word.matches(request.labelTexts[key] ?? key, byPrefix: byPrefix) {
            found.append(id)
        }
        return found
    }

    /// The label of a text value as a reader sees it: in the first locale of the chain that has one, else in
    /// the catalog's default locale, else the id. The catalog's labels precede the record's own. The label of
    /// a path consists of the labels of all its nodes.
    package func label(
        of id: String, own: [LocaleIdentifier: String], _ name: AttributeName, for request: SearchRequest
    ) -> String {
        if hasPaths(name) { return Self.label(of: nodes(of: id, own: own, name, for: request)) }
        return declaredLabel(of: id, name, for: request) ?? text(own, for: request) ?? id
    }

    /// Whether the values of an attribute are paths.
    func hasPaths(_ name: AttributeName) -> Bool { declared[name]?.attribute.isPath ?? false }

    /// The label of a path, from its nodes' labels.
    private static func label(of nodes: [Hit.Attribute.Node]) -> String {
        nodes.map(\.label).joined(separator: AttributePath.separator)
    }

    /// The nodes of a path with their labels, from the root; a text that is not a path is the only node.
    package func nodes(
        of id: String, own: [LocaleIdentifier: String], _ name: AttributeName, for request: SearchRequest
    ) -> [Hit.Attribute.Node] {
        let text = text(own, for: request)
        guard let path = AttributePath(id) else {
            return [.init(id: id, label: declaredLabel(of: id, name, for: request) ?? text ?? id)]
        }
        let names = text.flatMap(AttributePath.init)?.names ?? []
        return path.nodes.enumerated().map { level, node in
            let own = names.count == path.names.count ? names : path.names
            let label = declaredLabel(of: node.description, name, for: request) ?? own[level]
            return .init(id: node.description, label: label)
        }
    }

    /// The label of a value in a list of values; of a path only the last node's label.
    func listedLabel(
        of id: String, own: [LocaleIdentifier: String], _ name: AttributeName, for request: SearchRequest
    ) -> String {
        hasPaths(name)
            ? nodes(of: id, own: own, name, for: request).last?.label ?? id
            : label(of: id, own: own, name, for: request)
    }

    private func declaredLabel(
        of id: String, _ name: AttributeName, for request: SearchRequest
    ) -> String? {
        switch declared[name]?.labels[id] {
        case .key(let key)?: request.labelTexts[key] ?? key
        case .texts(let texts)?: text(texts, for: request)
        case nil: nil
        }
    }

    private func text(_ texts: [LocaleIdentifier: String], for request: SearchRequest) -> String? {
        if texts.isEmpty { return nil }
        for locale in request.chain + [defaultLocale] {
            if let text = texts[locale] { return text }
        }
        return nil
    }

    /// The values of a record's attributes that readers may see, with their labels.
    package func values(of record: CatalogRecord, for request: SearchRequest) -> [Hit.Attribute] {
        var attributes: [Hit.Attribute] = []
        for attribute in record.attributes where declared[attribute.name]?.attribute.isShown ?? true {
            var value = Hit.Attribute.Value(value: attribute.value)
            if case .text(let id, let labels) = attribute.value {
                if hasPaths(attribute.name) {
                    value.path = nodes(of: id, own: labels, attribute.name, for: request)
                    value.label = Self.label(of: value.path)
                } else {
                    value.label = label(of: id, own: labels, attribute.name, for: request)
                }
            }
            if attributes.last?.name == attribute.name {
                attributes[attributes.count - 1].values.append(value)
            } else {
                attributes.append(Hit.Attribute(name: attribute.name, values: [value]))
            }
        }
        return attributes
    }
}
