// The counts of an attribute among some of the matches, which add up to those of all.

/// The counts of an attribute in a shard, of all of its values.
struct FacetPart {
    struct Text {
        var id: String
        var label: String
        var count: Int
    }

    var type: AttributeType
    var texts: [Text] = []
    /// The labels of the values that the filter asks for, by id.
    var selected: [String: String] = [:]
    var isBoolean = false
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var minimumPrice: Price?
    var maximumPrice: Price?
    /// The number of records in each range.
    var ranges: [Int] = []
    /// The sums of numbers, if they are added up, by currency.
    var sums: [String: DecimalSum] = [:]
    /// The number of records with a value.
    var records = 0

    init(type: AttributeType) { self.type = type }
}
