// Resolved values of MessageFormat 2: what an expression has become, to be shown, chosen by or used in
// others.

package import ICU

/// A value as the functions of messages take and return it (UTS #35, Part 9, "Resolved Values").
package struct MessageFormat2Value: Sendable {
    /// What the value is, for functions that take it.
    package enum Content: Sendable {
        case text(String)
        case number(MessageFormat2Number)
        /// What clocks show, and how far these are from UTC, if that is known.
        case date(MessageFormat2Date)
    }

    /// The direction of a text among others.
    package enum Direction: Sendable, Hashable { case leftToRight, rightToLeft, unknown }

    /// How keys of variants fit a value.
    package struct Selection: Sendable {
        /// Whether a key fits; `nil` for one that no value has.
        let matches: @Sendable (String) -> Bool?
        /// Whether the first of two keys that fit is better.
        let isBetter: @Sendable (String, String) -> Bool

        package init(
            matches: @escaping @Sendable (String) -> Bool?,
            isBetter: @escaping @Sendable (String, String) -> Bool = { _, _ in false }
        ) {
            (self.matches, self.isBetter) = (matches, isBetter)
        }
    }

    package let content: Content
    /// Options that functions which take the value go on with.
    package var options: [String: MessageFormat2OptionValue] = [:]
    /// The text that readers see.
    let text: @Sendable () throws(MessageFormat2Fault.Kind) -> String
    /// `nil` where nothing can be chosen by the value.
    package var selection: Selection?
    package var direction: Direction
    /// Whether marks of direction keep the text apart, whatever its direction is.
    var isIsolated = false

    package init(
        _ content: Content, direction: Direction = .unknown,
        text: @escaping @Sendable () throws(MessageFormat2Fault.Kind) -> String
    ) {
        (self.content, self.direction, self.text) = (content, direction, text)
    }

    init(text: String) { self.init(.text(text)) { () throws(MessageFormat2Fault.Kind) -> String in text } }

    /// The value as an option of a function, or as an operand of `:string`.
    package var plainText: String {
        switch content {
        case .text(let text): text
        case .number(let number): number.text
        case .date(let date): date.source
        }
    }
}

package struct MessageFormat2OptionValue: Sendable, Hashable {
    package let text: String
    /// Whether the message itself has the value, and not an argument.
    package let isLiteral: Bool

    package init(_ text: String, isLiteral: Bool) { (self.text, self.isLiteral) = (text, isLiteral) }
}

/// What a function gets, and where it reports errors that do not stop it.
package struct MessageFormat2Call: Sendable {
    package var locale: LocaleIdentifier { conventions.locale }
    package let operand: MessageFormat2Value?
    /// The options without those of the namespace `u`.
    package let options: [String: MessageFormat2OptionValue]
    let conventions: MessageFormats
    /// Bad options that are ignored.
    package var problems: [MessageFormat2Fault.Kind] = []

    /// An option with one of some values; another value is reported and ignored.
    mutating func choice(
        _ name: String, of values: [String], mustBeLiteral: Bool = false
    ) -> String? {
        guard let value = options[name] else { return nil }
        guard values.contains(value.text), value.isLiteral || !mustBeLiteral else {
            problems.append(.badOption)
            return nil
        }
        return value.text
    }
}

/// A function of messages.
package typealias MessageFormat2Function =
    @Sendable (inout MessageFormat2Call) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value
