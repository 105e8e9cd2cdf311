// The catalogs in files, read at the start and whenever they change.

internal import CatalogSearch
internal import CatalogStorage
internal import Embedding
internal import Files
internal import Localization
internal import Logging
internal import SearchService
internal import Support
internal import Synchronization

/// Catalogs in files and folders, read at the start and whenever they change.
///
/// A cache stores their indexes, so that a start takes milliseconds. Without a cache, catalogs are read into
/// memory.
final class CatalogFiles: Sendable {
    private let paths: [String]
    private let store: CatalogStore
    /// The vectors made from the catalogs' texts; `nil` for none.
    let vectors: CatalogVectors?
    private let logger: Logger
    /// Makes the message of a diagnostic for the log.
    private let message: @Sendable (CatalogDiagnostic) -> String
    private let state = Mutex(State())

    private struct State {
        var catalogs: [String: Entry] = [:]
        /// New and changed files in their last known state. A file is read once it stops changing, so that no
        /// program is still writing it.
        var awaited: [String: FileState] = [:]
        /// Files without usable records, as they were when they were read.
        var unusable: [String: FileState] = [:]
        /// Problems of the paths themselves, which were logged already.
        var reportedDiagnostics: [CatalogDiagnostic] = []
        /// The first problems of each file.
        var problems: [String: [CatalogDiagnostic]] = [:]
        var damaged: Set<String> = []
        /// Catalogs that were read after their vectors were made.
        var unembedded: Set<String> = []
        /// Catalogs whose vectors were made after they were read.
        var renewed: Set<String> = []
    }

    private struct Entry {
        let file: CatalogFile
        let state: FileState
        let index: CatalogIndex
        /// The state of its vectors' file when it was read.
        let vectors: FileFacts?
    }

    /// - Parameters:
    ///   - cache: the cache of indexes; `nil` to read catalogs into memory.
    ///   - vectors: the vectors made from the catalogs' texts.
    ///   - message: makes the message of a diagnostic for the log.
    init(
        _ paths: [String], cache: IndexCache?, vectors: CatalogVectors? = nil, logger: Logger,
        message: @escaping @Sendable (CatalogDiagnostic) -> String
    ) {
        self.paths = paths
        store = CatalogStore(cache: cache)
        self.vectors = vectors
        self.logger = logger
        self.message = message
    }

    /// The catalogs in the order of their ids, and a hash that changes with their files.
    var current: (catalogs: [CatalogIndex], fingerprint: UInt64) {
        state.withLock { state in
            let entries = state.catalogs.sorted { $0.key < $1.key }.map(\.value)
            var fingerprint = Fingerprint()
            for entry in entries {
                fingerprint.add(entry.file.id)
                entry.state.add(to: &fingerprint)
                entry.vectors?.add(to: &fingerprint)
            }
            return (entries.map(\.index), fingerprint.value)
        }
    }

