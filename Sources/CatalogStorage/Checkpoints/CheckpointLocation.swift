// Where the checkpoints of a store are.

public import CatalogSearch

/// Where the checkpoints of a store are: a folder (``CheckpointFolder``), or a store of objects with a folder
/// as its cache (``CheckpointMirror``).
public protocol CheckpointLocation: Sendable {
    /// The names of the checkpoints, the last written first.
    func names() throws -> [String]

    /// Opens a checkpoint.
    ///
    /// - Throws: `IndexFault` if it cannot be used; other errors if it cannot be read now.
    func open(_ name: String) throws -> Checkpoint

    /// Removes the files of a damaged checkpoint from this machine.
    func remove(_ name: String)

    /// Writes a checkpoint, and removes old ones.
    ///
    /// - Parameters:
    ///   - catalogs: the catalogs and their records.
    ///   - position: the moment.
    func write(
        _ catalogs: [(facts: Checkpoint.Facts, index: CatalogIndex)], at position: Checkpoint.Position
    ) throws -> CheckpointFolder.Writing

    /// Where copies of checkpoints are if this place cannot be reached; `nil` if there are none.
    var cache: CheckpointFolder? { get }
}

extension CheckpointFolder: CheckpointLocation {
    /// A folder needs no cache.
    public var cache: CheckpointFolder? { nil }
}
