// Events of the backups that a server keeps.

/// An event of a folder of backups, for logs.
public enum BackupNote: Hashable, Sendable {
    /// A backup was written.
    case written(name: String)
    /// A damaged part of the store was restored from a backup.
    case restored(DamagedPart, name: String)
    /// Nothing is restored from a backup, for a reason in English.
    case ignored(name: String, reason: String)
    /// A backup has changes up to the first revision, and the store only up to the second one: it has lost the
    /// others. The backup is renamed, and stays.
    case newer(name: String, Revision, store: Revision)
    /// A backup cannot be written or read, for a reason in English.
    case failed(reason: String)
}
