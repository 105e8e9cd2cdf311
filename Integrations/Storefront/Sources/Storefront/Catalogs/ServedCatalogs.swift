// What is searched at this moment: the catalogs in files, and those of the store.

internal import CatalogSearch
internal import KitSupport
internal import Logging
internal import ProductStore
internal import SearchService
internal import Synchronization

/// All catalogs that are served. They change between two requests, never during one.
final class ServedCatalogs: Sendable {
    /// Answers out of them.
    let service: SearchService
    let files: CatalogFiles
    let store: ProductStore?
    private let logger: Logger
    /// What the texts of the answers are, as a number that changes with them.
    private let texts: UInt64
    private let state = Mutex(State())

    private struct State {
        var fingerprint: UInt64 = 0
        var revision: Revision?
        var clashes: Set<String> = []
    }

    /// - Parameter texts: what the texts of the answers are, as a number that changes with them.
    init(
        _ service: SearchService, _ files: CatalogFiles, _ store: ProductStore?, texts: UInt64, logger: Logger
    ) {
        self.service = service
        self.files = files
        self.store = store
        self.texts = texts
        self.logger = logger
    }

    /// Takes over what was changed in the store since the last time, which costs little where nothing was.
    ///
    /// - Returns: the version of all that is searched now, or of what was before: answers are at least as new as it says.
    func update() -> String {
        let revision = store?.snapshot().revision
        let (current, fingerprint) = state.withLock { ($0.revision, $0.fingerprint) }
        if revision != current { compose() }
        return Self.version(fingerprint, revision, texts)
    }

    private static func version(_ files: UInt64, _ revision: Revision?, _ texts: UInt64) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(files)
        fingerprint.add(revision?.number ?? -1)
        fingerprint.add(texts)
        return fingerprint.text
    }

    /// Reads files that changed, and takes over what was merged in the store.
    func refresh(atOnce: Bool = false) async {
        let hasChanged = await files.refresh(atOnce: atOnce)
        if hasChanged || atOnce || store != nil { compose() }
    }

    /// Makes one engine of all catalogs. Within the lock, so that none is replaced by an older one, and nobody is told a
    /// version before it is searched.
    private func compose() {
        let clashes = state.withLock { state in
            let snapshot = store?.snapshot()
            let (inFiles, fingerprint) = files.current
            let stored = snapshot?.engine.catalogs ?? []
            let names = Set(stored.map(\.description.id))
            // Of two catalogs with one id, that of the store is served: whoever put it there meant it to be.
            let shown = inFiles.filter { !names.contains($0.description.id) }
            service.engine = SearchEngine(
                (shown + stored).sorted { $0.description.id < $1.description.id })
            state.fingerprint = fingerprint
            state.revision = snapshot?.revision
            let clashes = names.intersection(inFiles.map(\.description.id))
            defer { state.clashes = clashes }
            return clashes.subtracting(state.clashes)
        }
        for id in clashes.sorted() {
            logger.warning(
                "A catalog of the store hides a file of the same name", metadata: ["catalog": "\(id)"])
        }
    }
}
