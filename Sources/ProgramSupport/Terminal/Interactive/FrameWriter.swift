// Writes only the changed lines of a frame.

/// Makes the codes from one frame to the next.
package struct FrameWriter {
    private var shown: TerminalFrame?
    /// Whether lines are counted from the saved place of the cursor instead of the top of the screen.
    private let isInline: Bool

    package init(isInline: Bool = false) { self.isInline = isInline }

    /// Forgets what the screen shows: the next frame is written whole.
    package mutating func forget() { shown = nil }

    /// The codes that change the screen into a frame; empty if nothing changes.
    ///
    /// - Parameter rows: the number of rows of the screen; further lines are left out.
    package mutating func codes(for frame: TerminalFrame, rows: Int) -> String {
        var frame = frame
        if frame.lines.count > rows { frame.lines.removeSubrange(max(rows, 0)...) }
        guard frame != shown else { return "" }
        // A terminal with mode 2026 shows the whole frame at once.
        var codes = "\u{1B}[?2026h\u{1B}[?25l\u{1B}[0m"
        if shown == nil { codes += isInline ? "\u{1B}8\u{1B}[0m\u{1B}[J" : "\u{1B}[2J" }
        let before = shown?.lines ?? []
        for row in 0..<max(before.count, frame.lines.count) {
            let old = row < before.count ? before[row] : ""
            let new = row < frame.lines.count ? frame.lines[row] : ""
            guard old != new else { continue }
            codes += moved(row, 0)
            // Erase before writing: after a line as wide as the screen, the erasure
            // would take its last character.
            if !old.isEmpty { codes += "\u{1B}[2K" }
            if !new.isEmpty { codes += new + "\u{1B}[0m" }
        }
        if let cursor = frame.cursor { codes += moved(cursor.row, cursor.column) + "\u{1B}[?25h" }
        shown = frame
        return codes + "\u{1B}[?2026l"
    }

    private func moved(_ row: Int, _ column: Int) -> String {
        guard isInline else { return "\u{1B}[\(row + 1);\(column + 1)H" }
        // Restoring the cursor restores its style, too.
        return "\u{1B}8\u{1B}[0m" + (row > 0 ? "\u{1B}[\(row)B" : "") + "\u{1B}[\(column + 1)G"
    }
}
