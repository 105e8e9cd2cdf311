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
