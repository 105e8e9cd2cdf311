// Uses full-screen programs in a terminal and reads its screen.
//
// tmux is the terminal: it receives keys, clicks and pastes from the test, and returns the content of its
// screen.

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
    /// The longest wait for a screen.
    private static let patience = Duration.seconds(120)

    /// Starts a program in a terminal.
    ///
    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - environment: all variables of the program.
    ///   - folder: the folder of the terminal's socket, and the current folder of the program.
    init(
        _ command: [String], columns: Int, rows: Int, environment: [String: String], folder: String
    ) throws {
        self.folder = folder
        self.environment = environment.merging(["TMUX_TMPDIR": folder]) { $1 }
        // Pass keys on at once, keep the last screen after the program's end, and keep what it copies.
        let options = [
            ["-g", "default-terminal", "screen-256color"], ["-s", "escape-time", "0"],
            ["-g", "remain-on-exit", "on"], ["-g", "remain-on-exit-format", ""], ["-g", "status", "off"],
            ["-g", "set-clipboard", "on"], ["-g", "destroy-unattached", "off"],
        ]
        remove(statusFile)
        var words = ["-f", "/dev/null", "start-server", ";"]
        for option in options { words += ["set-option"] + option + [";"] }
        words += ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder]
        // tmux does not report the status reliably, so a shell writes it to a file.
        words += ["--", "/bin/sh", "-c", #""$@"; echo $? >"$0""#, statusFile] + command
        do {
            try tmux(words)
        } catch {
            close()
            throw error
        }
    }

    /// Ends the server and all programs in it.
    func close() {
        _ = try? tmux(["kill-server"])
        // They may still store something, and the folder must be removable.
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

    /// Sends bytes as if each were typed.
    func send(bytes: some Sequence<UInt8>) throws {
        for byte in bytes { try tmux(["send-keys", "-H", String(byte, radix: 16)]) }
    }

    /// Clicks with the left button of the mouse at a position, counted from 0.
    func click(row: Int, column: Int) throws {
        for final in ["M", "m"] {
            let codes = "\u{1B}[<0;\(column + 1);\(row + 1)\(final)".utf8.map { String($0, radix: 16) }
            try tmux(["send-keys", "-H"] + codes)
        }
    }

    /// Pastes a text, bracketed if the program has requested that.
    func paste(_ text: String) throws {
        try tmux(["set-buffer", "-b", "pasted", "--", text, ";", "paste-buffer", "-d", "-p", "-b", "pasted"])
    }

    /// The last copied text.
    func copied() throws -> String? { try? tmux(["show-buffer"]) }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Closes the window, as a user would.
    func closeWindow() throws { try tmux(["kill-pane"]) }

    // MARK: The screen

    /// The content of the screen.
    func capture() throws -> Screenshot { Screenshot(try tmux(["capture-pane", "-p"])) }

    /// The content with the codes of its styles.
    func captureStyled() throws -> Screenshot { Screenshot(try tmux(["capture-pane", "-p", "-e"])) }

    /// A fact about the terminal, as one of tmux's formats.
    func format(_ format: String) throws -> String {
        let line = try tmux(["display-message", "-p", format])
        return String(line.dropLast(line.hasSuffix("\n") ? 1 : 0))
    }

    /// Waits for a screen.
    ///
    /// - Throws: `TerminalFault` with the last screen, if no screen meets the condition in time.
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

    /// Waits until the program has ended. Returns its status, or 128 plus the
    /// number of the signal that ended it.
    func waitForEnd() throws -> Int {
        var status: Int?
        try waitUntil("the program has ended") { _ in
            status = exists(statusFile) ? try Int(contents(of: statusFile).dropLast()) : nil
            return status != nil
        }
        return status ?? 0
    }
}

/// The lines of a screen.
struct Screenshot: Equatable {
    let lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .dropLast(text.hasSuffix("\n") ? 1 : 0)
    }

    /// Whether a line contains a text, without direction marks and isolates.
    func contains(_ text: String) -> Bool { lines.contains { $0.withoutDirections.contains(text) } }

    /// The lines without direction marks and isolates.
    var plainLines: [String] { lines.map(\.withoutDirections) }

    // MARK: Parts of the screen

    /// The line of the field: below the title, if the window has one.
    private var fieldRow: Int { lines.count >= 14 ? 1 : 0 }

    private func line(_ row: Int) -> String { row < lines.count ? lines[row].withoutDirections : "" }

    var field: String { line(fieldRow) }
    var scopes: String { line(fieldRow + 1) }
    var suggestions: String { line(fieldRow + 2) }
    var label: String { line(fieldRow + 3) }
    /// Notes and rows.
    var results: [String] { lines.dropFirst(fieldRow + 4).dropLast().map(\.withoutDirections) }
    /// Hints or the status.
    var bottom: String { line(lines.count - 1) }
    /// The selected row.
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

/// Why a test with a terminal cannot continue.
struct TerminalFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
