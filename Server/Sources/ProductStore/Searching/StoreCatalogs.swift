// The catalogs that are searched: one in memory for each in the database, changed after each commit.

internal import CatalogSearch
internal import CatalogStorage
internal import Support
internal import Synchronization

/// A catalog of the database, and its copy in memory that is searched.
struct LiveEntry: Sendable {
    let live: LiveCatalog
    var settings: CatalogSettings
    let descriptionRevision: Revision
    var revision: Revision

    /// A catalog whose records are indexed.
    init(
        _ live: LiveCatalog, _ settings: CatalogSettings, _ descriptionRevision: Revision,
        _ revision: Revision
    ) {
        self.live = live
        self.settings = settings
        self.descriptionRevision = descriptionRevision
        self.revision = revision
        // Rules may have changed since the records were read.
        setOrder(settings)
    }

    /// Takes rules and learned popularity from settings under which the records are the same.
    mutating func setOrder(_ settings: CatalogSettings) {
        self.settings = settings
        live.setRules(settings.description.rules)
        live.setLearned(settings.description.learned)
    }

    /// The settings of a row whose description has the same revision, but other rules or another learned
    /// popularity.
    func changedOrder(in row: CatalogRow) -> CatalogSettings? {
        guard row.description != settings.json else { return nil }
        let changed = row.settings
        // Damaged settings are not applied.
        return changed.hasErrors ? nil : changed
    }

    /// Reads all records of a catalog.
    ///
    /// - Parameter progress: called now and then with the number of records read.
    init(
        _ row: CatalogRow, _ settings: CatalogSettings, from db: any StoreReader, context: ReadingContext,
        unusable: inout [UnusableRecord], progress: @escaping (_ count: Int) -> Void = { _ in }
    ) throws {
        let reader = StoredRecordReader(settings, context.damage)
        let cursor = try db.records(in: row.number)
        var failure: (any Error)?
        var faults: [UnusableRecord] = []
        var count = 0
        let records = sequence(state: ()) { _ -> CatalogRecord? in
            do {
                while let stored = try cursor.next() {
                    count += 1
                    if count % Self.progressStep == 0 { progress(count) }
                    switch reader.read(stored) {
                    case .success(let record): return record
                    case .failure(let reason):
                        faults.append(
                            UnusableRecord(catalog: row.id, id: stored.id, diagnostics: reason.diagnostics))
                    }
                }
            } catch {
                failure = error
            }
            return nil
        }
        let index = try CatalogIndex(settings.description, records: records)
        if let failure { throw failure }
        progress(count)
        if db.hasAllRecords, count != row.recordCount { context.damage.note(.records(catalog: row.id)) }
        unusable += faults
        live = LiveCatalog(index, policy: context.policy)
        self.settings = settings
        descriptionRevision = row.descriptionRevision
        revision = row.revision
    }

    private static let progressStep = 1_000

    /// Reads all catalogs.
    ///
    /// - Parameter progress: called now and then.
    static func all(
        from db: any StoreReader, context: ReadingContext, unusable: inout [UnusableRecord],
        progress: @escaping (OpeningProgress) -> Void = { _ in }
    ) throws -> [String: LiveEntry] {
        var entries: [String: LiveEntry] = [:]
        let rows = try db.catalogs()
        let total = rows.reduce(0) { $0 + $1.recordCount }
        var before = 0
        for row in rows {
            let start = before
            entries[row.id] = try LiveEntry(
                row, row.settings, from: db, context: context, unusable: &unusable
            ) { count in
                progress(.init(catalog: row.id, recordCount: start + count, total: total))
            }
            before += row.recordCount
        }
        return entries
    }
}

/// The effects of a batch of writes on the catalogs, published after the commit.
struct LiveChanges: Sendable {
    /// Changed records by catalog, in the order of the writes.
    var records: [String: [RecordChange]] = [:]
    /// Many records at once, by catalog.
    var loads: [String: CatalogIndex] = [:]
    /// Catalogs that were created or have a new description.
    var entries: [String: LiveEntry] = [:]
    /// The new settings of catalogs of whose descriptions only the rules or the learned popularity have
    /// changed.
    var settings: [String: CatalogSettings] = [:]
    /// Deleted catalogs.
    var removed: Set<String> = []
    var revisions: [String: Revision] = [:]
    /// The newest revision of the store.
    var revision = Revision(0)
    /// The last revision that changed these catalogs; `nil` if nothing has changed.
    var since: Revision?
    /// Whether the catalogs published before belong to a history that has ended, or may not belong to this
    /// one.
    var isOtherHistory = false
}

