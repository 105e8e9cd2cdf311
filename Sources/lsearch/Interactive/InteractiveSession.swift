// One interactive run: connects the terminal, the search, and the stored state.

internal import CatalogSearch
internal import Files
internal import Localization
internal import ProgramSupport
internal import SearchInterface
internal import SearchService
internal import Support

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Runs an interactive search until the user ends it.
final class InteractiveSession {
    private let catalogs: SearchedCatalogs
    private let search: InteractiveSearch
    private let reporter: Reporter
    /// Makes vectors of typed queries; `nil` to search by words alone.
    private let meaning: TypedMeaning?
    private let styler: Styler
    private let store: SearchStore?
    /// Prints the chosen results; `nil` in a plain search without a picker.
    private let output: PickOutput?
    private let previewCommand: PreviewCommand?
    /// The lines, which may arrive while the user searches; `nil` if catalogs are searched.
    private let stream: LineStream?
    private var preview = PreviewPane()
    /// The division of the window; `nil` if it shows no preview.
    private var layout: PreviewLayout?
    /// Whether the search uses the controlling terminal, because standard
    /// input or output belongs to a script.
    private let usesControllingTerminal: Bool
    private var timers = InteractiveTimers()
    /// The search as stored last: an equal one is not written again.
    private var stored: StoredSearch?
    private var storedRecent: RecentSearches
    /// Why storing failed. It is reported once and not tried again.
    private var storingFailure: String?

    /// Checks that the program can use the terminal.
    ///
    /// - Throws: `UsageError` that names what the terminal lacks.
    static func checkTerminal(
        _ environment: ProgramEnvironment, _ options: SearchOptions
    ) throws(UsageError) {
        let option = options.pick == nil ? "--interactive" : "--pick"
        guard TerminalScreen.isUsable(controlling: options.usesControllingTerminal) else {
            throw UsageError("TerminalMissing: %@", option)
        }
        let kind = environment.variables["TERM"] ?? ""
        guard !["", "dumb", "unknown"].contains(kind) else {
            throw UsageError("TerminalTooPlain: %1$@ %2$@", option, kind)
        }
    }

    /// - Parameters:
    ///   - request: the request of the command line, resolved.
    ///   - folders: the folders of messages in other languages.
    init(
        _ catalogs: SearchedCatalogs, _ request: SearchRequest, _ options: SearchOptions,
        _ environment: ProgramEnvironment, _ reporter: Reporter, folders: [String], output: PickOutput?,
        stream: LineStream? = nil
    ) {
        self.catalogs = catalogs
        self.reporter = reporter
        meaning = catalogs.embedding?.typed
        search = InteractiveSearch(
            catalogs.engine, request, options, reporter.texts, folders: folders, meaning: meaning)
        usesControllingTerminal = options.usesControllingTerminal
        styler = Styler(
            usesColor: environment.usesColor(options.color, onTerminal: usesControllingTerminal))
        self.output = output
        previewCommand = options.pick?.preview.flatMap { output?.command($0) }
        self.stream = stream
        search.awaitsLines = stream?.isFinished == false
        search.header += output?.lines?.header ?? []
        store =
            options.pick == nil && options.lines == nil
            ? UserState(environment.variables).map(SearchStore.init) : nil
        if options.interactive?.keepsRecentSearches != false, let recent = store?.recentSearches() {
            search.results.recentSearches = recent
            search.results.recentSearches.isEnabled = true
        }
        storedRecent = search.results.recentSearches
        var last: Result<StoredSearch, any Error>?
        // A query or scope on the command line begins a new search.
        if options.interactive?.isFresh != true, options.search.query.isEmpty, options.search.scope == nil {
            last = Result { try store?.lastSearch() }.flatMapNil()
        }
        if let last { search.restore(from: last.get) } else { search.begin(request) }
        stored = search.stored
    }

