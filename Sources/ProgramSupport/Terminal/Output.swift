// Writes to standard output and standard error.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

internal import Support
internal import Synchronization

/// An output stream of the process.
package struct Output: Sendable {
    private let descriptor: Int32

    /// The results.
    package static let standardOutput = Output(descriptor: 1)
    /// Everything else.
    package static let standardError = Output(descriptor: 2)

    /// Writes a text and a line break.
    package func writeLine(_ text: String) { write(text + "\n") }

    /// Writes a text. Ends the program with status 0 if the reader closed the pipe (`lsearch … | head` is no
    /// error), and with status 2 after any other failure, such as a full disk.
    package func write(_ text: String) { finish(writeAll(text.utf8.span.bytes, to: descriptor)) }

    /// Writes bytes, with the same errors.
    package func write(_ bytes: [UInt8]) { finish(writeAll(bytes.span.bytes, to: descriptor)) }

    /// Writes contents of files or catalogs: unchanged for programs, but to a terminal without the controls
    /// that it would obey.
    package func writeContents(_ text: String) {
        write(ProgramEnvironment.isTerminal(descriptor) ? text.withoutTerminalControls : text)
    }

    private func finish(_ error: Int32?) {
        guard let error else { return }
        if error == EPIPE { exit(0) }
        if descriptor == 1 {
            let reason = String(cString: strerror(error))
            Self.failureReporter.withLock { $0 }?(reason)
        }
        exit(2)
    }

    private static let failureReporter = Mutex<(@Sendable (_ reason: String) -> Void)?>(nil)

    /// Makes writing to a closed pipe an error instead of a signal. Until ``reportFailures(with:)`` is
    /// called, failures are reported in the system's words after the program's name.
    package static func prepare(program: String) {
        signal(SIGPIPE, SIG_IGN)
        reportFailures { Output.standardError.writeLine("\(program): \($0)") }
    }

    /// Sets how to report that the results could not be written.
    package static func reportFailures(with tell: @escaping @Sendable (_ reason: String) -> Void) {
        failureReporter.withLock { $0 = tell }
    }
}
