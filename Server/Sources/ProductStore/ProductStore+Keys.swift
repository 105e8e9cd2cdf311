// Keys of the API: the store has their permissions, but not their secrets.

extension ProductStore {
    /// All keys, in the order of their ids.
    ///
    /// - Throws: `StoreError.unavailable`.
    public func accessKeys() async throws(StoreError) -> [StoredAccessKey] {
        try await read { db in try db.accessKeys() }
    }

    /// Inserts a key.
    ///
    /// - Throws: `StoreError.conflict` if there is a key with its id, `.unavailable`.
    @discardableResult
    public func insertAccessKey(_ uid: String, json: [UInt8]) async throws(StoreError) -> WriteResult {
        try await write(.insertAccessKeys([StoredAccessKey(uid: uid, json: json)], onlyFirst: false))
    }

    /// Inserts the first keys of a store, all or none.
    ///
    /// - Throws: `StoreError.conflict` if there is a key already, `.unavailable`.
    @discardableResult
    public func insertFirstAccessKeys(_ keys: [StoredAccessKey]) async throws(StoreError) -> WriteResult {
        try await write(.insertAccessKeys(keys, onlyFirst: true))
    }

    /// Changes a key by a JSON Merge Patch (RFC 7396). A key that was deleted meanwhile stays deleted.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    @discardableResult
    public func patchAccessKey(_ uid: String, with patch: [UInt8]) async throws(StoreError) -> WriteResult {
        try await write(.patchAccessKey(patch, uid: uid))
    }

    /// Deletes a key.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    @discardableResult
    public func deleteAccessKey(_ uid: String) async throws(StoreError) -> WriteResult {
        try await write(.deleteAccessKey(uid: uid))
    }
}
