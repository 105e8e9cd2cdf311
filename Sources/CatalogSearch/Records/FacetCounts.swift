// How often the values of an attribute occur among the matches.

/// A request to count the values of an attribute.
public struct FacetRequest: Hashable, Sendable {
    /// The attribute: one that a catalog declares, or `scope`, `catalog`, `year` or `price`.
    public var attribute: AttributeName
    /// The most values to list, besides those that the filter selects.
    public var limit: Int
    /// The order of the values; as the catalog declares if `nil`.
    public var order: CatalogDescription.Attribute.ValueOrder?
    /// Lists only values whose id or label begins with this text, folded by the
    /// languages of the request's chain.
    public var prefix: String?
    /// The bounds of ranges to count in, ascending: each range begins with a bound and ends before the next
    /// one; the last one has no end. For numbers and dates.
    public var bounds: [AttributeValue]
    /// The ranges of equal width to count in between the least and the greatest number or date, for a slider:
    /// at most ``maximumBoundCount``, 0 for none. ``bounds`` precede them.
    public var buckets = 0
    /// Whether numbers are added up, see ``FacetCounts/sum``.
    public var sums = false

    /// A request to count the values of an attribute.
    public init(
        _ attribute: AttributeName, limit: Int = 20, order: CatalogDescription.Attribute.ValueOrder? = nil,
        prefix: String? = nil, bounds: [AttributeValue] = []
    ) {
        self.attribute = attribute
        self.limit = max(0, limit)
        self.order = order
        self.prefix = prefix
        self.bounds = bounds
    }

    /// The most attributes that a request may count.
    public static let maximumCount = 50
    /// The most bounds of ranges.
    public static let maximumBoundCount = 100
}

/// How often the values of an attribute occur among the matches of a search, in the requested scope.
///
/// Counts are exact, and each record counts once for a value. A part of the filter that must hold and names
/// only this attribute is left out: so the counts say what choosing another value would find.
public struct FacetCounts: Hashable, Sendable {
    /// A value and its number of records.
    public struct Value: Hashable, Sendable {
        public var value: AttributeValue
        /// The label of a text; `nil` for other types.
        public var label: String?
        /// The number of matches that have it.
        public var count: Int
        /// Whether the filter asks for it.
        public var isSelected: Bool
    }

    /// A range of numbers or dates and its number of records.
    public struct Range: Hashable, Sendable {
        /// The least value in the range.
        public var lower: AttributeValue
        /// The first value behind the range; `nil` if it has no end.
        public var upper: AttributeValue?
        /// The number of matches with a value in it.
        public var count: Int
    }

    public var attribute: AttributeName
    /// The type of its values.
    public var type: AttributeType
    /// The values of texts, and true and false, in the requested order; by count, equal ones are in the order
    /// of their ids' bytes. Empty for numbers and dates.
    public var values: [Value] = []
    /// The number of further values.
    public var others = 0
    /// Of a tree: the node that the filter chooses and those above it, from the root; of several chosen ones
    /// the deepest that contains them all. ``values`` are the nodes directly below; those at the root if
    /// this is empty. With ``FacetRequest/prefix`` this is empty, and nodes of all levels are listed. `nil`
    /// for attributes that are no paths.
    public var path: [Value]?
    /// The number of matches that have a value.
    public var count = 0
    /// The least number or date.
    public var minimum: AttributeValue?
    /// The greatest number or date.
    public var maximum: AttributeValue?
    /// For the attribute `price`: a price of the least amount.
    public var minimumPrice: Price?
    /// For the attribute `price`: a price of the greatest amount.
    public var maximumPrice: Price?
    public var ranges: [Range] = []
    /// The requested ranges of equal width, from the least value to the greatest one, which the last range
    /// includes. There may be fewer than requested if the extremes are near to each other.
    public var buckets: [Range] = []
    /// The sum of all numbers of the matches, each variant of a group with its own; `nil` if it was not
    /// requested, of dates, of prices in several currencies, and if it has more than 18 digits.
    public var sum: DecimalNumber?
    /// Their mean, see ``DecimalSum/average``.
    public var average: DecimalNumber?
}
