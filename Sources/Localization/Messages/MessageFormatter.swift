// The formatter that inserts arguments into formats. It is safe for untrusted formats,
// because it never passes them to C.

public import ICU

/// How messages show numbers.
public enum NumberStyle: String, Sendable, Hashable, CaseIterable {
    /// As C writes them: `1234567.5`.
    case plain
    /// As the locale writes them: `1.234.567,5` in German, with native digits if the locale uses them.
    /// Numbers padded with zeros are codes and not quantities, so they are not grouped. Hexadecimal
    /// and octal numbers stay as in C.
    case localized
}

/// Formats messages with arguments.
///
/// Widths and precisions of texts count characters (grapheme clusters), not bytes as in C. Length
/// modifiers do not truncate arguments.
public struct MessageFormatter: Sendable {
    /// How numbers are shown.
    public let numberStyle: NumberStyle
    /// Where messages are shown.
    public var context = PresentationContext()
    /// The plural rules of the message's locale.
    private let plurals: LocaleConventions
    /// The number formats of the reader's locale.
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

    /// Inserts arguments into a format.
    public func format(_ format: FormatString, _ arguments: any FormatArgument...) -> FormattedMessage {
        self.format(format, arguments: arguments.map(\.formatValue))
    }

    /// Inserts arguments into a format. `message` has the substitutions that the format refers to.
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

    /// Selects the form of a message for its arguments and the context, and inserts them.
    ///
    /// - Returns: `nil` if the message has no form for the number.
    public func format(_ message: Message, arguments: [FormatValue]) -> FormattedMessage? {
        form(of: message, arguments: arguments).map { format($0, of: message, arguments: arguments) }
    }

    /// The form of a message for its arguments and the context, before they are inserted,
    /// as gettext's functions return it.
    ///
    /// - Returns: `nil` if the message has no form for the number.
    public func form(of message: Message, arguments: [FormatValue]) -> FormatString? {
        let forms: [PluralCategory: FormatString]
        let counted: CountedArgument?
        switch message.candidate(in: context) {
        case nil: return nil
        case .text(let text)?: return text
        case .forms(let all, let argument)?: (forms, counted) = (all, argument)
        }
        let value: FormatValue?
        if let position = counted?.position {
            value = position <= arguments.count ? arguments[position - 1] : nil
        } else {
            value = arguments.first(where: \.isNumber)
        }
        guard let value, value.isNumber else { return forms[.other] ?? message.text }
        return plurals.form(for: value, fractionDigits: counted?.fractionDigits, in: forms)?.form
    }
}
