// Messages of MessageFormat, whose arguments have names.

/// A message in the syntax of MessageFormat 1 or 2, parsed.
indirect enum MessagePattern: Sendable {
    case messageFormat(ICUMessage)
    case messageFormat2(MessageFormat2)
}

extension Message {
    /// A message of ICU's MessageFormat, such as `{count, plural, one {# item} other {# items}}`.
    ///
    /// - Returns: `nil` if the text is not such a message.
    public init?(
        key: String, messageFormat text: String, comment: String? = nil, position: SourcePosition? = nil
    ) {
        guard let message = try? ICUMessage(text) else { return nil }
        self.init(
            key: key, pattern: .messageFormat(message), text: text, comment: comment, position: position)
    }

    /// A message of Unicode MessageFormat 2.
    ///
    /// - Returns: `nil` if the text is not a valid message.
    public init?(
        key: String, messageFormat2 text: String, comment: String? = nil, position: SourcePosition? = nil
    ) {
        guard let message = try? MessageFormat2(text), message.faults.isEmpty else { return nil }
        self.init(
            key: key, pattern: .messageFormat2(message), text: text, comment: comment, position: position)
    }
}

extension MessagePattern {
    /// What a message shows, and whether all of its arguments are shown.
    func text(
        of source: String, _ arguments: [String: FormatValue], _ formats: MessageFormats
    ) -> (text: String, isWhole: Bool) {
        switch self {
        case .messageFormat(let message):
            let shown = ICUMessageFormatter(formats, source: source).text(of: message, arguments)
            return (shown.text, shown.unshown.isEmpty)
        case .messageFormat2(let message):
            let shown = MessageFormat2Formatter(formats).format(message, arguments)
            return (shown.text, shown.faults.isEmpty)
        }
    }
}
