// Writes and their results, between the store and its writer.

internal import CatalogSearch
internal import CatalogStorage

/// Makes the new JSON of a stored record; `nil` leaves the record unchanged.
public typealias RecordTransform = @Sendable (StoredRecord) -> [UInt8]?

/// One write.
enum Change: Sendable {
    /// Inserts a record, or replaces the one with its id.
    case put(ParsedRecord, catalog: String, Precondition)
    /// Changes a record by a merge patch.
    case patch([UInt8], id: String, catalog: String, Precondition)
    /// Deletes a record.
    case delete(id: String, catalog: String, Precondition)
    /// Inserts or replaces records, all or none. The condition is one on the newest revision of the catalog.
    case load([ParsedRecord], catalog: String, Precondition)
    /// Inserts or replaces the records of a large load, all or none.
    case loadStaged(StagedLoad, catalog: String, Precondition)
    /// Creates a catalog, or replaces its description.
    case putCatalog(CatalogSettings, Precondition)
    /// Deletes a catalog and its records; with a revision, only if it is the newest one of the catalog.
    case deleteCatalog(id: String, Precondition, unchangedSince: Revision?)
    /// Gives a catalog another id. With `swaps`, the catalog with that id gets this one's; otherwise no
    /// catalog may have it.
    case renameCatalog(id: String, to: String, swaps: Bool)
    /// Inserts or replaces a rule of a catalog; `nil` deletes it. Rules have no revisions of their own.
    case putRule(id: String, [UInt8]?, catalog: String, Precondition)
    /// Changes what servers have learned about a catalog's records.
    case changeLearned(LearnedChange, catalog: String)
    /// Restores a backup into a store without catalogs.
    case restore(StagedBackup)
    /// Replaces damaged parts of catalogs by those of a backup that are proven to be the same version.
    case repair(StagedBackup)
    /// Rewrites some records of a catalog, after an id.
    case rewrite(RecordTransform, after: String, catalog: String)
    /// Rewrites the records with these ids.
    case rewriteRecords([String], RecordTransform, catalog: String)
    /// Inserts keys of the API. There must be none with their uids; with `onlyFirst`, none at all.
    case insertAccessKeys([StoredAccessKey], onlyFirst: Bool)
    /// Changes a key of the API by a merge patch.
    case patchAccessKey([UInt8], uid: String)
    /// Deletes a key of the API.
    case deleteAccessKey(uid: String)

    /// Whether the change has a transaction of its own.
    var standsAlone: Bool {
        switch self {
        case .loadStaged, .putCatalog, .deleteCatalog, .renameCatalog, .putRule, .changeLearned, .rewrite,
            .rewriteRecords, .restore, .repair:
            true
        case .put, .patch, .delete, .load, .insertAccessKeys, .patchAccessKey, .deleteAccessKey: false
        }
    }

    /// The approximate size in bytes.
    var size: Int {
        switch self {
        case .put(let record, _, _): record.json.count
        case .patch(let patch, _, _, _): patch.count
        case .delete, .deleteCatalog, .renameCatalog, .changeLearned, .loadStaged, .rewrite, .rewriteRecords,
            .restore, .repair:
            0
        case .load(let records, _, _): records.reduce(0) { $0 + $1.json.count }
        case .putCatalog(let settings, _): settings.json.count
        case .putRule(_, let json, _, _): json?.count ?? 0
        case .insertAccessKeys(let keys, _): keys.reduce(0) { $0 + $1.json.count }
        case .patchAccessKey(let patch, _): patch.count
        case .deleteAccessKey: 0
        }
    }
}

/// The result of a successful write.
struct ChangeOutcome: Sendable {
    var result: WriteResult
    /// The numbers of records that a load read, of new ones among them, and of those that it deleted.
    var recordCount = 0
    var newCount = 0
    var deletedCount = 0
    /// The id of the last record that was read for rewriting; `nil` if there was none.
    var lastIdentifier: String?
    /// What was restored from a backup.
    var restored: RestoreReport?

    init(_ result: WriteResult) { self.result = result }
}

/// The records of a large load: on the disk, and ready for search.
struct StagedLoad: Sendable {
    /// The path of the ``LoadStaging``.
    let path: String
    /// The largest position of a line.
    let count: Int
    /// The records, read by the description of this revision; `nil` if they are read back from the database.
    let index: CatalogIndex?
    let descriptionRevision: Revision
    /// Whether the other records of the catalog are deleted.
    let replaces: Bool
}

extension DamageLog {
    /// Removes damaged parts that a successful write has replaced or deleted.
    func forget(whatReplaces change: Change) {
        guard !parts.isEmpty else { return }
        switch change {
        case .put(let record, let catalog, _): forget([.record(catalog: catalog, id: record.record.id)])
        case .delete(let id, let catalog, _): forget([.record(catalog: catalog, id: id)])
        case .load(let records, let catalog, _):
            forget(records.map { .record(catalog: catalog, id: $0.record.id) })
        case .putCatalog(let settings, _): forget([.description(catalog: settings.description.id)])
        case .deleteCatalog(let id, _, _), .renameCatalog(let id, _, false): forget(catalog: id)
        case .renameCatalog(let id, let other, true):
            forget(catalog: id)
            forget(catalog: other)
        // Parts that are still damaged are found again.
        case .loadStaged(_, let catalog, _): forget(catalog: catalog)
        case .deleteAccessKey(let uid): forget([.accessKey(uid: uid)])
        case .patch, .putRule, .changeLearned, .restore, .repair, .rewrite, .rewriteRecords,
            .insertAccessKeys, .patchAccessKey:
            break
        }
    }
}
