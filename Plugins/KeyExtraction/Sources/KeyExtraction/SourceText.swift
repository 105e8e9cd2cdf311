// A source file's bytes, and the places in it as people count them.

/// The text of a source file, which gives lines and columns in any order.
struct SourceText: Sendable {
    /// The text in UTF-8.
    let bytes: [UInt8]
    /// The offsets at which lines begin, ascending; the first is 0.
    private let lineStarts: [Int]
    /// How many Unicode scalars begin before each block of bytes. A generated file may be one line of a megabyte
    /// with a key every few bytes, so columns are not counted from the beginning of the line.
    private let scalarsBeforeBlock: [Int]

    private static let blockSize = 256

    init(_ text: String) {
        bytes = Array(text.utf8)
        var lineStarts = [0]
        var scalarsBeforeBlock: [Int] = []
        var scalars = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.blockSize == 0 { scalarsBeforeBlock.append(scalars) }
            if byte & 0xC0 != 0x80 { scalars += 1 }
            // As in Swift itself, a carriage return ends a line with or without a line feed after it.
            if byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r") && !(bytes[(offset + 1)...].first == UInt8(ascii: "\n"))
            {
                lineStarts.append(offset + 1)
            }
        }
        self.lineStarts = lineStarts
        self.scalarsBeforeBlock = scalarsBeforeBlock
    }

    /// The place of a byte: line and column from 1, columns in Unicode scalars.
    func position(at offset: Int) -> SourcePosition {
        let offset = min(max(offset, 0), bytes.count)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourcePosition(
            line: low + 1, column: scalars(before: offset) - scalars(before: lineStarts[low]) + 1)
    }

    /// A piece of the text on one line, cut short: what a finding shows of an expression.
    func excerpt(_ range: Range<Int>) -> String {
        let words = String(decoding: bytes[range.clamped(to: 0..<bytes.count)].prefix(1000), as: UTF8.self)
            .split { $0.isWhitespace }.joined(separator: " ")
        let limit = 80
        return words.count <= limit ? words : words.prefix(limit - 1) + "…"
    }

    private func scalars(before offset: Int) -> Int {
        guard !scalarsBeforeBlock.isEmpty else { return 0 }
        let block = min(offset / Self.blockSize, scalarsBeforeBlock.count - 1)
        return bytes[(block * Self.blockSize)..<offset].reduce(scalarsBeforeBlock[block]) { count, byte in
            byte & 0xC0 != 0x80 ? count + 1 : count
        }
    }
}

/// A place in a source file.
public struct SourcePosition: Sendable, Hashable, Comparable {
    /// The line, from 1.
    public let line: Int
    /// The column, in Unicode scalars from 1.
    public let column: Int

    /// A place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The order in which people read.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
