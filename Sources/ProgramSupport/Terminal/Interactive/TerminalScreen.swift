// The terminal of a full-screen program: draws frames and waits for the user.
//
// It uses codes of ECMA-48 and xterm; terminals ignore codes that they do not know. It draws on the alternate
// screen, so that the previous content returns afterwards.

internal import FoundationEssentials

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The part of the terminal that a program uses.
package enum TerminalPart: Hashable, Sendable {
    /// The alternate screen.
    case screen
    /// So many rows below the cursor, at least one.
    case rows(Int)
    /// So many hundredths of the terminal's rows, below the cursor.
    case percent(Int)

    /// The fewest rows that a program gets, if the terminal has as many.
    private static let leastRows = 3

    /// The number of rows of a terminal with this many rows.
    func rows(of total: Int) -> Int {
        switch self {
        case .screen: total
        case .rows(let count): min(max(1, count), total)
        case .percent(let percent): min(max(Self.leastRows, total * percent / 100), total)
        }
    }
}

/// The terminal in raw mode on its alternate screen, or on lines below the cursor. Only the thread that made
/// it may use it; a process has one.
package final class TerminalScreen {
    /// After this time without another byte, ESC is the Escape key and not the start of a sequence.
    private static let escapeMilliseconds = 50

    /// Ends the wait from any thread.
    package let waker = TerminalWaker()

    private let usesMouse: Bool
    private var isRightToLeft: Bool
    private let part: TerminalPart
    private var writer: FrameWriter
    private var decoder = TerminalInput()
    private var lastInput = ContinuousClock.now
    /// How many of the next bytes were typed before raw mode. The terminal made a
    /// line feed of each Enter among them.
    private var earlyBytes = 0
    /// Whether reading from or writing to the terminal failed.
    private var isGone = false
    private var isOpen = true

    /// Whether the program can use a terminal: it reads from one and writes to
    /// one, or it has a controlling one.
    ///
    /// - Parameter controlling: whether to use the controlling terminal, whatever standard input and output
    ///   are.
    package static func isUsable(controlling: Bool = false) -> Bool {
        guard controlling else { return isatty(0) == 1 && isatty(1) == 1 }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor: descriptor)
        return true
    }

    private static func close(descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Musl.close(descriptor)
        #endif
    }

    /// Takes the terminal.
    ///
    /// - Parameters:
    ///   - usesMouse: whether the program receives clicks and the wheel, instead of the terminal.
    ///   - isRightToLeft: whether the user reads from right to left.
    ///   - part: the part of the terminal to use.
    ///   - controlling: whether to use the controlling terminal, whatever standard input and output are.
    package init(
        usesMouse: Bool, isRightToLeft: Bool, part: TerminalPart = .screen, controlling: Bool = false
    ) throws(TerminalFailure) {
        self.usesMouse = usesMouse
        self.isRightToLeft = isRightToLeft
        self.part = part
        writer = FrameWriter(isInline: part != .screen)
        guard TerminalKeeper.choose(controlling: controlling, isInline: part != .screen) else {
            throw TerminalFailure(code: errno)
        }
        TerminalSignals.install()
        do throws(TerminalFailure) {
            try TerminalKeeper.prepare()
            try take()
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    private func take() throws(TerminalFailure) {
        try TerminalKeeper.take()
        var waiting: Int32 = 0
        if ioctl(TerminalKeeper.input, UInt(FIONREAD), &waiting) == 0 { earlyBytes = Int(waiting) }
        writer.forget()
        write(
            (part == .screen
                ? TerminalMode.enteringCodes(usesMouse: usesMouse)
                : TerminalMode.enteringCodes(rows: size.rows))
                + TerminalMode.directionCodes(isRightToLeft: isRightToLeft))
    }

    /// Restores the terminal and the actions of signals. Further calls do nothing.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        TerminalKeeper.finish()
        TerminalSignals.uninstall()
    }

    /// Ends the process so that its parent sees which signal ended it. Callers store their state first.
    package static func endProcess(by signal: Int32) -> Never {
        TerminalKeeper.giveBack()
        TerminalSignals.endProcess(by: signal)
    }

    // MARK: Output

    /// The size of the used part; the terminal counts as 24 rows of 80 columns
    /// if it does not report its size.
    package var size: (rows: Int, columns: Int) {
        var size = winsize()
        let isKnown = ioctl(TerminalKeeper.output, UInt(TIOCGWINSZ), &size) == 0
        let rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
        return (part.rows(of: rows), isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80)
    }

    /// Shows a frame; writes only what changed.
    package func draw(_ frame: TerminalFrame) { write(writer.codes(for: frame, rows: size.rows)) }

    /// Makes the next frame be drawn whole.
    package func redrawAll() { writer.forget() }

    /// Sets whether the terminal lays out lines from right to left. The next frame is drawn whole.
    package func setDirection(isRightToLeft: Bool) {
        guard isRightToLeft != self.isRightToLeft else { return }
        self.isRightToLeft = isRightToLeft
        write(TerminalMode.directionCodes(isRightToLeft: isRightToLeft))
        redrawAll()
    }

    /// Puts a text on the clipboard of the user's desktop, if the terminal allows it (OSC 52).
    package func copyToClipboard(_ text: String) {
        write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\")
    }

    /// Writes codes. If that fails, the next wait reports that the terminal is gone.
    package func write(_ codes: String) {
        guard TerminalKeeper.isHeld, !isGone else { return }
        var codes = codes
        codes.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let base = rest.baseAddress, rest.count > 0 {
                let count = TerminalScreen.writeBytes(base, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno == EAGAIN {
                    TerminalScreen.waitForRoom()
                } else if errno != EINTR {
                    isGone = true
                    return
                }
                // A program that must end does not wait for a terminal that accepts no output.
                if !rest.isEmpty, TerminalSignals.pendingEnd != nil { return }
            }
        }
    }

    private static func waitForRoom() {
        var output = pollfd(fd: TerminalKeeper.output, events: Int16(POLLOUT), revents: 0)
        #if canImport(Glibc)
            _ = Glibc.poll(&output, 1, -1)
        #else
            _ = Musl.poll(&output, 1, -1)
        #endif
    }

    /// The system call, under a name that no method hides.
    private static func writeBytes(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(TerminalKeeper.output, bytes, count)
        #else
            Musl.write(TerminalKeeper.output, bytes, count)
        #endif
    }

    // MARK: Stopping and going on

    /// Gives the terminal to the shell until the user brings the program to the foreground. Without a shell
    /// nothing happens. The next frame is drawn whole.
    package func suspend() {
        TerminalKeeper.giveBack()
        TerminalSignals.stop()
        WakePipe.forget([.stopped, .continued])
        resume()
    }

    /// Takes the terminal again in whatever mode it is. A program that must end does not take it.
    private func resume() {
        guard isOpen, TerminalSignals.pendingEnd == nil else { return }
        do throws(TerminalFailure) { try take() } catch { isGone = true }
    }

    // MARK: Input

    /// Waits for the user, a signal or another thread, until a timeout.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: the longest wait; `nil` waits until something happens.
    ///   - watched: another descriptor that ends the wait when it can be read; -1 for none.
    package func wait(timeoutMilliseconds: Int?, watched: Int32 = -1) -> Wakeup {
        let start = ContinuousClock.now
        while true {
            var result = Wakeup()
            handle(WakePipe.take(), &result)
            result.ending = ending
            let rest = timeoutMilliseconds.map { max(0, $0 - start.millisecondsSince) }
            let escapeRest =
                decoder.isIncomplete ? max(0, Self.escapeMilliseconds - lastInput.millisecondsSince) : nil
            // Report known events at once, together with waiting input.
            let limit = result.isEmpty ? [rest, escapeRest].compactMap { $0 }.min() : 0
            let ready = isGone ? (input: false, watched: false) : poll(milliseconds: limit, watched)
            result.isWatchedReady = ready.watched
            if ready.input {
                result.events = read()
                result.ending = ending
            } else if escapeRest != nil, lastInput.millisecondsSince >= Self.escapeMilliseconds {
                result.events = decoder.flush()
            }
            if !result.isEmpty || rest == 0 { return result }
        }
    }

    /// Why the program must end.
    private var ending: Wakeup.Ending? {
        if let number = TerminalSignals.pendingEnd { return .signal(number) }
        return isGone || !isOpen ? .terminalGone : nil
    }

    private func handle(_ happened: WakePipe.Event, _ result: inout Wakeup) {
        result.isWoken = happened.contains(.woken)
        result.isResized = happened.contains(.resized)
        if result.isResized { redrawAll() }
        if happened.contains(.stopped) {
            suspend()
            result.isContinued = true
        } else if happened.contains(.continued) {
            // Other programs may have changed the terminal while this one was stopped.
            resume()
            result.isContinued = true
        }
    }

    /// Waits for input or an interruption. Returns whether there is input to read, or its end, and
    /// the same of another descriptor.
    private func poll(milliseconds: Int?, _ watched: Int32) -> (input: Bool, watched: Bool) {
        var descriptors = [
            pollfd(fd: TerminalKeeper.input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: WakePipe.readingEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watched, events: Int16(POLLIN), revents: 0),
        ]
        #if canImport(Glibc)
            let count = Glibc.poll(&descriptors, 3, Int32(clamping: milliseconds ?? -1))
        #else
            let count = Musl.poll(&descriptors, 3, Int32(clamping: milliseconds ?? -1))
        #endif
        return (count > 0 && descriptors[0].revents != 0, count > 0 && descriptors[2].revents != 0)
    }

    private func read() -> [TerminalEvent] {
        var block = [UInt8](repeating: 0, count: 1 << 14)
        #if canImport(Glibc)
            let count = Glibc.read(TerminalKeeper.input, &block, block.count)
        #else
            let count = Musl.read(TerminalKeeper.input, &block, block.count)
        #endif
        if count > 0 {
            lastInput = .now
            for index in 0..<min(count, earlyBytes) where block[index] == 0x0A { block[index] = 0x0D }
            earlyBytes = max(0, earlyBytes - count)
            return decoder.feed(block[..<count])
        }
        isGone = count == 0 || (errno != EINTR && errno != EAGAIN)
        return []
    }
}

extension ContinuousClock.Instant {
    /// The milliseconds since this instant.
    fileprivate var millisecondsSince: Int {
        let (seconds, attoseconds) = (ContinuousClock.now - self).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
