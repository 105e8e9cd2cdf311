// The report of a verification of a store.

internal import Localization
internal import ProductStore
internal import Storefront

extension ServerMessages {
    /// Verifies a store, or a query log, and backups, and prints what was found.
    ///
    /// - Parameter backups: the folder of the store's backups; `nil` for none.
    /// - Returns: the exit status: 0 if it is sound, 1 if it is damaged, 2 if it cannot be verified.
    func verify(_ path: String, backups: String?) -> Int32 {
        if PostgreSQLAddress.isAddress(path) {
            report(StartError("VerifyNeedsFile"))
            return 2
        }
        let report: StoreReport
        let verified: [BackupFolder.Report]
        do throws(StoreError) {
            report = try StoreVerifier.verify(path)
            verified =
                try backups.map { folder throws(StoreError) in try BackupFolder(folder).verify() } ?? []
        } catch {
            self.report(StorefrontError.store(path: path, error))
            return 2
        }
        for catalog in report.catalogs {
            print(
                text(
                    "VerifiedCatalog: %1$@ %2$ld %3$ld", .text(catalog.id), .init(catalog.recordCount),
                    .init(catalog.unusableCount)))
        }
        for fault in report.faults { print(message(for: fault)) }
        if report.isSound, let revision = report.revision {
            print(text("VerifiedSound: %1$@ %2$ld", .text(path), .init(Int(revision.number))))
        } else if report.isSound {
            print(text("VerifiedSoundLog: %@", .text(path)))
        } else {
            print(text("VerifiedDamaged: %1$@ %2$ld", .text(path), .init(report.faultCount)))
        }
        for backup in verified {
            guard let revision = backup.revision else {
                print(text("VerifiedBackupDamaged: %@", .text(backup.path)))
                continue
            }
            print(text("VerifiedBackup: %1$@ %2$ld", .text(backup.path), .init(Int(revision.number))))
        }
        return report.isSound && verified.allSatisfy { $0.revision != nil } ? 0 : 1
    }

    private func print(_ line: String) { LineWriter.standardOutput.write(line) }

    private func message(for fault: StoreFault) -> String {
        switch fault {
        case .database(let message): text("FaultDatabase: %@", .text(message))
        case .table(let name): text("FaultTable: %@", .text(name))
        case .orphans(let count): text("FaultOrphans: %ld", .init(count))
        case .catalogIdentifier(let id): text("FaultCatalogIdentifier: %@", .text(id))
        case .description(let catalog): text("FaultDescription: %@", .text(catalog))
        case .count(let catalog, let stated, let found):
            text("FaultCount: %1$@ %2$ld %3$ld", .text(catalog), .init(stated), .init(found))
        case .catalogRevision(let catalog, let revision):
            text("FaultCatalogRevision: %1$@ %2$ld", .text(catalog), .init(Int(revision.number)))
        case .recordRevision(let catalog, let record, let revision):
            text(
                "FaultRecordRevision: %1$@ %2$@ %3$ld", .text(record), .text(catalog),
                .init(Int(revision.number)))
        case .revisionTwice(let revision): text("FaultRevisionTwice: %ld", .init(Int(revision.number)))
        case .record(let catalog, let record): text("FaultRecord: %1$@ %2$@", .text(record), .text(catalog))
        case .identifier(let catalog, let record, let found):
            text("FaultIdentifier: %1$@ %2$@ %3$@", .text(record), .text(catalog), .text(found))
        }
    }
}
