// The segments of a catalog that changes. The current version of each record is in exactly one of them.

/// The segments of a catalog that changes, and the index made of them.
///
/// A changed record is deleted in its segment; its new version is part of a small segment. There are few of
/// these: each is far smaller than the one before.
struct LiveSegments: Sendable {
    /// A segment with a number that stays the same while its records are deleted.
    struct Part: Sendable {
        let number: Int
        var segment: IndexedSegment
        /// Whether changes made it, and no merge yet.
        let isRecent: Bool
        /// Whether a merge is writing its records to another segment; it stays in the list until then.
        var isMerging = false
    }

    /// What is searched: a value that shares the segments. It is replaced whenever they change.
    private(set) var index: CatalogIndex
    private var parts: [Part] = []
    private var nextNumber = 0

    init(_ index: CatalogIndex) {
        self.index = index
        for segment in index.segments { add(segment, isRecent: false) }
    }

    /// Adds a recent segment at the end, after the larger recent ones. Adds any other segment before all
    /// recent ones.
    private mutating func add(_ segment: IndexedSegment, isRecent: Bool) {
        guard segment.recordCount > 0 else { return }
        let position = isRecent ? nil : parts.firstIndex(where: \.isRecent)
        parts.insert(
            Part(number: nextNumber, segment: segment, isRecent: isRecent), at: position ?? parts.endIndex)
        nextNumber += 1
    }

    private mutating func updateIndex() {
        index = CatalogIndex(index.description, segments: parts.map(\.segment), index.rules)
    }

    /// Replaces the rules; the records stay.
    mutating func setRules(_ rules: [SearchRule]) {
        guard index.description.rules != rules else { return }
        var description = index.description
        description.rules = rules
        index = CatalogIndex(description, segments: index.segments, RuleIndex(rules))
    }

    /// Replaces what was learned; the records stay.
    mutating func setLearned(_ learned: LearnedPopularity) {
        guard index.description.learned != learned else { return }
        var description = index.description
        description.learned = learned
        index = CatalogIndex(description, segments: index.segments, index.rules)
    }

    /// The number of records in recent segments.
    var recentRecordCount: Int { parts.filter(\.isRecent).reduce(0) { $0 + $1.segment.recordCount } }

    // MARK: Changes

    /// Applies changes; if several name the same id, the last one wins.
    ///
    /// - Parameter recordLimit: how many records a recent segment may have to absorb others.
    /// - Throws: `SearchError`; then discard this value.
    mutating func apply(_ changes: [RecordChange], recordLimit: Int) throws(SearchError) {
        var seen: Set<[UInt8]> = []
        var latest: [RecordChange] = []
        for change in changes.reversed() where seen.insert(Array(change.id.utf8)).inserted {
            latest.append(change)
        }
        do throws(SegmentError) {
            let ids = latest.map(\.id)
            for index in parts.indices { parts[index].segment = try parts[index].segment.deleting(ids) }
        } catch {
            throw SearchError(error, catalog: index.description.id)
        }
        parts.removeAll { $0.segment.recordCount == 0 && !$0.isMerging }
        let records = latest.reversed().compactMap { change -> CatalogRecord? in
            if case .put(let record) = change { record } else { nil }
        }
        if !records.isEmpty { try add(records, recordLimit: recordLimit) }
        updateIndex()
    }

    /// A recent segment is at least this many times larger than the following ones together: a record is
    /// indexed at most this many times for each size of segment.
    private static let growth = 4

    /// Adds records, and merges them with the recent segments that are not much larger.
    private mutating func add(_ records: [CatalogRecord], recordLimit: Int) throws(SearchError) {
        var count = records.count
        var first = parts.endIndex
        while first > 0, parts[first - 1].isRecent, !parts[first - 1].isMerging {
            let other = parts[first - 1].segment.recordCount
            guard other <= Self.growth * count, count + other <= recordLimit else { break }
            count += other
            first -= 1
        }
        let segment = try SegmentWriter.segment(of: index.description) { writer in
            for part in parts[first...] { try part.segment.forEachRecord { try writer.append($0) } }
            for record in records { try writer.append(record) }
        }
        parts.removeSubrange(first...)
        add(segment, isRecent: true)
    }

    /// Adds segments, and deletes the records with their ids from the others.
    ///
    /// - Throws: `SegmentError`; then discard this value.
    mutating func insert(_ segments: [IndexedSegment]) throws(SegmentError) {
        for index in parts.indices {
            parts[index].segment = try parts[index].segment.deletingRecords(of: segments)
        }
        parts.removeAll { $0.segment.recordCount == 0 && !$0.isMerging }
        for segment in segments { add(segment, isRecent: false) }
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
                    size: segment.size, isRecent: parts[index].isRecent)
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
    mutating func endMerge(of sources: [Part], to result: (IndexedSegment)?) throws(SegmentError) {
        var result = result
        for source in sources {
            guard let index = parts.firstIndex(where: { $0.number == source.number }) else { continue }
            if var changed = parts[index].segment.deleted {
                if let known = source.segment.deleted { changed.subtract(known) }
                var ids: [String] = []
                try changed.forEach { number throws(SegmentError) in
                    ids.append(try source.segment.id(of: number))
                }
                result = try result?.deleting(ids)
            }
            parts.remove(at: index)
        }
        if let result { add(result, isRecent: false) }
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

extension IndexedSegment {
    /// The segment without those of the records with these ids that it has.
    fileprivate func deleting(_ ids: [String]) throws(SegmentError) -> IndexedSegment {
        var gone = deleted ?? RecordSet(universe: numberCount)
        var isChanged = false
        for id in ids {
            guard let number = try number(ofID: id), !gone.contains(number) else { continue }
            gone.insert(number)
            isChanged = true
        }
        return isChanged ? try excluding(gone) : self
    }

    /// The segment without those records whose ids other segments have, too.
    fileprivate func deletingRecords(of others: [IndexedSegment]) throws(SegmentError) -> IndexedSegment {
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
        return isChanged ? try excluding(gone) : self
    }

    /// Calls `body` with each record.
    fileprivate func forEachRecord(_ body: (CatalogRecord) throws -> Void) throws {
        for number in 0..<numberCount where deleted?.contains(number) != true {
            try body(try record(number))
        }
    }
}
