// One run of the program with checked options.

internal import CatalogSearch
internal import CatalogStorage
internal import Embedding
internal import Files
internal import JSON
internal import Localization
internal import ModelContextProtocol
internal import ProgramSupport
internal import SearchService
internal import Support

/// Loads the catalogs, runs the mode of the options, and writes the response.
struct Session {
    let options: SearchOptions
    let environment: ProgramEnvironment
    let texts: Texts
    let reporter: Reporter
    /// The folders of messages in other languages.
    let folders: [String]

    nonisolated(nonsending) func run() async -> SearchExitStatus {
        do throws(SearchError) {
            // Checked before anything is read.
            let request = try options.request.checked(ResultMessages(texts, catalogs: []).queryVocabulary)
            // These modes do not load catalogs: loading would rebuild damaged indexes.
            switch options.mode {
            case .verify: return verify()
            case .buildSegment(let folder, let lineNumbers):
                return await BulkIndexing(options, reporter).build(in: folder, lineNumbers: lineNumbers)
            case .publish(let folder): return await BulkIndexing(options, reporter).publish(in: folder)
            case .search, .interactive, .batch, .mcp, .judge, .listCatalogs, .listScopes, .listLocales: break
            }
            let lines = readLines()
            if options.lines != nil, lines == nil { return .failed }
            guard let catalogs = try await loadCatalogs(lines) else { return .failed }
            return switch options.mode {
            case .search:
                try await catalogs.repairing { () throws(SearchError) in try search(request, catalogs, lines)
                }
            case .batch: try await batch(request, catalogs)
            case .mcp: try await serveAgents(request, catalogs)
            case .judge(let judging): try await judge(judging, request, catalogs)
            case .interactive: try await interactive(request, catalogs, lines)
            case .listCatalogs, .listScopes, .listLocales:
                try await catalogs.repairing { () throws(SearchError) in try list(request, catalogs) }
            case .verify: verify()
            // These modes returned above.
            case .buildSegment, .publish: .failed
            }
        } catch {
            reporter.report(error)
            return .failed
        }
    }

    /// Whether lines may arrive while the user searches them. To choose a single result without asking, all
    /// lines are read first.
    private var awaitsLines: Bool {
        options.interactive != nil && options.lines?.path == LineInput.standardInput
            && !ProgramEnvironment.isTerminal(0) && options.pick?.choosesSingle != true
            && options.pick?.endsEmpty != true
    }

    /// The language of lines, which determines how they are searched.
    private var lineLocale: LocaleIdentifier {
        options.request.chain(preferred: options.preferredLocales, available: []).first ?? options.locale.base
    }

    /// Reads the lines of the input, and reports if that fails; `nil` if catalogs are searched.
    private func readLines() -> LineRecords? {
        guard let input = options.lines else { return nil }
        if awaitsLines { return LineRecords([], input.form) }
        do {
            let lines = try LineRecords(input)
            reporter.report(lines.skipped, skippedItems: lines.skipped.count)
            return lines
        } catch let error as UsageError {
            reporter.report(error)
        } catch {
            reporter.report(input.path, words: (error as? FileError)?.message ?? "\(error)")
        }
        return nil
    }

    /// Loads the catalogs and reports their problems; `nil` if nothing can be searched.
    ///
    /// - Parameter lines: the records, if no catalogs are searched.
    nonisolated(nonsending) private func loadCatalogs(
        _ lines: LineRecords?
    ) async throws(SearchError) -> SearchedCatalogs? {
        let likelyChain = options.request.chain(preferred: options.preferredLocales, available: [])
        // The catalogs may add regions to the chain of the only search, but no language.
        let searchedLanguages = options.mode == .search ? Set(likelyChain.map(\.language)) : nil
        let embedder = options.embedder.map { EmbedderCommand($0) }
        var loader = CatalogLoader(
            reporter, cache: cache, searchedLanguages: searchedLanguages, rebuilds: options.indexes.rebuilds,
            showsProgress: ProgramEnvironment.isTerminal(2), embedder: embedder)
        if let lines {
            return SearchedCatalogs(SearchEngine([try lines.index(lineLocale)]), loader)
        }
        let opened = await loader.load(
            paths, columns: options.mappedColumns, chain: options.mode.searches ? likelyChain : [])
        reporter.report(opened)
        if options.isStrict, opened.diagnostics.contains(where: { $0.severity == .error }) { return nil }
        let files = opened.catalogs.filter { !$0.reading.isUnusable }.map(\.file)
        guard !files.isEmpty else {
            if opened.diagnostics.isEmpty { reporter.report(UsageError("NoCatalogs")) }
            return nil
        }
        let reporter = reporter
        return SearchedCatalogs(
            opened.engine, files: files, loader,
            embedder.map { embedder in
                QueryEmbedding(embedder, hasFailed: loader.embedding?.fault != nil) { reporter.report($0) }
            })
    }

