// Follows the changes of a store in PostgreSQL: exactly once, and never backwards.

internal import CatalogSearch
internal import CatalogStorage
internal import Dispatch
internal import Synchronization

/// Checks for changes every 20 ms, and publishes all changes up to the newest one together.
///
/// `@unchecked`, because only `queue` uses the connection and the position.
final class PostgreSQLFollower: @unchecked Sendable {
    private struct State {
        var current: ContinuousClock.Instant?
        var following = StoreFollowing()
        var isClosed = false
        var databaseName: String?
    }

    let queue = DispatchQueue(label: "ProductStore.follow")
    private let address: PostgreSQLAddress
    private let catalogs: StoreCatalogs
    private let checkpoints: StoreCheckpoints?
    private let context: ReadingContext
    /// The shard of the records; `nil` for all.
    private let shard: StoreShard?
    private var connection: PostgreSQLConnection?
    /// The transaction until which everything is published.
    private var position: PostgreSQLPosition?
    /// The timeline of the primary at the position; `nil` if the position came from a standby, or the server
    /// does not tell.
    private var timeline: String?
    /// Whether the timeline is that of the connection.
    private var isTimelineKnown = false
    /// Whether the position is that of a checkpoint, and no server could confirm it yet.
    private var isInDoubt = false
    private let state = Mutex(State())
    private var pause = interval
    /// The revision of the last changed record that was read.
    private var lastChange: Revision?
    /// A catalog with at least this many changed records is read from its beginning, if they are half of its
    /// records.
    var manyRecords = 20_000

    private static let interval = DispatchTimeInterval.milliseconds(20)
    private static let pauseAfterError = DispatchTimeInterval.milliseconds(500)

    init(
        _ address: PostgreSQLAddress, _ catalogs: StoreCatalogs, _ checkpoints: StoreCheckpoints?,
        context: ReadingContext, shard: StoreShard?
    ) {
        self.shard = shard
        self.address = address
        self.catalogs = catalogs
        self.checkpoints = checkpoints
        self.context = context
    }

    /// How far the catalogs lag behind the database.
    var following: StoreFollowing {
        state.withLock { state in
            var following = state.following
            following.lag = state.current.map { ContinuousClock.now - $0 }
            following.isOfPrimary = !address.settings.contains("target_session_attrs")
            return following
        }
    }

    /// What identifies the database; `nil` until a server has responded.
    var databaseName: String? { state.withLock { $0.databaseName } }

    private func noteDatabase(_ reader: PostgreSQLReader) throws {
        guard shard != nil, databaseName == nil else { return }
        let name = try reader.databaseName()
        state.withLock { $0.databaseName = name }
    }

    // MARK: Opening and closing

    /// Checks the database, creates its tables if they do not exist, reads everything, or what is newer than
    /// a checkpoint, and begins to follow. If no server can be reached, it opens the newest checkpoint, and
    /// keeps trying.
    ///
    /// - Returns: records that cannot be searched.
    /// - Throws: `StoreError.refused`.
    func open(
        writes: Bool, progress: (OpeningProgress) -> Void
    ) throws(StoreError) -> [UnusableRecord] {
        var unusable: [UnusableRecord] = []
        let result: Result<Void, StoreError> = queue.sync {
            do throws(StoreError) {
                try StoreError.namingServer {
                    try migrate()
                    let connection = try connected()
                    try PostgreSQLSchema.checkRights(connection, writes: writes)
                    if try start(connection) { return }
                    try withoutActuallyEscaping(progress) { progress in
                        try readAll(connection, unusable: &unusable, progress: progress)
                    }
                }
            } catch {
                guard case .unavailable(.unreachable) = error else { return .failure(error) }
                note(error)
                if position == nil { startInDoubt() }
            }
            return .success(())
        }
        try result.get()
        schedule()
        return unusable
    }

    /// Starts from the newest checkpoint that the database knows, and catches up.
    ///
    /// - Returns: whether there is one.
    private func start(_ connection: PostgreSQLConnection) throws -> Bool {
        guard let checkpoints else { return false }
        let isStarted = try checkpoints.open { checkpoint in
            try connection.reading {
                let reader = PostgreSQLReader(connection, shard)
                let from = PostgreSQLPosition(checkpoint.position)
                if try reader.head().revision < from.revision { throw CheckpointFault.newer }
                if let fault = try reader.fault(of: from) { throw fault }
                publish(checkpoint)
                try catchUp(reader, from: from)
            }
        }
        if isStarted { noteCurrent() }
        return isStarted
    }

    /// Starts from the newest checkpoint, although no server can confirm that it belongs to the same history.
    private func startInDoubt() {
        isInDoubt = (try? checkpoints?.open { publish($0) }) ?? false
    }

