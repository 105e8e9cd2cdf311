// Styles of text on a terminal.

/// The role of a piece of text, which decides its look.
package enum Style: Equatable {
    case plain
    /// A match of the query.
    case match
    case heading
    /// Less important text.
    case secondary
    /// The selection.
    case selected
    /// A match of the query within the selection.
    case selectedMatch
}

/// Writes styles as escape sequences (SGR of ECMA-48, section 8.3.117), or leaves them out.
package struct Styler: Equatable {
    package let usesColor: Bool

    package init(usesColor: Bool) { self.usesColor = usesColor }

    package func render(_ text: DisplayText) -> String {
        guard usesColor else { return Typography.printed(text.plain) }
        return text.spans.map { span in
            let text = Typography.printed(span.text)
            return switch span.style {
            case .plain: text
            case .match: "\u{1B}[1;33m\(text)\u{1B}[0m"
            case .heading: "\u{1B}[1m\(text)\u{1B}[0m"
            case .secondary: "\u{1B}[2m\(text)\u{1B}[0m"
            case .selected: "\u{1B}[1;7m\(text)\u{1B}[0m"
            case .selectedMatch: "\u{1B}[1;4;7m\(text)\u{1B}[0m"
            }
        }.joined()
    }
}
