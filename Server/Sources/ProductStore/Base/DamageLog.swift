// Damaged parts of a store: reported once, counted, and forgotten when they are replaced.

internal import CatalogSearch
internal import CatalogStorage
internal import Synchronization

/// A part of the database that was written correctly, and can no longer be read. It is left out until it is
/// replaced.
public enum DamagedPart: Hashable, Sendable {
    /// A record. Searches do not find it, and it is in no list.
    case record(catalog: String, id: String)
    /// Records of a catalog: it has more or fewer than were written.
    case records(catalog: String)
    /// The description of a catalog, with its rules. The records are searched with an empty description.
    case description(catalog: String)
    /// A key of the API. It permits nothing.
    case accessKey(uid: String)
    /// The end of the log with the newest changes. The store has the earlier changes. A copy of the log stays
    /// beside the store until an operator removes it.
    case log
    /// A table whose rows belong to no catalog. It is restored, or the store is not opened.
    case table(String)
}

extension DamagedPart: CustomStringConvertible {
    /// The part in English, for logs.
    public var description: String {
        switch self {
        case .record(let catalog, let id): "the record '\(id)' of the catalog '\(catalog)'"
        case .records(let catalog): "the number of records of the catalog '\(catalog)'"
        case .description(let catalog): "the description of the catalog '\(catalog)'"
        case .accessKey(let uid): "the key '\(uid)'"
        case .table(let name): "the table '\(name)'"
        case .log:
            "the end of SQLite's log: newest changes may be lost, and the log is kept as '-wal-damaged'"
        }
    }
}

/// The damaged parts that were found.
final class DamageLog: Sendable {
    private let found = Mutex<Set<DamagedPart>>([])
    private let restored = Atomic(0)
    private let tell: @Sendable (DamagedPart) -> Void
    private let tellRestored: @Sendable (DamagedPart) -> Void

    /// The most parts that are reported and counted.
    private static let limit = 10_000

    /// - Parameters:
    ///   - tell: called once for each part.
    ///   - tellRestored: called with each part that was restored.
    init(
        tell: @escaping @Sendable (DamagedPart) -> Void = { _ in },
        tellRestored: @escaping @Sendable (DamagedPart) -> Void = { _ in }
    ) {
        self.tell = tell
        self.tellRestored = tellRestored
    }

    /// The known damaged parts.
    var parts: Set<DamagedPart> { found.withLock { $0 } }

    func note(_ part: DamagedPart) {
        let isNew = found.withLock { $0.count < Self.limit && $0.insert(part).inserted }
        if isNew { tell(part) }
    }

    /// How many parts were restored.
    var restoredCount: Int { restored.load(ordering: .relaxed) }

    /// Notes a damaged part that was restored from the database's own data.
    func noteRestored(_ part: DamagedPart) {
        restored.add(1, ordering: .relaxed)
        tellRestored(part)
    }

    /// Counts and forgets damaged parts that were replaced by those of a backup.
    ///
    /// - Returns: the parts, without numbers of records that were right.
    func noteReplaced(_ parts: [DamagedPart]) -> [DamagedPart] {
        let damaged = found.withLock { found in
            defer { found.subtract(parts) }
            return parts.filter { part in
                if case .records = part { found.contains(part) } else { true }
            }
        }
        restored.add(damaged.count, ordering: .relaxed)
        return damaged
    }

    /// Forgets parts that were replaced.
    func forget(_ parts: [DamagedPart]) { found.withLock { $0.subtract(parts) } }

    func forget(catalog: String) {
        found.withLock { found in found = found.filter { !$0.isPart(of: catalog) } }
    }
}

extension DamagedPart {
    /// Whether a backup contains it: it has no keys, and not what the log has lost.
    var isOfCatalog: Bool {
        switch self {
        case .record, .records, .description: true
        case .accessKey, .log, .table: false
        }
    }

    fileprivate func isPart(of id: String) -> Bool {
        switch self {
        case .record(let catalog, _), .records(let catalog), .description(let catalog): catalog == id
        case .accessKey, .log, .table: false
        }
    }
}

/// How stored records are made searchable.
struct ReadingContext: Sendable {
    var policy = MergePolicy()
    var damage = DamageLog()
}

/// Reads the stored records of one catalog, and notes damaged ones.
struct StoredRecordReader {
    private let catalog: String
    private let reader: JSONRecordReader
    private let damage: DamageLog

    init(_ settings: CatalogSettings, _ damage: DamageLog) {
        catalog = settings.description.id
        reader = settings.recordReader()
        self.damage = damage
        if settings.hasErrors { damage.note(.description(catalog: catalog)) }
    }

    /// Reads a record. The stored id must match the id in the JSON: else two records could have the same.
    ///
    /// - Returns: the record, or why it cannot be searched.
    func read(_ stored: StoredRecord) -> Result<CatalogRecord, UnusableRecord.Reason> {
        let reading = reader.read(stored.json)
        if stored.isRestored { damage.noteRestored(.record(catalog: catalog, id: stored.id)) }
        if stored.hasChecksum, let record = reading.record, record.id.utf8.elementsEqual(stored.id.utf8) {
            return .success(record)
        }
        let isBroken = reading.record != nil || reading.diagnostics.contains(where: \.breaksRecord)
        if isBroken || !stored.hasChecksum {
            damage.note(.record(catalog: catalog, id: stored.id))
        }
        return .failure(.init(diagnostics: reading.diagnostics))
    }
}

extension UnusableRecord {
    /// Why a record cannot be searched.
    struct Reason: Error {
        let diagnostics: [CatalogDiagnostic]
    }
}

/// Checks whether records are as a store wrote them.
struct RecordVerifier {
    // A record is JSON with an id, whatever its catalog's description says.
    private let reader = CatalogSettings(catalog: "record", json: Array("{}".utf8)).recordReader()

    /// The id in a record's JSON.
    func identifier(_ json: [UInt8]) -> String? { reader.read(json).record?.id }

    func isIntact(_ record: StoredRecord) -> Bool {
        guard record.hasChecksum else { return false }
        let reading = reader.read(record.json)
        guard let found = reading.record else { return !reading.diagnostics.contains(where: \.breaksRecord) }
        return found.id.utf8.elementsEqual(record.id.utf8)
    }
}

extension StoredRecord {
    /// Whether the record is as it was written: JSON, with its id and its checksum.
    public var isIntact: Bool { RecordVerifier().isIntact(self) }
}

extension CatalogDiagnostic {
    /// Whether a store rejects such a record under any description of a catalog.
    var breaksRecord: Bool {
        switch kind.code {
        case .invalidJSON, .invalidUTF8, .unpairedSurrogate, .notObject, .tooLong, .noIdentifier: true
        default: false
        }
    }
}
