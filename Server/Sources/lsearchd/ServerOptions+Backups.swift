// The option for backups of the store.

internal import Localization
internal import ProductStore
internal import Storefront

extension ServerOptions {
    /// The folder of the store's backups.
    func storeBackups() throws -> BackupFolder? {
        guard let backups else { return nil }
        guard let store else { throw StartError("NeedsStore: %@", .text("--backups")) }
        // PostgreSQL has backups and copies of its own, and several servers would repair it at the same time.
        guard !PostgreSQLAddress.isAddress(store) else {
            throw StartError("OptionsExclude: %1$@ %2$@", .text("--backups"), .text("--store postgresql:"))
        }
        return BackupFolder(backups)
    }
}
