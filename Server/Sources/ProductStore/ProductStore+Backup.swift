// Backups: all catalogs of a store at one moment, as JSON Lines.

internal import CatalogSearch
internal import Support

extension ProductStore {
    /// The whole store as of one moment. Writers continue while it is read; the database keeps the data that
    /// they replace until then.
    ///
    ///     for try await block in store.backup() { try file.write(block) }
    public func backup() -> StoreBackup { StoreBackup(store: self) }

    /// Checks whether a backup can begin. Damage that is not known yet ends the backup later.
    ///
    /// - Throws: `StoreError.unavailable`.
    public func checkBackup() async throws(StoreError) {
        for catalog in try await allCatalogs() where !catalog.isIntact {
            try fail(for: .description(catalog: catalog.id))
        }
        for part in damagedParts where part.isOfCatalog { try fail(for: part) }
    }

    /// Reads the whole store as of one moment.
    ///
    /// - Parameter write: called with the bytes of the backup, in blocks; an error ends the reading.
    /// - Throws: `StoreError.unavailable(.damaged)` with the first damaged part: an incomplete backup that
    ///   looks complete would be worse than none.
    fileprivate func backup(
        _ write: @escaping @Sendable (_ block: [UInt8]) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await backend.readApart { [self] db in
            let (revision, rows) = (try db.storeRevision(), try db.catalogs())
            var block: [UInt8] = []
            let verifier = RecordVerifier()
            var checksum = Fingerprint()
            func add(_ line: [UInt8]) throws {
                checksum.add(RowChecksum.hash(line))
                block += line
                block.append(0x0A)
                guard block.count >= BackupFormat.blockSize else { return }
                try write(block)
                block.removeAll(keepingCapacity: true)
            }
            let head =
                #"{"lsearchBackup":\#(BackupFormat.version),"revision":\#(revision),"catalogs":\#(rows.count)}"#
            try add(Array(head.utf8))
            for row in rows {
                if row.settings.hasErrors { try fail(for: .description(catalog: row.id)) }
                try add(Array(#"{"catalog":"\#(row.id)","records":\#(row.recordCount)}"#.utf8))
                try add(StoredRecord(id: row.id, revision: row.revision, json: row.description).line)
                var count = 0
                let cursor = try db.records(in: row.number)
                while let record = try cursor.next() {
                    guard verifier.isIntact(record) else {
                        try fail(for: .record(catalog: row.id, id: record.id))
                    }
                    try add(record.line)
                    count += 1
                }
                guard count == row.recordCount else {
                    throw StoreError.unavailable(.damaged(message: "wrong number of records in \(row.id)"))
                }
            }
            try add(BackupFormat.end(checksum))
            if !block.isEmpty { try write(block) }
        }
    }
}

/// The bytes of a backup, in blocks. The store is read while the blocks are consumed; an iterator that is
/// released early ends the reading.
///
/// An iterator throws `StoreError`.
public struct StoreBackup: AsyncSequence, Sendable {
    fileprivate let store: ProductStore

    /// Begins a backup.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(store) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reading: Reading
        private var blocks: AsyncThrowingStream<[UInt8], any Error>.Iterator

        fileprivate init(_ store: ProductStore) {
            let reading = Reading(store)
            self.reading = reading
            blocks = reading.pipe.blocks.makeAsyncIterator()
        }

        /// The next block; `nil` after the last one.
        public mutating func next() async throws -> [UInt8]? {
            let block = try await blocks.next()
            if block != nil { reading.pipe.noteTaken() }
            return block
        }
    }

    /// Ends the reading when the iterator is released.
    private final class Reading: Sendable {
        let pipe = BlockPipe()

        init(_ store: ProductStore) {
            Task { [pipe] in
                do throws(StoreError) {
                    try await store.backup { block throws(StoreError) in try pipe.send(block) }
                    pipe.finish(nil)
                } catch {
                    pipe.finish(error)
                }
            }
        }

        deinit { pipe.abandon() }
    }
}
