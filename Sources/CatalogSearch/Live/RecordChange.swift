// How does a catalog change? Record by record.

/// A change of a catalog while it is searched.
public enum RecordChange: Hashable, Sendable {
    /// A record comes, or takes the place of the one with its id.
    case put(Record)
    /// The record with this id goes, if there is one.
    case delete(id: String)

    /// The id of the record that changes. Ids are the same where their bytes are.
    public var id: String {
        switch self {
        case .put(let record): record.id
        case .delete(let id): id
        }
    }
}
