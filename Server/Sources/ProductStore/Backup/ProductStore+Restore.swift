// Restores backups.

public import CatalogStorage
internal import FoundationEssentials

/// What a backup brought into a store.
public struct RestoreReport: Sendable {
    /// A restored catalog.
    public struct Catalog: Hashable, Sendable {
        /// Its id.
        public let id: String
        /// The number of restored records.
        public let recordCount: Int
        /// The number of records that were left out, because they cannot be searched under the catalog's description.
        public let skippedCount: Int
    }

    /// The catalogs, in the order of the backup.
    public internal(set) var catalogs: [Catalog] = []
    /// Why records were left out; the first ones.
    public internal(set) var diagnostics: [CatalogDiagnostic] = []
}

/// Why a backup is not restored. The store has no catalogs then.
public enum RestoreError: Error, Hashable, Sendable {
    /// The store has catalogs.
    case notEmpty
    /// The content is not a backup, or is damaged.
    case notBackup
    /// A newer version of this library wrote it.
    case newerVersion
    /// Its end is missing.
    case incomplete
    /// Reading it failed; the reason.
    case unreadable(String)
    /// The store failed.
    case store(StoreError)
}

extension ProductStore {
    /// Restores a backup into this store, which must have no catalogs. Records and catalogs get new revisions.
    ///
    /// - Parameter backup: the bytes that ``backup(_:)`` wrote, in blocks.
    public func restore<Blocks: AsyncSequence>(
        _ backup: Blocks
    ) async throws(RestoreError) -> RestoreReport where Blocks.Element: Collection<UInt8> {
        do {
            guard try await allCatalogs().isEmpty else { throw RestoreError.notEmpty }
            let lines = BackupLines(backup.makeAsyncIterator())
            var report = RestoreReport()
            do {
                try await restore(lines, &report)
            } catch {
                // All or nothing.
                for catalog in try await allCatalogs() { _ = try await deleteCatalog(catalog.id) }
                throw error
            }
            return report
        } catch let error as RestoreError {
            throw error
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private func restore<Source>(_ lines: BackupLines<Source>, _ report: inout RestoreReport) async throws {
        let head: BackupFormat.Head = try await lines.nextValue()
        guard head.lsearchBackup <= BackupFormat.version else { throw RestoreError.newerVersion }
        for _ in 0..<max(0, head.catalogs) {
            let catalog: BackupFormat.CatalogHead = try await lines.nextValue()
            do {
                _ = try await putCatalog(catalog.catalog, description: lines.nextLine(), if: .absent)
            } catch StoreError.invalidDescription, StoreError.invalidCatalogIdentifier, StoreError.conflict {
                throw RestoreError.notBackup
            }
            lines.recordCount = catalog.records
            let load = try await load(lines, into: catalog.catalog, mode: .whole)
            if let failure = lines.failure { throw failure }
            if let failure = load.failure { throw failure }
            report.catalogs.append(
                .init(id: catalog.catalog, recordCount: load.recordCount, skippedCount: load.skippedCount))
            report.diagnostics += load.diagnostics.kept
        }
        guard try await lines.nextLine() == Array(BackupFormat.end.utf8) else { throw RestoreError.notBackup }
    }
}

/// The lines of a backup. As a sequence it has those of the records that come next. One task at a time may use it.
private final class BackupLines<Source: AsyncIteratorProtocol>: AsyncSequence, AsyncIteratorProtocol
where Source.Element: Collection<UInt8> {
    private var source: Source
    private var splitter = LineSplitter(limit: BackupFormat.lineLimit)
    private var pending: ArraySlice<LineSplitter.Line> = []
    private var hasEnded = false
    /// The number of records that are still to be read.
    var recordCount = 0
    /// Why there are fewer records.
    private(set) var failure: (any Error)?

    init(_ source: Source) { self.source = source }

    func nextLine() async throws -> [UInt8] {
        while pending.isEmpty {
            guard !hasEnded else { throw RestoreError.incomplete }
            var lines: [LineSplitter.Line] = []
            if let block = try await source.next() {
                splitter.append(block) { lines.append($0) }
            } else {
                hasEnded = true
                // Only an incomplete backup has a last line without its end.
                splitter.finish { lines.append($0) }
            }
            pending = lines[...]
        }
        guard case .text(let line)? = pending.popFirst() else { throw RestoreError.notBackup }
        return line
    }

    func nextValue<Value: Decodable>() async throws -> Value {
        let line = try await nextLine()
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(line)) else {
            // What was cut off within a line is no damage.
            throw hasEnded && pending.isEmpty ? RestoreError.incomplete : RestoreError.notBackup
        }
        return value
    }

    // MARK: Records

    func makeAsyncIterator() -> BackupLines { self }

    /// The next records, in one block; `nil` after the last one.
    func next() async throws -> [UInt8]? {
        guard recordCount > 0 else { return nil }
        var block: [UInt8] = []
        do {
            while recordCount > 0, block.count < BackupFormat.blockSize {
                block += try await nextLine()
                block.append(0x0A)
                recordCount -= 1
            }
        } catch {
            failure = error
            throw error
        }
        return block
    }
}
