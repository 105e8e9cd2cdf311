// How a terminal is put into the mode of a full-screen program, and back. What gives it back may be called in a signal
// handler: it allocates nothing and takes no lock.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The modes of a terminal.
enum TerminalMode {
    /// What is written when a program takes the screen: alternate screen (1049), bracketed paste (2004), buttons and
    /// wheel of the mouse (1000) in decimal numbers (1006), no line wrap (7).
    static func enteringCodes(usesMouse: Bool) -> String {
        "\u{1B}[?1049h\u{1B}[?2004h" + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "") + "\u{1B}[?7l"
    }

    /// Whether the terminal finds out the direction of each line (2501, of the freedesktop recommendation "BiDi in
    /// Terminal Emulators"), or lays out all of them from the left.
    static func directionCodes(isRightToLeft: Bool) -> String { "\u{1B}[?2501\(isRightToLeft ? "h" : "l")" }

    /// What undoes all of that, in the reverse order. It begins with ST, which ends a string that was broken off, and
    /// with the end of a synchronized update.
    private static let leavingCodes: StaticString =
        "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?2501l\u{1B}[?7h\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

    /// The mode in which each byte comes as it is typed and goes as it is written.
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

    /// Whether two modes read and write alike.
    private static func isSame(_ one: termios, _ other: termios) -> Bool {
        one.c_iflag == other.c_iflag && one.c_oflag == other.c_oflag && one.c_lflag == other.c_lflag
    }

    /// Puts a terminal into raw mode; the error's number if that fails. In the background this stops the process until
    /// the user fetches it, or somebody asks it to end.
    static func enter(_ descriptor: Int32, saved: termios) -> Int32? {
        var mode = raw(saved)
        while tcsetattr(descriptor, TCSANOW, &mode) != 0 {
            if errno != EINTR || TerminalSignals.pendingEnd != nil { return errno }
        }
        return nil
    }

    /// Gives a terminal back as it was. Safe in signal handlers.
    static func leave(input: Int32, output: Int32, saved: termios) {
        // A program that ends in the background is not stopped for what it does here.
        var stopped = sigset_t()
        var mask = sigset_t()
        sigemptyset(&stopped)
        sigaddset(&stopped, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &stopped, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        // A terminal that takes nothing, stopped or without a reader, does not keep the program from ending.
        var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        if poll(&ready, 1, 500) == 1, ready.revents & Int16(POLLOUT) != 0 {
            var rest = UnsafeBufferPointer(
                start: leavingCodes.utf8Start, count: leavingCodes.utf8CodeUnitCount)
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
        // Once the program was stopped or killed from outside, the shell may have the terminal in its own mode.
        var current = termios()
        guard tcgetattr(input, &current) == 0, isSame(current, raw(saved)) else { return }
        // Answers and clicks that were not read are not for whoever reads next.
        tcflush(input, TCIFLUSH)
        var saved = saved
        while tcsetattr(input, TCSANOW, &saved) != 0, errno == EINTR {}
    }
}
