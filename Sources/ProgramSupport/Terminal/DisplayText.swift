// Text as a terminal shows it: its width in columns, cut and wrapped to fit.

internal import ICU
package import Localization

/// A piece of text in one style.
package struct Span: Equatable {
    package var text: String
    package var style: Style
}

/// A line of styled pieces.
package struct DisplayText: Equatable, ExpressibleByStringLiteral {
    package private(set) var spans: [Span] = []
    /// How many spans at the end stay when the text is cut, such as the language of a title.
    package var keptSpans = 0

    package init(_ text: String = "", _ style: Style = .plain) {
        if !text.isEmpty { spans = [Span(text: text, style: style)] }
    }

    package init(stringLiteral value: String) { self.init(value) }

    /// A text with emphasis on half-open ranges of Unicode scalars.
    package init(_ text: String, emphasizing ranges: [Range<Int>], _ style: Style = .plain) {
        guard !ranges.isEmpty else {
            append(text, style)
            return
        }
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

    /// The width of the text in columns.
    package var columns: Int { spans[...].columns }

    /// The width of the spans that stay when the text is cut.
    package var cachedColumns: Int { spans.suffix(keptSpans).columns }

    /// The columns of a text that are worth more than what follows it.
    private static let leastColumns = 2

    /// The text cut to a number of columns, with an ellipsis where something is missing. A first match beyond
    /// the limit is shown in place of the beginning, and kept spans stay as long as there is room for them.
    /// Directional isolates stay closed.
    package func truncated(to limit: Int) -> DisplayText {
        guard columns > limit else { return self }
        var kept = spans.suffix(keptSpans)
        while !kept.isEmpty, kept.columns + Self.leastColumns > limit { kept.removeLast() }
        var result = DisplayText()
        result.appendCut(spans.dropLast(keptSpans), to: limit - kept.columns)
        result.append(String(repeating: "\u{2069}", count: result.openIsolates))
        result.spans += kept
        result.keptSpans = kept.count
        return result
    }

    /// Appends spans, cut to a number of columns.
    private mutating func appendCut(_ spans: ArraySlice<Span>, to limit: Int) {
        guard spans.columns > limit else { return self.spans += spans }
        let ellipsis = Typography.ellipsis.prefix(columns: limit)
        var room = limit - ellipsis.columns
        var hidden = Self.hiddenColumns(spans, room)
        if hidden > 0 {
            append(ellipsis)
            room -= ellipsis.columns
            if spans.columns - hidden <= room + ellipsis.columns { room += ellipsis.columns }
        }
        var isCut = false
        for span in spans {
            // No columns hide no characters without a width, such as marks of direction.
            let start = hidden > 0 ? span.text.prefix(columns: hidden) : ""
            hidden -= start.columns
            let rest = span.text.dropFirst(start.count)
            if rest.isEmpty { continue }
            // No later span is shown before this one's end.
            hidden = 0
            let part = rest.prefix(columns: room)
            append(part, span.style)
            room -= part.columns
            isCut = part.count < rest.count
            if isCut { break }
        }
        if isCut { append(ellipsis) }
    }

    /// How many columns at the beginning make room for the first match; 0 if it is among the first columns.
    private static func hiddenColumns(_ spans: ArraySlice<Span>, _ room: Int) -> Int {
        guard let match = spans.firstIndex(where: { $0.style == .match }) else { return 0 }
        let before = spans[..<match].columns
        // If the beginning of the match is visible, no column is hidden.
        guard before + min(leastColumns, spans[match].text.columns) > room else { return 0 }
        // A third of the room for what precedes the match, unless the text ends before.
        return min(before, max(1, min(before - room / 3, spans.columns - room)))
    }

    /// The number of directional isolates (UAX #9, section 2.4) that are not closed.
    private var openIsolates: Int {
        spans.reduce(0) { open, span in
            span.text.unicodeScalars.reduce(open) { open, scalar in
                switch scalar {
                case "\u{2066}"..."\u{2068}": open + 1
                case "\u{2069}": max(0, open - 1)
                default: open
                }
            }
        }
    }
}

extension DisplayText {
    /// The text wrapped into lines of at most a number of columns, broken by the rules of its language. Only
    /// a word that is longer than a line is broken. White space at the ends of lines is dropped.
    package func wrapped(to limit: Int, in locale: LocaleIdentifier) -> [DisplayText] {
        guard limit > 0, columns > limit else { return [self] }
        let iterator = try? LineBreakIterator(locale)
        var lines: [DisplayText] = []
        var line = DisplayText()
        var room = limit
        func endLine() {
            lines.append(line.trimmed)
            line = DisplayText()
            room = limit
        }
        var styles = StyleRuns(self)
        for piece in (try? iterator?.pieces(of: plain)) ?? [Substring(plain)] {
            let width = piece.trimmedEnd.columns
            if width > room, room < limit { endLine() }
            var rest = piece
            while true {
                var end = rest.end(ofColumns: limit)
                guard end < rest.trimmedEnd.endIndex else { break }
                // A character wider than the line gets a line of its own, so that the loop ends.
                if end == rest.startIndex { rest.formIndex(after: &end) }
                line.append(styles.take(rest[..<end]))
                rest = rest[end...]
                endLine()
            }
            line.append(styles.take(rest))
            room = max(0, room - rest.columns)
        }
        if !line.spans.isEmpty { endLine() }
        return lines
    }

    /// The text without white space at its end.
    private var trimmed: DisplayText {
        var rest = spans
        while let last = rest.last {
            let text = String(last.text[...].trimmedEnd)
            if text.isEmpty {
                rest.removeLast()
                continue
            }
            rest[rest.count - 1].text = text
            break
        }
        var result = DisplayText()
        for span in rest { result.append(span.text, span.style) }
        return result
    }

    /// Reads the styles of a text piece by piece.
    private struct StyleRuns {
        private var rest: ArraySlice<Span>

        init(_ text: DisplayText) { rest = text.spans[...] }

        /// The next piece of the text with its styles.
        mutating func take(_ piece: Substring) -> DisplayText {
            var result = DisplayText()
            var wanted = piece.unicodeScalars.count
            while wanted > 0, let first = rest.first {
                let scalars = first.text.unicodeScalars
                if scalars.count <= wanted {
                    result.append(first.text, first.style)
                    wanted -= scalars.count
                    rest.removeFirst()
                } else {
                    result.append(String(scalars.prefix(wanted)), first.style)
                    rest[rest.startIndex].text = String(scalars.dropFirst(wanted))
                    wanted = 0
                }
            }
            return result
        }
    }

    /// The text in the style of a selected line, in which matches keep a style of their own.
    package var selected: DisplayText {
        var result = DisplayText()
        for span in spans { result.append(span.text, span.style == .match ? .selectedMatch : .selected) }
        return result
    }
}

extension ArraySlice<Span> {
    /// The width of the spans in columns.
    fileprivate var columns: Int { reduce(0) { $0 + $1.text.columns } }
}

extension Substring {
    /// The text without white space at its end.
    fileprivate var trimmedEnd: Substring {
        var result = self
        while let last = result.last, last.isWhitespace { result.removeLast() }
        return result
    }
}

extension String {
    package init(_ scalars: some Sequence<Unicode.Scalar>) {
        self.init()
        unicodeScalars.append(contentsOf: scalars)
    }

    /// The text in one line: line breaks and tabs become spaces; other controls, bidirectional
    /// embeddings and isolates are dropped. So no text of a catalog can move the cursor, change
    /// colors or reorder the text beside it.
    package var singleLine: String {
        String(
            unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
                switch scalar {
                case " "..."~": scalar
                case "\n", "\r", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": " "
                default: scalar.isTerminalControl ? nil : scalar
                }
            })
    }

    /// The text in its own lines, without what ``singleLine`` drops.
    package var withoutTerminalControls: String {
        String(unicodeScalars.filter { $0 == "\n" || $0 == "\t" || !$0.isTerminalControl })
    }
}

