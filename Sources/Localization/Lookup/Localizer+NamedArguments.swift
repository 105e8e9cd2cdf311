// The lookup of messages of MessageFormat, whose arguments have names.

extension Localizer {
    /// The text for a key whose arguments have names, as those of MessageFormat do:
    ///
    ///     localizer("photos", named: ["count": 3, "album": "Alps"])
    ///
    /// The text comes from the first locale of the chain whose message can show all arguments that it uses. A
    /// message of another syntax is used where it takes no arguments. If no locale has a fitting text, the
    /// key is the text.
    public func callAsFunction(
        _ key: String, named arguments: [String: any FormatArgument], table: String = Localizer.defaultTable
    ) -> String {
        fittingText(for: key, named: arguments, table: table) ?? key
    }

    /// The text for a key whose arguments have names; `nil` if no locale of the chain has one that fits the
    /// arguments.
    public func fittingText(
        for key: String, named arguments: [String: any FormatArgument],
        table: String = Localizer.defaultTable
    ) -> String? {
        let arguments = arguments.mapValues(\.formatValue)
        for level in levels {
            guard let message = level.tables[table]?[key] else { continue }
            if let shown = level.pattern(message, arguments) {
                if shown.isWhole { return shown.text }
            } else if let formatted = level.formatter.format(message, arguments: []),
                formatted.problems.isEmpty
            {
                return formatted.text
            }
        }
        return nil
    }
}

extension Localizer.Level {
    /// What a message of MessageFormat shows; `nil` for other messages.
    func pattern(
        _ message: Message, _ arguments: @autoclosure () -> [String: FormatValue]
    ) -> (text: String, isWhole: Bool)? {
        message.pattern.map { $0.text(of: message.text?.source ?? "", arguments(), formats) }
    }
}

extension [FormatValue] {
    /// The arguments by their numbers from 0, as messages of MessageFormat name them that have no better
    /// names.
    var named: [String: FormatValue] {
        [String: FormatValue](uniqueKeysWithValues: enumerated().map { (String($0), $1) })
    }
}
