// A drawn screen and its clickable areas.

internal import ProgramSupport

struct ScreenSize: Hashable {
    var rows: Int
    var columns: Int
}

/// A screen full of lines.
struct Screen {
    /// A clickable area.
    struct Target: Equatable {
        var row: Int
        /// Half-open, from 0.
        var columns: Range<Int>
        var command: Command
    }

    let size: ScreenSize
    /// The layout of lines within the margins.
    let layout: LineLayout
    private(set) var lines: [DisplayText] = []
    private(set) var targets: [Target] = []
    /// The position of the cursor.
    private(set) var cursor: (row: Int, column: Int)?

    /// A column before each line and one after it. Some terminals drop characters without a width, such as
    /// direction marks, at the edges of the window.
    static let margin = 1

    init(_ size: ScreenSize, _ direction: Direction) {
        self.size = size
        layout = LineLayout(direction: direction, width: max(1, size.columns - 2 * Self.margin))
    }

    /// The columns between the margins.
    var width: Int { layout.width ?? size.columns }

    /// The number of free lines above those reserved at the bottom.
    func room(keeping bottom: Int = 0) -> Int { max(0, size.rows - lines.count - bottom) }

    /// Adds a line between the margins, truncated if it is too long. Ignored if the screen is full.
    mutating func append(_ text: DisplayText) { appendIndented(layout.cutLine(text)) }

    /// Adds a line after the margin. The line must already have its direction mark.
    mutating func appendIndented(_ line: DisplayText) {
        var indented = DisplayText(String(repeating: " ", count: Self.margin))
        indented.append(line)
        appendLine(indented)
    }

    /// Adds a line as wide as the screen. The line must already have its direction mark. It is truncated if
    /// it is too long, as any line may be in a very narrow window.
    mutating func appendLine(_ line: DisplayText, command: Command? = nil) {
        guard lines.count < size.rows else { return }
        if let command {
            targets.append(Target(row: lines.count, columns: 0..<size.columns, command: command))
        }
        lines.append(line.truncated(to: size.columns))
    }

    /// A segment of a line that may be clickable.
    struct Piece {
        var text: DisplayText
        var command: Command?

        init(_ text: DisplayText, _ command: Command? = nil) {
            self.text = text
            self.command = command
        }
    }

    /// Adds a line of pieces. Pieces that do not fit are left out; a first one is truncated.
    ///
    /// - Parameter separator: the text between two pieces.
    mutating func append(_ pieces: [Piece], separator: DisplayText = DisplayText("  ")) {
        guard lines.count < size.rows else { return }
        var line = DisplayText()
        var column = Self.margin
        let end = Self.margin + width
        for (number, piece) in pieces.enumerated() {
            let gap = number > 0 ? separator.columns : 0
            var text = piece.text
            if column + gap + text.columns > end {
                guard number == 0 else { break }
                text = text.truncated(to: width)
            }
            if number > 0 { line.append(separator) }
            column += gap
            line.append(layout.direction.isolated(text))
            if let command = piece.command, text.columns > 0 {
                targets.append(
                    Target(
                        row: lines.count, columns: column..<column + text.columns, command: command))
            }
            column += text.columns
        }
        appendIndented(layout.line(line))
    }

    /// Adds empty lines until a number of lines is left.
    mutating func fill(keeping bottom: Int) {
        while lines.count < size.rows - bottom { lines.append(DisplayText()) }
    }

    /// Puts the cursor into the next line, at a column counted from the margin.
    mutating func placeCursor(atColumn column: Int) {
        guard lines.count < size.rows else { return }
        cursor = (lines.count, min(Self.margin + column, max(0, size.columns - 1)))
    }

    /// Makes a part of the next line clickable, in columns counted from the margin.
    mutating func addTarget(columns: Range<Int>, _ command: Command) {
        let start = Self.margin + columns.lowerBound
        targets.append(Target(row: lines.count, columns: start..<start + columns.count, command: command))
    }

    /// The command of a click; `nil` if nothing is clickable.
    func command(row: Int, column: Int) -> Command? {
        targets.last { $0.row == row && $0.columns.contains(column) }?.command
    }
}
