// Why a program could not get the terminal for itself.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A terminal that could not be put into another mode.
package struct TerminalFailure: Error {
    /// The operating system's words.
    package let message: String

    init(code: Int32) { message = String(cString: strerror(code)) }
}
