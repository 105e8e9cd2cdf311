// The folding tables of a segment.

/// The folding tables of a segment, each stored once for all locales that share it.
struct FoldingSections {
    private var stored = StoredFoldings()

    mutating func number(of table: FoldingTable) -> UInt32 { UInt32(stored.number(of: table)) }

    /// Kinds 20 and 21.
    func sections() -> [FinishedSection] {
        guard !stored.tables.isEmpty else { return [] }
        return [FinishedSection(.foldingPages, Self.buffer(stored.pages))]
            + stored.tables.enumerated().map {
                FinishedSection(.foldingTables, locale: $0, Self.buffer($1))
            }
    }

    private static func buffer(_ bytes: [UInt8]) -> GrowingBuffer<UInt8> {
        var buffer = GrowingBuffer<UInt8>(capacity: bytes.count)
        buffer.append(bytes)
        return buffer
    }
}
