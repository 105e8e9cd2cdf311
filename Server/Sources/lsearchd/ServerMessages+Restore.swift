// Restores a backup, and reports it.

internal import Localization
internal import ProductStore
internal import Storefront

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension ServerMessages {
    /// Restores a backup, and prints what was restored.
    ///
    /// - Parameters:
    ///   - path: the file of the backup; `-` for standard input.
    ///   - storePath: a file of SQLite, or an address of PostgreSQL.
    /// - Returns: the exit status: 0 if it is restored, 1 if some records were
    ///   left out, 2 if nothing is restored.
    func restore(_ path: String, into storePath: String) async -> Int32 {
        // A pipe will do, too: what unpacks a backup may write into it.
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            report(StorefrontError.unreadable(path: path))
            return 2
        }
        let blocks = BackupBlocks(file: BlockReader(descriptor: file))
        var name = storePath
        do {
            let store: ProductStore
            if PostgreSQLAddress.isAddress(storePath) {
                name = "postgresql:"
                let address = try PostgreSQLAddress(storePath)
                name = address.description
                store = try ProductStore(address)
                // The operator can repeat the command when the database can be reached.
                if store.following.lag == nil {
                    throw StoreError.unavailable(.unreachable(message: name))
                }
            } else {
                store = try ProductStore(path: storePath)
            }
            let report: RestoreReport
            do {
                report = try await store.restore(blocks)
            } catch {
                try? await store.close()
                throw error
            }
            try await store.close()
            for catalog in report.catalogs {
                LineWriter.standardOutput.write(message(for: catalog, isRepair: report.isRepair))
            }
            LineWriter.standardOutput.write(text("Restored: %@", .text(name)))
            return report.catalogs.allSatisfy { $0.skippedCount == 0 } ? 0 : 1
        } catch let error as RestoreError {
            switch error {
            case .notEmpty: report(StartError("RestoreNotEmpty: %@", .text(name)))
            case .notBackup(let line):
                report(StartError("RestoreNoBackup: %1$@ %2$ld", .text(path), .init(line)))
            case .newerVersion: report(StartError("RestoreNewer: %@", .text(path)))
            case .incomplete(let line):
                report(StartError("RestoreIncomplete: %1$@ %2$ld", .text(path), .init(line)))
            case .trailing(let line):
                report(StartError("RestoreTrailing: %1$@ %2$ld", .text(path), .init(line)))
            case .unreadable: report(StorefrontError.unreadable(path: path))
            case .store(let error): report(StorefrontError.store(path: name, error))
            }
        } catch let error as StoreError {
            report(StorefrontError.store(path: name, error))
        } catch {
            report(error)
        }
        return 2
    }
}

extension ServerMessages {
    private func message(for catalog: RestoreReport.Catalog, isRepair: Bool) -> String {
        let (id, restored) = (FormatValue.text(catalog.id), FormatValue(catalog.recordCount))
        let left = FormatValue(catalog.skippedCount)
        return isRepair
            ? text("RepairedCatalog: %1$@ %2$ld %3$ld", id, restored, left)
            : text("RestoredCatalog: %1$@ %2$ld %3$ld", id, restored, left)
    }
}

/// The bytes of a backup, in blocks.
private struct BackupBlocks: AsyncSequence, AsyncIteratorProtocol {
    let file: BlockReader

    func makeAsyncIterator() -> BackupBlocks { self }

    func next() async throws -> ArraySlice<UInt8>? {
        do throws(StoreError) {
            return try file.next()
        } catch {
            throw RestoreError.unreadable("\(error)")
        }
    }
}
