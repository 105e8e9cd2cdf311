// Writes lines to a stream of the process.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Support

/// Writes lines to a stream of the process; errors are ignored.
///
/// Ids, names and texts come from outside. Characters that control a terminal are written as escapes.
struct LineWriter: TextOutputStream, Sendable {
    private let descriptor: Int32

    static let standardOutput = LineWriter(descriptor: STDOUT_FILENO)

    /// Writes a page of the program's own text with its line feeds.
    func write(page: String) { _ = writeAll((page + "\n").utf8.span.bytes, to: descriptor) }

    /// Writes one line, with or without its line feed.
    func write(_ line: String) {
        let line = line.hasSuffix("\n") ? line.dropLast() : line[...]
        _ = writeAll((line.visible + "\n").utf8.span.bytes, to: descriptor)
    }
}

extension StringProtocol {
    /// The text with control characters (C0, DEL, C1), line separators and bidirectional controls replaced by
    /// escapes such as `\u{1B}`.
    var visible: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                result.append(
                    contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
