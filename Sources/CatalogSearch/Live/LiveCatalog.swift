// A catalog that can change while it is searched: one writer, any number of readers, and no reader waits.

internal import KitSupport
internal import Synchronization

/// A catalog whose records are inserted, replaced and deleted while it is searched.
///
/// Changes are visible as soon as ``apply(_:)`` returns. A search uses a ``snapshot``, which never changes, so that
/// all requests on it get consistent answers. Law: a snapshot answers as a ``CatalogIndex`` of the same records does,
/// whatever the order in which they were inserted.
///
///     let live = LiveCatalog(CatalogIndex(CatalogDescription(id: "books"), records: records))
///     let merging = Task { try await live.keepMerged() }
///     try live.apply([.put(record), .delete(id: "b-2")])
///     let results = try SearchEngine([live.snapshot]).search(request)
///
/// Changed records are scanned until ``keepMerged()`` or ``merge()`` has indexed them: without merging all answers
/// are right, but get slower with each change.
public final class LiveCatalog: Sendable {
    /// Writes a segment and opens it.
    package typealias Writing = @Sendable (sending SegmentWriter) async throws -> IndexedSegment

    private let policy: MergePolicy
    private let write: Writing
    private let segments: Mutex<LiveSegments>
    /// Locked only while it is copied: readers never wait for a change in progress.
    private let current: Mutex<CatalogIndex>
    /// Wakes the merge task.
    private let changed = ChangeSignal()

    /// A catalog that starts with the records of an index and keeps its own index in memory.
    public convenience init(_ index: CatalogIndex, policy: MergePolicy = MergePolicy()) {
        self.init(index, policy: policy) { writer in
            var output = SegmentBytes()
            try await writer.finish(metadata: [], to: &output)
            return try output.segment()
        }
    }

    /// A catalog that starts with the records of an index.
    ///
    /// - Parameter write: writes merged segments.
    package init(_ index: CatalogIndex, policy: MergePolicy, write: @escaping Writing) {
        self.policy = policy
        self.write = write
        segments = Mutex(LiveSegments(index.segments))
        current = Mutex(index)
    }

    /// An immutable snapshot of the current catalog.
    public var snapshot: CatalogIndex { current.withLock { $0 } }

    /// Applies changes atomically: no snapshot shows only some of them. If several change one record, the last one
    /// counts.
    ///
    /// - Throws: `SearchError.damagedIndex`; then nothing is changed.
    public func apply(_ changes: [RecordChange]) throws(SearchError) {
        guard !changes.isEmpty else { return }
        try change { segments throws(SegmentError) in
            try segments.apply(changes, recordLimit: policy.recordLimitInMemory)
        }
        changed.send()
    }

    /// Makes a change and publishes a new snapshot.
    private func change(_ body: (inout LiveSegments) throws(SegmentError) -> Void) throws(SearchError) {
        let description = snapshot.description
        do throws(SegmentError) {
            try segments.withLock { segments throws(SegmentError) in
                var changed = segments
                try body(&changed)
                segments = changed
                let index = CatalogIndex(description, segments: changed.parts.map(\.segment))
                // Inside the other lock, so that no older snapshot replaces a newer one.
                current.withLock { $0 = index }
            }
        } catch {
            throw SearchError(error, catalog: description.id)
        }
    }

    // MARK: Merging

    /// Merges segments whenever the policy demands it, until the task is cancelled. Only one task merges: when
    /// another one starts, the first one returns.
    ///
    /// - Throws: `CancellationError`, and what ``merge()`` throws; it may be called again.
    public func keepMerged() async throws {
        for await _ in changed.begin() { try await merge() }
        try Task.checkCancellation()
    }

    /// Merges segments while the policy demands it. Changes and searches continue meanwhile.
    ///
    /// - Throws: `SearchError.damagedIndex`, `CancellationError`, `ICUError`, and errors of writing segments; then
    ///   the catalog is unchanged.
    public func merge() async throws {
        while true {
            let sources = segments.withLock { $0.beginMerge(policy) }
            if sources.isEmpty { return }
            do {
                let result = try await merged(sources)
                try change { segments throws(SegmentError) in try segments.endMerge(of: sources, to: result) }
            } catch {
                segments.withLock { $0.cancelMerge(of: sources) }
                if let error = error as? SegmentError {
                    throw SearchError(error, catalog: snapshot.description.id)
                }
                throw error
            }
        }
    }

    /// The number of records read before the task yields the processor.
    private static let stepCount = 256

    /// One segment with the records of several; `nil` where there are none.
    private func merged(_ sources: [LiveSegments.Part]) async throws -> IndexedSegment? {
        let writer = SegmentWriter(snapshot.description)
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