    private var paths: [String] {
        options.catalogPaths.isEmpty ? environment.defaultCatalogPaths : options.catalogPaths
    }

    /// The folder of indexes; `nil` if the options forbid one, or the environment names none.
    private var cache: IndexCache? {
        guard options.indexes.usesCache else { return nil }
        return (options.indexes.folder ?? IndexCache.defaultFolder(environment.variables)).map {
            var cache = IndexCache(folder: $0)
            cache.readsIntoMemory = options.indexes.readsIntoMemory
            return cache
        }
    }

    // MARK: Modes

    private func search(
        _ checked: CheckedRequest, _ catalogs: SearchedCatalogs, _ lines: LineRecords?
    ) throws(SearchError) -> SearchExitStatus {
        let (prepared, messages) = try prepared(checked, catalogs)
        var resolved = prepared
        if resolved.request.semanticRatio > 0,
            let vector = catalogs.embedding?.vector(of: resolved.request.query, catalogs.engine)
        {
            resolved = resolved.adding(vector)
        }
        let request = resolved.request
        if let lines, options.format == .text {
            let found = try catalogs.engine.matches(resolved)
            Output.standardOutput.write(found.records.flatMap { lines.printed($0.id) + [0x0A] })
            return found.total > 0 ? .found : .nothingFound
        }
        try catalogs.engine.checkAttributes(options.columns?.filter { $0 != "title" } ?? [])
        let started = ContinuousClock.now
        let results = try catalogs.engine.search(resolved, isExplained: options.request.explains)
        let nanoseconds = (ContinuousClock.now - started).nanoseconds
        let output = Output.standardOutput
        switch options.format {
        case .text:
            let rows = TextResults(
                messages: messages, width: environment.columns,
                styler: Styler(usesColor: environment.usesColor(options.color)),
                explains: options.request.explains,
                columns: options.columns)
            output.write(rows.lines(results, request).map { $0 + "\n" }.joined())
        case .json:
            let response = JSONResponse(messages: messages, explains: options.request.explains)
            output.writeLine(try response.object(results, request, nanoseconds: nanoseconds).text)
        case .jsonl:
            let response = JSONResponse(messages: messages, explains: options.request.explains)
            output.write(results.hits.map { response.hit($0).text + "\n" }.joined())
        case .csv, .tsv:
            let rows = DelimitedResults(options.format, options.columns)
            output.writeContents(rows.lines(results.hits).joined())
        }
        guard results.total == 0 else { return .found }
        if options.format == .text, !request.query.isEmpty { reportOtherLanguages(request.chain, catalogs) }
        return .nothingFound
    }

    /// Reports the languages of the catalogs if none of them is searched: titles in another language are
    /// listed, but not found by their words.
    private func reportOtherLanguages(_ chain: [LocaleIdentifier], _ catalogs: SearchedCatalogs) {
        let searched = Set(chain.map(\.language))
        let known = catalogs.locales
        guard !known.isEmpty, !known.contains(where: { searched.contains($0.language) }) else { return }
        let names = known.map(\.identifier).sorted()
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        reporter.report(UsageError("TextsInOtherLanguages: %@", shown))
    }

    nonisolated(nonsending) private func batch(
        _ checked: CheckedRequest, _ catalogs: SearchedCatalogs
    ) async throws(SearchError) -> SearchExitStatus {
        _ = try prepared(checked, catalogs)
        return await Batch(catalogs, options, texts, folders: folders).run() ? .found : .failed
    }

    nonisolated(nonsending) private func serveAgents(
        _ checked: CheckedRequest, _ catalogs: SearchedCatalogs
    ) async throws(SearchError) -> SearchExitStatus {
        _ = try prepared(checked, catalogs)
        let tools = SearchTools(catalogs, options, texts, folders: folders)
        await ToolServer(
            name: LSearch.name, version: programVersion, instructions: SearchTools.instructions, tools,
            words: texts.message(for:)
        ).serve()
        return .found
    }

