// How is a program used that has a whole terminal for itself, and what is to be seen there?
//
// tmux is the terminal: it takes keys, clicks and pastes from the test, and tells what stands on its screen.

import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A terminal with a server of its own, in which one program runs.
final class TmuxTerminal {
    private let folder: String
    private let environment: [String: String]
    /// When a screen that does not come is given up.
    private static let patience = Duration.seconds(30)

    /// Starts a program in a terminal.
    ///
    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - environment: all variables that the program is to find.
    ///   - folder: where the terminal's socket is, and where the program is started.
    init(
        _ command: [String], columns: Int, rows: Int, environment: [String: String], folder: String
    ) throws {
        self.folder = folder
        self.environment = environment.merging(["TMUX_TMPDIR": folder]) { $1 }
        // Keys go on at once, the last screen stays when the program has ended, and what it copies is kept.
        let options = [
            ["-g", "default-terminal", "screen-256color"], ["-s", "escape-time", "0"],
            ["-g", "remain-on-exit", "on"], ["-g", "remain-on-exit-format", ""], ["-g", "status", "off"],
            ["-g", "set-clipboard", "on"], ["-g", "destroy-unattached", "off"],
        ]
        remove(statusFile)
        var words = ["-f", "/dev/null", "start-server", ";"]
        for option in options { words += ["set-option"] + option + [";"] }
        words += ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder]
        // tmux itself tells the status only where it hears of the end of its children.
        words += ["--", "/bin/sh", "-c", #""$@"; echo $? >"$0""#, statusFile] + command
        do {
            try tmux(words)
        } catch {
            close()
            throw error
        }
    }

    /// Ends the server, and with it all that runs in it.
    func close() {
        _ = try? tmux(["kill-server"])
        // They may still store something, and the folder is to be removed.
        let end = ContinuousClock.now + .seconds(5)
        while true {
            let left = processes(inHome: folder)
            if left.isEmpty { return }
            if ContinuousClock.now > end { for process in left { kill(process.id, SIGKILL) } }
            usleep(5_000)
        }
    }

    @discardableResult private func tmux(_ arguments: [String]) throws -> String {
        let run = try tool(["tmux", "-L", "test", "-u"] + arguments, environment)
        if run.status == 127 { throw TerminalFault("tmux is not installed; make check installs it") }
        if run.status != 0 { throw TerminalFault("tmux \(arguments.joined(separator: " ")): \(run.errors)") }
        return run.output
    }

    // MARK: The user

    /// Presses keys, by their names in tmux.
    func send(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Types a text.
    func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

    /// Sends bytes as if each were typed for itself.
    func send(bytes: some Sequence<UInt8>) throws {
        for byte in bytes { try tmux(["send-keys", "-H", String(byte, radix: 16)]) }
    }

    /// Clicks with the left button of the mouse, on a place that counts from 0.
    func click(row: Int, column: Int) throws {
        for final in ["M", "m"] {
            let codes = "\u{1B}[<0;\(column + 1);\(row + 1)\(final)".utf8.map { String($0, radix: 16) }
            try tmux(["send-keys", "-H"] + codes)
        }
    }

    /// Pastes a text, in brackets where the program has asked for them.
    func paste(_ text: String) throws {
        try tmux(["set-buffer", "-b", "pasted", "--", text, ";", "paste-buffer", "-d", "-p", "-b", "pasted"])
    }

    /// What was copied last.
    func copied() throws -> String? { try? tmux(["show-buffer"]) }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Closes the window, as whoever has enough of it.
    func closeWindow() throws { try tmux(["kill-pane"]) }

    // MARK: The screen

    /// What is to be seen.
    func capture() throws -> Screenshot { Screenshot(try tmux(["capture-pane", "-p"])) }

    /// The same with the codes of colors and of emphasis.
    func captureStyled() throws -> Screenshot { Screenshot(try tmux(["capture-pane", "-p", "-e"])) }

    /// What tmux knows about the terminal, by one of its formats.
    func format(_ format: String) throws -> String {
        let line = try tmux(["display-message", "-p", format])
        return String(line.dropLast(line.hasSuffix("\n") ? 1 : 0))
    }

    /// Waits until something is to be seen.
    ///
    /// - Throws: `TerminalFault` with the last screen if it does not come.
    @discardableResult func waitUntil(
        _ description: String, file: String = #fileID, line: Int = #line,
        _ isSo: (Screenshot) throws -> Bool
    ) throws -> Screenshot {
        let end = ContinuousClock.now + Self.patience
        while true {
            let screen = try capture()
            if try isSo(screen) { return screen }
            if ContinuousClock.now > end {
                let lines = screen.lines.map { "|\($0)" }.joined(separator: "\n")
                throw TerminalFault("\(file):\(line): waited in vain until \(description):\n\(lines)")
            }
            usleep(20_000)
        }
    }

    private var statusFile: String { folder + "/status" }

    /// Waits until the program has ended, and gives its status; above 128 the signal that ended it.
    func waitForEnd() throws -> Int {
        var status: Int?
        try waitUntil("the program has ended") { _ in
            status = exists(statusFile) ? try Int(contents(of: statusFile).dropLast()) : nil
            return status != nil
        }
        return status ?? 0
    }
}

/// The lines that are to be seen at once.
struct Screenshot: Equatable {
    let lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .dropLast(text.hasSuffix("\n") ? 1 : 0)
    }

    /// Whether a text stands on one of the lines; what only says how the line is laid out is looked over.
    func contains(_ text: String) -> Bool { lines.contains { $0.withoutDirections.contains(text) } }

    /// The lines' contents without what only says how they are laid out.
    var plainLines: [String] { lines.map(\.withoutDirections) }

    // MARK: The places of a search

    /// Where the field is: below the title, where there is room for one.
    private var fieldRow: Int { lines.count >= 14 ? 1 : 0 }

    private func line(_ row: Int) -> String { row < lines.count ? lines[row].withoutDirections : "" }

    var field: String { line(fieldRow) }
    var scopes: String { line(fieldRow + 1) }
    var suggestions: String { line(fieldRow + 2) }
    var label: String { line(fieldRow + 3) }
    /// Notes and rows.
    var results: [String] { lines.dropFirst(fieldRow + 4).dropLast().map(\.withoutDirections) }
    /// Hints, or what happened.
    var bottom: String { line(lines.count - 1) }
    /// The row that is chosen.
    var chosen: String? { results.first { $0.hasPrefix("▸") || $0.hasPrefix("◂") } }
}

extension String {
    /// The text without isolates and marks of direction.
    fileprivate var withoutDirections: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter {
                    switch $0 {
                    case "\u{200E}", "\u{200F}", "\u{2066}"..."\u{2069}": false
                    default: true
                    }
                }))
    }
}

/// Why a test with a terminal cannot go on.
struct TerminalFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
