// Events of a store's checkpoints.

public import CatalogStorage

/// Why a store does not start from a checkpoint.
public enum CheckpointFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its files cannot be used.
    case unusable(IndexFault)
    /// Its files cannot be read now.
    case unreadable(reason: String)
    /// The store does not know it: it belongs to another store, or to a history that a failover or a restored
    /// old copy has ended.
    case foreign
    /// It has changes that the store does not have.
    case newer
    /// The store no longer has the deletions since this checkpoint.
    case expired

    /// The fault in English, for logs.
    public var description: String {
        switch self {
        case .unusable(.missing): "its files are missing"
        case .unusable(.otherVersion):
            "another version of this program or of ICU wrote it, or it is of another shard"
        case .unusable(let fault): fault == .damaged ? "its files are damaged" : fault.description
        case .unreadable(let reason): reason
        case .foreign: "it belongs to another store, or to another history of this one"
        case .newer: "it is newer than the store"
        case .expired: "the store has forgotten what was deleted since"
        }
    }
}

/// An event of a checkpoint, for logs.
public enum CheckpointNote: Hashable, Sendable {
    /// The store started from this checkpoint.
    case opened(name: String, Revision)
    /// The store does not use this checkpoint.
    case ignored(name: String, CheckpointFault)
    /// The files of the checkpoint from which the store started are damaged. Its catalogs
    /// are read from the database again.
    case damaged(name: String)
    case written(Revision)
    /// A checkpoint could not be written, or none could be read. The store continues without, or with cached
    /// ones.
    case failed(reason: String)
}
