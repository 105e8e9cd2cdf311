// Which catalogs lie in files, and what do they hold now?

internal import CatalogSearch
internal import KitSupport
internal import Localization
internal import Logging
internal import SearchService
internal import Storage
internal import Synchronization

/// Catalogs in files and folders, read when the service starts and again when they change.
///
/// Indexes are kept in a cache, so that a start takes milliseconds. Where none can be kept, catalogs are read into memory.
final class CatalogFiles: Sendable {
    private let paths: [String]
    private let store: CatalogStore
    private let logger: Logger
    /// Says what is wrong with a catalog.
    private let words: @Sendable (CatalogDiagnostic) -> String
    private let state = Mutex(State())

    private struct State {
        var catalogs: [String: Entry] = [:]
        /// Files as they were seen last, to be read when they look the same once more: nobody writes them then.
        var awaited: [String: FileState] = [:]
        /// Files that hold nothing that can be searched, as they were when that was found.
        var unusable: [String: FileState] = [:]
        /// What is wrong with the paths themselves, which is told once.
        var told: [CatalogDiagnostic] = []
        var damaged: Set<String> = []
    }

    private struct Entry {
        let file: CatalogFile
        let state: FileState
        let index: CatalogIndex
    }

    /// - Parameters:
    ///   - cache: where indexes are kept; `nil` for in memory alone.
    ///   - words: says what is wrong with a catalog, for the log.
    init(
        _ paths: [String], cache: IndexCache?, logger: Logger,
        words: @escaping @Sendable (CatalogDiagnostic) -> String
    ) {
        self.paths = paths
        store = CatalogStore(cache: cache)
        self.logger = logger
        self.words = words
    }

    /// The catalogs, in the order of their ids, and a number that is another one where they are others.
    var current: (catalogs: [CatalogIndex], fingerprint: UInt64) {
        state.withLock { state in
            let entries = state.catalogs.sorted { $0.key < $1.key }.map(\.value)
            var fingerprint = Fingerprint()
            for entry in entries {
                fingerprint.add(entry.file.id)
                entry.state.add(to: &fingerprint)
            }
            return (entries.map(\.index), fingerprint.value)
        }
    }

    /// The ids of the catalogs.
    var identifiers: Set<String> { state.withLock { Set($0.catalogs.keys) } }

    /// Notes that the index of a catalog was found damaged while it was searched: it is built anew at the next ``refresh()``.
    func noteDamage(of catalog: String) { state.withLock { _ = $0.damaged.insert(catalog) } }

    /// Reads what is new or has changed, and forgets what is no more.
    ///
    /// - Parameter atOnce: whether to read files that were not seen before, too, although somebody may be writing them.
    /// - Returns: whether anything is other than it was.
    func refresh(atOnce: Bool = false) async -> Bool {
        let location = CatalogLocator().locate(paths)
        let isNews = state.withLock { state in
            defer { state.told = location.diagnostics }
            return state.told != location.diagnostics
        }
        if isNews { for diagnostic in location.diagnostics { tell(diagnostic) } }
        var hasChanged = false
        for file in location.files {
            let found = FileState(of: file)
            guard isToBeRead(file, found, atOnce: atOnce) else { continue }
            let index = await load(file)
            state.withLock { state in
                state.damaged.remove(file.id)
                state.awaited[file.id] = nil
                state.unusable[file.id] = index == nil ? found : nil
                // A catalog that has become unreadable is served as it was: an empty shop helps nobody.
                if let index { state.catalogs[file.id] = Entry(file: file, state: found, index: index) }
            }
            hasChanged = hasChanged || index != nil
        }
        let present = Set(location.files.map(\.id))
        return state.withLock { state in
            let gone = state.catalogs.keys.filter { !present.contains($0) }
            for id in gone { state.catalogs[id] = nil }
            return hasChanged || !gone.isEmpty
        }
    }

    private func isToBeRead(_ file: CatalogFile, _ found: FileState, atOnce: Bool) -> Bool {
        state.withLock { state in
            if state.damaged.contains(file.id) { return true }
            let known = state.catalogs[file.id]
            if known?.state == found, known?.file == file { return false }
            if state.unusable[file.id] == found { return false }
            if atOnce || state.awaited[file.id] == found { return true }
            state.awaited[file.id] = found
            return false
        }
    }

    // MARK: Reading

    /// Opens a catalog; `nil` if it has errors and no records.
    private func load(_ file: CatalogFile) async -> CatalogIndex? {
        let isDamaged = state.withLock { $0.damaged.contains(file.id) }
        let opened = await store.open(file, policy: isDamaged ? .repair : .standard)
        if case .memory(.notWritten(let error)) = opened.source {
            logger.warning(
                "Index not kept",
                metadata: ["folder": "\(store.cache?.folder ?? "")", "reason": "\(error.message)"])
        }
        tell(opened.reading)
        // An empty shop helps nobody: the catalog is served as it was before.
        guard let index = opened.index, index.recordCount > 0 || opened.reading.diagnostics.errorCount == 0
        else { return nil }
        let isInMemory = if case .memory = opened.source { true } else { false }
        logger.info(
            isInMemory ? "Catalog loaded into memory" : "Catalog loaded",
            metadata: ["catalog": "\(file.id)", "records": "\(index.recordCount)"])
        return index
    }

    private func tell(_ reading: CatalogReading) {
        for diagnostic in reading.diagnostics.kept.prefix(20) { tell(diagnostic) }
        if reading.skippedCount > 0 {
            logger.warning(
                "Records left out",
                metadata: ["catalog": "\(reading.description.id)", "records": "\(reading.skippedCount)"])
        }
    }

    private func tell(_ diagnostic: CatalogDiagnostic) {
        let place = diagnostic.file + (diagnostic.line.map { ":\($0)" } ?? "")
        logger.warning("\(place): \(words(diagnostic))")
    }
}

/// How a catalog's files look from outside: what changes with them.
private struct FileState: Hashable {
    private let looks: [FileLook]

    /// Looks at the file, or at all files of the folder, and at its sidecar.
    init(of file: CatalogFile) {
        var paths = [file.path, file.sidecarPath]
        if file.format.isFolder { paths += FileTree.files(below: file.path) }
        looks = paths.compactMap(FileLook.init)
    }

    func add(to fingerprint: inout Fingerprint) {
        for look in looks { look.add(to: &fingerprint) }
    }
}
