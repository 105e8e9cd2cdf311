// The share of the records that a process searches, and its recent versions.

extension ProductStore {
    /// The share of the records that this process has; `nil` for all.
    public var shard: StoreShard? { backend.shard }

    /// What identifies the database, whichever server has it; `nil` if it is not known,
    /// or no server but a file has it.
    public var databaseName: String? { backend.databaseName }

    /// The recent versions of a shard, the last one at the end.
    public var searchedVersions: [SearchedVersion] { live.versions.list }

    /// The version of a shard with a revision.
    ///
    /// - Parameter time: how long to wait for a revision that is not yet known.
    /// - Returns: `nil` if it does not come, is gone, or cannot be told from others.
    public func searchedVersion(at revision: Revision, within time: Duration) async -> SearchedVersion? {
        guard await live.isPublished(revision, within: time) else { return nil }
        return live.versions.version(at: revision)
    }
}
