// The attributes that a catalog declares.

extension CatalogDescription {
    /// A member of the catalog's records that can be filtered, counted and sorted by.
    public struct Attribute: Hashable, Sendable {
        /// A value with a name for users.
        public struct Value: Hashable, Sendable {
            /// The text that identifies the value in records.
            public var id: String
            /// The name for users.
            public var label: LocalizedLabel

            public init(id: String, label: LocalizedLabel) {
                self.id = id
                self.label = label
            }
        }

        /// The order in which a facet lists the values.
        public enum ValueOrder: String, Hashable, Sendable, CaseIterable {
            /// The most frequent first.
            case count
            /// By the labels, in the collation of the reader's locale.
            case label
        }

        /// The name in requests and responses.
        public var name: AttributeName
        /// The records' member with the values; `nil` if it has the attribute's name.
        public var member: String?
        /// The type of the values.
        public var type: AttributeType
        /// Whether a record may have several values.
        public var isMany: Bool
        /// The name for users; the attribute's name where `nil`.
        public var label: LocalizedLabel?
        /// The labels of a text attribute's values; other values are shown by their own labels, or as they
        /// are. The label of a path is that of its last node alone.
        public var values: [Value]
        /// Whether the texts are paths in a tree, see ``AttributePath``: a record has the nodes above its own
        /// as well, so a filter on a node finds what is below. Values that are no paths are not kept.
        public var isPath = false
        /// The order in which a facet lists the values.
        public var order: ValueOrder
        /// Whether words of queries are looked for in the labels of a text attribute's values. Attributes
        /// whose names do not begin with a letter never are.
        public var isSearched: Bool
        /// Whether the values of a text attribute say what a thing is: a query that names one finds its records
        /// as it finds those with such a title, see ``TextHead``.
        public var isKind = false
        /// Whether readers may see the attribute. One that is not shown is neither counted nor sorted by for
        /// them, and hits do not have its values, but a server's own filters and the ranking use it.
        public var isShown = true
        /// Whether readers may have its values counted.
        public var isFacet = true
        /// Whether readers may sort by it.
        public var isSortable = true

        public init(
            _ name: AttributeName, _ type: AttributeType, isMany: Bool = false, label: LocalizedLabel? = nil,
            values: [Value] = [], order: ValueOrder = .count, isSearched: Bool = true
        ) {
            self.name = name
            self.type = type
            self.isMany = isMany
            self.label = label
            self.values = values
            self.order = order
            self.isSearched = isSearched
        }

        /// The name of the records' member with the values.
        package var memberName: String { member ?? name.rawValue }

        /// Whether records can be grouped by the attribute: a text or a number with at most one value for
        /// each record.
        public var canGroup: Bool { !isMany && !isPath && (type == .text || type == .number) }
    }

    /// The fields of the labels of text attributes, which are searched behind ``fields``:
    /// they have the attributes' names.
    var labelFields: [FieldName] {
        attributes.filter {
            $0.type == .text && $0.isSearched && $0.isShown
                && $0.name.rawValue.unicodeScalars.first?.properties.isAlphabetic == true
        }.map { FieldName($0.name.rawValue) }.filter { !fields.contains($0) && $0.hasLocale }
    }

    /// Whether a field has labels that say what a thing is.
    func isKind(_ field: FieldName) -> Bool {
        !fields.contains(field) && attribute(AttributeName(field.rawValue))?.isKind ?? false
    }

    /// The declared attribute with a name.
    public func attribute(_ name: AttributeName) -> Attribute? { attributes.first { $0.name == name } }

    /// The attribute by whose values records are grouped; `nil` if they are not.
    var groupAttribute: Attribute? {
        group.flatMap { attribute($0) }.flatMap { $0.canGroup ? $0 : nil }
    }
}
