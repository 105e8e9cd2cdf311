// The counts of attributes in a response, for the panel of filters.

internal import CatalogSearch
internal import FoundationEssentials

extension SearchResponse {
    /// The counts of an attribute among the records found.
    struct Facet: Decodable {
        struct Value: Decodable {
            /// The value as filters spell it.
            let value: String
            let label: String
            let count: Int
            let selected: Bool

            private enum Member: String, CodingKey { case value, label, count, selected }

            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Member.self)
                value = try members.decode(Spelling.self, forKey: .value).text
                label = try members.decode(String.self, forKey: .label)
                count = try members.decode(Int.self, forKey: .count)
                selected = try members.decode(Bool.self, forKey: .selected)
            }
        }

        /// The number of records in a range of numbers.
        struct Bucket: Decodable {
            let from: Spelling?
            let to: Spelling?
            let count: Int

            var lower: Double? { from.flatMap { Double($0.text) } }
            var upper: Double? { to.flatMap { Double($0.text) } }
        }

        /// The chosen range.
        struct Range: Decodable {
            struct End: Decodable {
                let label: String
            }

            let from: End?
            let to: End?
        }

        let attribute: String
        let label: String
        let type: String
        /// The number of records with a value.
        let count: Int
        let values: [Value]?
        /// For a tree: the chosen node and those above it, from the root. `values` are the nodes below.
        let path: [Value]?
        /// The number of values that are not in the list.
        let others: Int?
        /// The least and the greatest value, as filters spell them and in the reader's format.
        let minimum: Spelling?
        let maximum: Spelling?
        let minimumLabel: String?
        let maximumLabel: String?
        let selected: Range?
        /// Ranges of equal width between the least and the greatest value.
        let buckets: [Bucket]?

        var name: AttributeName { AttributeName(attribute) }
        var isDate: Bool { type == AttributeType.date.rawValue }
        var isPlace: Bool { type == AttributeType.place.rawValue }
        var isBoolean: Bool { type == AttributeType.boolean.rawValue }
        /// Whether the values have an order, so that the page offers a range.
        var hasRange: Bool { AttributeType(rawValue: type)?.isOrdered ?? false }
    }

    /// A value as filters spell it; in JSON a text, a number, or a truth value.
    struct Spelling: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else if let flag = try? value.decode(Bool.self) {
                text = flag ? "true" : "false"
            } else {
                text = "\(try value.decode(Decimal.self))"
            }
        }
    }
}
