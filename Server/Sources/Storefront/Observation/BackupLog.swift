// The log of backups.

internal import Logging
internal import ProductStore

extension Logger {
    /// Logs what happened to a backup.
    func note(_ note: BackupNote) {
        switch note {
        case .written(let name): notice("Backup written", metadata: ["name": "\(name)"])
        case .restored(let part, let name):
            warning(
                "A damaged part of the store is restored from a backup: the disk may be failing",
                metadata: ["part": "\(part)", "name": "\(name)"])
        case .ignored(let name, let reason):
            error("Nothing is restored from a backup", metadata: ["name": "\(name)", "reason": "\(reason)"])
        case .newer(let name, let revision, let own):
            error(
                "The store has lost changes that a backup has: restore the backup into a new store, or compare",
                metadata: ["name": "\(name)", "revision": "\(revision)", "store": "\(own)"])
        case .failed(let reason):
            error("No backup can be written or read", metadata: ["reason": "\(reason)"])
        }
    }
}
