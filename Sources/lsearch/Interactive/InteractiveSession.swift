// One interactive run: the terminal on one side, the search on the other, and what is stored in between.

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

/// Runs an interactive search until the user has enough of it.
final class InteractiveSession {
    private let search: InteractiveSearch
    private let reporter: Reporter
    private let styler: Styler
    private let store: SearchStore?
    /// What was stored last, so that nothing is written twice.
    private var stored: StoredSearch?
    private var storedRecent: RecentSearches
    /// Not after a failure, which is told once.
    private var storingFailure: String?

    /// After so long without input the search is stored, so that not even a killed program loses more.
    private static let storingDelay = Duration.seconds(1)
    /// For so long an answer is waited for before what was typed is shown without it: two drawings are more work than one.
    private static let drawingDelay = Duration.milliseconds(4)
    /// A search that takes longer is told.
    private static let searchingDelay = Duration.milliseconds(200)

    /// Whether there is a terminal on which this can be done.
    ///
    /// - Throws: what is missing.
    static func checkTerminal(_ environment: ProgramEnvironment) throws(UsageError) {
        guard TerminalScreen.isUsable() else { throw UsageError("TerminalMissing: %@", "--interactive") }
        let kind = environment.variables["TERM"] ?? ""
        guard !["", "dumb", "unknown"].contains(kind) else {
            throw UsageError("TerminalTooPlain: %1$@ %2$@", "--interactive", kind)
        }
    }

    /// - Parameters:
    ///   - request: what the command line says, its scope found.
    ///   - folders: where the texts of other languages are found.
    init(
        _ engine: SearchEngine, _ request: SearchRequest, _ options: SearchOptions,
        _ environment: ProgramEnvironment, _ reporter: Reporter, folders: [String]
    ) {
        self.reporter = reporter
        search = InteractiveSearch(engine, request, options, reporter.texts, folders: folders)
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
    ///
    /// - Parameter repair: gives an engine in which the index of a catalog is no longer damaged.
    nonisolated(nonsending) func run(
        repair: nonisolated(nonsending) (_ catalog: String) async -> SearchEngine
    ) async -> ExitStatus {
        guard var terminal = open() else { return .failed }
        let mailbox = AnswerMailbox(terminal.waker)
        let session = results.session
        // For as long as the program runs: a session's answers are read by one reader, once.
        _ = _Concurrency.Task(executorPreference: globalConcurrentExecutor) { await mailbox.follow(session) }
        while true {
            switch loop(terminal, mailbox) {
            case .damaged(let catalog):
                // It takes a while, and is told on the terminal as it always is.
                terminal.close()
                search.replaceEngine(await repair(catalog))
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
    }

    private func loop(_ terminal: TerminalScreen, _ mailbox: AnswerMailbox) -> Ending {
        search.size = ScreenSize(terminal.size)
        var drawing: ContinuousClock.Instant? = .now
        var searching: ContinuousClock.Instant?
        var storing: ContinuousClock.Instant?
        while true {
            let now = ContinuousClock.now
            if results.isSearching {
                if searching == nil { searching = now + Self.searchingDelay }
            } else {
                searching = nil
            }
            if let due = searching, due <= now, !search.tellsThatItSearches {
                search.tellsThatItSearches = true
                drawing = now
            }
            if let due = storing, due <= now {
                if !save() { drawing = now }
                storing = nil
            }
            if let due = drawing, due <= now || !results.isSearching {
                draw(terminal)
                drawing = nil
            }
            let due = [drawing, search.tellsThatItSearches ? nil : searching, storing].compactMap { $0 }.min()
            let wakeup = terminal.wait(timeoutMilliseconds: due.map { max(0, ($0 - now).milliseconds) })

            if let ending = wakeup.ending {
                switch ending {
                case .signal(let signal): return .signal(signal)
                case .terminalGone: return .signal(SIGHUP)
                }
            }
            if let answer = mailbox.take() {
                search.receive(answer)
                if let catalog = search.damagedCatalog { return .damaged(catalog: catalog) }
                drawing = drawing ?? now
            }
            if wakeup.isResized || wakeup.isContinued {
                search.size = ScreenSize(terminal.size)
                terminal.redrawAll()
                drawing = now
            }
            for event in wakeup.events {
                // What is typed next is meant for what the event before led to.
                guard let request = search.handle(event) else { continue }
                switch request {
                case .quit: return .quit
                case .suspend:
                    save()
                    terminal.suspend()
                    search.size = ScreenSize(terminal.size)
                case .redraw: terminal.redrawAll()
                case .copy(let text): terminal.copyToClipboard(text)
                }
            }
            if !wakeup.events.isEmpty {
                drawing = drawing ?? .now + Self.drawingDelay
                storing = .now + Self.storingDelay
            }
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

    /// Stores what is there again at the next start.
    ///
    /// - Returns: `false` if that failed just now, which is to be seen.
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

    /// Stores the search, gives up what still runs, and gives back the terminal.
    ///
    /// - Returns: whether it was stored.
    private func finish(_ terminal: TerminalScreen) -> Bool {
        results.session.finish()
        // While signals are only noted: a window that is closed sends more than one, and so does its shell.
        save()
        terminal.close()
        guard let storingFailure else { return true }
        reporter.report(words: search.wording.interactive("NotStored: %@", storingFailure))
        return false
    }
}

extension Result where Success == StoredSearch? {
    /// The result of a success that there is; `nil` where there is neither a failure nor a search.
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
