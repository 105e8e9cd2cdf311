// Positions in source files, as lines and columns and as byte offsets.

/// A position in a source file.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1. Lines end with LF, CR LF or a single CR.
    public var line: Int { Int(lineNumber) }
    /// The column in Unicode scalars, from 1. A byte order mark counts as no column, an invalid sequence as
    /// one.
    public var column: Int { Int(columnNumber) }
    /// The offset from the file's beginning, in bytes of the file's own encoding. Those beyond 4 GiB are cut
    /// to that.
    public var byteOffset: Int { Int(offset) }
    // Every text of a file has a place or more, so that they are small. No file has 2³¹ lines.
    private let offset: UInt32
    private let lineNumber: Int32
    private let columnNumber: Int32

    public init(line: Int, column: Int, byteOffset: Int) {
        lineNumber = Int32(clamping: line)
        columnNumber = Int32(clamping: column)
        offset = UInt32(clamping: byteOffset)
    }

    /// Takes the place of `nil` where a large file has hundreds of thousands of positions: an
    /// optional one is larger.
    package static let unknown = SourcePosition(line: 0, column: 0, byteOffset: 0)

    /// `nil` for `unknown`.
    package var known: SourcePosition? { lineNumber == 0 ? nil : self }

    /// Orders by byte offset.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        left.byteOffset < right.byteOffset
    }

    /// Line and column as compilers write them: `12:5`.
    public var description: String { "\(line):\(column)" }
}

/// Finds the line and column of an offset in UTF-8 text.
///
/// Checkpoints at fixed distances keep each lookup fast, even in long lines. Otherwise the time for a hostile
/// file with one diagnostic per byte would grow with the square of its length.
package struct PositionIndex: Sendable {
    private static let distance = 128
    /// Where the text begins, as an offset.
    private let start: Int
    private let lines: [Int32]
    private let columns: [Int32]

    package init(_ text: [UInt8]) { self.init(text, lines: text.indices, from: 1) }

    /// The positions on some lines of a text.
    ///
    /// - Parameters:
    ///   - range: whole lines.
    ///   - number: the number of the first of them.
    init(_ text: [UInt8], lines range: Range<Int>, from number: Int) {
        var lines: [Int32] = []
        var columns: [Int32] = []
        lines.reserveCapacity(range.count / Self.distance + 1)
        columns.reserveCapacity(range.count / Self.distance + 1)
        var place = (line: Int32(clamping: number), column: Int32(1))
        var start = range.lowerBound
        text.withUnsafeBufferPointer { text in
            while true {
                lines.append(place.line)
                columns.append(place.column)
                let end = start + Self.distance
                guard end <= range.upperBound else { break }
                Self.advance(&place, through: text, start..<end)
                start = end
            }
        }
        self.start = range.lowerBound
        self.lines = lines
        self.columns = columns
    }

    /// The number of lines in a range of whole lines.
    static func countLines(in text: [UInt8], _ range: Range<Int>) -> Int {
        text.withUnsafeBufferPointer { text in
            var (lineFeeds, returns) = (0, 0)
            for index in range {
                lineFeeds += text[index] == 0x0A ? 1 : 0
                returns += text[index] == 0x0D ? 1 : 0
            }
            guard returns > 0 else { return lineFeeds }
            let pairs = range.dropLast().count { text[$0] == 0x0D && text[$0 + 1] == 0x0A }
            return lineFeeds + returns - pairs
        }
    }

    /// The line and column of an offset in the text that the index was created from.
    package func place(at offset: Int, in text: [UInt8]) -> (line: Int, column: Int) {
        let offset = min(max(offset, start), text.count)
        let checkpoint = min((offset - start) / Self.distance, lines.count - 1)
        var place = (line: lines[checkpoint], column: columns[checkpoint])
        text.withUnsafeBufferPointer {
            Self.advance(&place, byByte: $0, start + checkpoint * Self.distance..<offset)
        }
        return (Int(place.line), Int(place.column))
    }

    /// Counts a range in loops without branches, which take several bytes at once.
    private static func advance(
        _ place: inout (line: Int32, column: Int32), through text: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
    ) {
        var (lineFeeds, returns): (UInt8, UInt8) = (0, 0)
        for index in range {
            lineFeeds &+= text[index] == 0x0A ? 1 : 0
            returns &+= text[index] == 0x0D ? 1 : 0
        }
        guard returns == 0 else { return advance(&place, byByte: text, range) }
        var start = range.lowerBound
        if lineFeeds > 0 {
            place = (place.line + Int32(lineFeeds), 1)
            start = range.upperBound
            while text[start - 1] != 0x0A { start -= 1 }
        }
        var characters: UInt8 = 0
        for index in start..<range.upperBound { characters &+= text[index] & 0xC0 != 0x80 ? 1 : 0 }
        place.column += Int32(characters)
    }

    private static func advance(
        _ place: inout (line: Int32, column: Int32), byByte text: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
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
