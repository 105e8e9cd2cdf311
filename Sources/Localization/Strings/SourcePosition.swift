// Positions in source files, as lines and columns and as byte offsets.

/// A position in a source file.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1. Lines end with LF, CR LF or a single CR.
    public let line: Int
    /// The column in Unicode scalars, from 1. A byte order mark counts as no column, an invalid sequence as one.
    public let column: Int
    /// The offset from the file's beginning, in bytes of the file's own encoding.
    public let byteOffset: Int

    /// Creates a position.
    public init(line: Int, column: Int, byteOffset: Int) {
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// Orders by byte offset.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        left.byteOffset < right.byteOffset
    }

    /// Line and column as compilers write them: `12:5`.
    public var description: String { "\(line):\(column)" }
}

/// Finds the line and column of an offset in UTF-8 text.
///
/// Checkpoints at fixed distances keep each lookup fast, even in long lines. Otherwise the time for a hostile file
/// with one diagnostic per byte would grow with the square of its length.
package struct PositionIndex: Sendable {
    private static let distance = 128
    private let lines: [Int32]
    private let columns: [Int32]

    package init(_ text: [UInt8]) {
        var lines: [Int32] = []
        var columns: [Int32] = []
        lines.reserveCapacity(text.count / Self.distance + 1)
        columns.reserveCapacity(text.count / Self.distance + 1)
        var place = (line: Int32(1), column: Int32(1))
        var start = 0
        while true {
            lines.append(place.line)
            columns.append(place.column)
            let end = start + Self.distance
            guard end <= text.count else { break }
            Self.advance(&place, through: start..<end, of: text)
            start = end
        }
        self.lines = lines
        self.columns = columns
    }

    /// The line and column of an offset in the text that the index was created from.
    package func place(at offset: Int, in text: [UInt8]) -> (line: Int, column: Int) {
        let offset = min(max(offset, 0), text.count)
        let checkpoint = offset / Self.distance
        var place = (line: lines[checkpoint], column: columns[checkpoint])
        Self.advance(&place, through: checkpoint * Self.distance..<offset, of: text)
        return (Int(place.line), Int(place.column))
    }

    private static func advance(
        _ place: inout (line: Int32, column: Int32), through range: Range<Int>, of text: [UInt8]
    ) {
        for index in range {
            let byte = text[index]
            // A carriage return before a line feed does not end a line.
            if byte == 0x0A || (byte == 0x0D && !(index + 1 < text.count && text[index + 1] == 0x0A)) {
                place = (place.line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                place.column += 1
            }
        }
    }
}
