// What is written to the terminal so that it shows the next picture: the lines that changed, and no others.

/// Knows what the screen shows.
package struct FrameWriter {
    private var shown: TerminalFrame?

    package init() {}

    /// Forgets what the screen shows: the next frame is written whole.
    package mutating func forget() { shown = nil }

    /// The codes that turn what is shown into a frame; empty if it is shown already.
    ///
    /// - Parameter rows: how many rows the screen has; what would stand below them is left out.
    package mutating func codes(for frame: TerminalFrame, rows: Int) -> String {
        var frame = frame
        if frame.lines.count > rows { frame.lines.removeSubrange(max(rows, 0)...) }
        guard frame != shown else { return "" }
        // A terminal that knows mode 2026 shows all of it at once.
        var codes = "\u{1B}[?2026h\u{1B}[?25l\u{1B}[0m"
        if shown == nil { codes += "\u{1B}[2J" }
        let before = shown?.lines ?? []
        for row in 0..<max(before.count, frame.lines.count) {
            let old = row < before.count ? before[row] : ""
            let new = row < frame.lines.count ? frame.lines[row] : ""
            guard old != new else { continue }
            codes += Self.moved(row, 0)
            // Before the line is written: behind a line as wide as the screen, its last character would be erased.
            if !old.isEmpty { codes += "\u{1B}[2K" }
            if !new.isEmpty { codes += new + "\u{1B}[0m" }
        }
        if let cursor = frame.cursor { codes += Self.moved(cursor.row, cursor.column) + "\u{1B}[?25h" }
        shown = frame
        return codes + "\u{1B}[?2026l"
    }

    private static func moved(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
