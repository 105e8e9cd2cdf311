// The terminal as a full-screen program has it: a screen to draw on, and a wait for what the user does.
//
// Plain codes of ECMA-48 and xterm; a terminal that does not know one of them ignores it. The screen is the alternate one,
// so that what the user had before is there again afterwards.

internal import FoundationEssentials

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The terminal in raw mode on its alternate screen. It belongs to one thread, the one that made it; a process has one.
package final class TerminalScreen {
    /// How long ESC may be the begin of a sequence before it is the Escape key.
    private static let escapeMilliseconds = 50

    /// Ends the wait from any thread.
    package let waker = TerminalWaker()

    private let usesMouse: Bool
    private var isRightToLeft: Bool
    private var writer = FrameWriter()
    private var decoder = TerminalInput()
    private var lastInput = ContinuousClock.now
    /// Whether the terminal refused to be read or written.
    private var isGone = false
    private var isOpen = true

    /// Whether the program reads from a terminal and writes to one.
    package static func isUsable() -> Bool {
        isatty(TerminalKeeper.input) == 1 && isatty(TerminalKeeper.output) == 1
    }

    /// Takes the terminal.
    ///
    /// - Parameters:
    ///   - usesMouse: whether clicks and the wheel come to the program instead of the terminal.
    ///   - isRightToLeft: whether the user reads from the right.
    package init(usesMouse: Bool, isRightToLeft: Bool) throws(TerminalFailure) {
        self.usesMouse = usesMouse
        self.isRightToLeft = isRightToLeft
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
        writer.forget()
        write(
            TerminalMode.enteringCodes(usesMouse: usesMouse)
                + TerminalMode.directionCodes(isRightToLeft: isRightToLeft))
    }

    /// Gives the terminal back, and answers signals as before. What was done before is not done again.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        TerminalKeeper.finish()
        TerminalSignals.uninstall()
    }

    /// Ends the process so that its parent sees which signal ended it. To be called when all is stored.
    package static func endProcess(by signal: Int32) -> Never {
        TerminalKeeper.giveBack()
        TerminalSignals.endProcess(by: signal)
    }

    // MARK: Output

    /// How large the screen is; 24 rows of 80 columns where the terminal does not know.
    package var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(TerminalKeeper.output, UInt(TIOCGWINSZ), &size) == 0 else { return (24, 80) }
        return (size.ws_row > 0 ? Int(size.ws_row) : 24, size.ws_col > 0 ? Int(size.ws_col) : 80)
    }

    /// Shows a frame. What is shown already is not written again.
    package func draw(_ frame: TerminalFrame) { write(writer.codes(for: frame, rows: size.rows)) }

    /// Forgets what is shown: the next frame is drawn whole.
    package func redrawAll() { writer.forget() }

    /// Lets the terminal lay out lines from the right, or not. The next frame is drawn whole.
    package func setDirection(isRightToLeft: Bool) {
        guard isRightToLeft != self.isRightToLeft else { return }
        self.isRightToLeft = isRightToLeft
        write(TerminalMode.directionCodes(isRightToLeft: isRightToLeft))
        redrawAll()
    }

    /// Puts a text on the clipboard of the user's desktop, where the terminal allows it (OSC 52).
    package func copyToClipboard(_ text: String) {
        write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\")
    }

    /// Writes codes. If the terminal does not take them, the next wait says that it is gone.
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
                // A terminal that takes nothing is not waited for by a program that is to end.
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

    /// Gives the terminal to the shell until the user fetches the program back. Where there is no shell to do that, nothing
    /// happens. The next frame is drawn whole.
    package func suspend() {
        TerminalKeeper.giveBack()
        TerminalSignals.stop()
        WakePipe.forget([.stopped, .continued])
        resume()
    }

    /// Takes the terminal again, whatever others have made of it. A program that is to end leaves it to them.
    private func resume() {
        guard isOpen, TerminalSignals.pendingEnd == nil else { return }
        do throws(TerminalFailure) { try take() } catch { isGone = true }
    }

    // MARK: Input

    /// Waits for the user, for a signal or for another thread, until the time is over.
    ///
    /// - Parameter timeoutMilliseconds: how long to wait at most; `nil` waits until something happens.
    package func wait(timeoutMilliseconds: Int?) -> Wakeup {
        let start = ContinuousClock.now
        while true {
            var result = Wakeup()
            answer(WakePipe.take(), &result)
            result.ending = ending
            let rest = timeoutMilliseconds.map { max(0, $0 - start.millisecondsSince) }
            let escapeRest =
                decoder.isIncomplete ? max(0, Self.escapeMilliseconds - lastInput.millisecondsSince) : nil
            // What is known already is told at once, together with what was typed meanwhile.
            let limit = result.isEmpty ? [rest, escapeRest].compactMap { $0 }.min() : 0
            if !isGone, poll(milliseconds: limit) {
                result.events = read()
                result.ending = ending
            } else if escapeRest != nil, lastInput.millisecondsSince >= Self.escapeMilliseconds {
                result.events = decoder.flush()
            }
            if !result.isEmpty || rest == 0 { return result }
        }
    }

    /// Why the program is to end.
    private var ending: Wakeup.Ending? {
        if let number = TerminalSignals.pendingEnd { return .signal(number) }
        return isGone || !isOpen ? .terminalGone : nil
    }

    private func answer(_ happened: WakePipe.Event, _ result: inout Wakeup) {
        result.isWoken = happened.contains(.woken)
        result.isResized = happened.contains(.resized)
        if result.isResized { redrawAll() }
        if happened.contains(.stopped) {
            suspend()
            result.isContinued = true
        } else if happened.contains(.continued) {
            // Nobody knows what others did to the terminal while the program could not run.
            resume()
            result.isContinued = true
        }
    }

    /// Waits for input or an interruption, and tells whether there is input, or none any more.
    private func poll(milliseconds: Int?) -> Bool {
        var descriptors = [
            pollfd(fd: TerminalKeeper.input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: WakePipe.readingEnd, events: Int16(POLLIN), revents: 0),
        ]
        #if canImport(Glibc)
            let count = Glibc.poll(&descriptors, 2, Int32(clamping: milliseconds ?? -1))
        #else
            let count = Musl.poll(&descriptors, 2, Int32(clamping: milliseconds ?? -1))
        #endif
        return count > 0 && descriptors[0].revents != 0
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
            return decoder.feed(block[..<count])
        }
        isGone = count == 0 || (errno != EINTR && errno != EAGAIN)
        return []
    }
}

extension ContinuousClock.Instant {
    /// How much time has passed since then.
    fileprivate var millisecondsSince: Int {
        let (seconds, attoseconds) = (ContinuousClock.now - self).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
