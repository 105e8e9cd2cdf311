// How is the index of a catalog built so that nobody ever uses half of it?

internal import CatalogSearch

/// What came of building an index.
public enum IndexBuilding: Sendable {
    /// The index is there, and was opened.
    case done(LoadedCatalog)
    /// The catalog cannot be read at all, for the reasons in the diagnostics.
    case unreadable(CatalogReading)
    /// No index can be kept of such a catalog: it is a pipe, or part of it cannot be read.
    case unsuitable
    /// Another process builds the index, and takes long.
    case busy
}

/// How far building an index is.
public enum IndexProgress: Sendable {
    /// Another process builds it.
    case waiting
    /// About so many bytes of the catalog are indexed, of so many; `nil` where that is not known.
    case indexing(Int, of: Int?)
}

extension IndexCache {
    /// Builds the index of a catalog, or builds it anew, and opens it.
    ///
    /// While another process builds the same index, this one waits for some time, and then uses what the other built.
    ///
    /// - Parameters:
    ///   - fault: why there is no index that may be used.
    ///   - isForced: whether to build although another process has just done so.
    ///   - begin: told why the index is built when it is certain that it is.
    ///   - progress: told after each block how far reading is.
    /// - Throws: what the operating system says where the cache cannot be written; no index is there then but an old one.
    nonisolated(nonsending) public func build(
        _ file: CatalogFile, because fault: IndexFault, isForced: Bool = false,
        begin: (IndexFault) -> Void = { _ in }, progress: @escaping (IndexProgress) -> Void = { _ in }
    ) async throws(FileError) -> IndexBuilding {
        guard Self.mayBeIndexed(file), let place = try? IndexPlace(file, in: folder) else {
            return .unsuitable
        }
        try place.make()
        var waited = 0
        var taken = try place.lock()
        while taken == nil, waited < patience {
            progress(.waiting)
            // Whoever is told to stop waits no longer.
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
            // ICU lacks something, which whoever searches is told as well, or one file cannot hold so much.
            return .unsuitable
        }
    }

    /// Whether the catalog is something that can be read twice.
    private static func mayBeIndexed(_ file: CatalogFile) -> Bool {
        guard let status = try? SystemCalls.status(of: file.path) else { return false }
        return file.format.isFolder ? status.kind == .folder : status.isRegular
    }

    nonisolated(nonsending) private func write(
        _ file: CatalogFile, at place: IndexPlace, isAlone: Bool,
        _ progress: @escaping (IndexProgress) -> Void
    ) async throws -> IndexBuilding {
        // Before anything is read: what changes from now on is noticed.
        let checked = SystemCalls.now
        let recorder = SourceRecorder(file)
        let reader = CatalogReader(file, fileSystem: recorder)
        let records = CatalogRecords(reader)
        guard recorder.sources != nil else { return .unsuitable }

        var segments: [IndexManifest.Segment] = []
        var isComplete = false
        defer { if !isComplete { for segment in segments { SystemCalls.remove(place.path(segment.file)) } } }
        var writer = SegmentWriter(reader.sidecar.description)
        // Writing takes as long as reading, and an index is about as large as its catalog.
        var written = 0
        func report() {
            let read = records.bytesRead
            progress(.indexing((read + min(written, read)) / 2, of: records.size))
        }
        nonisolated(nonsending) func write() async throws {
            segments.append(
                try await finish(writer, at: place) { count in
                    written += count
                    report()
                })
            writer = SegmentWriter(reader.sidecar.description)
        }
        while true {
            let batch = records.nextBatch()
            report()
            if batch.isEmpty { break }
            try await writer.append(batch)
            if writer.memoryEstimate > memoryBudget { try await write() }
        }
        if writer.recordCount > 0 { try await write() }
        let reading = records.finish()
        if reading.isUnusable { return .unreadable(reading) }
        guard let sources = recorder.sources,
            reading.diagnostics.kept.allSatisfy({ SourcePlace($0.file, of: file) != nil })
        else { return .unsuitable }
        let manifest = IndexManifest(
            catalog: place.name, checked: checked, sources: sources, reading: reading, segments: segments)
        // Opened before it counts: an index that cannot be used must not take the place of anything.
        guard let opened = try? place.segments(of: manifest) else {
            throw FileError(path: place.folder, code: ErrorNumber.unreliable)
        }
        try place.write(manifest)
        isComplete = true
        if isAlone { place.clean(keeping: manifest) }
        cleanUp(sparing: place)
        return .done(LoadedCatalog(reading: reading, segments: opened))
    }

    /// How many records are taken up at once, on all cores, while they are not of too many bytes.
    fileprivate static let batchSize = (records: 2_048, bytes: 16 << 20)

    /// Writes the records collected so far as a segment.
    ///
    /// - Parameter progress: told how many more bytes were written.
    nonisolated(nonsending) func finish(
        _ writer: SegmentWriter, at place: IndexPlace, progress: @escaping (Int) -> Void
    ) async throws -> IndexManifest.Segment {
        let name = place.newSegmentName()
        let file = try FileReplacement(of: place.path(name), permissions: 0o600)
        var output = WatchedOutput(file: file, progress: progress)
        try await writer.finish(metadata: place.metadata(ofSegment: name), to: &output)
        try file.commit()
        return IndexManifest.Segment(file: name, deleted: nil)
    }
}

/// A file that is written while somebody watches.
private struct WatchedOutput: SegmentOutput {
    let file: FileReplacement
    let progress: (Int) -> Void

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
        try file.write(bytes)
        progress(bytes.count)
    }
}

extension CatalogRecords {
    /// The next records; none at the end.
    func nextBatch() -> [Record] {
        var batch: [Record] = []
        let (limit, start) = (IndexCache.batchSize, bytesRead)
        while batch.count < limit.records, bytesRead - start < limit.bytes, let record = next() {
            batch.append(record)
        }
        return batch
    }
}

extension CatalogReading {
    /// Whether nothing of the catalog can be used: it is no catalog then.
    public var isUnusable: Bool {
        recordCount == 0 && diagnostics.errorCount > 0 && skippedCount == 0
    }
}
