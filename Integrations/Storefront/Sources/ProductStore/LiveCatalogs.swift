// What is searched? A catalog in memory for each one in the database, changed after each commit.

internal import CatalogSearch
internal import GRDB
internal import KitSupport
internal import Storage
internal import Synchronization

/// A catalog of the database, and its twin that is searched.
struct LiveEntry: Sendable {
    let live: LiveCatalog
    let settings: CatalogSettings
    let descriptionRevision: Revision
    var revision: Revision
    /// The twin as it was after the change of this revision, or after it was merged.
    var index: CatalogIndex

    /// Reads all records of a catalog.
    ///
    /// - Parameter progress: told after some records each how many there are by now.
    init(
        _ row: CatalogRow, _ settings: CatalogSettings, from db: Database, policy: MergePolicy,
        unusable: inout [UnusableRecord], progress: @escaping (_ count: Int) -> Void = { _ in }
    ) throws {
        let reader = settings.recordReader()
        let cursor = try db.records(in: row.number)
        var failure: (any Error)?
        var faults: [UnusableRecord] = []
        var count = 0
        let records = sequence(state: ()) { _ -> CatalogSearch.Record? in
            do {
                while let stored = try cursor.next() {
                    count += 1
                    if count % Self.progressStep == 0 { progress(count) }
                    let reading = reader.read(stored.json)
                    // The id is what the database says, or two records could have one.
                    if let record = reading.record, record.id.utf8.elementsEqual(stored.id.utf8) {
                        return record
                    }
                    faults.append(
                        UnusableRecord(catalog: row.id, id: stored.id, diagnostics: reading.diagnostics))
                }
            } catch {
                failure = error
            }
            return nil
        }
        index = CatalogIndex(settings.description, records: records)
        if let failure { throw failure }
        progress(count)
        unusable += faults
        live = LiveCatalog(index, policy: policy)
        self.settings = settings
        descriptionRevision = row.descriptionRevision
        revision = row.revision
    }

    private static let progressStep = 1_000
}

/// What a batch of writes did to the catalogs, to be shown after it was committed.
struct LiveChanges: Sendable {
    /// Records that changed, by catalog, in the order of the writes.
    var records: [String: [RecordChange]] = [:]
    /// Catalogs that were made or described anew.
    var entries: [String: LiveEntry] = [:]
    /// Catalogs that are no more.
    var removed: Set<String> = []
    /// The revisions of the catalogs that changed.
    var revisions: [String: Revision] = [:]
    /// The newest of all changes.
    var revision = Revision(0)
}

/// All catalogs that are searched. One changes them at a time, and whoever searches waits for nobody.
final class LiveCatalogs: Sendable {
    /// The catalogs of one moment.
    struct State: Sendable {
        var entries: [String: LiveEntry]
        var engine: SearchEngine
        var revision: Revision

        init(_ entries: [String: LiveEntry], _ revision: Revision) {
            self.entries = entries
            self.revision = revision
            engine = SearchEngine(entries.sorted { $0.key < $1.key }.map(\.value.index))
        }
    }

    /// Held while catalogs are changed.
    private let changing = Mutex<Void>(())
    /// Held only while it is copied.
    private let current: Mutex<State>
    private let changed = ChangeSignal()

    init(_ entries: [String: LiveEntry], _ revision: Revision) {
        current = Mutex(State(entries, revision))
    }

    var state: State { current.withLock { $0 } }

    /// Shows changes that were committed.
    ///
    /// - Returns: catalogs that could not be changed and have to be read again.
    func apply(_ changes: LiveChanges) -> Set<String> {
        var failed: Set<String> = []
        changing.withLock { _ in
            var entries = state.entries
            for id in changes.removed { entries[id] = nil }
            entries.merge(changes.entries) { $1 }
            for (id, records) in changes.records {
                guard var entry = entries[id] else { continue }
                do throws(SearchError) {
                    try entry.live.apply(records)
                } catch {
                    failed.insert(id)
                    continue
                }
                entry.index = entry.live.snapshot
                entries[id] = entry
            }
            for (id, revision) in changes.revisions where !failed.contains(id) {
                entries[id]?.revision = revision
            }
            publish(State(entries, changes.revision))
        }
        changed.send()
        return failed
    }

    private func publish(_ state: State) { current.withLock { $0 = state } }

    // MARK: Merging

    /// Merges what was changed until the task is cancelled.
    func keepMerged() async throws {
        for await _ in changed.begin() {
            for (id, entry) in state.entries {
                try await entry.live.merge()
                showMerged(id, entry.live)
            }
        }
    }

    private func showMerged(_ id: String, _ live: LiveCatalog) {
        changing.withLock { _ in
            var state = state
            // The catalog may have been deleted or described anew meanwhile.
            guard state.entries[id]?.live === live else { return }
            state.entries[id]?.index = live.snapshot
            publish(State(state.entries, state.revision))
        }
    }
}
