// Emphasis, as terminals show it.

/// What a piece of text is, as far as its looks go.
package enum Style: Equatable {
    case plain
    /// Part of what was searched for.
    case match
    /// A heading.
    case heading
    /// Less important than what stands around.
    case secondary
    /// The choice that is in force.
    case selected
    /// Part of what was searched for, within the choice.
    case selectedMatch
}

/// Puts styles into the escape sequences of ECMA-48, section 8.3.117 (SGR), or leaves them out.
package struct Styler: Equatable {
    package let usesColor: Bool

    package init(usesColor: Bool) { self.usesColor = usesColor }

    package func render(_ text: DisplayText) -> String {
        guard usesColor else { return text.plain }
        return text.spans.map { span in
            switch span.style {
            case .plain: span.text
            case .match: "\u{1B}[1;33m\(span.text)\u{1B}[0m"
            case .heading: "\u{1B}[1m\(span.text)\u{1B}[0m"
            case .secondary: "\u{1B}[2m\(span.text)\u{1B}[0m"
            case .selected: "\u{1B}[1;7m\(span.text)\u{1B}[0m"
            case .selectedMatch: "\u{1B}[1;4;7m\(span.text)\u{1B}[0m"
            }
        }.joined()
    }
}
