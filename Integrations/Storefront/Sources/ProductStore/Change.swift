// What is asked of the writer, and what did it answer?

internal import CatalogSearch
internal import Storage

/// One write.
enum Change: Sendable {
    /// A record comes, or takes the place of the one with its id.
    case put(ParsedRecord, catalog: String, Precondition)
    /// A record is changed by a merge patch.
    case patch([UInt8], id: String, catalog: String, Precondition)
    /// A record goes.
    case delete(id: String, catalog: String, Precondition)
    /// Records come, all or none.
    case load([ParsedRecord], catalog: String)
    /// A catalog is made, or described anew.
    case putCatalog(CatalogSettings, Precondition)
    /// A catalog goes, with its records.
    case deleteCatalog(id: String, Precondition)

    /// Whether the change is committed by itself.
    var standsAlone: Bool {
        switch self {
        case .putCatalog, .deleteCatalog: true
        case .put, .patch, .delete, .load: false
        }
    }

    /// About how many bytes it holds.
    var size: Int {
        switch self {
        case .put(let record, _, _): record.json.count
        case .patch(let patch, _, _, _): patch.count
        case .delete, .deleteCatalog: 0
        case .load(let records, _): records.reduce(0) { $0 + $1.json.count }
        case .putCatalog(let settings, _): settings.json.count
        }
    }
}

/// What came of a write that was done.
struct ChangeOutcome: Sendable {
    var result: WriteResult
    /// How many records a load brought, and how many of them were not there before.
    var recordCount = 0
    var newCount = 0

    init(_ result: WriteResult) { self.result = result }
}
