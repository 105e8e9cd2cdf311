// Columns that line up, by the room texts take on a terminal, in either direction.

internal import ICU

/// Lays out rows of cells.
struct Table {
    /// A column.
    struct Column {
        var heading: String
        /// Whether cells stand at the end of the column, as numbers do.
        var isAtEnd = false
        /// Whether the column gives way where room is short.
        var shrinks = false
    }

    let columns: [Column]
    let rows: [[DisplayText]]
    let direction: Direction

    private static let gap = 2
    private static let leastWidth = 6

    /// The table as lines: the heading, then the rows.
    ///
    /// - Parameter width: the columns there are; `nil` where nothing is to be cut.
    func lines(width: Int?) -> [DisplayText] {
        let headings = columns.map { DisplayText($0.heading, .heading) }
        let all = [headings] + rows
        var widths = columns.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
        if let width { shrink(&widths, to: width - Self.gap * (columns.count - 1)) }
        return all.map { row in line(row, widths) }
    }

    /// Takes room from the columns that give way, the widest first.
    private func shrink(_ widths: inout [Int], to width: Int) {
        while widths.reduce(0, +) > width {
            let candidates = columns.indices.filter { columns[$0].shrinks && widths[$0] > Self.leastWidth }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private func line(_ cells: [DisplayText], _ widths: [Int]) -> DisplayText {
        var line = direction.lineStart
        for (index, cell) in cells.enumerated() {
            let cell = cell.truncated(to: widths[index])
            let padding = String(repeating: " ", count: max(0, widths[index] - cell.columns))
            if index > 0 { line.append(String(repeating: " ", count: Self.gap)) }
            if columns[index].isAtEnd { line.append(padding) }
            line.append(direction.isolated(cell))
            if !columns[index].isAtEnd, index < cells.count - 1 { line.append(padding) }
        }
        return line
    }
}

/// The direction in which the user reads.
///
/// A terminal that knows the bidirectional algorithm (UAX #9) lays out each line by its first strong letter and
/// moves numbers and Latin words about within it. So every line of a right-to-left user begins with a mark that
/// makes it one, and every cell is isolated, so that no cell moves another. Terminals without bidirectional
/// layout show the same texts in their logical order; marks and isolates take no room on either.
struct Direction: Equatable {
    let isRightToLeft: Bool

    /// What each line begins with.
    var lineStart: DisplayText { isRightToLeft ? DisplayText("\u{200F}") : DisplayText() }

    /// A piece of text that others do not move: between first-strong isolate and pop directional isolate.
    func isolated(_ text: DisplayText) -> DisplayText {
        guard isRightToLeft || text.plain.unicodeScalars.contains(where: \.isRightToLeft), !text.plain.isEmpty
        else {
            return text
        }
        var result = DisplayText("\u{2068}")
        result.append(text)
        result.append("\u{2069}")
        return result
    }
}

extension Unicode.Scalar {
    /// Whether the character belongs to a script written from right to left.
    fileprivate var isRightToLeft: Bool {
        (0x0590...0x08FF).contains(value) || (0xFB1D...0xFDFF).contains(value)
            || (0xFE70...0xFEFC).contains(value)
            || (0x10800...0x10FFF).contains(value) || (0x1E800...0x1EFFF).contains(value)
    }
}
