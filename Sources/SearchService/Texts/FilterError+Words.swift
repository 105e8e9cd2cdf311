// Messages of the errors of filters.

package import CatalogSearch
internal import Localization
package import ProgramTexts

extension FilterError {
    /// The message of the error. Positions in messages count from 1.
    package var message: ErrorMessage {
        let place = (position ?? 0) + 1
        switch problem {
        case .expected(let expectation):
            return ErrorMessage(
                "FilterExpected: %1$ld %2$@",
                arguments: [.value(place.formatValue), .message(expectation.rawValue)])
        case .wrongType(let attribute, let value, let type):
            return ErrorMessage(
                "FilterWrongType: %1$@ %2$@ %3$@",
                arguments: [
                    .value(.text(attribute.rawValue)), .value(.text(value)), .message(type.messageKey),
                ])
        case .notOrdered(let attribute, let type):
            return ErrorMessage(
                "FilterNotOrdered: %1$@ %2$@",
                arguments: [.value(.text(attribute.rawValue)), .message(type.messageKey)])
        case .notPlaces(let attribute, let type):
            return ErrorMessage(
                "FilterNotPlaces: %1$@ %2$@",
                arguments: [.value(.text(attribute.rawValue)), .message(type.messageKey)])
        case .tooManyConditions(let limit): return ErrorMessage("FilterTooManyConditions: %ld", limit)
        case .tooManyValues(let limit): return ErrorMessage("FilterTooManyValues: %ld", limit)
        case .tooDeep(let limit): return ErrorMessage("FilterTooDeep: %ld", limit)
        }
    }
}

extension AttributeType {
    /// The key of the type's name.
    fileprivate var messageKey: String {
        switch self {
        case .text: "TypeText"
        case .number: "TypeDecimal"
        case .date: "TypeDate"
        case .boolean: "TypeBoolean"
        case .place: "TypeCoordinates"
        }
    }
}
