// From paths to an engine over the catalogs there.

internal import ProgramSupport
internal import CatalogSearch
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

/// Reads catalogs into memory, and says how far it is where that takes a while.
struct CatalogLoader {
    private var progress: ProgressBar

    /// From how many records on it pays to fold them ahead of the search.
    private static let manyRecords = 2_000

    init(_ texts: Texts, showsProgress: Bool) { progress = ProgressBar(texts, isShown: showsProgress) }

    /// Reads all catalogs that the paths name.
    mutating func load(_ paths: [String]) -> LoadedCatalogs {
        let location = CatalogLocator().locate(paths)
        var loaded = LoadedCatalogs(
            engine: SearchEngine([]), files: [], diagnostics: location.diagnostics, furtherDiagnostics: 0,
            skippedItems: 0)
        var catalogs: [CatalogIndex] = []
        for file in location.files {
            var builder = SegmentBuilder()
            let reading = CatalogReader(file).read(
                progress: { read, total in progress.update(file.path, .reading, read, of: total) },
                record: { (record: Record) throws(Never) in builder.append(record) })
            let log = reading.diagnostics
            loaded.diagnostics += log.kept
            loaded.furtherDiagnostics += log.errorCount + log.warningCount - log.kept.count
            loaded.skippedItems += reading.skippedCount
            // A file that could not be read at all is no catalog.
            if reading.recordCount == 0, log.errorCount > 0, reading.skippedCount == 0 { continue }
            catalogs.append(CatalogIndex(reading.description, segments: builder.segments()))
            loaded.files.append(file)
        }
        progress.finish()
        loaded.engine = SearchEngine(catalogs)
        return loaded
    }

    /// Folds the texts of a chain where there are many; few are folded as fast by the first query.
    mutating func prepare(_ loaded: LoadedCatalogs, chain: [LocaleIdentifier]) async throws(SearchError) {
        guard loaded.engine.catalogs.reduce(0, { $0 + $1.recordCount }) >= Self.manyRecords else { return }
        do {
            for (catalog, file) in zip(loaded.engine.catalogs, loaded.files) {
                try await catalog.prepare(chain: chain) { progress.update(file.path, .folding, $0, of: $1) }
            }
        } catch let error as ICUError {
            throw .icu(error)
        } catch {
            // Nothing else is thrown, and the first query would do the work itself.
        }
        progress.finish()
    }
}
