// One run of the program with checked options.

internal import CatalogSearch
internal import JSONCoding
internal import KitSupport
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import Storage

/// Loads the catalogs, does what the options say, and writes the answer.
struct Session {
    let options: SearchOptions
    let environment: ProgramEnvironment
    let texts: Texts
    let reporter: Reporter
    /// The folders of texts in other languages.
    let folders: [String]

    nonisolated(nonsending) func run() async -> ExitStatus {
        do throws(SearchError) {
            // Before anything is read.
            try options.request.checkLimits()
            // Loading would rebuild damaged indexes.
            if options.mode == .verify { return verify() }
            guard let catalogs = await loadCatalogs() else { return .failed }
            return switch options.mode {
            case .search:
                try await catalogs.repairing { () throws(SearchError) in try search(catalogs) }
            case .batch: try await batch(catalogs)
            case .interactive: try await interactive(catalogs)
            case .listCatalogs, .listScopes, .listLocales:
                try await catalogs.repairing { () throws(SearchError) in try list(catalogs) }
            case .verify: verify()
            }
        } catch {
            reporter.report(error)
            return .failed
        }
    }

    /// Loads the catalogs and reports what is wrong with them; `nil` where nothing can be searched.
    nonisolated(nonsending) private func loadCatalogs() async -> SearchedCatalogs? {
        let likelyChain = options.request.chain(preferred: options.preferredLocales, available: [])
        // The catalogs may add regions to the chain of the one search, but no language.
        let searchedLanguages = options.mode == .search ? Set(likelyChain.map(\.language)) : nil
        var loader = CatalogLoader(
            reporter, cache: cache, searchedLanguages: searchedLanguages, rebuilds: options.rebuildsIndexes,
            showsProgress: ProgramEnvironment.isTerminal(2))
        let loaded = await loader.load(paths, chain: options.mode.searches ? likelyChain : [])
        reporter.report(
            loaded.diagnostics, further: loaded.furtherDiagnostics, skippedItems: loaded.skippedItems)
        if options.isStrict, loaded.diagnostics.contains(where: { $0.severity == .error }) { return nil }
        guard !loaded.engine.catalogs.isEmpty else {
            if loaded.diagnostics.isEmpty { reporter.report(UsageError("NoCatalogs")) }
            return nil
        }
        return SearchedCatalogs(loaded, loader)
    }

    private var paths: [String] {
        options.catalogPaths.isEmpty ? environment.defaultCatalogPaths : options.catalogPaths
    }

    /// The folder of indexes; `nil` where the options forbid one, or the environment names none.
    private var cache: IndexCache? {
        guard options.usesCache else { return nil }
        return (options.cacheFolder ?? IndexCache.defaultFolder(environment.variables)).map {
            var cache = IndexCache(folder: $0)
            cache.readsIntoMemory = options.readsIndexes
            return cache
        }
    }

    // MARK: Modes

    private func search(_ catalogs: SearchedCatalogs) throws(SearchError) -> ExitStatus {
        let (request, wording) = try prepared(catalogs)
        try catalogs.engine.checkAttributes(options.columns?.filter { $0 != "title" } ?? [])
        let started = ContinuousClock.now
        let results = try catalogs.engine.search(request)
        let nanoseconds = (ContinuousClock.now - started).nanoseconds
        let output = Output.standardOutput
        switch options.format {
        case .text:
            let answer = TextAnswer(
                wording: wording, width: environment.columns,
                styler: Styler(usesColor: environment.usesColor(options.color)), explains: options.explains,
                columns: options.columns)
            output.write(answer.lines(results, request).map { $0 + "\n" }.joined())
        case .json:
            let answer = JSONAnswer(wording: wording, explains: options.explains)
            output.writeLine(answer.object(results, request, nanoseconds: nanoseconds).text)
        case .jsonl:
            let answer = JSONAnswer(wording: wording, explains: options.explains)
            output.write(results.hits.map { answer.hit($0).text + "\n" }.joined())
        }
        return results.total > 0 ? .found : .nothingFound
    }

    nonisolated(nonsending) private func batch(
        _ catalogs: SearchedCatalogs
    ) async throws(SearchError) -> ExitStatus {
        _ = try prepared(catalogs)
        return await Batch(catalogs, options, texts, folders: folders).run() ? .found : .failed
    }

    nonisolated(nonsending) private func interactive(
        _ catalogs: SearchedCatalogs
    ) async throws(SearchError) -> ExitStatus {
        let (request, _) = try prepared(catalogs)
        return await InteractiveSession(catalogs, request, options, environment, reporter, folders: folders)
            .run()
    }

    private func verify() -> ExitStatus {
        guard let cache else {
            reporter.report(UsageError("FolderUnnamed: %@", "--cache"))
            return .failed
        }
        let location = CatalogLocator(acceptsPipes: false).locate(paths)
        reporter.report(location.diagnostics, further: 0, skippedItems: 0)
        guard !location.files.isEmpty else {
            if location.diagnostics.isEmpty { reporter.report(UsageError("NoCatalogs")) }
            return .failed
        }
        let report = IndexReport(verifications: location.files.map(cache.verify), texts: texts)
        let direction = Wording(texts, catalogs: []).direction
        report.listing.write(options.format, environment, options.color, direction: direction)
        return location.diagnostics.isEmpty || report.status == .nothingFound ? report.status : .failed
    }

    private func list(_ catalogs: SearchedCatalogs) throws(SearchError) -> ExitStatus {
        let wording = Wording(texts, catalogs: catalogs.engine.catalogs)
        let listings = Listings(engine: catalogs.engine, files: catalogs.files, wording: wording)
        var request = try resolved(catalogs, wording)
        request.limit = 0
        let listing =
            switch options.mode {
            case .listScopes: try listings.scopes(request)
            case .listLocales: try listings.locales()
            default: listings.catalogs()
            }
        listing.write(options.format, environment, options.color, direction: wording.direction)
        return listing.rows.isEmpty ? .nothingFound : .found
    }

    // MARK: The request

    /// The request of the command line for these catalogs, and the words for its answer.
    private func prepared(_ catalogs: SearchedCatalogs) throws(SearchError) -> (SearchRequest, Wording) {
        let wording = Wording(texts, catalogs: catalogs.engine.catalogs)
        return (try resolved(catalogs, wording), wording)
    }

    private func resolved(
        _ catalogs: SearchedCatalogs, _ wording: Wording
    ) throws(SearchError) -> SearchRequest {
        try options.request.resolved(
            for: catalogs.engine, preferred: options.preferredLocales, available: catalogs.locales, wording)
    }
}
