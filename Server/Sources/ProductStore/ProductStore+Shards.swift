// The shard that a process searches, and its recent versions.

extension ProductStore {
    /// The shard of the records that this process has; `nil` for all records.
    public var shard: StoreShard? { backend.shard }

    /// Identifies the database, whichever server has it; `nil` if this is not known yet, or if the store is a
    /// file.
    public var databaseName: String? { backend.databaseName }

    /// The recent versions of a shard, the last one at the end.
    public var searchedVersions: [SearchedVersion] { live.versions.list }

    /// The version of a shard with a revision.
    ///
    /// - Parameter time: how long to wait for a revision that is not yet known.
    /// - Returns: `nil` if the revision does not arrive, or its version is no longer available or not exactly
    ///   known.
    public func searchedVersion(at revision: Revision, within time: Duration) async -> SearchedVersion? {
        guard await live.isPublished(revision, within: time) else { return nil }
        return live.versions.version(at: revision)
    }
}
