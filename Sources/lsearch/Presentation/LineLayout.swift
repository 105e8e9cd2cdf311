// Lays out text in lines, in the reader's direction and at most as wide as the terminal.

internal import ProgramSupport

/// Makes lines that begin in the reader's direction and fit the width.
struct LineLayout {
    let direction: Direction
    /// The width in columns; `nil` if lines are not truncated.
    let width: Int?

    /// A line of any width.
    func line(_ text: DisplayText) -> DisplayText {
        var line = direction.lineStart
        line.append(text)
        return line
    }

    /// A line that is truncated at the width.
    func cutLine(_ text: DisplayText) -> DisplayText { line(width.map { text.truncated(to: $0) } ?? text) }

    /// Pieces of text with dots between them, wrapped into lines.
    func joined(_ pieces: [DisplayText], indentation: String = "") -> [DisplayText] {
        let separator = DisplayText(" · ", .secondary)
        var lines: [DisplayText] = []
        for piece in pieces {
            let room = (width ?? Int.max) - indentation.columns
            let piece = direction.isolated(piece.truncated(to: room))
            if let last = lines.last, last.columns + separator.columns + piece.columns <= room {
                lines[lines.count - 1].append(separator)
                lines[lines.count - 1].append(piece)
            } else {
                lines.append(piece)
            }
        }
        return lines.map { text in
            var indented = DisplayText(indentation)
            indented.append(text)
            return line(indented)
        }
    }
}

extension DisplayText {
    /// A text in one line with emphasized matches. The ranges are in scalars of the original text.
    init(inOneLine text: String, emphasizing ranges: [Range<Int>], _ style: Style = .plain) {
        self.init()
        for span in DisplayText(text, emphasizing: ranges, style).spans {
            append(span.text.singleLine, span.style)
        }
    }
}
