// The messages about a wrong filter, in the protocol's words.

internal import CatalogSearch

extension FilterError {
    /// The error as an English sentence.
    var sentence: String {
        let place = position.map { " at character \($0 + 1)" } ?? ""
        let words =
            switch problem {
            case .expected(let what): "expected \(what.words)"
            case .wrongType(let name, let value, let type):
                "the attribute `\(name.rawValue)` is a \(type.rawValue), and `\(value)` is none"
            case .notOrdered(let name, let type):
                "the attribute `\(name.rawValue)` is a \(type.rawValue), whose values have no order"
            case .notPlaces(let name, let type):
                "the attribute `\(name.rawValue)` is a \(type.rawValue), which has no distance"
            case .tooManyConditions(let limit): "it has more than \(limit) conditions"
            case .tooManyValues(let limit): "it has more than \(limit) values"
            case .tooDeep(let limit): "it has more than \(limit) levels"
            }
        return "The filter cannot be used: \(words)\(place)."
    }
}

extension FilterError.Expectation {
    /// What is expected, in English.
    fileprivate var words: String {
        switch self {
        case .condition: "the name of an attribute, NOT or ("
        case .comparison: "=, !=, <, <=, >, >=, IN, EXISTS, NOT, or a value and TO"
        case .value: "a value"
        case .to: "TO"
        case .inOrExists: "IN or EXISTS"
        case .openingBracket: "["
        case .commaOrBracket: "a comma or ]"
        case .closingParenthesis: "AND, OR or )"
        case .end: "AND, OR or the end"
        case .quotationMark: "a quotation mark"
        case .near: "near(attribute, latitude, longitude)"
        case .inside: "inside(attribute, top, left, bottom, right)"
        case .distanceComparison: "<, <=, >, >=, or a distance and TO"
        case .distance: "a distance in m, km, mi or ft"
        }
    }
}
