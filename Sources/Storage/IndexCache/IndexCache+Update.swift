// How does an index follow a catalog of which little changed? What is new is indexed apart, what is gone is left out.

internal import CatalogSearch

extension IndexCache {
    /// Brings an index up to date: the catalog is read anew, which says the same of it as ever, but only those records
    /// are indexed that are not yet, in a segment of their own.
    ///
    /// - Parameter old: the index as it was.
    /// - Returns: `nil` where the index has to be built anew: too much has changed, or it cannot be told what.
    nonisolated(nonsending) func update(
        _ old: IndexManifest, of file: CatalogFile, at place: IndexPlace, isAlone: Bool,
        _ progress: @escaping (IndexProgress) -> Void
    ) async throws -> LoadedCatalog? {
        guard let opened = try? place.segments(of: old) else { return nil }
        let all = zip(old.segments, opened).map { (entry: $0, segment: $1) }
        // Too many small ones become one: what they hold is read once more, as if it had changed just now.
        let isCrowded = all.count { $0.entry.isDelta } >= deltaLimit
        let size = all.reduce(0) { $0 + ($1.entry.isDelta ? 0 : $1.segment.numberCount) }
        let limit = Int(Double(size) * changedShare)
        guard limit > 0, var contents = IndexedContents(all.filter { !(isCrowded && $0.entry.isDelta) })
        else {
            return nil
        }

        // Before anything is read: what changes from now on is noticed.
        let checked = SystemCalls.now
        let recorder = SourceRecorder(file)
        let reader = CatalogReader(file, fileSystem: recorder)
        let records = CatalogRecords(reader)
        guard recorder.sources != nil, reader.sidecar.description.isIndexed(like: old.reading.description)
        else {
            return nil
        }
        // What the index knows of its languages is not derived again: that takes longer than to write few records.
        for kept in contents.kept { try kept.segment.supplyFoldings(for: Array(kept.segment.locales)) }
        let writer = SegmentWriter(reader.sidecar.description)
        while true {
            let batch = records.nextBatch()
            progress(.indexing(records.bytesRead, of: records.size))
            if batch.isEmpty { break }
            let changed = batch.filter { !contents.meet($0) }
            guard writer.recordCount + changed.count <= limit else { return nil }
            if !changed.isEmpty { try await writer.append(changed) }
            guard writer.memoryEstimate <= memoryBudget else { return nil }
        }
        let reading = records.finish()
        guard !reading.isUnusable, let sources = recorder.sources,
            reading.diagnostics.kept.allSatisfy({ SourcePlace($0.file, of: file) != nil })
        else { return nil }
        try contents.deleteMissing()
        guard contents.deltaCount + writer.recordCount <= limit, contents.deletedCount <= limit else {
            return nil
        }

        var written: [String] = []
        var isComplete = false
        defer { if !isComplete { for name in written { SystemCalls.remove(place.path(name)) } } }
        var segments: [IndexManifest.Segment] = []
        for kept in contents.kept {
            var entry = kept.entry
            if entry.deleted == nil, kept.segment.deleted != nil {
                let metadata = place.metadata(ofSegment: entry.file)
                let name = try place.write(DeletedRecords(of: kept.segment, metadata: metadata))
                written.append(name)
                entry.deleted = name
            }
            segments.append(entry)
        }
        if writer.recordCount > 0 {
            var entry = try await finish(writer, at: place) { _ in }
            written.append(entry.file)
            entry.isDelta = true
            segments.append(entry)
        }
        let manifest = IndexManifest(
            catalog: place.name, checked: checked, sources: sources, reading: reading, segments: segments)
        // Opened before it counts: an index that cannot be used must not take the place of anything.
        guard let updated = try? place.segments(of: manifest) else { return nil }
        try place.write(manifest)
        isComplete = true
        if isAlone { place.clean(keeping: manifest) }
        return LoadedCatalog(reading: reading, segments: updated)
    }
}

extension IndexedContents {
    /// How many records came or changed since the index was built, and stay as they are.
    fileprivate var deltaCount: Int {
        kept.reduce(0) { $0 + ($1.entry.isDelta ? $1.segment.recordCount : 0) }
    }

    /// How many records went or changed since the index was built.
    fileprivate var deletedCount: Int {
        kept.reduce(0) { $0 + ($1.entry.isDelta ? 0 : $1.segment.deleted?.count ?? 0) }
    }
}

extension CatalogDescription {
    /// Whether records are indexed alike under both descriptions.
    fileprivate func isIndexed(like other: CatalogDescription) -> Bool {
        fields == other.fields && titleField == other.titleField
    }
}
