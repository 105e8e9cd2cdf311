// The output of the preview command beside or below the results.

internal import CatalogSearch
internal import ProgramSupport

/// The division of a window into the list and the preview.
struct PreviewLayout: Equatable {
    let list: ScreenSize
    /// The size of the preview, without the dividing line.
    let preview: ScreenSize
    let isBelow: Bool

    /// Narrower windows, and those of readers from right to left, have the preview below.
    private static let besideWidth = 60

    init(_ window: ScreenSize, isRightToLeft: Bool) {
        isBelow = isRightToLeft || window.columns < Self.besideWidth
        if isBelow {
            let rows = max(0, window.rows / 2 - 1)
            preview = ScreenSize(rows: rows, columns: window.columns)
            list = ScreenSize(rows: max(1, window.rows - rows - 1), columns: window.columns)
        } else {
            let columns = window.columns / 2 - 2
            preview = ScreenSize(rows: window.rows, columns: columns)
            list = ScreenSize(rows: window.rows, columns: window.columns - columns - 2)
        }
    }

    /// The lines of the list and the preview together.
    func joined(_ list: [DisplayText], _ preview: [DisplayText]) -> [DisplayText] {
        guard !isBelow else {
            let line = DisplayText(String(repeating: "─", count: self.preview.columns), .secondary)
            let empty = [DisplayText](repeating: DisplayText(), count: max(0, self.list.rows - list.count))
            return list + empty + [line] + preview
        }
        return (0..<self.list.rows).map { row in
            var line = row < list.count ? list[row] : DisplayText()
            line.append(String(repeating: " ", count: max(0, self.list.columns - line.columns)))
            line.append("│ ", .secondary)
            if row < preview.count { line.append(preview[row]) }
            return line
        }
    }
}

/// The running preview command and its output.
struct PreviewPane {
    private var command: String?
    private var process: ShellCommand?
    /// The output as lines without control characters.
    private var lines: [String] = []

    /// The descriptor to wait for; -1 if no command runs.
    var descriptor: Int32 { process?.descriptor ?? -1 }

    /// Shows the output of a command; ends the previous command.
    ///
    /// - Returns: whether the command has changed.
    mutating func show(_ command: String?, size: ScreenSize) -> Bool {
        guard command != self.command else { return false }
        self.command = command
        process?.end()
        lines = []
        process = command.flatMap {
            ShellCommand(
                $0,
                environment: [
                    "LINES": "\(size.rows)", "COLUMNS": "\(size.columns)",
                    "FZF_PREVIEW_LINES": "\(size.rows)", "FZF_PREVIEW_COLUMNS": "\(size.columns)",
                ])
        }
        return true
    }

    /// Reads the available output.
    mutating func read() {
        guard let process else { return }
        process.read()
        lines = Self.lines(process.output)
    }

    /// Ends the command.
    mutating func end() {
        process?.end()
        process = nil
    }

    /// The visible lines.
    ///
    /// - Parameter scroll: the first line; clamped to the output.
    func draw(_ size: ScreenSize, scroll: inout Int) -> [DisplayText] {
        scroll = min(scroll, max(0, lines.count - 1))
        return lines.dropFirst(scroll).prefix(size.rows).map { DisplayText($0).truncated(to: size.columns) }
    }

    /// Splits output into lines: tabs become spaces up to the next tab stop; escape sequences and other
    /// control characters are removed.
    static func lines(_ output: [UInt8]) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        for scalar in String(decoding: EscapeSequences.dropped(from: output), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n":
                lines.append(String(line))
                line = .init()
            case "\t":
                line.append(contentsOf: String(repeating: " ", count: 8 - line.count % 8).unicodeScalars)
            case _ where scalar.isControl: break
            default: line.append(scalar)
            }
        }
        if !line.isEmpty { lines.append(String(line)) }
        // Direction marks would have effects beyond their line.
        return lines.map(\.singleLine)
    }
}