/// All catalogs that are searched: one writer at a time, and readers never wait.
final class StoreCatalogs: Sendable {
    /// The catalogs at one moment. The engine, made of one snapshot of each catalog, shows
    /// all changes of a batch or none.
    struct State: Sendable {
        let entries: [String: LiveEntry]
        let engine: SearchEngine
        let revision: Revision

        init(_ entries: [String: LiveEntry], _ revision: Revision) {
            self.entries = entries
            self.revision = revision
            engine = SearchEngine(entries.sorted { $0.key < $1.key }.map(\.value.live.snapshot))
        }
    }

    /// Locked during a change, so that changes happen one after the other.
    private let changing = Mutex<Void>(())
    /// Locked only to copy or replace the state.
    private let current: Mutex<State>
    /// Wakes the merge task.
    private let changed = ChangeSignal()
    private let waiting = Mutex(Waiting())
    private let keepsVersions: Bool
    /// Recent versions, if they are cached.
    let versions = SearchedVersions()

    init(_ entries: [String: LiveEntry], _ revision: Revision, keepsVersions: Bool = false) {
        self.keepsVersions = keepsVersions
        current = Mutex(State(entries, revision))
    }

    var state: State { current.withLock { $0 } }

    /// Publishes committed changes.
    ///
    /// - Returns: catalogs that could not be changed and must be read again.
    func apply(_ changes: LiveChanges) -> Set<String> {
        var failed: Set<String> = []
        changing.withLock { _ in
            var entries = state.entries
            for id in changes.removed { entries[id] = nil }
            entries.merge(changes.entries) { $1 }
            for (id, settings) in changes.settings { entries[id]?.setOrder(settings) }
            for (id, records) in changes.records {
                do throws(SearchError) {
                    try entries[id]?.live.apply(records)
                } catch {
                    failed.insert(id)
                }
            }
            for (id, index) in changes.loads {
                do throws(SearchError) {
                    try entries[id]?.live.insert(index)
                } catch {
                    failed.insert(id)
                }
            }
            for (id, revision) in changes.revisions where !failed.contains(id) {
                entries[id]?.revision = revision
            }
            publish(
                State(entries, changes.revision),
                since: changes.isOtherHistory ? changes.revision : changes.since,
                isOtherHistory: changes.isOtherHistory)
        }
        changed.send()
        return failed
    }

    private func publish(_ state: State, since: Revision? = nil, isOtherHistory: Bool = false) {
        if keepsVersions { versions.add(state, since: since, isOtherHistory: isOtherHistory) }
        current.withLock { $0 = state }
        for waiting in waiting.withLock({ $0.take(upTo: state.revision) }) {
            waiting.yield(true)
            waiting.finish()
        }
    }

    // MARK: Waiting

    /// The tasks that wait for a revision.
    private struct Waiting {
        private var list: [Int: (revision: Revision, continuation: AsyncStream<Bool>.Continuation)] = [:]
        private var last = 0

        mutating func add(_ revision: Revision, _ continuation: AsyncStream<Bool>.Continuation) -> Int {
            last += 1
            list[last] = (revision, continuation)
            return last
        }

        mutating func remove(_ number: Int) { list[number] = nil }

        mutating func take(upTo revision: Revision) -> [AsyncStream<Bool>.Continuation] {
            let done = list.filter { $0.value.revision <= revision }
            for number in done.keys { list[number] = nil }
            return done.values.map(\.continuation)
        }
    }

    /// Waits until a revision is published.
    ///
    /// - Returns: whether it is.
    func isPublished(_ revision: Revision, within time: Duration) async -> Bool {
        if state.revision >= revision { return true }
        guard time > .zero else { return false }
        let (outcomes, continuation) = AsyncStream<Bool>.makeStream()
        let number = waiting.withLock { $0.add(revision, continuation) }
        defer { waiting.withLock { $0.remove(number) } }
        // It may have been published meanwhile.
        if state.revision >= revision { return true }
        let timer = Task {
            try? await Task.sleep(for: time)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await isPublished in outcomes { return isPublished }
        return false
    }

    // MARK: Merging

    /// Merges changed records until the task is cancelled.
    func keepMerged() async throws {
        for await _ in changed.begin() {
            for (id, entry) in state.entries {
                try await entry.live.merge()
                publishMerged(id, entry.live)
            }
        }
    }

    private func publishMerged(_ id: String, _ live: LiveCatalog) {
        changing.withLock { _ in
            let state = state
            // The catalog may meanwhile have been deleted or replaced by a new description.
            guard state.entries[id]?.live === live else { return }
            publish(State(state.entries, state.revision))
        }
    }
}
