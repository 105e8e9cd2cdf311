// Restores backups.

extension ProductStore {
    /// Restores a backup into this store: all of it in one transaction, or nothing. Until its last line is
    /// read, a file beside the store holds it. Records and catalogs get new revisions.
    ///
    /// If the store has catalogs, only their damaged parts are restored, and only those that have not changed
    /// since the backup. The backup must be of this store: all undamaged parts must equal those of the
    /// backup.
    ///
    /// - Parameter backup: the bytes that ``backup(_:)`` wrote, in blocks.
    public func restore<Blocks: AsyncSequence>(
        _ backup: Blocks
    ) async throws(RestoreError) -> RestoreReport where Blocks.Element: Collection<UInt8> {
        do {
            guard try await allCatalogs().isEmpty || hasDamagedCatalogs else { throw RestoreError.notEmpty }
            let staged = try await StagedBackup(copying: backup, besides: backend.stagingPath)
            // The queue of changes may hold the copy for a moment after its response.
            defer { staged.remove() }
            let report = try await perform(.restore(staged)).restored ?? RestoreReport()
            damage.forget(report.repaired)
            return report
        } catch let error as RestoreError {
            throw error
        } catch StoreError.conflict {
            throw .notEmpty
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
