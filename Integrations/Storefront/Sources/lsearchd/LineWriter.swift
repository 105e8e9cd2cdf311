// Lines on a stream of the process.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import KitSupport

/// Writes lines to a stream of the process; errors are ignored.
struct LineWriter {
    private let descriptor: Int32

    static let standardError = LineWriter(descriptor: STDERR_FILENO)

    func write(_ line: String) { _ = writeAll((line + "\n").utf8.span.bytes, to: descriptor) }
}
