// The entries of a PO file with the bytes in which they are written.

internal import Localization

/// A PO file divided at its entries, so that those that stay as they are keep their bytes.
struct POBlocks {
    /// The bytes of one entry.
    struct Block {
        /// Its comments, with the blank lines before them.
        var comments: ArraySlice<UInt8> = []
        /// Its keywords and texts.
        var statement: ArraySlice<UInt8> = []

        var bytes: ArraySlice<UInt8> { comments + statement }
    }

    /// The header's entry; empty if the file has none.
    private(set) var header = Block()
    /// The others, in the order of `POFile.entries`.
    private(set) var entries: [Block] = []
    /// What is behind the last entry.
    private(set) var rest: ArraySlice<UInt8> = []
    /// How the lines of the file end.
    let lineBreak: [UInt8]

    /// Divides a file; `nil` if its entries do not begin on lines of their own.
    init?(_ bytes: [UInt8], _ file: POFile) {
        let starts = bytes.lineStarts
        let lineCount = starts.count - 1
        func joined(_ range: Range<Int>) -> ArraySlice<UInt8> {
            bytes[starts[range.lowerBound]..<starts[range.upperBound]]
        }
        func line(_ number: Int) -> ArraySlice<UInt8> { joined(number..<number + 1) }
        lineBreak = lineCount > 0 && line(0).suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [0x0A]
        let positions = (file.headerEntry.map { [$0.position] } ?? []) + file.entries.map(\.position)
        let order = positions.indices.sorted {
            (positions[$0]?.byteOffset ?? 0) < (positions[$1]?.byteOffset ?? 0)
        }
        var blocks = [Block](repeating: Block(), count: positions.count)
        var end = 0
        for (number, index) in order.enumerated() {
            guard let first = positions[index]?.line, first - 1 >= end, first - 1 < lineCount else {
                return nil
            }
            // What follows a text up to its comments: its other lines.
            var limit = lineCount
            if number + 1 < order.count {
                guard let next = positions[order[number + 1]]?.line, next > first else { return nil }
                limit = next - 1
                while limit > first, line(limit - 1).isCommentOfNext { limit -= 1 }
            }
            while limit > first, line(limit - 1).isBlank { limit -= 1 }
            blocks[index].comments = joined(end..<(first - 1))
            blocks[index].statement = joined((first - 1)..<limit)
            end = limit
        }
        rest = joined(end..<lineCount)
        if file.headerEntry != nil { header = blocks.removeFirst() }
        entries = blocks
    }
}
