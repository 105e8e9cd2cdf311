// Which folding tables stand in a segment, and under which numbers?

/// The folding tables of a segment, each once however many locales share it.
struct FoldingSections {
    private(set) var tables: [FoldingTable] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    /// The number of a table.
    mutating func number(of table: FoldingTable) -> Int {
        if let known = numbers[ObjectIdentifier(table)] { return known }
        numbers[ObjectIdentifier(table)] = tables.count
        tables.append(table)
        return tables.count - 1
    }

    /// Kinds 20 and 21.
    func sections() -> [FinishedSection] { [] }
}
