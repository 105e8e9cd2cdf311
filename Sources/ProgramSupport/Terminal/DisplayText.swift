// How much room a text takes on a terminal, and how it is cut to fit.

internal import ICU

/// A piece of text in one style.
package struct Span: Equatable {
    package var text: String
    package var style: Style
}

/// A line of styled pieces.
package struct DisplayText: Equatable, ExpressibleByStringLiteral {
    package private(set) var spans: [Span] = []

    package init(_ text: String = "", _ style: Style = .plain) {
        if !text.isEmpty { spans = [Span(text: text, style: style)] }
    }

    package init(stringLiteral value: String) { self.init(value) }

    /// A text in which half-open ranges of Unicode scalars are emphasised.
    package init(_ text: String, emphasizing ranges: [Range<Int>], _ style: Style = .plain) {
        let scalars = Array(text.unicodeScalars)
        var position = 0
        for range in ranges {
            let range = range.clamped(to: position..<max(position, scalars.count))
            guard !range.isEmpty else { continue }
            append(String(scalars[position..<range.lowerBound]), style)
            append(String(scalars[range]), .match)
            position = range.upperBound
        }
        append(String(scalars[position...]), style)
    }

    package mutating func append(_ text: String, _ style: Style = .plain) {
        if !text.isEmpty { spans.append(Span(text: text, style: style)) }
    }

    package mutating func append(_ other: DisplayText) { spans += other.spans }

    /// The text without its styles.
    package var plain: String { spans.map(\.text).joined() }

    /// How many columns the text takes.
    package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

    /// The text cut to a number of columns, with an ellipsis where something is missing.
    package func truncated(to limit: Int) -> DisplayText {
        guard columns > limit else { return self }
        var result = DisplayText()
        var room = limit - 1
        for span in spans {
            let part = span.text.prefix(columns: room)
            result.append(part, span.style)
            room -= part.columns
            if part != span.text { break }
        }
        if limit > 0 { result.append("…") }
        return result
    }
}

extension String {
    package init(_ scalars: some Sequence<Unicode.Scalar>) {
        self.init()
        unicodeScalars.append(contentsOf: scalars)
    }

    /// How many columns a terminal gives the text.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The longest beginning that takes at most so many columns; characters are never cut apart.
    package func prefix(columns limit: Int) -> String {
        var room = limit
        var end = startIndex
        while end < endIndex {
            room -= self[end].columns
            if room < 0 { break }
            formIndex(after: &end)
        }
        return String(self[..<end])
    }

    /// The text in one line: line breaks and tabs become spaces, other controls vanish, and so do the signs that open
    /// and close bidirectional embeddings and isolates: no text of a catalog can move the cursor, change colors or
    /// turn what stands beside it.
    package var singleLine: String {
        String(
            unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
                switch scalar {
                case "\n", "\r", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": " "
                case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": nil
                default: scalar.properties.generalCategory == .control ? nil : scalar
                }
            })
    }
}

extension Character {
    /// How many columns a terminal gives the character: that of its widest part for emoji, joined as they may be,
    /// else the sum of its parts, marks counting nothing.
    package var columns: Int {
        let scalars = unicodeScalars
        if scalars.count == 1 { return scalars.first!.columns }
        let isEmoji = scalars.contains {
            $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation || $0.properties.isEmojiModifier
                || (0x1F1E6...0x1F1FF).contains($0.value)
        }
        return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.columns }
    }
}
