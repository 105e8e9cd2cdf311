// Conditions on the attributes of records.

/// A condition on the attributes of records, made of simple ones.
///
///     let filter = Filter.all([
///         .attribute("color", .isOneOf([.text("red"), .text("blue")])), .not(.attribute("stock", .isLess(than: .number(3)))),
///     ])
///
/// ``init(_:)`` reads one from text.
public indirect enum Filter: Hashable, Sendable {
    /// All of some filters hold; always true if there are none.
    case all([Filter])
    /// At least one of some filters holds; never true if there are none.
    case any([Filter])
    /// A filter does not hold.
    case not(Filter)
    /// A simple condition.
    case condition(Condition)

    /// A condition on the values of one attribute. It holds if one of the record's values passes the test.
    public struct Condition: Hashable, Sendable {
        /// The attribute: one that a catalog declares, or one of ``AttributeName/builtIn``.
        public var attribute: AttributeName
        /// What a value must be.
        public var test: Test
        /// Where the condition begins in the text it was read from, in Unicode scalars from 0; `nil` if it
        /// was not read. Does not count for equality.
        public var position: Int?
        /// Whether the condition is no choice of the reader but limits what the reader may know: a
        /// text equals only an id of the same letters, never a label or what a locale folds alike, and
        /// every facet respects the condition.
        public var isForced = false

        public init(_ attribute: AttributeName, _ test: Test, position: Int? = nil) {
            self.attribute = attribute
            self.test = test
            self.position = position
        }

        /// Whether both have the same meaning.
        public static func == (left: Condition, right: Condition) -> Bool {
            left.attribute == right.attribute && left.test == right.test && left.isForced == right.isForced
        }

        /// Hashes the meaning.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(attribute)
            hasher.combine(test)
            hasher.combine(isForced)
        }
    }

    /// What a value of an attribute must be.
    ///
    /// A text is compared with ids. If no record of the searched catalogs has a text as id and no catalog
    /// declares it, it is compared with ids and labels in the languages of the request's chain, folded as
    /// these languages fold texts. For attributes of other types a text is read as a value of the type.
    public enum Test: Hashable, Sendable {
        case equals(AttributeValue)
        /// The value equals one of these.
        case isOneOf([AttributeValue])
        /// The number or date is less than this one.
        case isLess(than: AttributeValue)
        /// The number or date is this one or less.
        case isAtMost(AttributeValue)
        /// The number or date is greater than this one.
        case isGreater(than: AttributeValue)
        /// The number or date is this one or greater.
        case isAtLeast(AttributeValue)
        /// The number or date is in a range that includes both ends.
        case isBetween(AttributeValue, AttributeValue)
        /// There is a value.
        case exists
        /// The place passes a test.
        case place(PlaceTest)

        /// The values that the test names.
        var values: [AttributeValue] {
            switch self {
            case .equals(let value), .isLess(let value), .isAtMost(let value), .isGreater(let value),
                .isAtLeast(let value):
                [value]
            case .isOneOf(let values): values
            case .isBetween(let lower, let upper): [lower, upper]
            case .exists, .place: []
            }
        }

        /// Whether the test is about the order of values, which texts and truth values do not have.
        var comparesOrder: Bool {
            switch self {
            case .equals, .isOneOf, .exists, .place: false
            case .isLess, .isAtMost, .isGreater, .isAtLeast, .isBetween: true
            }
        }
    }

    /// A condition on an attribute.
    public static func attribute(_ name: AttributeName, _ test: Test) -> Filter {
        .condition(Condition(name, test))
    }

    /// The filter with all of its conditions forced, see ``Condition/isForced``.
    public var forced: Filter {
        switch self {
        case .all(let parts): return .all(parts.map(\.forced))
        case .any(let parts): return .any(parts.map(\.forced))
        case .not(let part): return .not(part.forced)
        case .condition(var condition):
            condition.isForced = true
            return .condition(condition)
        }
    }

    /// The attributes that it names, each once.
    public var attributes: [AttributeName] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.attributes).withoutDuplicates
        case .not(let part): part.attributes
        case .condition(let condition): [condition.attribute]
        }
    }

    /// Whether a condition is forced.
    var hasForced: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.hasForced)
        case .not(let part): part.hasForced
        case .condition(let condition): condition.isForced
        }
    }

    /// The most conditions in a filter.
    public static let maximumConditionCount = 100
    /// The most values in all conditions of a filter.
    public static let maximumValueCount = 1_000
    /// The most levels of nested filters.
    public static let maximumDepth = 20

    /// Checks the size of the filter.
    ///
    /// - Throws: `FilterError`.
    func checkLimits() throws(FilterError) {
        var conditions = 0
        var values = 0
        try count(&conditions, &values, depth: 0)
    }

    private func count(_ conditions: inout Int, _ values: inout Int, depth: Int) throws(FilterError) {
        switch self {
        case .all(let parts), .any(let parts):
            guard depth <= Self.maximumDepth else {
                throw FilterError(.tooDeep(limit: Self.maximumDepth))
            }
            for part in parts { try part.count(&conditions, &values, depth: depth + 1) }
        case .not(let part):
            guard depth <= Self.maximumDepth else {
                throw FilterError(.tooDeep(limit: Self.maximumDepth))
            }
            try part.count(&conditions, &values, depth: depth + 1)
        case .condition(let condition):
            conditions += 1
            guard conditions <= Self.maximumConditionCount else {
                throw FilterError(.tooManyConditions(limit: Self.maximumConditionCount))
            }
            values += condition.test.values.count
            guard values <= Self.maximumValueCount else {
                throw FilterError(.tooManyValues(limit: Self.maximumValueCount))
            }
        }
    }
}
