// Records as the JSON from which they are read.

public import CatalogSearch
internal import JSON

extension CatalogRecord {
    /// The record as a JSON object, which ``JSONRecordReader`` reads as the same record by the same
    /// description. Vectors are left out.
    ///
    /// - Parameter description: names the members of attributes.
    public func json(in description: CatalogDescription) -> String {
        let html = HTMLText(description)
        var object = JSONObject()
        object.set("id", id)
        var names: Set<String> = ["id"]
        func add(_ name: String, _ json: String?) {
            if let json, names.insert(name).inserted { object.set(name, json: json) }
        }
        // If the type is a field, too, its text is that of the scope.
        add("type", scope.map { JSONText.string(html.source(label: $0)) })
        for (field, values) in texts.filter(\.field.hasLocale).grouped(by: \.field) {
            var locales = JSONObject()
            for (locale, texts) in values.grouped(by: \.locale) {
                let sources = texts.map { JSONText.string(html.source($0.value, of: field)) }
                locales.set(locale.identifier, json: Self.list(sources))
            }
            add(field.rawValue, locales.text)
        }
        add("year", year.map { String($0) })
        add("price", price.map(Self.json))
        if !prices.isEmpty { add("prices", "[" + prices.map(Self.json).joined(separator: ",") + "]") }
        if popularity != 0 { add("popularity", JSONValue.decimalSpelling(popularity)) }
        for (name, values) in attributes.grouped(by: \.name) {
            let member = description.attribute(name)?.memberName ?? name.rawValue
            add(member, Self.json(values.map(\.value), html))
        }
        for member in additionalMembers { add(member.name, member.json) }
        return object.text
    }

    /// One value as it is, several as a list.
    private static func list(_ values: [String]) -> String {
        values.count == 1 ? values[0] : "[" + values.joined(separator: ",") + "]"
    }

    private static func json(_ price: Price) -> String {
        var object = JSONObject()
        object.set("amount", price.spelling)
        object.set("currency", price.currency)
        if let market = price.market { object.set("market", market) }
        return object.text
    }

    private static func json(_ values: [AttributeValue], _ html: HTMLText) -> String {
        func text(_ label: String) -> String { JSONText.string(html.source(label: label)) }
        // Labels in the same languages are lists of the same order.
        let labels = values.map { value -> [LocaleIdentifier: String] in
            if case .text(_, let labels) = value { labels } else { [:] }
        }
        if let first = labels.first, !first.isEmpty, labels.allSatisfy({ $0.keys == first.keys }) {
            var locales = JSONObject()
            for locale in first.keys.sorted(by: { $0.identifier < $1.identifier }) {
                locales.set(locale.identifier, json: list(labels.map { text($0[locale] ?? "") }))
            }
            return locales.text
        }
        return list(
            values.map { value in
                switch value {
                case .text: text(value.spelling)
                case .date, .place: JSONText.string(value.spelling)
                case .number, .boolean: value.spelling
                }
            })
    }
}

extension Array {
    /// The elements by a value that some share, in the order in which values occur first.
    fileprivate func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var places: [Key: Int] = [:]
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let place = places[key(element), default: groups.count]
            if place == groups.count {
                places[key(element)] = place
                groups.append((key(element), []))
            }
            groups[place].elements.append(element)
        }
        return groups
    }
}