extension Unicode.Scalar {
    /// Whether it is a control, or a bidirectional embedding or isolate.
    fileprivate var isTerminalControl: Bool {
        switch self {
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: isControl
        }
    }
}

extension StringProtocol {
    /// The width of the text in columns of a terminal.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The longest prefix of whole characters that takes at most a number of columns.
    package func prefix(columns limit: Int) -> String { String(self[..<end(ofColumns: limit)]) }

    /// Whether the text is wider than a number of columns. Stops reading as soon as it is.
    package func exceeds(columns limit: Int) -> Bool { end(ofColumns: limit) < endIndex }

    /// The end of that prefix.
    fileprivate func end(ofColumns limit: Int) -> Index {
        var room = limit
        var end = startIndex
        while end < endIndex {
            room -= self[end].columns
            if room < 0 { break }
            formIndex(after: &end)
        }
        return end
    }
}

extension Character {
    /// The width of the character in columns of a terminal: 2 for emoji, also joined ones; else the sum of
    /// its scalars, in which marks count 0.
    package var columns: Int {
        if let ascii = asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        let scalars = unicodeScalars
        if scalars.count == 1 { return scalars.first!.columns }
        let isEmoji = scalars.contains {
            $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation || $0.properties.isEmojiModifier
                || (0x1F1E6...0x1F1FF).contains($0.value)
        }
        return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.columns }
    }
}

extension Unicode.Scalar {
    /// Whether the character is a Unicode control: C0, C1 or DEL.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
