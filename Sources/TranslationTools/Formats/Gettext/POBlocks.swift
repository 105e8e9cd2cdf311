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
        let lines = bytes.lineSlices
        func joined(_ range: Range<Int>) -> ArraySlice<UInt8> {
            range.isEmpty
                ? [] : bytes[lines[range.lowerBound].startIndex..<lines[range.upperBound - 1].endIndex]
        }
        lineBreak = lines.first?.suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [0x0A]
        let all = (file.headerEntry.map { [$0] } ?? []) + file.entries
        let order = all.indices.sorted {
            (all[$0].position?.byteOffset ?? 0) < (all[$1].position?.byteOffset ?? 0)
        }
        var blocks = [Block](repeating: Block(), count: all.count)
        var end = 0
        for (number, index) in order.enumerated() {
            guard let line = all[index].position?.line, line - 1 >= end, line - 1 < lines.count else {
                return nil
            }
            // What follows a text up to its comments: its other lines.
            var limit = lines.count
            if number + 1 < order.count {
                guard let next = all[order[number + 1]].position?.line, next > line else { return nil }
                limit = next - 1
                while limit > line, lines[limit - 1].isCommentOfNext { limit -= 1 }
            }
            while limit > line, lines[limit - 1].isBlank { limit -= 1 }
            blocks[index].comments = joined(end..<(line - 1))
            blocks[index].statement = joined((line - 1)..<limit)
            end = limit
        }
        rest = joined(end..<lines.count)
        if file.headerEntry != nil { header = blocks.removeFirst() }
        entries = blocks
    }
}
