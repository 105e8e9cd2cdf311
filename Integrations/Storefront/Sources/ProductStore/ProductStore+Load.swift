// Bulk loads of JSON Lines, in chunks that are committed atomically.

internal import CatalogSearch
public import Storage

/// The result of a load.
public struct LoadReport: Hashable, Sendable {
    /// The number of records written.
    public internal(set) var recordCount = 0
    /// The number of new records among them.
    public internal(set) var newCount = 0
    /// The number of skipped lines; the diagnostics say why.
    public internal(set) var skippedCount = 0
    /// Problems of skipped lines and of written records: line, message and arguments.
    public internal(set) var diagnostics = DiagnosticLog()
    /// The newest revision that the load made; `nil` if it changed nothing.
    public internal(set) var revision: Revision?
    /// Why the load ended early. Records counted until then are stored.
    public internal(set) var failure: StoreError?
}

/// How a load is committed.
public enum LoadMode: Hashable, Sendable {
    /// In chunks of some hundred records, without a limit; the first records are visible before the last are read.
    case chunks
    /// All records or none, up to 64 MiB.
    case whole

    var limits: (count: Int, size: Int) {
        switch self {
        case .chunks: (500, 4 << 20)
        case .whole: (.max, .max)
        }
    }

    /// The most bytes of JSON in mode `whole`.
    static let wholeSizeLimit = 64 << 20
}

extension ProductStore {
    /// Puts the records of JSON Lines into a catalog. Invalid lines are reported and skipped. Of two lines with the same
    /// id the first one wins, as in catalog files.
    ///
    /// - Parameter lines: the bytes, in blocks that end anywhere; the records of one block are in memory together.
    /// - Throws: `StoreError.notFound`. The report has later errors.
    public func load<Blocks: AsyncSequence>(
        _ lines: Blocks, into catalog: String, mode: LoadMode = .chunks
    ) async throws(StoreError) -> LoadReport where Blocks.Element: Collection<UInt8> {
        let loader = Loader(try entry(catalog), catalog: catalog, mode: mode)
        do {
            var splitter = LineSplitter(limit: Self.recordSizeLimit)
            for try await block in lines {
                try splitter.append(block) { line in try loader.take(line) }
                try await loader.commitFullChunks(to: self)
            }
            try splitter.finish { line in try loader.take(line) }
            try await loader.finish(to: self)
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
        _ lines: [UInt8], into catalog: String, mode: LoadMode = .chunks
    ) async throws(StoreError) -> LoadReport {
        try await load(Blocks(bytes: lines), into: catalog, mode: mode)
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

/// The state of one load.
private final class Loader {
    var report = LoadReport()
    private let catalog: String
    private let descriptionRevision: Revision
    private let reader: JSONRecordReader
    private let mode: LoadMode
    private var line = 0
    private var records: [ParsedRecord] = []
    private var size = 0
    /// The first line of each id.
    private var identifiers: [[UInt8]: Int] = [:]

    init(_ entry: LiveEntry, catalog: String, mode: LoadMode) {
        self.catalog = catalog
        self.mode = mode
        reader = entry.settings.recordReader()
        descriptionRevision = entry.descriptionRevision
    }

    func take(_ next: LineSplitter.Line) throws {
        line += 1
        switch next {
        case .tooLong(let count): skip(.tooLong(bytes: count, limit: ProductStore.recordSizeLimit))
        case .text(let bytes): try take(bytes)
        }
    }

    private func take(_ bytes: [UInt8]) throws {
        let mark: [UInt8] = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
        let text = bytes.dropFirst(mark.count)
        guard let start = text.firstIndex(where: { !Self.isSpace($0) }),
            let end = text.lastIndex(where: { !Self.isSpace($0) })
        else { return }
        do throws(StoreError) {
            // With the leading space, so that columns refer to the line.
            var record = try ParsedRecord(Array(text[...end]), by: reader, descriptionRevision, line: line)
            let id = Array(record.record.id.utf8)
            if let first = identifiers[id] {
                return skip(.duplicateIdentifier(id: record.record.id, firstLine: first))
            }
            identifiers[id] = line
            for diagnostic in record.diagnostics { report.diagnostics.report(diagnostic) }
            record.json = Array(text[start...end])
            records.append(record)
            size += record.json.count
        } catch {
            switch error {
            case .invalidRecord(let diagnostics):
                report.skippedCount += 1
                for diagnostic in diagnostics { report.diagnostics.report(diagnostic) }
            case .tooLarge(_, let bytes, let limit): skip(.tooLong(bytes: bytes, limit: limit))
            default: throw error
            }
        }
        let limit = LoadMode.wholeSizeLimit
        if mode == .whole, size > limit { throw StoreError.tooLarge(.load, bytes: size, limit: limit) }
    }

    private func skip(_ kind: CatalogDiagnostic.Kind) {
        report.skippedCount += 1
        report.diagnostics.report(CatalogDiagnostic(file: catalog, line: line, kind: kind))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    /// Commits full chunks.
    func commitFullChunks(to store: ProductStore) async throws(StoreError) {
        let limits = mode.limits
        while records.count >= limits.count || size >= limits.size {
            try await commit(min(records.count, limits.count), to: store)
        }
    }

    func finish(to store: ProductStore) async throws(StoreError) {
        while !records.isEmpty { try await commit(min(records.count, mode.limits.count), to: store) }
    }

    private func commit(_ count: Int, to store: ProductStore) async throws(StoreError) {
        let chunk = Array(records[..<count])
        records.removeFirst(count)
        size = records.reduce(0) { $0 + $1.json.count }
        let outcome = try await store.perform(.load(chunk, catalog: catalog))
        report.recordCount += outcome.recordCount
        report.newCount += outcome.newCount
        report.skippedCount += chunk.count - outcome.recordCount
        for diagnostic in outcome.result.diagnostics { report.diagnostics.report(diagnostic) }
        if outcome.recordCount > 0 { report.revision = outcome.result.revision }
    }
}
