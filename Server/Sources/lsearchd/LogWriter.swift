// The stream of the server's log, which never delays a request, however slowly the log is read.

internal import Dispatch
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Logging
internal import Synchronization

/// Writes lines of a log. A line is written at once if the stream takes it. Otherwise it waits in a bounded
/// buffer, which a thread of its own writes. Lines that do not fit are dropped and counted; a line in their
/// place reports how many.
///
/// Errors are ignored: the server also runs if its log is closed or its disk is full.
final class LogWriter: TextOutputStream, Sendable {
    private let descriptor: Int32
    /// The most bytes that wait.
    private let capacity: Int
    private let queue = DispatchQueue(label: "log")
    private let state = Mutex(State())

    private struct State {
        /// The bytes that wait, the oldest first.
        var waiting: [UInt8] = []
        /// The number of bytes that the thread is writing.
        var beingWritten = 0
        /// Whether the thread is writing, so that further lines must wait.
        var isBusy = false
        /// The number of lines dropped since the last line that was accepted.
        var lost = 0
    }

    static let standardError = LogWriter(descriptor: STDERR_FILENO)

    /// The most bytes that the system writes all or not at all, at least to pipes (`PIPE_BUF`).
    private static let pieceLength = 4_096

    /// - Parameter capacity: the most bytes that wait.
    init(descriptor: Int32, capacity: Int = 1 << 20) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    /// Writes one line, with or without its line feed; see ``LineWriter``.
    func write(_ line: String) {
        let line = line.hasSuffix("\n") ? line.dropLast() : line[...]
        let bytes = Array((line.visible + "\n").utf8)
        let needsThread = state.withLock { state in
            guard state.isBusy else {
                let rest = writeWhatFits(bytes[...])
                guard !rest.isEmpty else { return false }
                state.waiting = Array(rest)
                state.isBusy = true
                return true
            }
            var lines = state.lost > 0 ? Array(Self.notice(ofLost: state.lost).utf8) : []
            lines += bytes
            if state.beingWritten + state.waiting.count + lines.count <= capacity {
                state.waiting += lines
                state.lost = 0
            } else {
                state.lost += 1
            }
            return false
        }
        if needsThread { queue.async { self.writeWaiting() } }
    }

    /// Waits until all lines are written, at most for some time: their reader may have stopped.
    func flush(within time: DispatchTimeInterval = .seconds(1)) {
        let end = DispatchSemaphore(value: 0)
        queue.async { end.signal() }
        _ = end.wait(timeout: .now() + time)
    }

    /// Writes as much as the stream takes without waiting, and returns the rest.
    private func writeWhatFits(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty, waitForRoom(0), let count = writePiece(rest) { rest = rest.dropFirst(count) }
        return rest
    }

    private func writeWaiting() {
        while let bytes = next() {
            var rest = bytes[...]
            while !rest.isEmpty {
                _ = waitForRoom(-1)
                rest = rest.dropFirst(writePiece(rest) ?? 0)
            }
        }
    }

    /// The bytes that the thread writes next; `nil` if none are waiting.
    private func next() -> [UInt8]? {
        state.withLock { state in
            if state.waiting.isEmpty, state.lost > 0 {
                state.waiting = Array(Self.notice(ofLost: state.lost).utf8)
                state.lost = 0
            }
            let bytes = state.waiting
            state.waiting = []
            state.beingWritten = bytes.count
            state.isBusy = !bytes.isEmpty
            return bytes.isEmpty ? nil : bytes
        }
    }

    /// Waits until the stream takes bytes or fails, for a number of milliseconds; -1 waits forever.
    private func waitForRoom(_ milliseconds: Int32) -> Bool {
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&stream, 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            return count != 0
        }
    }

    /// Writes the beginning of some bytes.
    ///
    /// - Returns: the number of bytes written, all of them if the stream fails; `nil` if it takes none now.
    private func writePiece(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = writeBytes(bytes.prefix(Self.pieceLength), to: descriptor)
        if count >= 0 { return count }
        return errno == EINTR || errno == EAGAIN ? nil : bytes.count
    }

    /// The line that reports dropped lines, in the form of the others.
    private static func notice(ofLost count: Int) -> String {
        let line = LineKeeper()
        var logger = Logger(label: "lsearchd") { StreamLogHandler(label: $0, stream: line) }
        logger.logLevel = .warning
        logger.warning(
            "Lines of the log are missing, because it was not read", metadata: ["count": "\(count)"])
        return line.text.withLock { $0 }
    }
}

/// Collects what is written.
private final class LineKeeper: TextOutputStream, Sendable {
    let text = Mutex("")

    func write(_ line: String) { text.withLock { $0 += line } }
}

/// Calls the system's `write`, which a method of the same name hides.
private func writeBytes(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
