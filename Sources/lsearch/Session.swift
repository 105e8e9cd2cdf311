// One run of the program with checked options.

internal import KitSupport
internal import ProgramSupport
internal import JSONCoding
internal import CatalogSearch
internal import Localization
internal import SearchService
internal import Storage

/// Loads what is to be searched, does what is asked, and writes the answer.
struct Session {
    private let options: SearchOptions
    private let environment: ProgramEnvironment
    private let texts: Texts
    private let reporter: Reporter
    private let folders: [String]

    init(
        _ options: SearchOptions, _ environment: ProgramEnvironment, _ texts: Texts, _ reporter: Reporter,
        folders: [String]
    ) {
        self.options = options
        self.environment = environment
        self.texts = texts
        self.reporter = reporter
        self.folders = folders
    }

    func run() async -> ExitStatus {
        do throws(SearchError) {
            // A query that is too long is told before anything is read.
            try SearchRequest.checkLength(of: options.query)
            if options.task == .interactive {
                do throws(UsageError) {
                    try InteractiveSession.checkTerminal(environment)
                } catch {
                    reporter.report(error)
                    return .failed
                }
            }
            return try await loadAndAnswer()
        } catch {
            reporter.report(error)
            return .failed
        }
    }

    private func loadAndAnswer() async throws(SearchError) -> ExitStatus {
        let likelyChain =
            options.chain ?? LocaleNegotiation.chain(preferred: options.preferredLocales, available: [])
        let paths = options.catalogPaths.isEmpty ? environment.defaultCatalogPaths : options.catalogPaths
        var loader = CatalogLoader(
            reporter, cache: cache, rebuilds: options.rebuildsIndexes,
            showsProgress: ProgramEnvironment.isTerminal(2))
        let loaded = await loader.load(paths, chain: options.task.searches ? likelyChain : [])
        reporter.report(
            loaded.diagnostics, further: loaded.furtherDiagnostics, skippedItems: loaded.skippedItems)
        if options.isStrict, loaded.diagnostics.contains(where: { $0.severity == .error }) { return .failed }
        guard !loaded.engine.catalogs.isEmpty else {
            if loaded.diagnostics.isEmpty { reporter.report(UsageError("NoCatalogs")) }
            return .failed
        }
        return try await answer(loaded, &loader)
    }

    /// Answers; where an index turns out to be damaged while it is searched, it is built anew, and the search begins again.
    private func answer(
        _ loaded: LoadedCatalogs, _ loader: inout CatalogLoader
    ) async throws(SearchError) -> ExitStatus {
        var loaded = loaded
        // Each catalog twice: then it is in memory, where nothing is damaged.
        for _ in 0..<2 * loaded.files.count {
            do throws(SearchError) {
                return try await attempt(&loaded, &loader)
            } catch {
                guard case .damagedIndex(let catalog) = error else { throw error }
                await loader.repair(catalog, in: &loaded)
            }
        }
        return try await attempt(&loaded, &loader)
    }

    /// The folder of indexes; `nil` where they are not wanted, or nobody says where they may be.
    private var cache: IndexCache? {
        guard options.usesCache else { return nil }
        return (options.cacheFolder ?? IndexCache.defaultFolder(environment.variables)).map {
            IndexCache(folder: $0)
        }
    }

    private func attempt(
        _ loaded: inout LoadedCatalogs, _ loader: inout CatalogLoader
    ) async throws(SearchError) -> ExitStatus {
        let engine = loaded.engine
        let wording = Wording(texts, catalogs: engine.catalogs)
        let available = Set(engine.catalogs.flatMap(\.locales))
        var request = SearchRequest(
            options.query, locale: options.locale,
            chain: options.chain
                ?? LocaleNegotiation.chain(preferred: options.preferredLocales, available: available))
        options.fill(&request)
        request.scope = try engine.scope(named: options.scope, wording)

        if options.task.searches { try await loader.prepare(loaded, chain: request.chain) }

        switch options.task {
        case .batch:
            let batch = Batch(engine, options, texts, folders: folders)
            let isGood = await batch.run { catalog in
                await loader.repair(catalog, in: &loaded)
                return loaded.engine
            }
            return isGood ? .found : .failed
        case .interactive:
            let session = InteractiveSession(
                engine, request, options, environment, reporter, folders: folders)
            return await session.run { catalog in
                await loader.repair(catalog, in: &loaded)
                return loaded.engine
            }
        case .search:
            return try search(engine, request, wording)
        case .listCatalogs:
            return list(Listings(engine: engine, files: loaded.files, wording: wording).catalogs(), wording)
        case .listScopes:
            request.limit = 0
            return list(
                try Listings(engine: engine, files: loaded.files, wording: wording).scopes(request), wording)
        case .listLocales:
            return list(
                try Listings(engine: engine, files: loaded.files, wording: wording).locales(), wording)
        }
    }

    private func search(
        _ engine: SearchEngine, _ request: SearchRequest, _ wording: Wording
    ) throws(SearchError) -> ExitStatus {
        let started = ContinuousClock.now
        let results = try engine.search(request)
        let nanoseconds = (ContinuousClock.now - started).nanoseconds
        let output = Output.standardOutput
        switch options.format {
        case .text:
            let answer = TextAnswer(
                wording: wording, width: environment.columns,
                styler: Styler(usesColor: environment.usesColor(options.color)), explains: options.explains)
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

    private func list(_ listing: Listings.Listing, _ wording: Wording) -> ExitStatus {
        let output = Output.standardOutput
        switch options.format {
        case .text:
            let table = Table(
                columns: listing.columns, rows: listing.rows.map { $0.map { DisplayText($0.singleLine) } },
                direction: wording.direction)
            let styler = Styler(usesColor: environment.usesColor(options.color))
            for line in table.lines(width: environment.columns) { output.writeLine(styler.render(line)) }
        case .json: output.writeLine(JSONObject.list(listing.objects.map(\.text)))
        case .jsonl: for object in listing.objects { output.writeLine(object.text) }
        }
        return listing.rows.isEmpty ? .nothingFound : .found
    }
}

extension SearchOptions {
    /// Puts what the command line says beside the query into a request.
    func fill(_ request: inout SearchRequest) {
        request.relax = relax
        request.sort = sort
        request.isReversed = isReversed
        request.price = price
        request.year = year
        request.limit = limit
        request.offset = offset
    }
}
