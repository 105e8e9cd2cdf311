// From paths to an engine over the catalogs there.

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
    let texts: Texts
    let showsProgress: Bool

    /// Reads all catalogs that the paths name.
    func load(_ paths: [String]) -> LoadedCatalogs {
        let location = CatalogLocator().locate(paths)
        var loaded = LoadedCatalogs(
            engine: SearchEngine([]), files: [], diagnostics: location.diagnostics, furtherDiagnostics: 0,
            skippedItems: 0)
        var catalogs: [CatalogIndex] = []
        var progress = ProgressBar(texts, isShown: showsProgress)
        for file in location.files {
            var builder = SegmentBuilder()
            let reading = CatalogReader(file).read(
                progress: { read, total in progress.update(file.path, read, of: total) },
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
}
