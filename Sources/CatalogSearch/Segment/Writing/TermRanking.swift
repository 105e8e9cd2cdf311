// Numbers the most frequent terms first, so that texts take few bytes.

/// The final numbers of a table's terms: by falling number of occurrences, then by their bytes.
struct TermRanking: ~Copyable, Sendable {
    /// The table's number for each final number.
    let order: GrowingBuffer<UInt32>
    /// The final number for each of the table's numbers.
    let ranks: GrowingBuffer<UInt32>

    init(_ table: borrowing TermTable) {
        let pieces = table.pieces
        var order = ByteOrder.sorted(count: pieces.count) { pieces[$0] }
        Self.sortByOccurrences(&order, pieces)
        var ranks = GrowingBuffer<UInt32>(repeating: 0, count: pieces.count)
        for rank in 0..<pieces.count { ranks[Int(order[rank])] = UInt32(rank) }
        self.order = order
        self.ranks = ranks
    }

    /// Sorts by falling number of occurrences; stable.
    private static func sortByOccurrences(_ order: inout GrowingBuffer<UInt32>, _ pieces: TermTable.Pieces) {
        // Most terms are rare: counting sort for those with few occurrences, comparison sort for the others.
        let few = 4096
        var positions = [Int](repeating: 0, count: few + 1)
        for index in 0..<order.count {
            positions[min(few, Int(pieces.occurrences(of: Int(order[index]))))] += 1
        }
        let manyCount = positions[few]
        var position = 0
        for occurrences in (0...few).reversed() {
            (positions[occurrences], position) = (position, position + positions[occurrences])
        }
        var sorted = GrowingBuffer<UInt32>(repeating: 0, count: order.count)
        for index in 0..<order.count {
            let occurrences = min(few, Int(pieces.occurrences(of: Int(order[index]))))
            sorted[positions[occurrences]] = order[index]
            positions[occurrences] += 1
        }
        let many = (0..<manyCount).map { sorted[$0] }.enumerated().sorted { left, right in
            let (first, second) = (
                pieces.occurrences(of: Int(left.element)), pieces.occurrences(of: Int(right.element))
            )
            return first != second ? first > second : left.offset < right.offset
        }
        for (index, entry) in many.enumerated() { sorted[index] = entry.element }
        order = sorted
    }
}
