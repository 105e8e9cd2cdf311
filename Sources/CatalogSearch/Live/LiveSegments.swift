// Where is the current version of each record of a catalog that changes? In exactly one segment.

/// The segments of a catalog that changes. A record that is changed is deleted in its segment, and its new version is
/// part of a small segment in memory, of which there are few: each is far smaller than the one before.
struct LiveSegments: Sendable {
    /// A segment with a number of its own, which it keeps while records of it are deleted.
    struct Part: Sendable {
        let number: Int
        var segment: any Segment
        /// Whether its records are being written to another segment just now; then it stays until this is done.
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

    /// Applies changes; of several for one id the last one counts.
    ///
    /// - Parameter recordLimit: how many records a segment in memory may have that takes up others.
    /// - Throws: `SegmentError`; the segments are then of no use.
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

    /// How many times larger than what comes behind it a segment in memory is at least. What is taken up by a larger
    /// segment has to be folded anew by the next query: a record meets that this many times for each of the few sizes.
    private static let growth = 4

    /// Adds records, together with those of the segments in memory that are not much larger.
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

    /// Begins to merge what the policy chooses.
    ///
    /// - Returns: the parts as they are now; none where there is nothing to merge.
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

    /// Puts a segment into the place of those that were merged to it. What was changed meanwhile is deleted in it.
    ///
    /// - Parameter sources: what ``beginMerge(_:)`` returned.
    /// - Throws: `SegmentError`; the segments are then of no use.
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
        // In front: behind stand the segments in memory, the smallest last.
        let inMemory = parts.firstIndex { $0.segment is MemorySegment } ?? parts.endIndex
        guard let result, result.recordCount > 0 else { return }
        parts.insert(Part(number: nextNumber, segment: result), at: inMemory)
        nextNumber += 1
    }

    /// Leaves parts as they are that were to be merged.
    mutating func cancelMerge(of sources: [Part]) {
        for source in sources {
            guard let index = parts.firstIndex(where: { $0.number == source.number }) else { continue }
            parts[index].isMerging = false
        }
        parts.removeAll { $0.segment.recordCount == 0 && !$0.isMerging }
    }
}

extension Segment {
    /// Deletes the records with these ids, as far as the segment has them.
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
