// The outcome of restoring a backup.

public import CatalogStorage

/// The outcome of restoring a backup into a store.
public struct RestoreReport: Sendable {
    /// A restored catalog.
    public struct Catalog: Hashable, Sendable {
        public let id: String
        /// The number of restored records.
        public let recordCount: Int
        /// The number of records that were left out, because they cannot be searched under the catalog's
        /// description; in a repaired store, the number of records that are still damaged.
        public let skippedCount: Int
    }

    /// The catalogs, in the order of the backup. Of a repaired store, only damaged ones.
    public internal(set) var catalogs: [Catalog] = []
    /// Whether the store had catalogs. Then only their damaged parts were restored.
    public internal(set) var isRepair = false
    /// The damaged parts that were restored.
    var repaired: [DamagedPart] = []
    /// Why records were left out; the first ones.
    public internal(set) var diagnostics: [CatalogDiagnostic] = []

    /// The most diagnostics.
    static let diagnosticLimit = 1_000
}

/// Why a backup is not restored. The store is unchanged.
public enum RestoreError: Error, Hashable, Sendable {
    /// The store has catalogs without damage, or the backup is of another store.
    case notEmpty
    /// The content is not a backup, or is damaged in a line, counted from 1.
    case notBackup(line: Int)
    /// A newer version of this library wrote it.
    case newerVersion
    /// Its end is missing after this line.
    case incomplete(line: Int)
    /// More follows its end, from this line on, such as a second backup.
    case trailing(line: Int)
    /// Reading it failed for this reason.
    case unreadable(String)
    /// The store failed.
    case store(StoreError)
}
