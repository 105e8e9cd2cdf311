// The location of a store's checkpoints.

public import CatalogSearch

/// The location of a store's checkpoints: a folder (``CheckpointFolder``), or an object store with a folder
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
    ///   - position: the moment of the checkpoint.
    func write(
        _ catalogs: [(facts: Checkpoint.Facts, index: CatalogIndex)], at position: Checkpoint.Position
    ) throws -> CheckpointFolder.Writing

    /// The copies of checkpoints that can be used if this location cannot be reached; `nil` if there are
    /// none.
    var cache: CheckpointFolder? { get }
}

extension CheckpointFolder: CheckpointLocation {
    /// A folder needs no cache.
    public var cache: CheckpointFolder? { nil }
}