    private func publish(_ checkpoint: Checkpoint) {
        var changes = LiveChanges()
        changes.entries = checkpoint.entries(policy: context.policy)
        changes.revision = Revision(checkpoint.position.revision)
        changes.isOtherHistory = true
        _ = catalogs.apply(changes)
        position = PostgreSQLPosition(checkpoint.position)
    }

    /// The searched catalogs and their position; `nil` before they are known. Call it on `queue`.
    var moment: (state: StoreCatalogs.State, position: Checkpoint.Position)? {
        guard let position, !isInDoubt else { return nil }
        return (
            catalogs.state, Checkpoint.Position(revision: position.revision.number, mark: position.mark)
        )
    }

    /// Soon reads everything again.
    func readAgain() {
        queue.async { [weak self] in
            self?.position = nil
            self?.look()
        }
    }

    /// Ends following and the connection.
    func close() {
        state.withLock { $0.isClosed = true }
        queue.sync { connection = nil }
    }

    private func migrate() throws {
        if try PostgreSQLSchema.state(try connected()) == .version(PostgreSQLSchema.version) { return }
        try PostgreSQLSchema.migrate(try PostgreSQLConnection(address, .primary))
    }

    private func connected() throws -> PostgreSQLConnection {
        try connection.usable { () throws(any Error) in
            let new = try PostgreSQLConnection(address, .following)
            if position != nil || state.withLock({ $0.following.errorCount > 0 }) {
                // The new connection may lead to another server than before.
                guard try PostgreSQLSchema.state(new) == .version(PostgreSQLSchema.version) else {
                    throw StoreError.refused(.otherTables)
                }
            }
            isTimelineKnown = false
            return new
        }
    }

    // MARK: Following

    /// Checks for changes, and returns afterwards.
    func lookNow() { queue.sync { look() } }

    /// Soon checks for changes.
    func wake() { queue.async { [weak self] in self?.look() } }

