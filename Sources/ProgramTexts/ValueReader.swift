// Reads values that users spell: in options of the command line, in members and parameters of requests.

package import Localization
internal import Support

/// Why a value cannot be used. Its reader knows what is wrong with it, the caller what it is the value of.
package enum InvalidValue: Error, Equatable {
    case unknownLocale(String)
    case unknownChoice(String, choices: [String])
    case malformedCount(String)
    case malformedRange(String)
    case reversedRange(String)
    case malformedOrder(String)
    /// An order by distance.
    case malformedNear(String)
    case malformedRanges(String)
    case malformedPreference(String)
    case malformedColumns(String)
    case malformedRatio
    case notPositive

    /// The message about the value.
    ///
    /// - Parameter name: the option, member or parameter that has the value.
    package func message(for name: String) -> ErrorMessage {
        switch self {
        case .unknownLocale(let value): ErrorMessage("UnknownLocale: %@", value.excerpt)
        case .unknownChoice(let value, let choices):
            ErrorMessage(
                "UnknownOptionValue: %1$@ %2$@ %3$@", value.excerpt, name, choices.joined(separator: ", "))
        case .malformedCount(let value): ErrorMessage("InvalidCount: %1$@ %2$@", value.excerpt, name)
        case .malformedRange(let value): ErrorMessage("InvalidRange: %1$@ %2$@", value.excerpt, name)
        case .reversedRange(let value): ErrorMessage("ReversedRange: %1$@ %2$@", value.excerpt, name)
        case .malformedOrder(let value): ErrorMessage("InvalidOrder: %1$@ %2$@", value.excerpt, name)
        case .malformedNear(let value): ErrorMessage("InvalidNear: %1$@ %2$@", value.excerpt, name)
        case .malformedColumns(let value): ErrorMessage("InvalidColumns: %1$@ %2$@", value.excerpt, name)
        case .malformedRatio:
            ErrorMessage(
                "RequestWrongType: %1$@ %2$@", arguments: [.value(.text(name)), .message("TypeRatio")])
        case .notPositive:
            ErrorMessage(
                "RequestWrongType: %1$@ %2$@", arguments: [.value(.text(name)), .message("TypePositive")])
        case .malformedRanges(let value): ErrorMessage("InvalidRanges: %1$@ %2$@", value.excerpt, name)
        case .malformedPreference(let value):
            ErrorMessage("InvalidPreference: %1$@ %2$@", value.excerpt, name)
        }
    }
}

/// Reads locales, choices and counts. `SearchService` adds ranges of numbers.
package enum ValueReader {
    /// A locale that is well-formed and whose language exists.
    package static func locale(_ value: String) throws(InvalidValue) -> LocaleIdentifier {
        guard let locale = LocaleIdentifier(value), locale.isKnown else { throw .unknownLocale(value) }
        return locale
    }

    /// One of several names.
    package static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ value: String
    ) throws(InvalidValue) -> Choice {
        guard let choice = Choice(rawValue: value) else {
            throw .unknownChoice(value, choices: Choice.allCases.map(\.rawValue))
        }
        return choice
    }

    /// A number from 0 to 1.
    package static func ratio(_ value: String) throws(InvalidValue) -> Double {
        guard let ratio = Double(value), 0...1 ~= ratio else { throw .malformedRatio }
        return ratio
    }

    /// A whole number, 1 or greater.
    package static func positive(_ value: String) throws(InvalidValue) -> Int {
        guard let count = Int(value), count > 0 else { throw .notPositive }
        return count
    }

    /// A whole number, 0 or greater.
    package static func count(_ value: String) throws(InvalidValue) -> Int {
        guard let count = Int(value), count >= 0 else { throw .malformedCount(value) }
        return count
    }
}
