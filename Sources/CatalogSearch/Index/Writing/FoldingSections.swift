// Which folding tables stand in a segment, and under which numbers?

extension StoredFoldings {
    /// Kinds 20 and 21.
    func sections() -> [FinishedSection] {
        var shared = GrowingBuffer<UInt8>()
        shared.append(pages)
        return [FinishedSection(.foldingPages, shared)]
            + tables.enumerated().map { number, bytes in
                var buffer = GrowingBuffer<UInt8>()
                buffer.append(bytes)
                return FinishedSection(.foldingTables, locale: number, buffer)
            }
    }
}
