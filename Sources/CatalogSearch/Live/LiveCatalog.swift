// A catalog that changes while it is searched: one writer at a time, any number of readers, and no reader
// waits.

internal import Support
internal import Synchronization

/// A catalog whose records are inserted, replaced and deleted while it is searched.
///
/// A change is visible as soon as ``apply(_:)`` returns. To search, take a ``snapshot``, which never changes,
/// so that related requests get consistent results. Invariant: a snapshot responds as a ``CatalogIndex`` of
/// the same records does, whatever the order of the changes.
///
///     let live = LiveCatalog(CatalogIndex(CatalogDescription(id: "books"), records: records))
///     let merging = Task { try await live.keepMerged() }
///     try live.apply([.put(record), .delete(id: "b-2")])
///     let results = try SearchEngine([live.snapshot]).search(request)
///
/// Changed records are indexed at once, in small segments, until ``keepMerged()`` or ``merge()`` has merged
/// these. Without merging, results stay correct but get slower with the number of changes.
public final class LiveCatalog: Sendable {
    /// Writes the records of a segment to where they can be searched.
    package typealias Writing = @Sendable (sending SegmentWriter) async throws -> IndexedSegment

    private let description: CatalogDescription
    private let policy: MergePolicy
    private let write: Writing
    /// The only copy of the catalog's state. Locked only to copy or replace it, so that
    /// readers never wait for a change.
    private let current: Mutex<LiveSegments>
    /// Locked during a change, so that changes are made one after the other.
    private let changing = Mutex<Void>(())
    /// Wakes the merge task.
    private let changed = ChangeSignal()

    /// Creates a catalog that starts with the records of `index` and keeps merged segments in memory.
    public convenience init(_ index: CatalogIndex, policy: MergePolicy = MergePolicy()) {
        self.init(index, policy: policy) { writer in try await writer.segment() }
    }

    /// Creates a catalog that starts with the records of `index`.
    ///
    /// - Parameter write: writes merged segments.
    package init(_ index: CatalogIndex, policy: MergePolicy, write: @escaping Writing) {
        description = index.description
        self.policy = policy
        self.write = write
        current = Mutex(LiveSegments(index))
    }

    /// The catalog as it is now; it does not change any more.
    public var snapshot: CatalogIndex { current.withLock { $0.index } }

    /// The number of changed records that no merge has taken up.
    var recentRecordCount: Int { current.withLock { $0.recentRecordCount } }

    /// Applies changes atomically: every snapshot shows all of them or none. If several changes name the
    /// same record, the last one wins.
    ///
    /// - Throws: `SearchError.damagedIndex`, `SearchError.textTooLong`, `SearchError.icu`; then nothing has
    ///   changed.
    public func apply(_ changes: [RecordChange]) throws(SearchError) {
        guard !changes.isEmpty else { return }
        try change { segments throws(SearchError) in
            try segments.apply(changes, recordLimit: policy.recordLimitInMemory)
        }
        changed.send()
    }

    /// Inserts the records of an index, or replaces those with their ids, atomically: for many records, which
    /// can be searched at once because they are indexed already.
    ///
    /// - Parameter index: records with unique ids, under the same description; see ``CatalogIndexBuilder``.
    /// - Throws: `SearchError.damagedIndex`; then nothing has changed.
    public func insert(_ index: CatalogIndex) throws(SearchError) {
        do throws(SegmentError) {
            try change { segments throws(SegmentError) in try segments.insert(index.segments) }
        } catch {
            throw SearchError(error, catalog: description.id)
        }
        changed.send()
    }

    /// Replaces the rules of the catalog's description; the records stay.
    public func setRules(_ rules: [SearchRule]) { change { $0.setRules(rules) } }

    /// Replaces what was learned of the catalog's records; the records stay.
    public func setLearned(_ learned: LearnedPopularity) { change { $0.setLearned(learned) } }

    /// Changes a copy of the segments, then publishes it. If `body` throws, nothing has changed.
    private func change<Result, Failure>(
        _ body: (inout LiveSegments) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try changing.withLock { _ throws(Failure) in
            var segments = current.withLock { $0 }
            let result = try body(&segments)
            current.withLock { [segments] in $0 = segments }
            return result
        }
    }

    // MARK: Merging

    /// Merges segments whenever the policy asks for it, until the task is cancelled. Only one task merges at
    /// a time: when a second one begins, the first one returns.
    ///
    /// - Throws: `CancellationError`, and what ``merge()`` throws; then call it again.
    public func keepMerged() async throws {
        for await _ in changed.begin() { try await merge() }
        try Task.checkCancellation()
    }

    /// Merges segments as long as the policy asks for it. Changes and searches may run at the same time.
    ///
    /// - Throws: `SearchError.damagedIndex`, `CancellationError`, `ICUError`, and errors of writing segments;
    ///   the catalog then has the same records as before.
    public func merge() async throws {
        while true {
            let sources = change { $0.beginMerge(policy) }
            if sources.isEmpty { return }
            do {
                let result = try await merged(sources)
                try change { segments throws(SegmentError) in try segments.endMerge(of: sources, to: result) }
            } catch {
                change { $0.cancelMerge(of: sources) }
                if let error = error as? SegmentError { throw SearchError(error, catalog: description.id) }
                throw error
            }
        }
    }

    /// How many records are merged before other tasks get the processor.
    private static let stepCount = 256

    /// Writes the records of several segments to one; `nil` if no record is left.
    private func merged(_ sources: [LiveSegments.Part]) async throws -> IndexedSegment? {
        let writer = SegmentWriter(description)
        for segment in sources.map(\.segment) {
            for number in 0..<segment.numberCount where segment.deleted?.contains(number) != true {
                try writer.append(try segment.record(number))
                if writer.recordCount % Self.stepCount == 0 {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
        }
        return writer.recordCount == 0 ? nil : try await write(writer)
    }
}
