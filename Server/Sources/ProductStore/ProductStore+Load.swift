// Bulk loads of JSON Lines, in chunks that are committed atomically.

internal import CatalogSearch
public import CatalogStorage

/// The result of a load.
public struct LoadReport: Hashable, Sendable {
    /// The number of records written.
    public internal(set) var recordCount = 0
    /// The number of new records among them.
    public internal(set) var newCount = 0
    /// The number of skipped lines; the diagnostics say why.
    public internal(set) var skippedCount = 0
    /// Problems of skipped lines and of written records: line, message and arguments; the
    /// first 1,000 errors, and warnings.
    public internal(set) var diagnostics = DiagnosticLog(limit: 1_000)
    /// The number of records that the load deleted, because it replaced the catalog.
    public internal(set) var deletedCount = 0
    /// The newest revision that the load made; `nil` if it changed nothing.
    public internal(set) var revision: Revision?
    /// Why the load ended early. Records counted until then are stored.
    public internal(set) var failure: StoreError?
}

/// How a load is committed.
public enum LoadMode: Hashable, Sendable {
    /// In chunks of some hundred records; the first records are visible before the last are read.
    case chunks
    /// All records or none. Until the last one is read, a file beside the store holds them.
    case whole
    /// All records or none, replacing the catalog's records: those not loaded are deleted. Records with the
    /// same JSON keep their revision. Until the last line is read, a file beside the store holds the new
    /// records, and searches find the old ones.
    case replacement

    /// Whether all lines are committed together.
    var isWhole: Bool { self != .chunks }
}

extension ProductStore {
    /// Puts the records of JSON Lines into a catalog. Invalid lines are reported and skipped. Of two lines
    /// with the same id the first one wins, as in catalog files.
    ///
    /// - Parameters:
    ///   - lines: the bytes, in blocks of any length; the records of one block are in memory together.
    ///   - precondition: a condition on the newest revision of the catalog, for loads of all records or none.
    /// - Throws: `StoreError.notFound`. The report has later errors.
    public func load<Blocks: AsyncSequence>(
        _ lines: Blocks, into catalog: String, mode: LoadMode = .chunks, if precondition: Precondition = .none
    ) async throws(StoreError) -> LoadReport where Blocks.Element: Collection<UInt8> {
        let loader = Loader(
            try await settings(of: catalog), catalog: catalog, mode: mode, if: precondition, store: self)
        do {
            var splitter = LineSplitter(limit: StoreLimits.recordSize)
            for try await block in lines {
                splitter.append(block) { line in loader.take(line) }
                try await loader.advance()
            }
            splitter.finish { line in loader.take(line) }
            try await loader.finish()
        } catch let error as StoreError {
            loader.report.failure = error
        } catch {
            loader.report.failure = .interrupted("\(error)")
        }
        return loader.report
    }

    /// Puts the records of JSON Lines into a catalog.
    ///
    /// - Throws: `StoreError.notFound`. The report has later errors.
    public func load(
        _ lines: [UInt8], into catalog: String, mode: LoadMode = .chunks,
        if precondition: Precondition = .none
    ) async throws(StoreError) -> LoadReport {
        try await load(Blocks(bytes: lines), into: catalog, mode: mode, if: precondition)
    }
}

/// Bytes in blocks, so that not all of their records are in memory at once.
private struct Blocks: AsyncSequence, AsyncIteratorProtocol {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    func makeAsyncIterator() -> Blocks { self }

    mutating func next() async -> ArraySlice<UInt8>? {
        guard place < bytes.count else { return nil }
        let block = bytes[place..<Swift.min(place + 1 << 18, bytes.count)]
        place = block.endIndex
        return block
    }
}