    /// Runs until the user ends it.
    nonisolated(nonsending) func run() async -> SearchExitStatus {
        guard var terminal = open() else { return .failed }
        let mailbox = ResponseMailbox(terminal.waker)
        let session = results.session
        stream?.begin(terminal.waker.wake)
        // For as long as the program runs, because a session's responses have only one reader.
        _ = Task(executorPreference: globalConcurrentExecutor) { await mailbox.follow(session) }
        while true {
            switch loop(terminal, mailbox) {
            case .damaged(let catalog):
                // A repair takes a while, and reports its progress on the terminal's normal screen.
                terminal.close()
                search.replaceEngine(await catalogs.repair(catalog))
                guard let reopened = open() else { return .failed }
                terminal = reopened
            case .quit:
                return finish(terminal) ? .found : .failed
            case .picked(let ending):
                return finish(terminal) ? print(ending) : .failed
            case .signal(let signal):
                _ = finish(terminal)
                TerminalScreen.endProcess(by: signal)
            }
        }
    }

    private func open() -> TerminalScreen? {
        do throws(TerminalFailure) {
            return try TerminalScreen(
                usesMouse: true, isRightToLeft: search.messages.direction.isRightToLeft,
                part: output?.options.part ?? .screen, controlling: usesControllingTerminal)
        } catch {
            reporter.report(UsageError("OutputFailed: %@", error.message))
            return nil
        }
    }

    // MARK: The loop

    /// Why the loop ended.
    private enum Ending {
        case quit
        case picked(Picker.Ending)
        case signal(Int32)
        case damaged(catalog: String)

        init(_ ending: Wakeup.Ending) {
            switch ending {
            case .signal(let signal): self = .signal(signal)
            case .terminalGone: self = .signal(SIGHUP)
            }
        }
    }

    private func loop(_ terminal: TerminalScreen, _ mailbox: ResponseMailbox) -> Ending {
        divide(terminal)
        timers.note(.screenChanged, at: .now)
        while true {
            let now = ContinuousClock.now
            while let action = timers.next(progress, at: now) { perform(action, terminal) }
            let wakeup = terminal.wait(
                timeoutMilliseconds: timers.wait(progress, at: now).map(\.milliseconds),
                watched: preview.descriptor)
            if wakeup.isWatchedReady {
                preview.read()
                timers.note(.response, at: .now)
            }
            if let ending = wakeup.ending { return Ending(ending) }
            if let news = stream?.take() { adopt(news.engine, news.failure) }
            if let response = mailbox.take() {
                search.receive(response)
                if let catalog = search.damagedCatalog { return .damaged(catalog: catalog) }
                if case .finish(let ending)? = search.takePendingChoice() { return .picked(ending) }
                timers.note(.response, at: .now)
            }
            if wakeup.isResized || wakeup.isContinued {
                divide(terminal)
                terminal.redrawAll()
                timers.note(.screenChanged, at: .now)
            }
            for event in wakeup.events {
                // An event can open a page, to which the next event belongs.
                guard let request = search.handle(event) else { continue }
                if request == .quit { return .quit }
                if case .finish(let ending) = request { return .picked(ending) }
                fulfil(request, terminal)
            }
            if !wakeup.events.isEmpty { timers.note(.input, at: .now) }
        }
    }

    /// Searches the lines that have arrived.
    private func adopt(_ engine: SearchEngine, _ failure: SearchError?) {
        search.awaitsLines = stream?.isFinished == false
        search.header = (search.options.pick?.header ?? []) + (stream?.records.header ?? [])
        search.replaceEngine(engine)
        if let failure { search.status = search.messages.texts.message(for: failure) }
        timers.note(.response, at: .now)
    }

    /// Divides the window between the list and the preview.
    private func divide(_ terminal: TerminalScreen) {
        let window = ScreenSize(terminal.size)
        var shows = search.picker?.showsPreview == true
        if case .results = search.page {} else { shows = false }
        layout = shows ? PreviewLayout(window, isRightToLeft: search.messages.direction.isRightToLeft) : nil
        search.size = layout?.list ?? window
    }

