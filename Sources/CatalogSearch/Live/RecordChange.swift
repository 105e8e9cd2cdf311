// A change of one record.

/// A change of a catalog while it is searched.
public enum RecordChange: Hashable, Sendable {
    /// Inserts a record, or replaces the one with its id.
    case put(CatalogRecord)
    /// Deletes the record with this id, if there is one.
    case delete(id: String)

    /// The id of the changed record. Ids are equal if their bytes are.
    public var id: String {
        switch self {
        case .put(let record): record.id
        case .delete(let id): id
        }
    }
}
