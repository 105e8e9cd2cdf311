// Restores backups.

public import CatalogStorage

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

    /// The most diagnostics.
    static let diagnosticLimit = 1_000
}

/// Why a backup is not restored. The store is as before.
public enum RestoreError: Error, Hashable, Sendable {
    /// The store has catalogs.
    case notEmpty
    /// The content is not a backup, or is damaged in a line, counted from 1.
    case notBackup(line: Int)
    /// A newer version of this library wrote it.
    case newerVersion
    /// Its end is missing after this line.
    case incomplete(line: Int)
    /// More follows its end, from this line on, such as a second backup.
    case trailing(line: Int)
    /// Reading it failed; the reason.
    case unreadable(String)
    /// The store failed.
    case store(StoreError)
}

extension ProductStore {
    /// Restores a backup into this store, which must have no catalogs: all of it in one transaction, or nothing. Until its last line
    /// is read, a file beside the store holds it. Records and catalogs get new revisions.
    ///
    /// - Parameter backup: the bytes that ``backup(_:)`` wrote, in blocks.
    public func restore<Blocks: AsyncSequence>(
        _ backup: Blocks
    ) async throws(RestoreError) -> RestoreReport where Blocks.Element: Collection<UInt8> {
        do {
            guard try await allCatalogs().isEmpty else { throw RestoreError.notEmpty }
            let staged = try await StagedBackup(copying: backup, besides: backend.stagingPath)
            // The queue of changes may hold the copy for a moment after its answer.
            defer { staged.remove() }
            return try await perform(.restore(staged)).restored ?? RestoreReport()
        } catch let error as RestoreError {
            throw error
        } catch StoreError.conflict {
            throw .notEmpty
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
