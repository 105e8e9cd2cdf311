// The progress of opening a store.

public struct OpeningProgress: Hashable, Sendable {
    /// The catalog being read.
    public let catalog: String
    /// The number of records read, of all catalogs.
    public let recordCount: Int
    /// The number of records of all catalogs.
    public let total: Int
}
