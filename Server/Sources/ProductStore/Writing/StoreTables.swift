// The tables of a database as a transaction reads and writes them.

/// Reads and writes the rows of a store within a transaction.
protocol StoreTables: StoreReader {
    func setStoreRevision(_ revision: Revision) throws
    /// Reads together the rows that a change will look up one by one.
    func prepare(for change: Change) throws
    /// Writes the collected changes.
    func flush() throws
    func insertCatalog(_ id: String, description: [UInt8], _ revision: Revision) throws
    /// Replaces the description of a catalog, its revisions, and the number of its records.
    func describeCatalog(_ catalog: CatalogRow) throws
    /// Replaces the revision of a catalog, and the number of its records.
    func updateCatalog(_ catalog: CatalogRow) throws
    /// Deletes a catalog and its records.
    func deleteCatalog(_ number: Int64, _ revision: Revision) throws
    /// Exchanges the ids of two catalogs. The second one need not exist.
    func exchangeCatalogs(_ first: String, _ second: String, _ revision: Revision) throws
    /// Inserts or replaces a key of the API.
    func putAccessKey(_ key: StoredAccessKey) throws
    func deleteAccessKey(_ uid: String) throws
    func recordRevision(_ id: String, in catalog: Int64) throws -> Revision?
    func insertRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws
    func updateRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws
    func deleteRecord(_ id: String, in catalog: Int64, _ revision: Revision) throws
    /// Puts the staged records of a load into a catalog. Each gets the revision of its position after
    /// `revision`. Deletions of a replacement get the revision after all these.
    func putStaged(_ load: StagedLoad, into catalog: Int64, after revision: Revision) throws -> StagedCounts
}

extension StoreTables {
    func prepare(for change: Change) {}
    func flush() {}
}

/// The numbers of records that a staged load wrote.
struct StagedCounts {
    /// The number of records.
    let all: Int
    /// The number of records that the catalog did not have.
    let new: Int
    var deleted = 0
}
