// Tables of text in aligned columns, in either direction.

/// Lays out rows of cells.
package struct Table {
    package struct Column {
        package var heading: String
        /// Whether cells are aligned at the end of the column, as numbers are.
        package var isAtEnd = false
        /// Whether the column shrinks if the table is too wide.
        package var shrinks = false
        /// Whether the column takes a share of the remaining width, by what it holds.
        package var grows = false

        package init(heading: String, isAtEnd: Bool = false, shrinks: Bool = false, grows: Bool = false) {
            self.heading = heading
            self.isAtEnd = isAtEnd
            self.shrinks = shrinks
            self.grows = grows
        }
    }

    package let columns: [Column]
    package let rows: [[DisplayText]]
    package let direction: Direction

    package init(columns: [Column], rows: [[DisplayText]], direction: Direction) {
        self.columns = columns
        self.rows = rows
        self.direction = direction
    }

    private static let gap = 2
    private static let leastWidth = 6
    private static let leastNumberWidth = 4
    /// The most columns that a column keeps for what its texts keep.
    private static let mostKept = 12

    /// The table as lines: the heading, then the rows.
    ///
    /// - Parameter width: the width in columns; `nil` if lines are not cut.
    package func lines(width: Int?) -> [DisplayText] {
        let headings = columns.map { DisplayText($0.heading, .heading) }
        let all = [headings] + rows
        var widths = columns.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
        if let width {
            // Numbers are never cut, only their heading.
            let least = columns.indices.map { column in
                columns[column].isAtEnd
                    ? rows.map { $0[column].columns }.max().map { max($0, Self.leastNumberWidth) } ?? 0
                    : Self.leastWidth + min(Self.mostKept, rows.map { $0[column].cachedColumns }.max() ?? 0)
            }
            let room = width - Self.gap * (columns.count - 1)
            shrink(&widths, to: room, least)
            grow(&widths, by: room - widths.reduce(0, +))
        }
        return all.map { row in line(row, widths) }
    }

    /// The width of the uncut table.
    package var width: Int { lines(width: nil).map(\.columns).max() ?? 0 }

    /// Widens the columns that may grow, each by a share in proportion to its width.
    private func grow(_ widths: inout [Int], by room: Int) {
        let growing = columns.indices.filter { columns[$0].grows }
        var (rest, total) = (room, growing.reduce(0) { $0 + widths[$1] })
        for column in growing where rest > 0 {
            let share = column == growing.last ? rest : rest * widths[column] / max(1, total)
            (rest, total) = (rest - share, total - widths[column])
            widths[column] += share
        }
    }

    /// Shrinks the columns that may shrink, the widest first.
    private func shrink(_ widths: inout [Int], to width: Int, _ least: [Int]) {
        while widths.reduce(0, +) > width {
            let candidates = columns.indices.filter { columns[$0].shrinks && widths[$0] > least[$0] }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private func line(_ cells: [DisplayText], _ widths: [Int]) -> DisplayText {
        var line = direction.lineStart
        // No padding after the last cell with a text.
        let count = (cells.lastIndex { !$0.plain.isEmpty } ?? -1) + 1
        for (index, cell) in cells.prefix(count).enumerated() {
            let cell = cell.truncated(to: widths[index])
            let padding = String(repeating: " ", count: max(0, widths[index] - cell.columns))
            if index > 0 { line.append(String(repeating: " ", count: Self.gap)) }
            if columns[index].isAtEnd { line.append(padding) }
            line.append(direction.isolated(cell))
            if !columns[index].isAtEnd, index < count - 1 { line.append(padding) }
        }
        return line
    }
}
