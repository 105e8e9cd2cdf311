// From paths to an engine over the catalogs there: out of their indexes, or read anew.

internal import ProgramSupport
internal import CatalogSearch
internal import Localization
internal import Storage

/// What loading brought.
struct LoadedCatalogs {
    var engine: SearchEngine
    /// The file of each catalog, in the engine's order.
    var files: [CatalogFile]
    var diagnostics: [CatalogDiagnostic]
    /// How many findings were counted only.
    var furtherDiagnostics: Int
    var skippedItems: Int
}

/// Opens the indexes of catalogs, builds those that are missing or of no use, and says how far it is where that takes a
/// while. Where indexes cannot be kept, the catalogs are read into memory: that costs time, and never an answer.
struct CatalogLoader {
    private let progress: ProgressBar
    private let reporter: Reporter
    /// `nil` where indexes are neither read nor written.
    private let cache: IndexCache?
    private let rebuilds: Bool
    /// Not after the first failure: the next one would only be told the same.
    private var writesCache = true
    /// The catalogs whose indexes were found damaged while they were searched.
    private var repaired: Set<String> = []
    /// The catalogs that were read into memory.
    private var scanned: Set<String> = []

    /// From how many records on it pays to fold them ahead of the search.
    private static let manyRecords = 2_000

    init(_ reporter: Reporter, cache: IndexCache?, rebuilds: Bool, showsProgress: Bool) {
        progress = ProgressBar(reporter.texts, isShown: showsProgress)
        self.reporter = reporter
        self.cache = cache
        self.rebuilds = rebuilds
    }

    /// Loads all catalogs that the paths name.
    ///
    /// - Parameter chain: the locales that will be searched, if texts are scanned at all.
    nonisolated(nonsending) mutating func load(_ paths: [String], chain: [LocaleIdentifier]) async
        -> LoadedCatalogs
    {
        let location = CatalogLocator().locate(paths)
        var loaded = LoadedCatalogs(
            engine: SearchEngine([]), files: [], diagnostics: location.diagnostics, furtherDiagnostics: 0,
            skippedItems: 0)
        // While catalogs are read into memory, what the languages hold equal is derived. Where this fails, so does the
        // search, and says why.
        let derived = cache == nil ? chain : []
        let preparation = derived.isEmpty ? nil : _Concurrency.Task { try await Analyzer.prepare(derived) }
        var catalogs: [CatalogIndex] = []
        for file in location.files {
            let catalog = await load(file)
            let log = catalog.reading.diagnostics
            loaded.diagnostics += log.kept
            loaded.furtherDiagnostics += log.errorCount + log.warningCount - log.kept.count
            loaded.skippedItems += catalog.reading.skippedCount
            if catalog.reading.isUnusable { continue }
            catalogs.append(catalog.index)
            loaded.files.append(file)
        }
        progress.finish()
        try? await preparation?.value
        loaded.engine = SearchEngine(catalogs)
        return loaded
    }

    /// Builds the index of a catalog anew, which was found damaged while it was searched. Where that does not help, the
    /// catalog is read into memory.
    nonisolated(nonsending) mutating func repair(_ catalog: String, in loaded: inout LoadedCatalogs) async {
        var catalogs = loaded.engine.catalogs
        for (index, file) in loaded.files.enumerated() where catalogs[index].description.id == catalog {
            let isFirst = repaired.insert(catalog).inserted
            let whole = (isFirst ? await build(file, because: .damaged) : nil) ?? read(file)
            catalogs[index] = whole.index
        }
        progress.finish()
        loaded.engine = SearchEngine(catalogs)
    }

    nonisolated(nonsending) private mutating func load(_ file: CatalogFile) async -> LoadedCatalog {
        guard let cache else { return read(file) }
        // What was asked for is no fault.
        var fault = IndexFault.missing
        if !rebuilds {
            do throws(IndexFault) {
                return try cache.open(file)
            } catch {
                fault = error
            }
        }
        return await build(file, because: fault) ?? read(file)
    }

    /// Builds the index of a catalog; `nil` where there is none, which is told if it is a fault of the cache.
    nonisolated(nonsending) private mutating func build(_ file: CatalogFile, because fault: IndexFault) async
        -> LoadedCatalog?
    {
        guard let cache, writesCache else { return nil }
        do throws(FileError) {
            let outcome = try await cache.build(
                file, because: fault, isForced: rebuilds,
                begin: { fault in
                    progress.finish()
                    reporter.report(fault, of: file)
                },
                progress: { [progress] state in
                    switch state {
                    case .waiting: progress.update(file.path, .waiting, 0, of: 1)
                    case .indexing(let done, let total):
                        progress.update(file.path, .indexing, done, of: total)
                    }
                })
            switch outcome {
            case .done(let catalog): return catalog
            case .unreadable(let reading): return LoadedCatalog(reading: reading, segments: [])
            case .unsuitable: return nil
            case .busy:
                reporter.report(file: file.path, "IndexBusy")
                return nil
            }
        } catch {
            progress.finish()
            writesCache = false
            reporter.report(file: cache.folder, "IndexNotWritten: %@", [.text(error.message)])
            return nil
        }
    }

    /// Reads a catalog into memory.
    private mutating func read(_ file: CatalogFile) -> LoadedCatalog {
        var builder = SegmentBuilder()
        let reading = CatalogReader(file).read(
            progress: { read, total in progress.update(file.path, .reading, read, of: total) },
            record: { (record: Record) throws(Never) in builder.append(record) })
        scanned.insert(file.id)
        return LoadedCatalog(reading: reading, segments: builder.segments())
    }

    /// Folds the texts of a chain where there are many; few are folded as fast by the first query.
    mutating func prepare(_ loaded: LoadedCatalogs, chain: [LocaleIdentifier]) async throws(SearchError) {
        let catalogs = zip(loaded.engine.catalogs, loaded.files).filter { scanned.contains($1.id) }
        guard catalogs.reduce(0, { $0 + $1.0.recordCount }) >= Self.manyRecords else { return }
        do {
            for (catalog, file) in catalogs {
                try await catalog.prepare(chain: chain) { progress.update(file.path, .folding, $0, of: $1) }
            }
        } catch SegmentError.icu(let error) {
            throw .icu(error)
        } catch {
            // Nothing else is thrown, and the first query would do the work itself.
        }
        progress.finish()
    }
}
