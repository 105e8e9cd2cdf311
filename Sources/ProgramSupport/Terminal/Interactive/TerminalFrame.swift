// The content of the screen.

/// The content of the whole screen.
package struct TerminalFrame: Hashable, Sendable {
    /// A place on the screen, counted from 0 at the top left.
    package struct Position: Hashable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// The rows from the top, with the codes of their styles; none is wider than the screen.
    package var lines: [String]
    /// Where the cursor is shown; `nil` hides it.
    package var cursor: Position?

    package init(lines: [String], cursor: Position? = nil) {
        self.lines = lines
        self.cursor = cursor
    }
}