    private func schedule() {
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, !state.withLock({ $0.isClosed }) else { return }
            look()
            schedule()
        }
    }

    private func look() {
        if state.withLock({ $0.isClosed }) { return }
        do {
            let connection = try StoreError.namingServer { try connected() }
            try StoreError.namingServer { try look(connection) }
            pause = Self.interval
        } catch {
            connection = nil
            note(StoreError(error))
            pause = Self.pauseAfterError
        }
    }

    private func note(_ error: StoreError) {
        state.withLock { state in
            state.following.errorCount += 1
            state.following.problem = error
        }
    }

    private func noteCurrent() {
        state.withLock { state in
            state.current = .now
            state.following.problem = nil
        }
    }

    private func look(_ connection: PostgreSQLConnection) throws {
        guard let position else {
            var unusable: [UnusableRecord] = []
            return try readAll(connection, unusable: &unusable) { _ in }
        }
        let head = try PostgreSQLReader(connection).head()
        if head == position {
            isInDoubt = false
            try noteDatabase(PostgreSQLReader(connection))
            noteTimeline(connection)
            return noteCurrent()
        }
        // This server lags behind the last one, and searches must never go back.
        if head.revision < position.revision, !isInDoubt, try !isPromoted(connection) { return }
        try connection.reading { try catchUp(PostgreSQLReader(connection, shard), from: position) }
        noteTimeline(connection)
        noteCurrent()
    }

    /// Whether a primary was promoted after the position was written: changes that it does not have are lost.
    private func isPromoted(_ connection: PostgreSQLConnection) throws -> Bool {
        guard let timeline, let new = try PostgreSQLReader(connection).timeline() else { return false }
        // The numbers have equally many digits.
        return new > timeline
    }

    /// Reads the timeline of the position, once for each connection.
    private func noteTimeline(_ connection: PostgreSQLConnection) {
        guard !isTimelineKnown else { return }
        timeline = (try? PostgreSQLReader(connection).timeline()) ?? nil
        isTimelineKnown = true
    }

    /// Reads everything as of one moment, and publishes it in place of the previous catalogs.
    private func readAll(
        _ connection: PostgreSQLConnection, unusable: inout [UnusableRecord],
        progress: @escaping (OpeningProgress) -> Void
    ) throws {
        try connection.reading {
            try readAll(PostgreSQLReader(connection, shard), unusable: &unusable, progress: progress)
        }
        noteCurrent()
    }

    private func readAll(
        _ reader: PostgreSQLReader, unusable: inout [UnusableRecord],
        progress: @escaping (OpeningProgress) -> Void
    ) throws {
        let head = try reader.head()
        var changes = LiveChanges()
        changes.entries = try LiveEntry.all(
            from: reader, context: context, unusable: &unusable, progress: progress)
        changes.removed = Set(catalogs.state.entries.keys).subtracting(changes.entries.keys)
        changes.revision = head.revision
        changes.isOtherHistory = true
        // Whole catalogs always fit.
        _ = catalogs.apply(changes)
        position = head
        try noteDatabase(reader)
    }

    private func catchUp(_ reader: PostgreSQLReader, from position: PostgreSQLPosition) throws {
        let head = try reader.head()
        let mine = position.revision
        let fault = try reader.fault(of: position)
        if isInDoubt {
            if let fault { checkpoints?.ignoreOpened(head.revision < mine ? .newer : fault) }
            isInDoubt = false
        }
        guard fault == nil else {
            // The database has another history, or no longer has the deletions since the position.
            var unusable: [UnusableRecord] = []
            try readAll(reader, unusable: &unusable) { _ in }
            state.withLock { $0.following.rebuildCount += 1 }
            return
        }
        var changes = LiveChanges()
        changes.revision = head.revision
        var followed: [Int64: CatalogRow] = [:]
        var lastOrder: Revision?
        for (id, row) in try reader.catalogs(changedAfter: mine) {
            guard let row else {
                changes.removed.insert(id)
                context.damage.forget(catalog: id)
                continue
            }
            changes.revisions[id] = row.revision
            if row.descriptionRevision > mine || catalogs.state.entries[id] == nil {
                changes.entries[id] = try entry(row, reader)
            } else {
                followed[row.number] = row
                if let settings = catalogs.state.entries[id]?.changedOrder(in: row) {
                    changes.settings[id] = settings
                    // It may have changed at any revision up to the catalog's last one.
                    lastOrder = max(lastOrder ?? row.revision, row.revision)
                }
            }
        }
        try readRecords(of: followed, after: mine, reader, into: &changes)
        // A catalog that is read whole may have changed at any revision.
        changes.since =
            changes.entries.isEmpty && changes.removed.isEmpty
            ? [lastChange, lastOrder].compactMap(\.self).max() : head.revision
        let failed = catalogs.apply(changes)
        if !failed.isEmpty {
            var repaired = LiveChanges()
            repaired.revision = head.revision
            for row in followed.values where failed.contains(row.id) {
                repaired.entries[row.id] = try entry(row, reader)
            }
            repaired.since = head.revision
            _ = catalogs.apply(repaired)
        }
        self.position = head
        try noteDatabase(reader)
    }

    private func entry(_ row: CatalogRow, _ reader: PostgreSQLReader) throws -> LiveEntry {
        var unusable: [UnusableRecord] = []
        // Parts that are still damaged are found again.
        context.damage.forget(catalog: row.id)
        return try LiveEntry(row, row.settings, from: reader, context: context, unusable: &unusable)
    }

    /// Reads the changed records of catalogs, in the order of their changes.
    private func readRecords(
        of catalogs: [Int64: CatalogRow], after revision: Revision, _ reader: PostgreSQLReader,
        into changes: inout LiveChanges
    ) throws {
        lastChange = nil
        guard !catalogs.isEmpty else { return }
        var catalogs = catalogs
        var readers = catalogs.mapValues { row in
            StoredRecordReader(row.settings, context.damage)
        }
        let cursor = try reader.changedRecords(after: revision)
        while let rows = try cursor.next() {
            for number in 0..<rows.count {
                let catalog = try rows.count(number, 0)
                let revision = try rows.revision(number, 3)
                lastChange = revision
                guard let row = catalogs[catalog], let reader = readers[catalog] else { continue }
                let id = String(decoding: try rows.present(number, 1), as: UTF8.self)
                let hasChecksum = try rows.flag(number, 4)
                let json = rows.bytes(number, 2)
                let record = json.flatMap { json in
                    var stored = StoredRecord(id: id, revision: revision, json: json)
                    stored.hasChecksum = hasChecksum
                    return try? reader.read(stored).get()
                }
                // Another server may have replaced or deleted a damaged record.
                if record != nil || json == nil {
                    context.damage.forget([.record(catalog: row.id, id: id)])
                }
                // An unusable record must not be found.
                changes.records[row.id, default: []].append(record.map { .put($0) } ?? .delete(id: id))
            }
            for (number, row) in catalogs {
                let count = changes.records[row.id]?.count ?? 0
                guard count > manyRecords, count > row.recordCount / (2 * (shard?.count ?? 1)) else {
                    continue
                }
                changes.records[row.id] = nil
                changes.entries[row.id] = try entry(row, reader)
                catalogs[number] = nil
                readers[number] = nil
            }
        }
    }
}
