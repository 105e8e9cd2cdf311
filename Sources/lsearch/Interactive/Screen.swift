// What stands on the screen, and what a click on it means?

internal import ProgramSupport

/// The size of a screen.
struct ScreenSize: Hashable {
    var rows: Int
    var columns: Int
}

/// A screen full of lines.
struct Screen {
    /// A place that can be clicked.
    struct Target: Equatable {
        var row: Int
        /// Half-open, from 0.
        var columns: Range<Int>
        var command: Command
    }

    let size: ScreenSize
    /// How lines are laid out within the margin.
    let layout: LineLayout
    private(set) var lines: [DisplayText] = []
    private(set) var targets: [Target] = []
    /// Where what is typed next will stand.
    private(set) var cursor: (row: Int, column: Int)?

    /// A column before each line and one behind it. Signs without a width, such as those of direction, need a character
    /// before them, and room behind them, or some terminals lose them.
    static let margin = 1

    init(_ size: ScreenSize, _ direction: Direction) {
        self.size = size
        layout = LineLayout(direction: direction, width: max(1, size.columns - 2 * Self.margin))
    }

    /// The columns between the margins.
    var width: Int { layout.width ?? size.columns }

    /// How many lines are left above those that are kept free at the bottom.
    func room(keeping bottom: Int = 0) -> Int { max(0, size.rows - lines.count - bottom) }

    /// Adds a line between the margins, cut where it is too long; none where the screen is full.
    mutating func append(_ text: DisplayText) { appendIndented(layout.cutLine(text)) }

    /// Adds a line that begins in the reader's direction already, behind the margin.
    mutating func appendIndented(_ line: DisplayText) {
        var indented = DisplayText(String(repeating: " ", count: Self.margin))
        indented.append(line)
        appendLine(indented)
    }

    /// Adds a line as wide as the screen that begins in the reader's direction already; cut where it is too long all the
    /// same: in very narrow windows no layout holds.
    mutating func appendLine(_ line: DisplayText, command: Command? = nil) {
        guard lines.count < size.rows else { return }
        if let command {
            targets.append(Target(row: lines.count, columns: 0..<size.columns, command: command))
        }
        lines.append(line.truncated(to: size.columns))
    }

    /// A piece of a line.
    struct Piece {
        var text: DisplayText
        var command: Command?

        init(_ text: DisplayText, _ command: Command? = nil) {
            self.text = text
            self.command = command
        }
    }

    /// Adds a line of pieces; those that do not fit are left out, but for the first, which is cut.
    ///
    /// - Parameter separator: what stands between two pieces.
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

    /// Fills up with empty lines, so that a number of them is left.
    mutating func fill(keeping bottom: Int) {
        while lines.count < size.rows - bottom { lines.append(DisplayText()) }
    }

    /// Puts the cursor into the line that comes next, at a column behind the margin.
    mutating func placeCursor(atColumn column: Int) {
        guard lines.count < size.rows else { return }
        cursor = (lines.count, min(Self.margin + column, max(0, size.columns - 1)))
    }

    /// Makes a part of the next line clickable: columns behind the margin.
    mutating func addTarget(columns: Range<Int>, _ command: Command) {
        let start = Self.margin + columns.lowerBound
        targets.append(Target(row: lines.count, columns: start..<start + columns.count, command: command))
    }

    /// What a click means; `nil` where it means nothing.
    func command(row: Int, column: Int) -> Command? {
        targets.last { $0.row == row && $0.columns.contains(column) }?.command
    }
}
