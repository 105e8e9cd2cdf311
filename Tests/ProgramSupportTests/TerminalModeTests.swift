// Checks that a terminal is restored.

import Testing

@testable import ProgramSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct TerminalModeTests {
    /// A terminal without a window.
    private final class PseudoTerminal {
        let main: Int32
        let other: Int32

        init() throws {
            var ends: (main: Int32, other: Int32) = (-1, -1)
            try #require(openpty(&ends.main, &ends.other, nil, nil, nil) == 0)
            (main, other) = ends
            _ = fcntl(main, F_SETFL, O_NONBLOCK)
        }

        deinit {
            close(main)
            close(other)
        }

        var mode: termios {
            get throws {
                var mode = termios()
                try #require(tcgetattr(other, &mode) == 0)
                return mode
            }
        }

        /// The output so far.
        func shown() -> String {
            var block = [UInt8](repeating: 0, count: 1 << 12)
            let count = read(main, &block, block.count)
            return String(decoding: block[..<max(count, 0)], as: UTF8.self)
        }
    }

    private func flags(_ mode: termios) -> [tcflag_t] {
        [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
    }

    @Test func rawModeChangesNothingForGood() throws {
        let terminal = try PseudoTerminal()
        let saved = try terminal.mode
        #expect(TerminalMode.enter(terminal.other, saved: saved) == nil)
        let raw = try terminal.mode
        #expect(raw.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
        #expect(raw.c_iflag & tcflag_t(ICRNL | IXON) == 0)
        TerminalMode.leave(input: terminal.other, output: terminal.other, saved: saved)
        #expect(try flags(terminal.mode) == flags(saved))
        #expect(terminal.shown().hasSuffix("\u{1B}[?1049l"))
    }

    /// The program does not change a mode that the shell has set since.
    @Test func aModeOfOthersIsLeftAlone() throws {
        let terminal = try PseudoTerminal()
        let saved = try terminal.mode
        #expect(TerminalMode.enter(terminal.other, saved: saved) == nil)
        var others = saved
        others.c_lflag &= ~tcflag_t(ECHO)
        #expect(tcsetattr(terminal.other, TCSANOW, &others) == 0)
        TerminalMode.leave(input: terminal.other, output: terminal.other, saved: saved)
        #expect(try flags(terminal.mode) == flags(others))
    }

    @Test func everyModeThatIsEnteredIsLeft() throws {
        let terminal = try PseudoTerminal()
        TerminalMode.leave(input: terminal.other, output: terminal.other, saved: try terminal.mode)
        let left = terminal.shown()
        let entered =
            TerminalMode.enteringCodes(usesMouse: true) + TerminalMode.directionCodes(isRightToLeft: true)
        var position = left.startIndex
        for code in entered.split(separator: "\u{1B}[").reversed() {
            let undone = "\u{1B}[" + code.dropLast() + (code.last == "h" ? "l" : "h")
            // In the reverse order.
            let rest = left[position...]
            let found = try #require(rest.indices.first { rest[$0...].hasPrefix(undone) }, "\(undone)")
            position = found
        }
    }

    @Test func whatIsNoTerminalCannotBeTaken() throws {
        let pipe = try #require(ProcessPipe())
        defer {
            close(pipe.reading)
            close(pipe.writing)
        }
        #expect(TerminalMode.enter(pipe.reading, saved: termios()) == ENOTTY)
    }
}
