// The attributes that tokens can name: `color:red`.

public import CatalogSearch

/// An attribute of the searched catalogs, as a front end knows it: with its names in the user's language.
public struct SearchAttribute: Hashable, Sendable {
    /// A value with a name for users.
    public struct Value: Hashable, Sendable {
        /// The text that identifies the value in records.
        public var id: String
        /// The name, in the user's language.
        public var title: String

        /// A value with its name.
        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// The attribute's name in records and filters.
    public var name: AttributeName
    /// The type of its values.
    public var type: AttributeType
    /// The name, in the user's language.
    public var title: String
    /// The values that have a name of their own; there may be others.
    public var values: [Value]

    public init(_ name: AttributeName, _ type: AttributeType, title: String? = nil, values: [Value] = []) {
        self.name = name
        self.type = type
        self.title = title ?? name.rawValue
        self.values = values
    }

    /// Whether this is the attribute's name or title, ignoring case and, in the title, white space, because a
    /// token is one word.
    func isNamed(_ text: String) -> Bool {
        let text = text.lowercased()
        return text == name.rawValue.lowercased() || text == title.filter { !$0.isWhitespace }.lowercased()
    }

    /// The value with an id or a title; `nil` if no value with a name of its own has it.
    func value(_ text: String) -> Value? {
        let lowercased = text.lowercased()
        return values.first { $0.id == text }
            ?? values.first { $0.id.lowercased() == lowercased || $0.title.lowercased() == lowercased }
    }

    /// Whether a text is not a value yet, but the beginning of one.
    func isBeginning(_ text: String) -> Bool {
        let typed = text.lowercased()
        return type == .text && value(text) == nil
            && values.contains {
                $0.id.lowercased().hasPrefix(typed) || $0.title.lowercased().hasPrefix(typed)
            }
    }

    public func title(of value: AttributeValue) -> String {
        if case .text(let id, _) = value { return values.first { $0.id == id }?.title ?? id }
        return value.spelling
    }
}

extension SearchEngine {
    /// The attributes that the catalogs declare, with their labels in the nearest locale of a chain. If
    /// several catalogs declare an attribute, the first one's title and type count, and the values of all.
    ///
    /// - Parameter text: the text for a label that is the key of a program's text.
    public func attributes(
        for chain: [LocaleIdentifier], text: (String) -> String = { $0 }
    ) -> [SearchAttribute] {
        func title(_ label: LocalizedLabel?) -> String? {
            switch label {
            case nil: nil
            case .key(let key)?: text(key)
            case .texts(let texts)?:
                chain.lazy.compactMap { texts[$0] }.first ?? texts[.english]
                    ?? texts.min { $0.key.identifier < $1.key.identifier }?.value
            }
        }
        var attributes: [SearchAttribute] = []
        for declared in catalogs.flatMap(\.description.attributes) where declared.isShown {
            let values = declared.values.map {
                SearchAttribute.Value(id: $0.id, title: title($0.label) ?? $0.id)
            }
            if let index = attributes.firstIndex(where: { $0.name == declared.name }) {
                attributes[index].values += values.filter { !attributes[index].values.contains($0) }
            } else {
                attributes.append(
                    SearchAttribute(
                        declared.name, declared.type, title: title(declared.label), values: values))
            }
        }
        return attributes
    }
}
