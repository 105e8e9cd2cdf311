// Errors of taking the terminal.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The mode of the terminal could not be changed.
package struct TerminalFailure: Error {
    /// The operating system's message.
    package let message: String

    init(code: Int32) { message = String(cString: strerror(code)) }
}
