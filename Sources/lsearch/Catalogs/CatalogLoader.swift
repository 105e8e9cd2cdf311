// Opens the catalogs of a run, with reports and progress for its user.

internal import CatalogSearch
internal import CatalogStorage
internal import Embedding
internal import Files
internal import Localization
internal import ProgramSupport

/// Opens catalogs, and reports problems with their indexes and the progress of long work.
struct CatalogLoader {
    private let progress: ProgressBar
    private let reporter: Reporter
    private let store: CatalogStore
    private let rebuilds: Bool
    /// Makes vectors of records; `nil` for none.
    let embedding: CatalogEmbedding?
    /// False after the first failure, because the next write would fail for the same reason.
    private var writesCache = true
    /// The catalogs whose indexes a search found damaged.
    private var repaired: Set<String> = []

    /// - Parameters:
    ///   - cache: the indexes; `nil` to read catalogs into memory.
    ///   - searchedLanguages: the languages of the chain of every search; `nil` for all.
    init(
        _ reporter: Reporter, cache: IndexCache?, searchedLanguages: Set<String>? = nil, rebuilds: Bool,
        showsProgress: Bool, embedder: EmbedderCommand? = nil
    ) {
        let progress = ProgressBar(reporter.texts, isShown: showsProgress)
        self.progress = progress
        self.reporter = reporter
        store = CatalogStore(cache: cache, searchedLanguages: searchedLanguages)
        self.rebuilds = rebuilds
        if let embedder, let cache {
            embedding = CatalogEmbedding(
                embedder, cache: cache.folder, rebuilds: rebuilds, reporter, progress)
        } else {
            embedding = nil
        }
    }

    /// Loads all catalogs at the paths.
    ///
    /// - Parameters:
    ///   - columns: the record members for columns of the catalogs.
    ///   - chain: the locales that the search will probably use; empty if it searches no texts.
    nonisolated(nonsending) mutating func load(
        _ paths: [String], columns: [String: String], chain: [LocaleIdentifier]
    ) async -> OpenedCatalogs {
        // Foldings are derived while catalogs are read into memory. If this fails, the search fails too, and
        // reports why.
        let derived = store.cache == nil ? chain : []
        let preparation = derived.isEmpty ? nil : Task { try await Analyzer.prepare(derived) }
        let embedding = embedding
        let opened = await store.open(
            paths, columns: columns, policy: rebuilds ? .rebuild : .standard,
            prepare: { embedding?.prepared($0) ?? $0 }, report: report)
        progress.finish()
        try? await preparation?.value
        for catalog in opened.catalogs { note(catalog) }
        return opened
    }

    /// Rebuilds the index of a catalog after a search found it damaged. The second time, the catalog is read
    /// into memory.
    nonisolated(nonsending) mutating func repaired(_ catalog: String, _ file: CatalogFile) async
        -> CatalogIndex
    {
        let isFirst = repaired.insert(catalog).inserted
        let report = report
        let opened = await store.open(file, policy: isFirst && writesCache ? .repair : .memory) {
            report(file, $0)
        }
        note(opened)
        progress.finish()
        return opened.catalog.index
    }

    private mutating func note(_ catalog: OpenedCatalog) {
        if case .memory(.notWritten) = catalog.source { writesCache = false }
    }

    /// Shows the events while a catalog is opened.
    private var report: (CatalogFile, CatalogStore.Event) -> Void {
        let (progress, reporter, folder) = (progress, reporter, store.cache?.folder)
        return { file, event in
            switch event {
            case .building(let fault):
                progress.finish()
                reporter.report(fault, of: file)
            case .progress(.waiting): progress.update(file.path, .waiting, 0, of: 1)
            case .progress(.indexing(let done, let total)):
                progress.update(file.path, .indexing, done, of: total)
            case .reading(let read, let total): progress.update(file.path, .reading, read, of: total)
            case .noIndex(.busy): reporter.report(file: file.path, "IndexBusy")
            case .noIndex(.notWritten(let error)):
                progress.finish()
                reporter.report(file: folder, "IndexNotWritten: %@", [.text(error.message)])
            case .noIndex(.untrusted): reporter.report(file: folder, "IndexUntrusted")
            case .noIndex(.notWanted), .noIndex(.unusable), .noIndex(.unsuitable): break
            }
        }
    }
}
