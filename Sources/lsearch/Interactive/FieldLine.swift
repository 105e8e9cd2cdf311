// Draws the search field in one line.

internal import ProgramSupport
internal import SearchInterface

/// A field and its content, scrolled so that the cursor is visible.
struct FieldLine {
    let text: DisplayText
    /// The column of the cursor.
    let cursor: Int
    /// The visible positions of the input: columns, half-open, and the number of the position.
    let places: [(columns: Range<Int>, position: Int)]

    /// - Parameters:
    ///   - label: the text before the field.
    ///   - tokens: the names of the tokens.
    ///   - columns: the width of the line.
    init(_ bar: SearchBar, label: String, tokens: [String], direction: Direction, columns: Int) {
        var line = DisplayText()
        // In a narrow window the content takes the whole line.
        if label.columns + 1 <= columns / 3 {
            line.append(direction.isolated(DisplayText(label, .heading)))
            line.append(" ")
        }
        let start = line.columns
        let room = max(1, columns - start)
        guard !bar.isEmpty else {
            if let placeholder = bar.placeholder {
                line.append(
                    direction.isolated(DisplayText(placeholder, .secondary).truncated(to: room)))
            }
            (text, cursor, places) = (line, start, [])
            return
        }
        let pieces =
            tokens.map { DisplayText("‹\($0)›".prefix(columns: max(3, room / 2)), .selected) }
            + bar.text.map { DisplayText(String($0).singleLine) }
        let widths = pieces.map(\.columns)
        let position = bar.selectedTextRange.lowerBound
        // Chooses the first position so that the text before the cursor and the cursor fit.
        var first = position
        var used = 1
        while first > 0, used + widths[first - 1] <= room {
            first -= 1
            used += widths[first]
        }
        var end = first
        var width = 0
        var places: [(Range<Int>, Int)] = []
        var cursor = start
        while end < pieces.count, width + widths[end] <= room {
            if end == position { cursor = start + width }
            places.append((start + width..<start + width + widths[end], end))
            width += widths[end]
            end += 1
        }
        if position >= end { cursor = start + width }
        var typed = DisplayText()
        for piece in pieces[first..<end] {
            if piece.spans.first?.style == .selected {
                line.append(direction.isolated(piece))
            } else {
                typed.append(piece.plain)
            }
        }
        line.append(direction.isolated(typed))
        self.text = line
        self.cursor = cursor
        self.places = places
    }
}
