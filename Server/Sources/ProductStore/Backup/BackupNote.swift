// Events of the backups that a server keeps.

/// An event of a folder of backups, for logs.
public enum BackupNote: Hashable, Sendable {
    /// A backup was written.
    case written(name: String)
    /// A damaged part of the store was restored from a backup.
    case restored(DamagedPart, name: String)
    /// Nothing is restored from a backup, for a reason in English.
    case ignored(name: String, reason: String)
    /// A backup has changes up to this one, and the store has lost them. It is renamed, and stays.
    case newer(name: String, Revision)
    /// A backup cannot be written or read, for a reason in English.
    case failed(reason: String)
}
