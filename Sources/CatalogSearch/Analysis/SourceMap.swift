// Maps positions in a folded text back to the source text.

internal import KitSupport

/// Maps each folded byte to the source character that it comes from.
struct SourceMap: FoldingSink {
    private var foldedOffsets: [Int32] = []
    private var sourceOffsets: [Int32] = []

    /// Maps the folding of a text by a table.
    ///
    /// - Parameter text: valid UTF-8.
    init(_ text: UnsafeBufferPointer<UInt8>, _ table: FoldingTable) {
        var folded: [UInt8] = []
        table.fold(text, into: &folded, sink: &self)
        foldedOffsets.append(Int32(folded.count))
        sourceOffsets.append(Int32(text.count))
    }

    mutating func willFold(sourceOffset offset: Int, foldedOffset: Int) {
        foldedOffsets.append(Int32(foldedOffset))
        sourceOffsets.append(Int32(offset))
    }

    /// The source bytes of folded bytes: from the first character that gave one of them to the next character that
    /// gave a byte, so that marks without a folded byte stay with their letter.
    func sourceRange(ofFolded range: Range<Int>) -> Range<Int> {
        let start = Int(sourceOffsets[lastEntry(atOrBefore: range.lowerBound)])
        let entry = lastEntry(atOrBefore: range.upperBound)
        // A match that ends within an expansion (`stras` in `Straße`) includes the whole character.
        let end = Int(foldedOffsets[entry]) == range.upperBound ? entry : entry + 1
        return start..<max(start, Int(sourceOffsets[min(end, sourceOffsets.count - 1)]))
    }

    private func lastEntry(atOrBefore folded: Int) -> Int {
        max(0, foldedOffsets.partitioningIndex { Int($0) > folded } - 1)
    }
}
