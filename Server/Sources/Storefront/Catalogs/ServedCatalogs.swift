// The catalogs that are searched: those in files and those of the store.

internal import CatalogSearch
internal import HTTPTypes
internal import Logging
internal import ProductStore
internal import SearchService
internal import Support
internal import Synchronization

/// Keeps the engine of the service up to date with files and the store, and knows its version. The engine is
/// replaced between requests; a running request keeps the engine it began with.
final class ServedCatalogs: Sendable {
    /// Responds to requests from these catalogs.
    let service: SearchService
    let files: CatalogFiles
    let store: ProductStore?
    /// The shards whose records are searched in place of a store.
    let router: ShardRouter?
    private let logger: Logger
    /// A hash of the messages in responses.
    private let texts: UInt64
    private let published = Mutex(Published())

    /// What the engine of the service was made from. The records themselves are only in the engine.
    private struct Published {
        var fingerprint: UInt64 = 0
        var revision: Revision?
        /// Ids of catalogs both in files and in the store.
        var clashes: Set<String> = []
        /// When rules begin or cease to apply, in order.
        var ruleBounds: [Instant] = []
        var isStoreInPlace = true
        var isStoreReachable = true
        var takesChanges = true
    }

    /// - Parameter texts: a hash of the messages in responses.
    init(
        _ service: SearchService, _ files: CatalogFiles, _ store: ProductStore?,
        router: ShardRouter? = nil, texts: UInt64, logger: Logger
    ) {
        self.router = router
        self.service = service
        self.files = files
        self.store = store
        self.texts = texts
        self.logger = logger
    }

    /// Publishes new changes of the store; cheap if there are none.
    ///
    /// - Returns: a version of everything that is searched. Responses made after this call are at least as
    ///   new.
    func update() -> String { updated().version }

    /// Publishes new changes of the store; cheap if there are none.
    ///
    /// - Returns: a version of everything that is searched, and the newest revision of the store in it.
    func updated() -> (version: String, revision: Revision?) {
        let revision = stored?.revision
        if revision != published.withLock({ $0.revision }) { publish() }
        let (fingerprint, bounds) = published.withLock { ($0.fingerprint, $0.ruleBounds) }
        // Yesterday's response may be wrong today: rules begin and end, and preferences count ages from the
        // start of a day.
        let now = Instant.now
        let phase = bounds.partitioningIndex { $0 > now }
        return (Self.version(fingerprint, revision, texts, now.startOfDay, phase: phase), revision)
    }

    /// The engine of the store or of the shards, and its revision.
    private var stored: (engine: SearchEngine, revision: Revision)? {
        if let store {
            let snapshot = store.snapshot()
            return (snapshot.engine, snapshot.revision)
        }
        return router?.routed.map { ($0.engine, $0.revision) }
    }

    /// - Throws: `Problem` while some of the records cannot be searched: a partial response would be worse
    ///   than none.
    func checkAvailability() throws(Problem) {
        guard let router, router.routed == nil else { return }
        throw Problem(.notReady, "ShardsUnavailable", headers: [.retryAfter: "1"])
    }

    private static func version(
        _ files: UInt64, _ revision: Revision?, _ texts: UInt64, _ day: Instant, phase: Int
    ) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(files)
        fingerprint.add(revision?.number ?? -1)
        fingerprint.add(texts)
        fingerprint.add(Int(day.microseconds))
        fingerprint.add(phase)
        return fingerprint.text
    }

    /// Reads changed files, publishes merged catalogs of the store, and logs whether the store was moved.
    func refresh(atOnce: Bool = false) async {
        checkStore()
        let hasChanged = await files.refresh(atOnce: atOnce)
        if hasChanged || atOnce || store != nil || router != nil { publish() }
    }

    /// Records that a search found an index damaged; it is rebuilt.
    func noteDamage(of catalog: String) {
        files.noteDamage(of: catalog)
        store?.noteDamage(of: catalog)
    }

    private func checkStore() {
        guard let store else { return }
        let isInPlace = store.isInPlace
        let wasInPlace = published.withLock { published in
            defer { published.isStoreInPlace = isInPlace }
            return published.isStoreInPlace
        }
        checkFollowing(of: store)
        checkSpace(of: store)
        if wasInPlace, !isInPlace {
            logger.error(
                "The files of the store were moved, removed or replaced, or another program has changed them: changes are refused"
            )
        } else if isInPlace, !wasInPlace {
            logger.notice("The files of the store are back: changes are accepted")
        }
    }

    private func checkSpace(of store: ProductStore) {
        store.recover()
        let takesChanges = store.takesChanges
        let tookChanges = published.withLock { published in
            defer { published.takesChanges = takesChanges }
            return published.takesChanges
        }
        if tookChanges, !takesChanges {
            logger.error(
                "The disk of the store is full: searches go on, and changes are refused until there is space")
        } else if takesChanges, !tookChanges {
            logger.notice("The disk of the store has space: changes are accepted")
        }
    }

    private func checkFollowing(of store: ProductStore) {
        let problem = store.following.problem
        let wasReachable = published.withLock { published in
            defer { published.isStoreReachable = problem == nil }
            return published.isStoreReachable
        }
        if let problem, wasReachable {
            logger.error("Changes of the store cannot be read", metadata: ["reason": "\(problem)"])
        } else if problem == nil, !wasReachable {
            logger.notice("Changes of the store are read again")
        }
    }

    /// Makes one engine of all catalogs. Holds the lock, so that an older engine never replaces a newer one,
    /// and no version is returned before it is searched.
    private func publish() {
        let clashes = published.withLock { published in
            let stored = stored
            let (inFiles, fingerprint) = files.current
            if router != nil {
                // Without a new engine the last one stays: its shards report which requests fail.
                if let stored {
                    service.engine = stored.engine
                    published.revision = stored.revision
                }
                return [] as Set<String>
            }
            let inStore = stored?.engine.catalogs ?? []
            let names = Set(inStore.map(\.description.id))
            // The store wins over a file with the same id, because it was written on purpose.
            let shown = inFiles.filter { !names.contains($0.description.id) }
            service.engine = SearchEngine(
                (shown + inStore).sorted { $0.description.id < $1.description.id })
            published.fingerprint = fingerprint
            published.revision = stored?.revision
            published.ruleBounds = service.engine.catalogs.flatMap(\.description.rules)
                .flatMap { [$0.from, $0.until] }.compactMap(\.self).sorted()
            let clashes = names.intersection(inFiles.map(\.description.id))
            defer { published.clashes = clashes }
            return clashes.subtracting(published.clashes)
        }
        for id in clashes.sorted() {
            logger.warning(
                "A catalog of the store hides a file of the same name", metadata: ["catalog": "\(id)"])
        }
    }
}
