// Maps positions in a folded text back to the source text.

internal import Support

/// Maps each folded byte to the source character that it comes from.
struct SourceMap: FoldingSink {
    /// Characters that follow each other. All but the last one have one byte, and one folded byte:
    /// most texts are a few such runs.
    private struct Run {
        var folded: Int32
        var source: Int32
        var count: Int32
    }

    /// Empty if each folded byte comes from the byte at its own offset.
    private var runs: [Run] = []
    private var current = Run(folded: 0, source: 0, count: 0)

    /// Maps the folding of a text by a table.
    ///
    /// - Parameter text: valid UTF-8.
    init(_ text: UnsafeBufferPointer<UInt8>, _ table: FoldingTable) {
        var folded: [UInt8] = []
        table.fold(text, into: &folded, sink: &self)
        if current.count > 0 { runs.append(current) }
        runs.append(Run(folded: Int32(folded.count), source: Int32(text.count), count: 1))
    }

    /// The map of a text in which each scalar became one with as many bytes.
    private init() {}

    /// The map of such texts.
    static let aligned = SourceMap()

    @inline(__always)
    mutating func willFold(sourceOffset offset: Int, foldedOffset: Int) {
        let (source, folded) = (Int32(offset), Int32(foldedOffset))
        if current.count > 0 {
            if source == current.source + current.count, folded == current.folded + current.count {
                current.count += 1
                return
            }
            runs.append(current)
        }
        current = Run(folded: folded, source: source, count: 1)
    }

    @inline(__always)
    mutating func willFold(bytes count: Int, sourceOffset offset: Int, foldedOffset: Int) {
        willFold(sourceOffset: offset, foldedOffset: foldedOffset)
        current.count += Int32(count - 1)
    }

    /// The source bytes of folded bytes: from the first character that gave one of them to the next character
    /// that gave a byte, so that marks without a folded byte stay with their letter.
    func sourceRange(ofFolded range: Range<Int>) -> Range<Int> {
        if runs.isEmpty { return range }
        let start = character(atOrBefore: range.lowerBound).source
        let last = character(atOrBefore: range.upperBound)
        // A match that ends within an expansion (`stras` in `Straße`) includes the whole character.
        let end =
            last.folded == range.upperBound
            ? last.source : Int(runs[min(last.run + 1, runs.count - 1)].source)
        return start..<max(start, end)
    }

    /// The last character that begins at a folded offset or before it. It is the last
    /// one of its run, or begins there.
    private func character(atOrBefore folded: Int) -> (run: Int, folded: Int, source: Int) {
        let index = max(0, runs.partitioningIndex { Int($0.folded) > folded } - 1)
        let run = runs[index]
        let place = min(max(0, folded - Int(run.folded)), Int(run.count) - 1)
        return (index, Int(run.folded) + place, Int(run.source) + place)
    }
}

/// The maps of one text, made for its first match in each folding.
final class SourceMaps {
    private var maps: [(table: FoldingTable, map: SourceMap)] = []
    private let isAligned: Bool

    /// - Parameter isAligned: whether each scalar of the text became one with as many bytes, in all foldings.
    init(isAligned: Bool = false) { self.isAligned = isAligned }

    /// The map of a text's folding.
    ///
    /// - Parameter text: always the same one.
    func map(_ text: UnsafeBufferPointer<UInt8>, _ table: FoldingTable) -> SourceMap {
        if isAligned { return .aligned }
        if let known = maps.first(where: { $0.table === table }) { return known.map }
        let map = SourceMap(text, table)
        maps.append((table, map))
        return map
    }
}