    nonisolated(nonsending) private func judge(
        _ judging: JudgeOptions, _ checked: CheckedRequest, _ catalogs: SearchedCatalogs
    ) async throws(SearchError) -> SearchExitStatus {
        _ = try prepared(checked, catalogs)
        return try await JudgmentRun(
            catalogs: catalogs, options: options, judging: judging, environment: environment,
            reporter: reporter, folders: folders
        ).run()
    }

    nonisolated(nonsending) private func interactive(
        _ checked: CheckedRequest, _ catalogs: SearchedCatalogs, _ lines: LineRecords?
    ) async throws(SearchError) -> SearchExitStatus {
        let (resolved, messages) = try prepared(checked, catalogs)
        var request = resolved.request
        // While lines are awaited, there are no texts yet whose languages could determine the chain.
        let options = awaitsLines ? options.preferring([lineLocale]) : options
        if awaitsLines, let chain = options.request.chain { request.chain = chain }
        let stream = lines.flatMap { lines in
            options.lines.map {
                LineStream(lines, separator: $0.separator, lineLocale, awaitsInput: awaitsLines)
            }
        }
        let output = options.pick.map { PickOutput(options: $0, messages: messages, lines: lines) }
        if let output, let status = try await chosenAtOnce(catalogs, request, output) { return status }
        return await InteractiveSession(
            catalogs, request, options, environment, reporter, folders: folders, output: output,
            stream: stream
        ).run()
    }

    /// Chooses without asking the user, if the options allow it: a single result, or none.
    ///
    /// - Returns: `nil` if the user must choose.
    nonisolated(nonsending) private func chosenAtOnce(
        _ catalogs: SearchedCatalogs, _ request: SearchRequest, _ output: PickOutput
    ) async throws(SearchError) -> SearchExitStatus? {
        guard output.options.choosesSingle || output.options.endsEmpty else { return nil }
        var request = request
        request.limit = 1
        if options.lines != nil { request.query = LineQuery.translated(request.query, request.syntax) }
        let results = try await catalogs.repairing { () throws(SearchError) in
            try catalogs.engine.search(request)
        }
        switch results.total {
        case 0 where output.options.endsEmpty, 1 where output.options.choosesSingle: break
        default: return nil
        }
        output.write(results.hits, query: request.query, key: nil)
        return results.total > 0 ? .found : .nothingFound
    }

    private func verify() -> SearchExitStatus {
        guard let cache else {
            reporter.report(UsageError("FolderUnnamed: %@", "--cache"))
            return .failed
        }
        let location = CatalogLocator(acceptsPipes: false, columns: options.mappedColumns).locate(paths)
        reporter.report(location.diagnostics)
        guard !location.files.isEmpty else {
            if location.diagnostics.isEmpty { reporter.report(UsageError("NoCatalogs")) }
            return .failed
        }
        let report = IndexReport(verifications: location.files.map(cache.verify), texts: texts)
        let direction = ResultMessages(texts, catalogs: []).direction
        report.listing.write(options.format, environment, options.color, direction: direction)
        return location.diagnostics.isEmpty || report.status == .nothingFound ? report.status : .failed
    }

    private func list(_ checked: CheckedRequest, _ catalogs: SearchedCatalogs) throws(SearchError)
        -> SearchExitStatus
    {
        let (request, messages) = try prepared(checked, catalogs)
        let listings = Listings(engine: catalogs.engine, files: catalogs.files, messages: messages)
        let listing =
            switch options.mode {
            case .listScopes: try listings.scopes(request.withoutHits)
            case .listLocales: try listings.locales()
            default: listings.catalogs()
            }
        listing.write(options.format, environment, options.color, direction: messages.direction)
        return listing.rows.isEmpty ? .nothingFound : .found
    }

    // MARK: The request

    /// The request of the command line for these catalogs, and the messages for its response.
    private func prepared(
        _ checked: CheckedRequest, _ catalogs: SearchedCatalogs
    ) throws(SearchError) -> (CheckedRequest, ResultMessages) {
        let messages = ResultMessages(texts, catalogs: catalogs.engine.catalogs)
        let request = try options.request.resolved(
            for: catalogs.engine, preferred: options.preferredLocales, available: catalogs.locales, messages,
            checked)
        return (request, messages)
    }
}
