// The segments of a catalog that changes. The current version of each record is in exactly one of them.

/// The segments of a catalog that changes, and the index made of them.
///
/// A changed record is deleted in its segment; its new version is part of a small segment in memory. There are few of
/// these: each is far smaller than the one before.
struct LiveSegments: Sendable {
    /// A segment with a number that stays the same while its records are deleted.
    struct Part: Sendable {
        let number: Int
        var segment: any Segment
        /// Whether a merge is writing its records to another segment; it stays in the list until then.
        var isMerging = false
    }

    /// What is searched: a value that shares the segments. It is replaced whenever they change.
    private(set) var index: CatalogIndex
    private var parts: [Part] = []
    private var nextNumber = 0

    init(_ index: CatalogIndex) {
        self.index = index
        for segment in index.segments { append(segment) }
    }

    private mutating func append(_ segment: any Segment) {
        guard segment.recordCount > 0 else { return }
        parts.append(Part(number: nextNumber, segment: segment))
        nextNumber += 1
    }

    private mutating func updateIndex() {
        index = CatalogIndex(index.description, segments: parts.map(\.segment))
    }

    // MARK: Changes

    /// Applies changes; if several name the same id, the last one wins.
    ///
    /// - Parameter recordLimit: how many records a segment in memory may have to absorb others.
    /// - Throws: `SegmentError`; then discard this value.
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
        let records = latest.reversed().compactMap { change -> CatalogRecord? in
            if case .put(let record) = change { record } else { nil }
        }
        if !records.isEmpty { try add(records, recordLimit: recordLimit) }
        updateIndex()
    }

    /// A segment in memory is at least this many times larger than the following ones together. The next query folds the
    /// texts of an enlarged segment again: a record is folded at most this many times for each size of segment.
    private static let growth = 4

    /// Adds records, and merges them with the segments in memory that are not much larger.
    private mutating func add(_ records: [CatalogRecord], recordLimit: Int) throws(SegmentError) {
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

    /// Adds segments, and deletes the records with their ids from the others.
    ///
    /// - Throws: `SegmentError`; then discard this value.
    mutating func insert(_ segments: [any Segment]) throws(SegmentError) {
        for index in parts.indices {
            var segment = parts[index].segment
            try segment.deleteRecords(of: segments)
            parts[index].segment = segment
        }
        parts.removeAll { $0.segment.recordCount == 0 && !$0.isMerging }
        // Before the segments in memory, of which the smallest is last.
        let inMemory = parts.firstIndex { $0.segment is MemorySegment } ?? parts.endIndex
        let last = parts[inMemory...]
        parts.removeSubrange(inMemory...)
        for segment in segments { append(segment) }
        parts += last
        updateIndex()
    }

    // MARK: Merging

    /// Marks the parts that the policy chooses to merge.
    ///
    /// - Returns: the parts as they are now; empty if there is nothing to merge.
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

    /// Replaces merged segments with the result of the merge, in which records changed meanwhile are deleted.
    ///
    /// - Parameter sources: what ``beginMerge(_:)`` returned.
    /// - Throws: `SegmentError`; then discard this value.
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
        if let result, result.recordCount > 0 {
            // Before the segments in memory, of which the smallest is last.
            let inMemory = parts.firstIndex { $0.segment is MemorySegment } ?? parts.endIndex
            parts.insert(Part(number: nextNumber, segment: result), at: inMemory)
            nextNumber += 1
        }
        updateIndex()
    }

    /// Unmarks parts whose merge failed.
    mutating func cancelMerge(of sources: [Part]) {
        for source in sources {
            guard let index = parts.firstIndex(where: { $0.number == source.number }) else { continue }
            parts[index].isMerging = false
        }
        parts.removeAll { $0.segment.recordCount == 0 && !$0.isMerging }
        updateIndex()
    }
}

extension Segment {
    /// Deletes those of the records with these ids that the segment has.
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

    /// Deletes those records whose ids other segments have, too.
    fileprivate mutating func deleteRecords(of others: [any Segment]) throws(SegmentError) {
        var gone = deleted ?? RecordSet(universe: numberCount)
        var isChanged = false
        func delete(_ number: Int) {
            gone.insert(number)
            isChanged = true
        }
        // The ids of the smaller segment are looked up in the larger one.
        for other in others {
            if recordCount < other.recordCount {
                for number in 0..<numberCount where !gone.contains(number) {
                    guard let found = try other.number(ofID: id(of: number)) else { continue }
                    if other.deleted?.contains(found) != true { delete(number) }
                }
            } else {
                for number in 0..<other.numberCount where other.deleted?.contains(number) != true {
                    guard let own = try self.number(ofID: other.id(of: number)) else { continue }
                    if !gone.contains(own) { delete(own) }
                }
            }
        }
        if isChanged { self = try excluding(gone) }
    }

    /// Calls `body` with each record.
    fileprivate func forEachRecord(_ body: (CatalogRecord) throws(SegmentError) -> Void) throws(SegmentError)
    {
        for number in 0..<numberCount where deleted?.contains(number) != true {
            try body(try record(number))
        }
    }
}
