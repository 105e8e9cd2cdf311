// The results of verifying a store.

/// What ``StoreVerifier`` found.
public struct StoreReport: Hashable, Sendable {
    /// A catalog that was read.
    public struct Catalog: Hashable, Sendable {
        public let id: String
        /// The number of its records.
        public internal(set) var recordCount = 0
        /// The number of records that cannot be searched under its description. This is no damage: see
        /// ``ProductStore/putCatalog(_:description:if:)``.
        public internal(set) var unusableCount = 0
    }

    /// The catalogs in the order of their ids.
    public internal(set) var catalogs: [Catalog] = []
    /// The newest revision of the store; `nil` for a query log, which has none.
    public internal(set) var revision: Revision?
    /// The most faults that are listed.
    public static let faultLimit = 100
    /// The first faults, at most ``faultLimit``.
    public private(set) var faults: [StoreFault] = []
    /// The number of all faults.
    public private(set) var faultCount = 0

    /// Whether nothing is damaged.
    public var isSound: Bool { faultCount == 0 }

    mutating func report(_ fault: StoreFault) {
        faultCount += 1
        if faultCount <= Self.faultLimit { faults.append(fault) }
    }
}

public enum StoreFault: Hashable, Sendable {
    /// SQLite finds the database damaged; its message.
    case database(String)
    /// A table is missing, unknown or was changed.
    case table(String)
    /// Records belong to no catalog.
    case orphans(count: Int)
    /// An invalid id of a catalog.
    case catalogIdentifier(String)
    /// The description of a catalog cannot be used, or its row does not match its checksum.
    case description(catalog: String)
    /// A catalog counts more or fewer records than it has.
    case count(catalog: String, stated: Int, found: Int)
    /// A revision of a catalog is greater than the one of the store, or less than the one of its description.
    case catalogRevision(catalog: String, Revision)
    /// The revision of a record is greater than the one of its catalog.
    case recordRevision(catalog: String, record: String, Revision)
    /// Two records or descriptions have the same revision.
    case revisionTwice(Revision)
    /// A record's JSON is broken, has no id, or does not match its checksum.
    case record(catalog: String, record: String)
    /// The id in a record's JSON differs.
    case identifier(catalog: String, record: String, found: String)
}
