// Identifies a record among those of all catalogs.

/// The ids that identify a record.
public struct RecordReference: Hashable, Sendable, Codable {
    /// The catalog's id.
    public var catalog: String
    public var id: String

    public init(catalog: String, id: String) {
        self.catalog = catalog
        self.id = id
    }

    /// The record of a hit.
    public init(_ hit: Hit) { self.init(catalog: hit.catalog, id: hit.id) }
}
