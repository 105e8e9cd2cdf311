// Builds the index of a catalog, so that no process ever uses an incomplete one.

internal import CatalogSearch
public import Files

/// The result of building an index.
public enum IndexBuilding: Sendable {
    /// The index was built and opened.
    case done(LoadedCatalog)
    /// Nothing of the catalog can be used, for the reasons in the diagnostics.
    case unreadable(CatalogReading)
    /// The catalog cannot have an index: it is a pipe, or part of it cannot be read; or ICU lacks data.
    case unsuitable
    /// Another process builds the index and takes too long.
    case busy
}

/// How far building an index has come.
public enum IndexProgress: Sendable {
    /// Another process builds the index.
    case waiting
    /// About how many bytes of the catalog are indexed, and its size; `nil` if that is unknown.
    case indexing(Int, of: Int?)
}

extension IndexCache {
    /// Builds or updates the index of a catalog, and opens it.
    ///
    /// While another process builds the same index, this one waits for some time, and then opens the other's
    /// index.
    ///
    /// - Parameters:
    ///   - fault: why the existing index cannot be used.
    ///   - isForced: whether to build even if another process has just done so.
    ///   - begin: called with the reason, when building begins.
    ///   - progress: called after each block.
    /// - Throws: `FileError` if the cache cannot be written. An old index is unchanged then.
    nonisolated(nonsending) public func build(
        _ file: CatalogFile, because fault: IndexFault, isForced: Bool = false,
        begin: (IndexFault) -> Void = { _ in }, progress: @escaping (IndexProgress) -> Void = { _ in }
    ) async throws(FileError) -> IndexBuilding {
        guard Self.mayBeIndexed(file), let place = place(of: file), !isUntrusted(for: file) else {
            return .unsuitable
        }
        try place.make()
        var waited = 0
        var taken = try place.lock()
        while taken == nil, waited < patience {
            progress(.waiting)
            // A cancelled task stops waiting.
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
            waited += 20
            taken = try place.lock()
        }
        guard let lock = taken else { return .busy }
        defer { withExtendedLifetime(lock) {} }
        if !isForced, waited > 0 || fault != .damaged, let built = try? open(file) { return .done(built) }

        let old = try? place.manifest(of: file)
        let hadUnfinished = lock.isExclusive && place.clean(keeping: old)
        begin(fault == .missing && hadUnfinished ? .unfinished : fault)
        do {
            if !isForced, fault == .stale, let old,
                let updated = try await update(old, of: file, at: place, isAlone: lock.isExclusive, progress)
            {
                return .done(updated)
            }
            return try await write(file, at: place, isAlone: lock.isExclusive, progress)
        } catch let error as FileError {
            throw error
        } catch {
            // ICU lacks data, which a search reports, too, or a segment would be too large for one file.
            return .unsuitable
        }
    }

    /// Whether the catalog can be read twice.
    private static func mayBeIndexed(_ file: CatalogFile) -> Bool {
        guard file.format != .checkpoint, let status = try? SystemCalls.status(of: file.path) else {
            return false
        }
        return file.format.isFolder ? status.kind == .folder : status.isRegular
    }

    /// Builds the index from all records of the catalog.
    nonisolated(nonsending) private func write(
        _ file: CatalogFile, at place: IndexLocation, isAlone: Bool,
        _ progress: @escaping (IndexProgress) -> Void
    ) async throws -> IndexBuilding {
        guard let draft = IndexDraft(of: file, at: place) else { return .unsuitable }
        let segments = try await writeAllRecords(of: draft, progress)
        let reading = draft.records.finish()
        if reading.isUnusable { return .unreadable(reading) }
        guard let manifest = draft.manifest(of: segments, reading) else { return .unsuitable }
        guard let catalog = try draft.publish(manifest, isAlone: isAlone) else {
            throw FileError(path: place.folder, code: ErrorNumber.unreliable)
        }
        cleanUp(sparing: place)
        return .done(catalog)
    }

    /// Writes all records as segments, each as large as the memory budget allows.
    nonisolated(nonsending) private func writeAllRecords(
        of draft: IndexDraft, _ progress: @escaping (IndexProgress) -> Void
    ) async throws -> [IndexManifest.Segment] {
        let records = draft.records
        var segments: [IndexManifest.Segment] = []
        var writer = SegmentWriter(draft.description)
        // Writing takes as long as reading, and an index is about as large as its catalog.
        var written = 0
        func report() {
            let read = records.bytesRead
            progress(.indexing((read + min(written, read)) / 2, of: records.size))
        }
        nonisolated(nonsending) func write() async throws {
            segments.append(
                try await draft.write(writer) { count in
                    written += count
                    report()
                })
            writer = SegmentWriter(draft.description)
        }
        while true {
            let batch = records.nextBatch()
            report()
            if batch.isEmpty { break }
            try await writer.append(batch)
            if writer.memoryEstimate > memoryBudget { try await write() }
        }
        if writer.recordCount > 0 { try await write() }
        return segments
    }

    /// How many records are analyzed at once, on all cores, and the most bytes they may have.
    fileprivate static let batchSize = (records: 2_048, bytes: 16 << 20)
}

extension CatalogRecords {
    /// The next records; empty at the end.
    func nextBatch() -> [CatalogRecord] {
        var batch: [CatalogRecord] = []
        let (limit, start) = (IndexCache.batchSize, bytesRead)
        while batch.count < limit.records, bytesRead - start < limit.bytes, let record = next() {
            batch.append(record)
        }
        return batch
    }
}
