// Errors that end a program, with a message for its user.

package import Localization

/// A wrong command line, or a failure of the program's surroundings.
package struct UsageError: Error, Equatable {
    package let message: ErrorMessage

    package init(_ key: String, _ arguments: any FormatArgument...) {
        message = ErrorMessage(key, arguments: arguments.map { .value($0.formatValue) })
    }

    /// An error with a message that was made elsewhere.
    package init(_ message: ErrorMessage) { self.message = message }

    /// A value that an option does not take.
    package init(_ invalid: InvalidValue, of option: String) { message = invalid.message(for: option) }
}
