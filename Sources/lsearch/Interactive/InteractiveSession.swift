// One interactive run: connects the terminal, the search, and the stored state.

internal import CatalogSearch
internal import KitSupport
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import SearchInterface
internal import Storage

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
    private let styler: Styler
    private let store: SearchStore?
    private var timers = InteractiveTimers()
    /// The search as it was stored last: an equal one is not written again.
    private var stored: StoredSearch?
    private var storedRecent: RecentSearches
    /// Why storing failed. It is reported once and not tried again.
    private var storingFailure: String?

    /// Checks that the program can use the terminal.
    ///
    /// - Throws: what the terminal lacks.
    static func checkTerminal(_ environment: ProgramEnvironment) throws(UsageError) {
        guard TerminalScreen.isUsable() else { throw UsageError("TerminalMissing: %@", "--interactive") }
        let kind = environment.variables["TERM"] ?? ""
        guard !["", "dumb", "unknown"].contains(kind) else {
            throw UsageError("TerminalTooPlain: %1$@ %2$@", "--interactive", kind)
        }
    }

    /// - Parameters:
    ///   - request: the request of the command line, resolved.
    ///   - folders: the folders of texts in other languages.
    init(
        _ catalogs: SearchedCatalogs, _ request: SearchRequest, _ options: SearchOptions,
        _ environment: ProgramEnvironment, _ reporter: Reporter, folders: [String]
    ) {
        self.catalogs = catalogs
        self.reporter = reporter
        search = InteractiveSearch(catalogs.engine, request, options, reporter.texts, folders: folders)
        styler = Styler(usesColor: environment.usesColor(options.color))
        store = UserState(environment.variables).map(SearchStore.init)
        if options.keepsRecentSearches, let recent = store?.recentSearches() {
            search.results.recentSearches = recent
            search.results.recentSearches.isEnabled = true
        }
        storedRecent = search.results.recentSearches
        var last: Result<StoredSearch, any Error>?
        // Words, or a scope, on the command line begin a new search.
        if !options.isFresh, options.query.isEmpty, options.scope == nil {
            last = Result { try store?.lastSearch() }.flatMapNil()
        }
        if let last { search.restore(from: last.get) } else { search.begin(request) }
        stored = search.stored
    }

    /// Runs until the user ends it.
    nonisolated(nonsending) func run() async -> ExitStatus {
        guard var terminal = open() else { return .failed }
        let mailbox = AnswerMailbox(terminal.waker)
        let session = results.session
        // For as long as the program runs: a session's answers have one reader.
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
            case .signal(let signal):
                _ = finish(terminal)
                TerminalScreen.endProcess(by: signal)
            }
        }
    }

    private func open() -> TerminalScreen? {
        do throws(TerminalFailure) {
            return try TerminalScreen(
                usesMouse: true, isRightToLeft: search.wording.direction.isRightToLeft)
        } catch {
            reporter.report(UsageError("OutputFailed: %@", error.message))
            return nil
        }
    }

    // MARK: The loop

    /// Why the loop was left.
    private enum Ending {
        case quit
        case signal(Int32)
        case damaged(catalog: String)

        init(_ ending: Wakeup.Ending) {
            switch ending {
            case .signal(let signal): self = .signal(signal)
            case .terminalGone: self = .signal(SIGHUP)
            }
        }
    }

    private func loop(_ terminal: TerminalScreen, _ mailbox: AnswerMailbox) -> Ending {
        search.size = ScreenSize(terminal.size)
        timers.note(.screenChanged, at: .now)
        while true {
            let now = ContinuousClock.now
            while let action = timers.next(progress, at: now) { perform(action, terminal) }
            let wakeup = terminal.wait(
                timeoutMilliseconds: timers.wait(progress, at: now).map(\.milliseconds))
            if let ending = wakeup.ending { return Ending(ending) }
            if let answer = mailbox.take() {
                search.receive(answer)
                if let catalog = search.damagedCatalog { return .damaged(catalog: catalog) }
                timers.note(.answer, at: .now)
            }
            if wakeup.isResized || wakeup.isContinued {
                search.size = ScreenSize(terminal.size)
                terminal.redrawAll()
                timers.note(.screenChanged, at: .now)
            }
            for event in wakeup.events {
                // The next event belongs to the page that this one opened.
                guard let request = search.handle(event) else { continue }
                if request == .quit { return .quit }
                fulfil(request, terminal)
            }
            if !wakeup.events.isEmpty { timers.note(.input, at: .now) }
        }
    }

    private var progress: InteractiveTimers.Search {
        .init(isRunning: results.isSearching, isAnnounced: search.tellsThatItSearches)
    }

    /// Does what is due.
    private func perform(_ action: InteractiveTimers.Action, _ terminal: TerminalScreen) {
        switch action {
        case .announceSearching: search.tellsThatItSearches = true
        case .store: if !save() { timers.note(.storingFailed, at: .now) }
        case .draw: draw(terminal)
        }
    }

    /// Does what only the terminal can do.
    private func fulfil(_ request: InteractiveSearch.Request, _ terminal: TerminalScreen) {
        switch request {
        case .quit: break
        case .suspend:
            save()
            terminal.suspend()
            search.size = ScreenSize(terminal.size)
        case .redraw: terminal.redrawAll()
        case .copy(let text): terminal.copyToClipboard(text)
        }
    }

    private var results: SearchResultsController { search.results }

    private func draw(_ terminal: TerminalScreen) {
        terminal.setDirection(isRightToLeft: search.wording.direction.isRightToLeft)
        let screen = search.draw()
        terminal.draw(
            TerminalFrame(
                lines: screen.lines.map(styler.render),
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
            search.status = search.wording.interactive("NotStored: %@", error.message)
            return false
        }
    }

    /// Cancels the running search, stores the state, and gives the terminal back.
    ///
    /// - Returns: whether the state was stored.
    private func finish(_ terminal: TerminalScreen) -> Bool {
        results.session.finish()
        // Before the terminal closes, while signals are only noted: a window that closes sends several.
        save()
        terminal.close()
        guard let storingFailure else { return true }
        reporter.report(words: search.wording.interactive("NotStored: %@", storingFailure))
        return false
    }
}

extension Result where Success == StoredSearch? {
    /// The result without an optional success; `nil` where there is neither a failure nor a search.
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
