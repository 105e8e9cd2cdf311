// Shows messages of MessageFormat 2 with their arguments (UTS #35, Part 9, "Formatting").

public import ICU

/// Shows messages of Unicode MessageFormat 2 in a locale.
///
/// The functions are `:string`, `:number`, `:integer`, `:offset`, `:percent`, `:currency`, `:datetime`,
/// `:date` and `:time`. Dates are texts such as `2006-01-02T15:04:06Z`; those without a time zone show what
/// they say.
public struct MessageFormat2Formatter: Sendable {
    /// The locale of the messages.
    public var locale: LocaleIdentifier { conventions.locale }
    /// Whether marks of direction keep what is inserted apart from the text around it: the specification's
    /// Default Bidi Strategy. Programs that show messages as HTML isolate elements instead.
    public var isolatesDirections = true
    package var functions: [String: MessageFormat2Function]
    private let conventions: MessageFormats

    /// What a message shows.
    public struct Result: Sendable, Hashable {
        /// The text. What cannot be shown is its name in braces: `{$count}`.
        public let text: String
        /// Why it cannot be shown, in the order in which that was found.
        public let faults: [MessageFormat2Fault]
    }

    /// A formatter for messages in a locale.
    public init(_ locale: LocaleIdentifier) { self.init(MessageFormats(locale)) }

    init(_ formats: MessageFormats) {
        conventions = formats
        functions = [MessageFormat2Numbers.functions, MessageFormat2Dates.functions, Self.functions]
            .reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    private static let functions: [String: MessageFormat2Function] = ["string": string]

    private static func string(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        guard let text = call.operand?.plainText else { throw .badOperand }
        var value = MessageFormat2Value(text: text)
        value.selection = MessageFormat2Value.Selection(matches: { $0 == text })
        return value
    }

    /// Shows a message.
    ///
    /// - Parameter arguments: the values of its variables by their names, without the `$`.
    public func format(_ message: MessageFormat2, _ arguments: [String: any FormatArgument] = [:]) -> Result {
        guard message.faults.isEmpty else { return Result(text: Self.unknown, faults: message.faults) }
        var resolution = MessageFormat2Resolution(message, arguments, functions, conventions)
        let parts = resolution.selectedPattern().parts
        resolution.resolveDeclarations(usedBy: parts)
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal, _): text += literal
            case .markup(let markup): resolution.check(markup)
            case .expression(let expression): text += isolated(resolution.shown(expression))
            }
        }
        return Result(text: text, faults: resolution.faults)
    }

    /// Shows a message that may have errors; one with a Syntax Error shows `{�}`.
    public func format(_ source: String, _ arguments: [String: any FormatArgument] = [:]) -> Result {
        do {
            return format(try MessageFormat2(source), arguments)
        } catch {
            return Result(text: Self.unknown, faults: [error])
        }
    }

    private static let unknown = "{\u{FFFD}}"

    /// A text between the marks of the Default Bidi Strategy.
    private func isolated(_ shown: MessageFormat2Resolution.Shown) -> String {
        guard isolatesDirections else { return shown.text }
        switch shown.direction {
        case .leftToRight:
            if conventions.direction == .leftToRight, !shown.isIsolated { return shown.text }
            return "\u{2066}\(shown.text)\u{2069}"
        case .rightToLeft: return "\u{2067}\(shown.text)\u{2069}"
        case .unknown: return "\u{2068}\(shown.text)\u{2069}"
        }
    }
}
