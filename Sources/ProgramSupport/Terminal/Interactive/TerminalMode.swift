// Switches the terminal to the mode of a full-screen program and back. The way back is safe in signal
// handlers: it allocates nothing and takes no lock.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The modes of a terminal.
enum TerminalMode {
    /// The codes that take the screen: alternate screen (1049), bracketed paste (2004), buttons and wheel of
    /// the mouse (1000) in decimal numbers (1006), no line wrap (7).
    static func enteringCodes(usesMouse: Bool) -> String {
        "\u{1B}[?1049h\u{1B}[?2004h" + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "") + "\u{1B}[?7l"
    }

    /// The codes that take lines below the cursor: as many line feeds as make room, the cursor in
    /// the first line and its place saved (DECSC). The mouse stays the terminal's, because the lines
    /// have no known place on the screen.
    static func enteringCodes(rows: Int) -> String {
        let down = String(repeating: "\n", count: max(0, rows - 1))
        let up = rows > 1 ? "\u{1B}[\(rows - 1)A" : ""
        return "\u{1B}[?2004h\u{1B}[?7l\r" + down + up + "\u{1B}7"
    }

    /// The code that makes the terminal detect the direction of each line (2501, of the freedesktop
    /// recommendation "BiDi in Terminal Emulators"), or lay out all lines from the left.
    static func directionCodes(isRightToLeft: Bool) -> String { "\u{1B}[?2501\(isRightToLeft ? "h" : "l")" }

    /// The codes that undo all of these in reverse order. They begin with ST, which ends an interrupted
    /// string, and with the end of a synchronized update.
    private static let leavingCodes: StaticString =
        "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?2501l\u{1B}[?7h\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

    /// The codes that undo those for lines below the cursor, and erase the lines.
    private static let leavingInlineCodes: StaticString =
        "\u{1B}\\\u{1B}[?2026l\u{1B}8\u{1B}[0m\u{1B}[J\u{1B}[?2501l\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h"

    /// Raw mode: every byte is read and written unchanged and at once.
    static func raw(_ mode: termios) -> termios {
        var mode = mode
        let input = IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON
        mode.c_iflag &= ~tcflag_t(input)
        mode.c_oflag &= ~tcflag_t(OPOST)
        mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
        mode.c_cflag &= ~tcflag_t(CSIZE | PARENB)
        mode.c_cflag |= tcflag_t(CS8)
        withUnsafeMutableBytes(of: &mode.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        return mode
    }

    /// Whether two modes read and write in the same way.
    private static func isSame(_ one: termios, _ other: termios) -> Bool {
        one.c_iflag == other.c_iflag && one.c_oflag == other.c_oflag && one.c_lflag == other.c_lflag
    }

    /// Puts a terminal into raw mode. Returns the error's number if that fails. In the background this stops
    /// the process until the user brings it to the foreground, or a signal ends it.
    static func enter(_ descriptor: Int32, saved: termios) -> Int32? {
        var mode = raw(saved)
        while tcsetattr(descriptor, TCSANOW, &mode) != 0 {
            if errno != EINTR || TerminalSignals.pendingEnd != nil { return errno }
        }
        return nil
    }

    /// Restores a terminal. Safe in signal handlers.
    static func leave(input: Int32, output: Int32, saved: termios, isInline: Bool = false) {
        // The calls below must not stop a program that ends in the background.
        var stopped = sigset_t()
        var mask = sigset_t()
        sigemptyset(&stopped)
        sigaddset(&stopped, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &stopped, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        // A terminal that accepts no output must not keep the program from ending.
        var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        if poll(&ready, 1, 500) == 1, ready.revents & Int16(POLLOUT) != 0 {
            let codes = isInline ? leavingInlineCodes : leavingCodes
            var rest = UnsafeBufferPointer(start: codes.utf8Start, count: codes.utf8CodeUnitCount)
            var attempts = 0
            while !rest.isEmpty, attempts < 4 {
                let count = write(output, rest.baseAddress!, rest.count)
                if count > 0 { rest = UnsafeBufferPointer(rebasing: rest[count...]) }
                if count <= 0 {
                    guard errno == EINTR else { break }
                    attempts += 1
                }
            }
        }
        // After the program was stopped or killed, the shell may have set its own mode.
        var current = termios()
        guard tcgetattr(input, &current) == 0, isSame(current, raw(saved)) else { return }
        // Unread responses and clicks must not reach the next reader.
        tcflush(input, TCIFLUSH)
        var saved = saved
        while tcsetattr(input, TCSANOW, &saved) != 0, errno == EINTR {}
    }
}
