// Keys of the API: what they permit is kept in the store; their secrets are not.

/// A key of the API.
public struct StoredAccessKey: Hashable, Sendable {
    /// The key's id.
    public let uid: String
    /// What it permits, in a form that only its reader knows.
    public let json: [UInt8]

    /// A key.
    public init(uid: String, json: [UInt8]) {
        self.uid = uid
        self.json = json
    }
}

extension ProductStore {
    /// All keys, in the order of their ids.
    ///
    /// - Throws: `StoreError.unavailable`.
    public func accessKeys() async throws(StoreError) -> [StoredAccessKey] {
        try await read { db in try db.accessKeys() }
    }

    /// Inserts a key, or replaces the one with its id.
    ///
    /// - Parameter isNew: whether there must be none with its id.
    /// - Throws: `StoreError.conflict`, `.unavailable`.
    @discardableResult
    public func putAccessKey(
        _ uid: String, json: [UInt8], isNew: Bool = false
    ) async throws(StoreError) -> WriteResult {
        try await write(.putAccessKey(StoredAccessKey(uid: uid, json: json), isNew: isNew))
    }

    /// Deletes a key, if there is one.
    ///
    /// - Throws: `StoreError.unavailable`.
    @discardableResult
    public func deleteAccessKey(_ uid: String) async throws(StoreError) -> WriteResult {
        try await write(.deleteAccessKey(uid: uid))
    }
}
