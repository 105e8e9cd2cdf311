// Errors of requests that cannot be read, as data.

internal import CatalogSearch
internal import CatalogStorage
internal import Localization
internal import ProgramTexts

/// A request that is malformed or exceeds a limit.
struct RequestError: Error, Equatable {
    let message: ErrorMessage

    init(_ key: String, _ arguments: any FormatArgument...) {
        message = ErrorMessage(key, arguments: arguments.map { .value($0.formatValue) })
    }

    /// A member whose value has another type than it should.
    init(wrongType type: String, of member: String) {
        message = ErrorMessage(
            "RequestWrongType: %1$@ %2$@", arguments: [.value(.text(member)), .message(type)])
    }

    /// A filter that cannot be used.
    init(_ error: FilterError) { message = error.message }

    /// A preference that cannot be used.
    init(_ problem: Preference.Problem) {
        switch problem {
        case .wrongType(let member, let type): self.init(wrongType: type.rawValue, of: member)
        case .unknownMember(_, let name): self.init(unknown: name, known: Preference.members)
        case .filter(_, let error): self.init(error)
        case .tooMany: self.init("TooManyPreferences: %ld", Preference.maximumCount)
        }
    }

    /// A value that a member does not accept.
    init(_ invalid: InvalidValue, of member: String) { message = invalid.message(for: member) }
}
