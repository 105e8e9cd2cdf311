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
enum ChangeOutcome: Sendable {
    case written(WriteResult)
    /// Of how many records none was there before, and what was wrong with those that are left out.
    case loaded(Revision, count: Int, newCount: Int, [CatalogDiagnostic])

    var revision: Revision {
        switch self {
        case .written(let result): result.revision
        case .loaded(let revision, _, _, _): revision
        }
    }
}
