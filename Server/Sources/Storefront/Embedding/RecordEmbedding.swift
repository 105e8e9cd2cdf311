// Makes the vectors of records in the background: of catalogs in files, and of those of the store.

internal import CatalogSearch
internal import CatalogStorage
internal import Dispatch
internal import Embedding
internal import Files
internal import Logging
internal import MeilisearchProtocol
internal import ProductStore
internal import ServiceLifecycle

/// Requests missing vectors of records from a command while the service runs. No search waits for it: records
/// without vectors are found by their words.
struct RecordEmbedding: Service {
    private let embedder: EmbedderCommand
    private let catalogs: ServedCatalogs
    /// The cached vectors of the store's texts; `nil` if only its records have them.
    private let cache: VectorCache?
    private let log: EmbedderLog
    private let logger: Logger
    /// The command blocks a thread while it works.
    private let queue = DispatchQueue(label: "Storefront.embedding", attributes: .concurrent)

    /// The time for the vectors of a batch of records, in seconds.
    private static let seconds = 120

    init(
        _ embedder: EmbedderCommand, _ catalogs: ServedCatalogs, cache: VectorCache?, _ log: EmbedderLog,
        _ logger: Logger
    ) {
        self.cache = cache
        self.embedder = embedder
        self.catalogs = catalogs
        self.log = log
        self.logger = logger
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskCancellationHandler {
                await embed()
            } onCancel: {
                embedder.stop()
            }
        }
    }

    private func embed() async {
        var pause = EmbedderPause()
        var space: VectorSpace?
        var scans: [String: StoreScan] = [:]
        while !Task.isCancelled {
            var hasWorked = false
            if !pause.isHeld(at: .now) {
                do throws(EmbedderFault) {
                    let known = if let space { space } else { try await firstSpace() }
                    space = known
                    hasWorked = try await embedFile(known)
                    if try await embedRecords(known, &scans) { hasWorked = true }
                    pause.end()
                    log.noteRecovery(of: .records)
                } catch {
                    // Stopping is not a failure.
                    if Task.isCancelled { return }
                    log.note(error, of: .records, pause: pause.begin())
                    // A restarted command may have another model.
                    space = nil
                }
            }
            if !hasWorked { try? await Task.sleep(for: .seconds(1)) }
        }
    }

    /// Runs `body` on a thread that may be blocked.
    private func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () -> Result<Value, EmbedderFault>
    ) async throws(EmbedderFault) -> Value {
        let result = await withCheckedContinuation { done in
            queue.async { done.resume(returning: body()) }
        }
        return try result.get()
    }

    private func vectors(of texts: [String]) async throws(EmbedderFault) -> EmbeddedVectors {
        try await blocking { [embedder] in
            Result { () throws(EmbedderFault) in
                try embedder.vectors(of: texts, .record, seconds: Self.seconds, tries: 2)
            }
        }
    }

    /// The space of the command's vectors; vectors of another space are remade.
    private func firstSpace() async throws(EmbedderFault) -> VectorSpace {
        try await vectors(of: ["lsearch"]).space
    }

    // MARK: Files

    /// Makes the vectors of a catalog in a file that was read after its vectors were made.
    ///
    /// - Returns: whether there was one.
    private func embedFile(_ space: VectorSpace) async throws(EmbedderFault) -> Bool {
        let files = catalogs.files
        guard let vectors = files.vectors, let file = files.takeUnembedded() else { return false }
        let log = log
        let outcome = await withCheckedContinuation { done in
            queue.async {
                var known = 0
                var next = ContinuousClock.now + Self.firstInterval
                var interval = Self.firstInterval
                let outcome = vectors.update(file, of: space) { count, _ in
                    log.add(count - known, of: .records)
                    known = count
                    // Each update indexes the catalog again, so the intervals grow.
                    guard ContinuousClock.now >= next else { return }
                    interval *= 2
                    next = ContinuousClock.now + interval
                    files.noteVectors(of: file.id)
                }
                done.resume(returning: outcome)
            }
        }
        if outcome.madeCount > 0 { files.noteVectors(of: file.id) }
        if let error = outcome.fileError {
            logger.error(
                "Vectors are not kept",
                metadata: ["folder": "\(vectors.folder)", "reason": "\(error.message)"])
        }
        if let fault = outcome.embedderFault {
            files.noteUnembedded(file.id)
            throw fault
        }
        if outcome.madeCount > 0 {
            logger.info(
                "Records have vectors", metadata: ["catalog": "\(file.id)", "made": "\(outcome.madeCount)"])
        }
        return true
    }

    /// When the first vectors of a large catalog become searchable.
    private static let firstInterval = Duration.seconds(20)

    // MARK: The store

    /// The revisions of a catalog that were not read yet.
    private struct StoreScan {
        let space: VectorSpace
        let description: Revision?
        /// `nil` if the records get no vectors.
        let plan: ProductStore.EmbeddingPlan?
        var newest = Revision(0)
        /// Revisions to read, the newest ones last: those after the first and before the second.
        var ranges: [(Revision, Revision)] = []
        var madeCount = 0
    }

    private static func scan(
        of catalog: String, in snapshot: StoreSnapshot, _ space: VectorSpace
    ) -> StoreScan {
        let plan = MeilisearchServer.embeddingPlan(
            of: catalog, description: snapshot.wholeDescription(of: catalog) ?? [])
        var space = space
        if let plan { space.name = plan.name }
        return StoreScan(space: space, description: snapshot.descriptionRevision(of: catalog), plan: plan)
    }

    /// The vectors of records by their ids: cached ones, and new ones.
    private func vectors(
        of records: [ProductStore.RecordToEmbed], _ space: VectorSpace
    ) async throws(EmbedderFault) -> [String: QuantizedVector] {
        var known = cache?.vectors(of: records.map(\.checksum)) ?? [:]
        // Each text only once, in the order of the records.
        var missing: [ProductStore.RecordToEmbed] = []
        for record in records
        where known[record.checksum] == nil && !missing.contains(where: { $0.checksum == record.checksum }) {
            missing.append(record)
        }
        if !missing.isEmpty {
            let made = try await vectors(of: missing.map(\.text.text))
            guard made.space.model == space.model, made.space.count == space.count else { throw .changed }
            let new = Dictionary(zip(missing.map(\.checksum), made.vectors)) { one, _ in one }
            cache?.add(new)
            known.merge(new) { one, _ in one }
        }
        return records.reduce(into: [:]) { $0[$1.id] = known[$1.checksum] }
    }

    /// Makes the vectors of the newest records of each catalog that lack one.
    ///
    /// - Returns: whether work is left.
    private func embedRecords(
        _ space: VectorSpace, _ scans: inout [String: StoreScan]
    ) async throws(EmbedderFault) -> Bool {
        guard let store = catalogs.store, store.takesChanges, store.isInPlace, await store.leadsEmbedding()
        else { return false }
        let snapshot = store.snapshot()
        var hasWorked = false
        for (id, revision) in snapshot.catalogRevisions.sorted(by: { $0.key < $1.key }) {
            var scan = scans[id] ?? Self.scan(of: id, in: snapshot, space)
            if scan.space.model != space.model || scan.space.count != space.count
                || scan.description != snapshot.descriptionRevision(of: id)
            {
                scan = Self.scan(of: id, in: snapshot, space)
            }
            let space = scan.space
            guard let plan = scan.plan else {
                scans[id] = scan
                continue
            }
            if revision > scan.newest {
                scan.ranges.append((scan.newest, Revision(revision.number + 1)))
                scan.newest = revision
            }
            defer { scans[id] = scan }
            guard let (first, last) = scan.ranges.popLast() else { continue }
            do {
                let found = try await store.recordsToEmbed(
                    in: id, by: space, plan, after: first, before: last, limit: EmbedderCommand.batchSize)
                if !found.records.isEmpty {
                    let vectors = try await vectors(of: found.records, space)
                    let count = try await store.putVectors(vectors, of: space, plan, in: id)
                    log.add(count, of: .records)
                    scan.madeCount += count
                }
                if let last = found.last { scan.ranges.append((first, last)) }
                hasWorked = true
            } catch let fault as EmbedderFault {
                scan.ranges.append((first, last))
                throw fault
            } catch StoreError.notFound {
                // The catalog was deleted meanwhile.
                scan.ranges = []
            } catch {
                // Other services report why the store is unavailable. The next round tries again.
                scan.ranges.append((first, last))
                return false
            }
            if scan.ranges.isEmpty, scan.madeCount > 0 {
                logger.info(
                    "Records have vectors", metadata: ["catalog": "\(id)", "made": "\(scan.madeCount)"])
                scan.madeCount = 0
            }
        }
        scans = scans.filter { snapshot.catalogRevisions[$0.key] != nil }
        return hasWorked
    }
}

/// Keeps the command for queries running from the start until the last search has its response.
struct QueryEmbedding: Service {
    let embedder: QueryEmbedder

    func run() async {
        embedder.prepare()
        try? await gracefulShutdown()
        embedder.stop()
    }
}
