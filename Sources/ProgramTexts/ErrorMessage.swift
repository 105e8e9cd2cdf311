// Error messages as data: a key of the table "Errors" and its arguments.

package import Localization

/// An error message that is not yet worded in a language.
package struct ErrorMessage: Equatable, Sendable {
    package enum Argument: Equatable, Sendable {
        case value(FormatValue)
        /// The key of another message, whose text is inserted.
        case message(String)
    }

    package let key: String
    package let arguments: [Argument]

    package init(_ key: String, _ arguments: any FormatArgument...) {
        self.init(key, arguments: arguments.map { .value($0.formatValue) })
    }

    package init(_ key: String, arguments: [Argument]) {
        self.key = key
        self.arguments = arguments
    }
}

extension Texts {
    /// The most names that a message offers to choose from.
    private static let listedNames = 30

    /// Words an error message.
    package func message(for message: ErrorMessage) -> String {
        error(
            message.key,
            message.arguments.map { argument in
                switch argument {
                case .value(let value): value
                case .message(let key): .text(error(key))
                }
            })
    }

    /// Names to choose from, as one argument of a message.
    package func list(_ names: [String]) -> FormatValue {
        let shown = names.prefix(Self.listedNames) + (names.count > Self.listedNames ? ["…"] : [])
        return .text(shown.joined(separator: self("ListSeparator")))
    }
}
