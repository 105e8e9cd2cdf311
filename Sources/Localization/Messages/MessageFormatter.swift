// How arguments are put into a format, safely: no format, whoever wrote it, reaches C.

public import ICU

/// How numbers in messages are written.
public enum NumberStyle: String, Sendable, Hashable, CaseIterable {
    /// As C writes them: `1234567.5`.
    case plain
    /// As readers of the locale write them: `1.234.567,5` in German, native digits where the locale uses them.
    /// Numbers padded with zeros are codes, not quantities, and stay ungrouped; hexadecimal and octal numbers
    /// stay as they are.
    case localized
}

/// Puts arguments into formats.
///
/// Widths and precisions of texts count characters (grapheme clusters), not bytes as in C. Length modifiers
/// cut nothing off: an argument is shown in full whatever the specifier's length says.
public struct MessageFormatter: Sendable {
    /// How numbers are written.
    public let numberStyle: NumberStyle
    /// Rules for plural forms: those of the language in which the message is written.
    private let plurals: LocaleConventions
    /// Signs for numbers: those of the reader.
    private let numbers: LocaleConventions

    /// A formatter for messages in a locale.
    public init(_ locale: LocaleIdentifier, numberStyle: NumberStyle = .localized) {
        let conventions = LocaleConventions(locale)
        self.init(plurals: conventions, numbers: conventions, numberStyle: numberStyle)
    }

    init(plurals: LocaleConventions, numbers: LocaleConventions, numberStyle: NumberStyle) {
        self.plurals = plurals
        self.numbers = numbers
        self.numberStyle = numberStyle
    }

    /// Puts arguments into a format.
    public func format(_ format: FormatString, _ arguments: any FormatArgument...) -> FormattedMessage {
        self.format(format, arguments: arguments.map(\.formatValue))
    }

    /// Puts arguments into a format; `message` has the substitutions that the format refers to.
    public func format(
        _ format: FormatString, of message: Message? = nil, arguments: [FormatValue]
    ) -> FormattedMessage {
        if format.isPlain { return FormattedMessage(text: format.source, problems: []) }
        var assembly = MessageAssembly(
            plurals: plurals, numbers: numbers, numberStyle: numberStyle,
            substitutions: message?.substitutions ?? [:], arguments: arguments)
        assembly.append(format, counted: nil, enclosing: [])
        return FormattedMessage(text: assembly.text, problems: assembly.problems)
    }

    /// Selects the form of a message that fits its arguments and puts them in.
    ///
    /// - Returns: `nil` where the message has no form for the number given.
    public func format(_ message: Message, arguments: [FormatValue]) -> FormattedMessage? {
        form(of: message, arguments: arguments).map { format($0, of: message, arguments: arguments) }
    }

    /// The form of a message that fits its arguments, before they are put in: what gettext's functions give.
    ///
    /// - Returns: `nil` where the message has no form for the number given.
    public func form(of message: Message, arguments: [FormatValue]) -> FormatString? {
        guard !message.plural.isEmpty else { return message.text }
        let value: FormatValue?
        if let position = message.counted?.position {
            value = position <= arguments.count ? arguments[position - 1] : nil
        } else {
            value = arguments.first(where: \.isNumber)
        }
        guard let value, value.isNumber else { return message.plural[.other] ?? message.text }
        return plurals.form(
            for: value, fractionDigits: message.counted?.fractionDigits, in: message.plural)?.form
    }
}
