// How do pieces of text become lines, in the reader's direction and of the terminal's width?

internal import ProgramSupport

/// Makes lines that begin in the reader's direction and fit.
struct LineLayout {
    let direction: Direction
    /// The columns there are; `nil` where nothing is to be cut.
    let width: Int?

    /// A line of its own.
    func line(_ text: DisplayText) -> DisplayText {
        var line = direction.lineStart
        line.append(text)
        return line
    }

    /// A line of its own, cut where it is too long.
    func cutLine(_ text: DisplayText) -> DisplayText { line(width.map { text.truncated(to: $0) } ?? text) }

    /// Pieces of text with dots between them, in as many lines as they need.
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
    /// A text in one line with its matches; the ranges are in scalars of the text as it is.
    init(inOneLine text: String, emphasizing ranges: [Range<Int>], _ style: Style = .plain) {
        self.init()
        for span in DisplayText(text, emphasizing: ranges, style).spans {
            append(span.text.singleLine, span.style)
        }
    }
}
