// A wrong command line, as data.

package import Localization

/// A wrong option or request, and the message that tells it.
package struct UsageError: Error, Equatable {
    /// What a message tells in its own place.
    package enum Argument: Equatable, Sendable {
        case value(FormatValue)
        /// The key of another message, whose text stands in.
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
    /// How many names a message offers to choose from.
    private static let listedNames = 30

    /// The words for a wrong option or request.
    package func words(for error: UsageError) -> String {
        self.error(
            error.key,
            error.arguments.map { argument in
                switch argument {
                case .value(let value): value
                case .message(let key): .text(self.error(key))
                }
            })
    }

    /// Names to choose from, as one argument of a message.
    package func list(_ names: [String]) -> FormatValue {
        let shown = names.prefix(Self.listedNames) + (names.count > Self.listedNames ? ["…"] : [])
        return .text(shown.joined(separator: self("ListSeparator")))
    }
}
