// How does a catalog change while it is searched? One writes, any number read, and nobody waits for anybody.

internal import KitSupport
internal import Synchronization

/// A catalog whose records come, change and go while it is searched.
///
/// Changes count as soon as ``apply(_:)`` returns. Whoever searches takes a ``snapshot``, which never changes: all
/// requests that belong together are answered alike. Law: a snapshot answers as a ``CatalogIndex`` of the same records
/// does, whatever the order in which they came.
///
///     let live = LiveCatalog(CatalogIndex(CatalogDescription(id: "books"), records: records))
///     let merging = Task { try await live.keepMerged() }
///     try live.apply([.put(record), .delete(id: "b-2")])
///     let results = try SearchEngine([live.snapshot]).search(request)
///
/// Changed records are scanned, not looked up, until ``keepMerged()`` or ``merge()`` has indexed them: without that all
/// answers are right, but take longer with each change.
public final class LiveCatalog: Sendable {
    /// Writes the records of a segment to where they can be searched.
    package typealias Writing = @Sendable (sending SegmentWriter) async throws -> IndexedSegment

    private let policy: MergePolicy
    private let write: Writing
    private let segments: Mutex<LiveSegments>
    /// Locked only while it is copied: readers never wait for a change that is being made.
    private let current: Mutex<CatalogIndex>
    /// Wakes the merge task.
    private let changed = ChangeSignal()

    /// A catalog that begins with the records of another one and keeps its index in memory.
    public convenience init(_ index: CatalogIndex, policy: MergePolicy = MergePolicy()) {
        self.init(index, policy: policy) { writer in
            var output = SegmentBytes()
            try await writer.finish(metadata: [], to: &output)
            return try output.segment()
        }
    }

    /// A catalog that begins with the records of another one.
    ///
    /// - Parameter write: where segments go that are merged from others.
    package init(_ index: CatalogIndex, policy: MergePolicy, write: @escaping Writing) {
        self.policy = policy
        self.write = write
        segments = Mutex(LiveSegments(index.segments))
        current = Mutex(index)
    }

    /// The catalog as it is now, for ever.
    public var snapshot: CatalogIndex { current.withLock { $0 } }

    /// Applies changes, all at once: no snapshot shows only some of them. Of several changes of one record the last counts.
    ///
    /// - Throws: `SearchError.damagedIndex`; then nothing is changed.
    public func apply(_ changes: [RecordChange]) throws(SearchError) {
        guard !changes.isEmpty else { return }
        try change { segments throws(SegmentError) in
            try segments.apply(changes, recordLimit: policy.recordLimitInMemory)
        }
        changed.send()
    }

    /// Makes a change, and a snapshot of what came of it.
    private func change(_ body: (inout LiveSegments) throws(SegmentError) -> Void) throws(SearchError) {
        let description = snapshot.description
        do throws(SegmentError) {
            try segments.withLock { segments throws(SegmentError) in
                var changed = segments
                try body(&changed)
                segments = changed
                let index = CatalogIndex(description, segments: changed.parts.map(\.segment))
                // Within the other lock, so that no older snapshot follows a newer one.
                current.withLock { $0 = index }
            }
        } catch {
            throw SearchError(error, catalog: description.id)
        }
    }

    // MARK: Merging

    /// Merges segments whenever the policy asks for it, until the task is cancelled. One task does it at a time: where
    /// another one begins, the first one returns.
    ///
    /// - Throws: `CancellationError`, and what ``merge()`` throws; it may be called again.
    public func keepMerged() async throws {
        for await _ in changed.begin() { try await merge() }
        try Task.checkCancellation()
    }

    /// Merges segments as long as the policy asks for it. Changes may be made and searches go on meanwhile.
    ///
    /// - Throws: `SearchError.damagedIndex`, `CancellationError`, `ICUError`, and what goes wrong where segments are
    ///   written; the catalog is then as it was.
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

    /// How many records are taken up before others get the processor.
    private static let stepCount = 256

    /// One segment of the records of several; `nil` where there are none.
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
