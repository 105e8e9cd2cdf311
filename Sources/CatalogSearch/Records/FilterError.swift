// Errors of filters.

/// Why a filter cannot be used.
public struct FilterError: Error, Hashable, Sendable {
    /// What the grammar allows at a place.
    public enum Expectation: String, Hashable, Sendable, CaseIterable {
        /// The name of an attribute, `NOT` or an opening parenthesis.
        case condition = "FilterExpectedCondition"
        /// `=`, `!=`, `<`, `<=`, `>`, `>=`, `IN`, `EXISTS`, `NOT`, or a value followed by `TO`.
        case comparison = "FilterExpectedComparison"
        case value = "FilterExpectedValue"
        /// `TO`.
        case to = "FilterExpectedTo"
        /// `IN` or `EXISTS`.
        case inOrExists = "FilterExpectedInOrExists"
        case openingBracket = "FilterExpectedOpeningBracket"
        /// A comma or a closing bracket.
        case commaOrBracket = "FilterExpectedCommaOrBracket"
        /// A closing parenthesis, `AND` or `OR`.
        case closingParenthesis = "FilterExpectedClosingParenthesis"
        /// `AND`, `OR`, or the end.
        case end = "FilterExpectedEnd"
        /// The quotation mark that closes a value.
        case quotationMark = "FilterExpectedQuotationMark"
        /// The next part of `near(attribute, latitude, longitude)`, with degrees in range.
        case near = "FilterExpectedNear"
        /// The next part of `inside(attribute, top, left, bottom, right)`, with degrees in range.
        case inside = "FilterExpectedInside"
        /// `<`, `<=`, `>`, `>=`, or a distance followed by `TO`.
        case distanceComparison = "FilterExpectedDistanceComparison"
        /// A distance with its unit.
        case distance = "FilterExpectedDistance"
    }

    public enum Problem: Hashable, Sendable {
        /// The text is not in the grammar.
        case expected(Expectation)
        /// A value is not of the attribute's type.
        case wrongType(AttributeName, value: String, AttributeType)
        /// The order of values is tested, but the attribute is a text or true or false.
        case notOrdered(AttributeName, AttributeType)
        /// Distances or an area are requested, but the attribute is no place.
        case notPlaces(AttributeName, AttributeType)
        /// More conditions than allowed.
        case tooManyConditions(limit: Int)
        /// More values than allowed.
        case tooManyValues(limit: Int)
        /// More levels than allowed.
        case tooDeep(limit: Int)
    }

    public var problem: Problem
    /// Where, in Unicode scalars from 0 of the text that was read; `nil` if it is not about a place.
    public var position: Int?

    public init(_ problem: Problem, position: Int? = nil) {
        self.problem = problem
        self.position = position
    }
}
