// Updates an index after small changes of its catalog.

internal import CatalogSearch

extension IndexCache {
    /// Updates an index: reads the catalog again, and indexes only new and changed
    /// records, in a segment of their own.
    ///
    /// - Parameter old: the existing index.
    /// - Returns: `nil` if the index must be built from all records: too much has changed, or the changes are
    ///   unknown.
    nonisolated(nonsending) func update(
        _ old: IndexManifest, of file: CatalogFile, at place: IndexLocation, isAlone: Bool,
        _ progress: @escaping (IndexProgress) -> Void
    ) async throws -> LoadedCatalog? {
        guard var plan = UpdatePlan(old, at: place, self), let draft = IndexDraft(of: file, at: place),
            draft.description.isIndexed(like: old.reading.description),
            let writer = try await collectChanges(of: draft, &plan, progress)
        else { return nil }
        let reading = draft.records.finish()
        guard !reading.isUnusable else { return nil }
        try plan.contents.deleteMissing()
        guard plan.isSmall(newRecords: writer.recordCount) else { return nil }
        let segments = try await writeChanges(of: draft, plan.contents, writer)
        guard let manifest = draft.manifest(of: segments, reading) else { return nil }
        return try draft.publish(manifest, isAlone: isAlone)
    }

    /// Reads the catalog and collects the records that are not indexed yet.
    ///
    /// - Returns: `nil` if there are too many.
    nonisolated(nonsending) private func collectChanges(
        of draft: IndexDraft, _ plan: inout UpdatePlan, _ progress: (IndexProgress) -> Void
    ) async throws -> SegmentWriter? {
        // Reuses the foldings in the index: deriving them takes longer than writing a few records.
        for retained in plan.contents.retained {
            try retained.segment.supplyFoldings(for: Array(retained.segment.locales))
        }
        let records = draft.records
        let writer = SegmentWriter(draft.description)
        while true {
            let batch = records.nextBatch()
            progress(.indexing(records.bytesRead, of: records.size))
            if batch.isEmpty { return writer }
            let changed = batch.filter { !plan.contents.meet($0) }
            guard writer.recordCount + changed.count <= plan.limit else { return nil }
            if !changed.isEmpty { try await writer.append(changed) }
            guard writer.memoryEstimate <= memoryBudget else { return nil }
        }
    }

    /// Writes the deleted records of the segments that stay, and a segment of new records.
    ///
    /// - Returns: all segments of the updated index.
    nonisolated(nonsending) private func writeChanges(
        of draft: IndexDraft, _ contents: IndexedContents, _ writer: SegmentWriter
    ) async throws -> [IndexManifest.Segment] {
        var segments: [IndexManifest.Segment] = []
        for retained in contents.retained {
            var entry = retained.entry
            if entry.deleted == nil, retained.segment.deleted != nil {
                entry.deleted = try draft.writeDeletedRecords(of: retained.segment, inFile: entry.file)
            }
            segments.append(entry)
        }
        if writer.recordCount > 0 {
            var entry = try await draft.write(writer)
            entry.isDelta = true
            segments.append(entry)
        }
        return segments
    }
}

/// The segments of an index that stay when it is updated, and the limit of changes.
private struct UpdatePlan {
    /// The records of the segments that stay.
    var contents: IndexedContents
    /// The most new or deleted records.
    let limit: Int

    /// Plans an update; `nil` if the index must be built from all records.
    init?(_ old: IndexManifest, at place: IndexLocation, _ cache: IndexCache) {
        guard let opened = try? place.segments(of: old) else { return nil }
        let all = zip(old.segments, opened).map { (entry: $0, segment: $1) }
        // Too many small segments are merged: their records are read again as if they had changed.
        let isCrowded = all.count { $0.entry.isDelta } >= cache.deltaLimit
        let size = all.reduce(0) { $0 + ($1.entry.isDelta ? 0 : $1.segment.numberCount) }
        limit = Int(Double(size) * cache.changedShare)
        guard limit > 0, let contents = IndexedContents(all.filter { !(isCrowded && $0.entry.isDelta) })
        else { return nil }
        self.contents = contents
    }

    /// Whether all changes since the index was built are within the limit.
    func isSmall(newRecords: Int) -> Bool {
        contents.deltaCount + newRecords <= limit && contents.deletedCount <= limit
    }
}

extension IndexedContents {
    /// The number of records in delta segments that stay.
    fileprivate var deltaCount: Int {
        retained.reduce(0) { $0 + ($1.entry.isDelta ? $1.segment.recordCount : 0) }
    }

    /// The number of records deleted or changed since the index was built.
    fileprivate var deletedCount: Int {
        retained.reduce(0) { $0 + ($1.entry.isDelta ? 0 : $1.segment.deleted?.count ?? 0) }
    }
}

extension CatalogDescription {
    /// Whether both descriptions index a record in the same way.
    fileprivate func isIndexed(like other: CatalogDescription) -> Bool {
        fields == other.fields && titleField == other.titleField
            && attributes.map(\.name) == other.attributes.map(\.name)
            && attributes.map(\.type) == other.attributes.map(\.type)
            && attributes.map(\.isPath) == other.attributes.map(\.isPath)
    }
}