    /// The first problems of each path and file that is present, in the order of the files.
    var problems: [CatalogDiagnostic] {
        state.withLock { state in
            state.reportedDiagnostics + state.problems.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }

    /// The ids of the catalogs.
    var identifiers: Set<String> { state.withLock { Set($0.catalogs.keys) } }

    /// Records that a search found the index of a catalog damaged: the next ``refresh()`` rebuilds it.
    func noteDamage(of catalog: String) { state.withLock { _ = $0.damaged.insert(catalog) } }

    // MARK: Vectors

    /// Returns a catalog that was read after its vectors were made, and takes it off the list; its vectors
    /// are made next.
    func takeUnembedded() -> CatalogFile? {
        state.withLock { state in
            while let id = state.unembedded.popFirst() {
                if let file = state.catalogs[id]?.file { return file }
            }
            return nil
        }
    }

    /// Records that vectors of a catalog must still be made.
    func noteUnembedded(_ catalog: String) { state.withLock { _ = $0.unembedded.insert(catalog) } }

    /// Records that vectors of a catalog were made: the next ``refresh()`` reads them.
    func noteVectors(of catalog: String) { state.withLock { _ = $0.renewed.insert(catalog) } }

    /// The catalog with the location of its vectors. A vectors file that was supplied beside the catalog
    /// takes precedence.
    private func located(_ file: CatalogFile) -> CatalogFile {
        guard let vectors, FileFacts(file.vectorsPath) == nil else { return file }
        return vectors.located(file)
    }

    // MARK: Changes

    /// Reads new and changed files, and drops deleted ones.
    ///
    /// - Parameter atOnce: whether to read new files at once, although another
    ///   process may still be writing them.
    /// - Returns: whether anything has changed.
    func refresh(atOnce: Bool = false) async -> Bool {
        // A pipe can be read only once, and may block its reader forever.
        let location = CatalogLocator(acceptsPipes: false).locate(paths)
        let isNews = state.withLock { state in
            defer { state.reportedDiagnostics = location.diagnostics }
            return state.reportedDiagnostics != location.diagnostics
        }
        if isNews { for diagnostic in location.diagnostics { report(diagnostic) } }
        var isNew = false
        for given in location.files {
            let file = located(given)
            let isEmbedded = file != given
            let found = FileState(of: file, withVectors: !isEmbedded)
            guard isToBeRead(file, found, atOnce: atOnce) else { continue }
            let hasChanged = state.withLock { state in
                state.renewed.remove(file.id)
                return state.catalogs[file.id].map { $0.state != found || $0.file != file } ?? true
            }
            let facts = isEmbedded ? FileFacts(file.vectorsPath) : nil
            let index = await load(file)
            state.withLock { state in
                state.damaged.remove(file.id)
                state.awaited[file.id] = nil
                state.unusable[file.id] = index == nil ? found : nil
                // A catalog that has become unreadable stays as it was before.
                if let index {
                    state.catalogs[file.id] = Entry(file: file, state: found, index: index, vectors: facts)
                }
                if isEmbedded, hasChanged { state.unembedded.insert(file.id) }
            }
            isNew = isNew || index != nil
        }
        let present = Set(location.files.map(\.id))
        return state.withLock { state in
            let gone = state.catalogs.keys.filter { !present.contains($0) }
            for id in gone { state.catalogs[id] = nil }
            state.problems = state.problems.filter { present.contains($0.key) }
            return isNew || !gone.isEmpty
        }
    }

    private func isToBeRead(_ file: CatalogFile, _ found: FileState, atOnce: Bool) -> Bool {
        state.withLock { state in
            if state.damaged.contains(file.id) || state.renewed.contains(file.id) { return true }
            let known = state.catalogs[file.id]
            if known?.state == found, known?.file == file { return false }
            if state.unusable[file.id] == found { return false }
            if atOnce || state.awaited[file.id] == found { return true }
            state.awaited[file.id] = found
            return false
        }
    }

    // MARK: Reading

    /// The most reported problems of a file.
    private static let problemLimit = 20

    /// Opens a catalog; `nil` if it has errors and no records.
    private func load(_ file: CatalogFile) async -> CatalogIndex? {
        let isDamaged = state.withLock { $0.damaged.contains(file.id) }
        let opened = await store.open(file, policy: isDamaged ? .repair : .standard)
        if case .memory(.notWritten(let error)) = opened.source {
            logger.warning(
                "Index not kept",
                metadata: ["folder": "\(store.cache?.folder ?? "")", "reason": "\(error.message)"])
        }
        if opened.source == .memory(.untrusted) {
            logger.warning(
                "Index not used, because others can write into its folder",
                metadata: ["folder": "\(store.cache?.folder ?? "")"])
        }
        report(opened.reading)
        let problems = Array(opened.reading.diagnostics.kept.prefix(Self.problemLimit))
        state.withLock { $0.problems[file.id] = problems }
        // An empty shop is of no use, so the catalog stays as it was before.
        guard let index = opened.index, index.recordCount > 0 || opened.reading.diagnostics.errorCount == 0
        else { return nil }
        let isInMemory = if case .memory = opened.source { true } else { false }
        logger.info(
            isInMemory ? "Catalog loaded into memory" : "Catalog loaded",
            metadata: ["catalog": "\(file.id)", "records": "\(index.recordCount)"])
        return index
    }

    private func report(_ reading: CatalogReading) {
        for diagnostic in reading.diagnostics.kept.prefix(Self.problemLimit) { report(diagnostic) }
        if reading.skippedCount > 0 {
            logger.warning(
                "Records left out",
                metadata: ["catalog": "\(reading.description.id)", "records": "\(reading.skippedCount)"])
        }
    }

    private func report(_ diagnostic: CatalogDiagnostic) {
        let place = diagnostic.file + (diagnostic.line.map { ":\($0)" } ?? "")
        logger.warning("\(place): \(message(diagnostic))")
    }
}

/// The attributes of a catalog's files, which change with their contents.
private struct FileState: Hashable {
    private let looks: [FileFacts]

    /// Reads the attributes of the file, or of all files of the folder, and of its sidecar.
    ///
    /// - Parameter withVectors: whether the file of its vectors comes from another program.
    init(of file: CatalogFile, withVectors: Bool) {
        var paths = [file.path, file.sidecarPath] + (withVectors ? [file.vectorsPath] : [])
        if file.format.isFolder { paths += FileTree.files(below: file.path) }
        looks = paths.compactMap(FileFacts.init)
    }

    func add(to fingerprint: inout Fingerprint) {
        for look in looks { look.add(to: &fingerprint) }
    }
}