    /// Prints the choice, as fzf does: the query and the key even if nothing was found.
    private func print(_ ending: Picker.Ending) -> SearchExitStatus {
        guard case .accepted(let key) = ending, let output else { return .interrupted }
        let hits = search.choice
        output.write(hits, query: search.query, key: key)
        return hits.isEmpty ? .nothingFound : .found
    }

    private var progress: InteractiveTimers.Search {
        .init(isRunning: results.isSearching, isAnnounced: search.tellsThatItSearches)
    }

    /// Performs an action that is due.
    private func perform(_ action: InteractiveTimers.Action, _ terminal: TerminalScreen) {
        switch action {
        case .announceSearching: search.tellsThatItSearches = true
        case .store: if !save() { timers.note(.storingFailed, at: .now) }
        case .draw: draw(terminal)
        }
    }

    /// Fulfils a request that only the terminal can fulfil.
    private func fulfil(_ request: InteractiveSearch.Request, _ terminal: TerminalScreen) {
        switch request {
        case .quit, .finish: break
        case .suspend:
            save()
            terminal.suspend()
            divide(terminal)
        case .redraw: terminal.redrawAll()
        case .reload(let template):
            let command = output?.command(template).command(
                search.currentHit, marked: search.choice, query: search.query)
            guard let command, let stream else { return }
            search.awaitsLines = true
            stream.reload(command, terminal.waker.wake)
        case .copy(let text): terminal.copyToClipboard(text)
        }
    }

    private var results: SearchResultsController { search.results }

    private func draw(_ terminal: TerminalScreen) {
        terminal.setDirection(isRightToLeft: search.messages.direction.isRightToLeft)
        if search.picker != nil { divide(terminal) }
        let screen = search.draw()
        var lines = screen.lines
        if let layout {
            let command = search.currentHit.flatMap { hit in
                previewCommand?.command(hit, marked: search.choice, query: search.query)
            }
            if preview.show(command, size: layout.preview) { search.picker?.previewScroll = 0 }
            var scroll = search.picker?.previewScroll ?? 0
            lines = layout.joined(lines, preview.draw(layout.preview, scroll: &scroll))
            search.picker?.previewScroll = scroll
        }
        terminal.draw(
            TerminalFrame(
                lines: lines.map(styler.render),
                cursor: screen.cursor.map { .init(row: $0.row, column: $0.column) }))
    }

    // MARK: Storing

    /// Stores the search for the next start.
    ///
    /// - Returns: `false` if that failed just now, and the status line says so.
    @discardableResult private func save() -> Bool {
        guard let store, storingFailure == nil else { return true }
        do throws(FileError) {
            let current = search.stored
            if current != stored {
                try store.store(current)
                stored = current
            }
            let recent = search.results.recentSearches
            if recent.isEnabled, recent != storedRecent {
                try store.store(recent)
                storedRecent = recent
            }
            return true
        } catch {
            storingFailure = error.message
            search.status = search.messages.interactive("NotStored: %@", error.message)
            return false
        }
    }

    /// Cancels the running search, stores the state, and restores the terminal.
    ///
    /// - Returns: whether the state was stored.
    private func finish(_ terminal: TerminalScreen) -> Bool {
        results.session.finish()
        meaning?.stop()
        preview.end()
        // Before the terminal closes, while signals are only recorded: a closing window sends several.
        save()
        terminal.close()
        guard let storingFailure else { return true }
        reporter.report(words: search.messages.interactive("NotStored: %@", storingFailure))
        return false
    }
}

extension Result where Success == StoredSearch? {
    /// The result without an optional success; `nil` if there is neither a failure nor a search.
    fileprivate func flatMapNil() -> Result<StoredSearch, Failure>? {
        switch self {
        case .success(let search?): .success(search)
        case .success(nil): nil
        case .failure(let failure): .failure(failure)
        }
    }
}

extension ScreenSize {
    init(_ size: (rows: Int, columns: Int)) { self.init(rows: size.rows, columns: size.columns) }
}

extension Duration {
    /// The duration in milliseconds, rounded up.
    fileprivate var milliseconds: Int { (nanoseconds + 999_999) / 1_000_000 }
}
