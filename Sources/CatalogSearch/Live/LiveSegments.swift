// The segments of a changing catalog, with the current version of each record in exactly one of them.

/// The segments of a changing catalog. A changed record is deleted in its segment, and its new version is added to a
/// small segment in memory. There are few of these, each far smaller than the one before.
struct LiveSegments: Sendable {
    /// A segment with a number of its own, which does not change when records are deleted.
    struct Part: Sendable {
        let number: Int
        var segment: any Segment
        /// Whether a merge is reading it; the part stays until the merge ends.
        var isMerging = false
    }

    private(set) var parts: [Part] = []
    private var nextNumber = 0

    init(_ segments: [any Segment]) { for segment in segments { append(segment) } }

    private mutating func append(_ segment: any Segment) {
        guard segment.recordCount > 0 else { return }
        parts.append(Part(number: nextNumber, segment: segment))
        nextNumber += 1
    }

    // MARK: Changes

    /// Applies changes; if several have one id, the last one counts.
    ///
    /// - Parameter recordLimit: the maximum number of records of a segment in memory that absorbs others.
    /// - Throws: `SegmentError`; the segments are unusable then.
    mutating func apply(_ changes: [RecordChange], recordLimit: Int) throws(SegmentError) {
        var seen: Set<[UInt8]> = []
        var latest: [RecordChange] = []
        for change in changes.reversed() where seen.insert(Array(change.id.utf8)).inserted {
            latest.append(change)
        }
        for index in parts.indices {
            var segment = parts[index].segment
            try segment.delete(latest.map(\.id))
            parts[index].segment = segment
        }
        parts.removeAll { $0.segment.recordCount == 0 && !$0.isMerging }
        let records = latest.reversed().compactMap { change -> Record? in
            if case .put(let record) = change { record } else { nil }
        }
        if !records.isEmpty { try add(records, recordLimit: recordLimit) }
    }

    /// The least ratio of the sizes of adjacent segments in memory. The next query must fold the texts of an absorbed
    /// segment again; this happens to a record at most this many times for each of the few sizes.
    private static let growth = 4

    /// Adds records, together with those of segments in memory that are not much larger.
    private mutating func add(_ records: [Record], recordLimit: Int) throws(SegmentError) {
        var count = records.count
        var first = parts.endIndex
        while first > 0, parts[first - 1].segment is MemorySegment, !parts[first - 1].isMerging {
            let other = parts[first - 1].segment.recordCount
            guard other <= Self.growth * count, count + other <= recordLimit else { break }
            count += other
            first -= 1
        }
        var stored = StoredRecords()
        for part in parts[first...] {
            try part.segment.forEachRecord { record throws(SegmentError) in stored.append(record) }
        }
        for record in records { stored.append(record) }
        parts.removeSubrange(first...)
        append(MemorySegment(stored))
    }

    // MARK: Merging

    /// Starts to merge the segments that the policy chooses.
    ///
    /// - Returns: the parts as they are now; empty where there is nothing to merge.
    mutating func beginMerge(_ policy: MergePolicy) -> [Part] {
        let free = parts.indices.filter { !parts[$0].isMerging }
        let choice = policy.choice(
            among: free.map { index in
                let segment = parts[index].segment
                return MergePolicy.Candidate(
                    recordCount: segment.recordCount, deletedCount: segment.deleted?.count ?? 0,
                    size: segment.size, isInMemory: segment is MemorySegment)
            })
        return choice.map { chosen in
            parts[free[chosen]].isMerging = true
            return parts[free[chosen]]
        }
    }

    /// Replaces the merged segments by their result. Records that were changed meanwhile are deleted in it.
    ///
    /// - Parameter sources: what ``beginMerge(_:)`` returned.
    /// - Throws: `SegmentError`; the segments are unusable then.
    mutating func endMerge(of sources: [Part], to result: (any Segment)?) throws(SegmentError) {
        var result = result
        for source in sources {
            guard let index = parts.firstIndex(where: { $0.number == source.number }) else { continue }
            if var changed = parts[index].segment.deleted {
                if let known = source.segment.deleted { changed.subtract(known) }
                var ids: [String] = []
                try changed.forEach { number throws(SegmentError) in
                    ids.append(try source.segment.id(of: number))
                }
                try result?.delete(ids)
            }
            parts.remove(at: index)
        }
        // Before the segments in memory, the smallest of which is last.
        let inMemory = parts.firstIndex { $0.segment is MemorySegment } ?? parts.endIndex
        guard let result, result.recordCount > 0 else { return }
        parts.insert(Part(number: nextNumber, segment: result), at: inMemory)
        nextNumber += 1
    }

    /// Releases parts whose merge was given up.
    mutating func cancelMerge(of sources: [Part]) {
        for source in sources {
            guard let index = parts.firstIndex(where: { $0.number == source.number }) else { continue }
            parts[index].isMerging = false
        }
        parts.removeAll { $0.segment.recordCount == 0 && !$0.isMerging }
    }
}

extension Segment {
    /// Deletes those records of the segment that have these ids.
    fileprivate mutating func delete(_ ids: [String]) throws(SegmentError) {
        var gone = deleted ?? RecordSet(universe: numberCount)
        var isChanged = false
        for id in ids {
            guard let number = try number(ofID: id), !gone.contains(number) else { continue }
            gone.insert(number)
            isChanged = true
        }
        if isChanged { self = try excluding(gone) }
    }

    /// Calls `body` with each record.
    fileprivate func forEachRecord(_ body: (Record) throws(SegmentError) -> Void) throws(SegmentError) {
        for number in 0..<numberCount where deleted?.contains(number) != true {
            try body(try record(number))
        }
    }
}
