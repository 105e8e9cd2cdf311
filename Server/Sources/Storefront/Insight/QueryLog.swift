// What is asked and not found: searches are counted in memory, and written now and then, off the path of searches.

internal import CatalogSearch
internal import FoundationEssentials
internal import HTTPTypes
internal import Localization
internal import Logging
internal import ProductStore
internal import SearchService
internal import ServiceLifecycle
internal import Synchronization

/// Counts queries and clicks by day. It keeps no addresses: for some seconds it knows in memory which client is typing, so that
/// the keystrokes of one search count as one.
final class QueryLog: Sendable {
    private let file: QueryLogFile
    private let logger: Logger
    private let now: @Sendable () -> LogTime
    private let state: Mutex<State>
    /// One write at a time, so that none overtakes another.
    private let writing = AsyncGate()

    /// How long a client may pause between two keystrokes of one search, in seconds.
    static let pause = Duration.seconds(3)
    /// The most searches whose end is awaited.
    static let pendingLimit = 10_000
    /// How many clients' searches are counted while others wait.
    private static let settledAtOnce = 100
    /// The most queries, and pairs of query and record, that are counted by themselves on one day.
    static let dailyLimit = 10_000
    /// The most new queries that one client adds to those of a day.
    static let clientLimit = 500
    /// The most clients whose shares are known; others have one together.
    private static let clientCount = 10_000
    /// The longest query that is counted by itself, in bytes.
    static let queryLength = 200
    /// The number of days that are kept. Older ones are forgotten once the clock has run evenly for a while.
    static let keptDays = 30
    /// The most clicks of one client in a minute.
    static let clicksPerMinute = 60
    private static let flushInterval = Duration.seconds(5)

    /// A search that its client may continue to type.
    private struct Pending {
        var query: LoggedQuery
        var outcome: Outcome
        var time: LogTime
    }

    private struct State {
        var pending: [Client: [Pending]] = [:]
        var pendingCount = 0
        /// What is not written yet, by day.
        var counts: [Int: DayCounts] = [:]
        /// The day of `known` and `clients`.
        var day: Int
        /// When it began, by the clock that nobody sets.
        var dayStart: ContinuousClock.Instant
        var known: Set<LoggedQuery>
        var knownClicks: Set<LoggedClick>
        /// How many new queries each client has added.
        var clients: [Client: Int] = [:]
        var otherClients = 0
        /// The clicks of each client in the current minute.
        var clickers: [Client: Int] = [:]
        var minute = 0
        var isFailing = false
        /// The damage that was told.
        var damage = QueryLogDamage()
        /// The oldest day in the file when it was last written.
        var oldest = 0
        var watch: ClockWatch
    }

    /// Opens the file.
    ///
    /// - Throws: `StoreError` if the file cannot be used.
    init(
        path: String, logger: Logger, now: @escaping @Sendable () -> LogTime = { .now }
    ) throws(StoreError) {
        file = try QueryLogFile(path: path)
        self.logger = logger
        self.now = now
        let start = now()
        let (queries, clicks) = try file.known(on: start.day)
        state = Mutex(
            State(
                day: start.day, dayStart: start.steady, known: queries, knownClicks: clicks,
                watch: ClockWatch(start)))
        tellDamage()
    }

    /// What of the file was found damaged so far.
    var damage: QueryLogDamage { file.damage }

    private func tellDamage() {
        let damage = file.damage
        let isNews = state.withLock { state in
            defer { state.damage = damage }
            return state.damage != damage && damage.count > 0
        }
        guard isNews else { return }
        logger.error(
            "The query log is damaged: what cannot be read is not counted",
            metadata: [
                "rows": "\(damage.rows)", "newest lost": "\(damage.hasLostLog)",
                "file kept": "\(damage.hasLostFile)",
            ])
    }

    /// Today, in days since 1970.
    var today: Int { now().day }

    /// The query as it is counted: in lowercase letters, with single spaces.
    static func normalized(_ query: String) -> String {
        query.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    // MARK: Searches

    /// The outcome of a search.
    struct Outcome: Sendable {
        /// The number of records that were found; `nil` if it is not known.
        var total: Int?
        var isEmpty: Bool
        /// Whether records were found by similar words only.
        var isRelaxed: Bool
    }

    /// Notes an answered search. A search for nothing, and further pages of one, are not counted.
    func note(_ question: ServiceRequest, _ reply: SearchService.Reply, of client: Client) {
        guard question.request.offset == 0, question.returned != .suggestions else { return }
        let outcome = Outcome(total: reply.total, isEmpty: reply.isEmpty, isRelaxed: reply.isRelaxed)
        note(question.request.query, in: question.request.locale, outcome, of: client)
    }

    /// Notes the first page of an answered search. A search for nothing is not counted.
    func note(_ query: String, in locale: LocaleIdentifier, _ outcome: Outcome, of client: Client) {
        let query = Self.normalized(query)
        guard !query.isEmpty else { return }
        let pending = Pending(
            query: LoggedQuery(query: query, locale: locale.base.identifier), outcome: outcome, time: now())
        state.withLock { Self.add(pending, of: client, to: &$0) }
    }

    private static func add(_ search: Pending, of client: Client, to state: inout State) {
        var own = state.pending[client] ?? []
        // Those that are over are counted; one that this search continues is replaced by it.
        var isContinued = false
        own.removeAll { earlier in
            if search.time.steady - earlier.time.steady > pause {
                count(earlier, of: client, in: &state)
            } else if !isContinued, earlier.query.isContinued(by: search.query) {
                isContinued = true
            } else {
                return false
            }
            state.pendingCount -= 1
            return true
        }
        own.append(search)
        state.pending[client] = own
        state.pendingCount += 1
        // Some at a time, because other searches wait meanwhile.
        if state.pendingCount > pendingLimit {
            let some = Array(state.pending.keys.prefix(settledAtOnce))
            for client in some { settle(client, &state) { _ in true } }
        }
    }

    /// Counts searches that are not continued any more. Searches that come meanwhile wait for some clients only.
    private func settle(_ isOver: (Pending) -> Bool) {
        let clients = state.withLock { Array($0.pending.keys) }
        for start in stride(from: 0, to: clients.count, by: Self.settledAtOnce) {
            state.withLock { state in
                for client in clients[start...].prefix(Self.settledAtOnce) {
                    Self.settle(client, &state, isOver)
                }
            }
        }
    }

    private static func settle(_ client: Client, _ state: inout State, _ isOver: (Pending) -> Bool) {
        guard var own = state.pending[client] else { return }
        let before = own.count
        own.removeAll { search in
            guard isOver(search) else { return false }
            count(search, of: client, in: &state)
            return true
        }
        state.pendingCount -= before - own.count
        state.pending[client] = own.isEmpty ? nil : own
    }

    private static func count(_ search: Pending, of client: Client, in state: inout State) {
        let day = search.time.day
        begin(search.time, &state)
        let isAlone = isCountedAlone(search.query, of: client, on: day, &state)
        var counts = QueryCounts()
        counts.searches = 1
        counts.none = search.outcome.isEmpty ? 1 : 0
        counts.relaxed = search.outcome.isRelaxed && !search.outcome.isEmpty ? 1 : 0
        counts.total = isAlone ? search.outcome.total : nil
        state.counts[day, default: DayCounts()]
            .queries[isAlone ? search.query : .others, default: QueryCounts()].add(counts)
    }

    /// Begins the day of a time, later or earlier: the clock may have been set back. The last searches of a day, which are counted when the
    /// next one has begun, do not begin it again.
    private static func begin(_ time: LogTime, _ state: inout State) {
        guard time.day != state.day, time.steady > state.dayStart else { return }
        (state.day, state.dayStart) = (time.day, time.steady)
        state.known = []
        state.knownClicks = []
        state.clients = [:]
        state.otherClients = 0
    }

    /// Whether a query is counted by itself: it is known, or there is room for another one, also in the share of its client.
    private static func isCountedAlone(
        _ query: LoggedQuery, of client: Client, on day: Int, _ state: inout State
    ) -> Bool {
        // A search at the end of yesterday joins what was known then, as far as this is in memory.
        guard day == state.day else { return state.counts[day]?.queries[query] != nil }
        if state.known.contains(query) { return true }
        guard query.query.utf8.count <= queryLength, state.known.count < dailyLimit else { return false }
        if let share = state.clients[client] {
            guard share < clientLimit else { return false }
            state.clients[client] = share + 1
        } else if state.clients.count < clientCount {
            state.clients[client] = 1
        } else {
            guard state.otherClients < clientLimit else { return false }
            state.otherClients += 1
        }
        state.known.insert(query)
        return true
    }

    // MARK: Clicks

    /// A result that was chosen.
    struct Click: Sendable {
        var query: String
        var locale: LocaleIdentifier
        var catalog: String
        var id: String
        /// Its place in the results, from 1.
        var place: Int
    }

    /// Counts a click. One on a result of a query that is not counted by itself counts among the others.
    ///
    /// - Throws: `Problem` if the client sends too many.
    func note(_ click: Click, of client: Client) throws(Problem) {
        let time = now()
        let query = LoggedQuery(
            query: Self.normalized(click.query), locale: click.locale.base.identifier)
        let isAccepted = state.withLock { state in
            let minute = Int(time.seconds / 60)
            if minute != state.minute || state.clickers.count >= Self.clientCount {
                state.minute = minute
                state.clickers = [:]
            }
            guard state.clickers[client, default: 0] < Self.clicksPerMinute else { return false }
            state.clickers[client, default: 0] += 1
            // Who chooses a result has typed to the end.
            Self.settle(client, &state) { _ in true }
            Self.begin(time, &state)
            Self.count(LoggedClick(query: query, catalog: click.catalog, id: click.id), click.place, &state)
            return true
        }
        guard isAccepted else {
            throw Problem(.tooManyClicks, "TooManyClicks", headers: [.retryAfter: "60"])
        }
    }

    private static func count(_ click: LoggedClick, _ place: Int, _ state: inout State) {
        let isAlone = state.known.contains(click.query)
        var counts = QueryCounts()
        counts.clicks = 1
        var day = state.counts[state.day] ?? DayCounts()
        day.queries[isAlone ? click.query : .others, default: QueryCounts()].add(counts)
        if isAlone, state.knownClicks.contains(click) || state.knownClicks.count < dailyLimit {
            state.knownClicks.insert(click)
            day.clicks[click, default: ClickCounts()].clicks += 1
            day.clicks[click]?.places += place
        }
        state.counts[state.day] = day
    }

    // MARK: Writing and reading

    /// Writes what has been counted, and the searches that are not continued any more.
    ///
    /// - Parameter all: also those that may still be continued.
    func flush(all: Bool = false) async {
        let time = now()
        await writing.run { [self] in
            settle { all || time.steady - $0.time.steady > Self.pause }
            let (counts, oldest, isOldest) = state.withLock { state in
                defer { state.counts = [:] }
                // A clock that is far ahead for some minutes makes the file forget nothing.
                let kept = time.day - Self.keptDays + 1
                let oldest = state.watch.isSteady(at: time) ? kept : min(kept, state.oldest)
                return (state.counts, oldest, oldest == state.oldest)
            }
            if counts.isEmpty, isOldest { return }
            do throws(StoreError) {
                try await file.add(counts, keepingFrom: oldest)
                state.withLock { state in
                    state.isFailing = false
                    state.oldest = oldest
                }
            } catch {
                let isNews = state.withLock { state in
                    // They are tried again; there are no more of them than queries are counted by themselves.
                    for (day, counts) in counts {
                        state.counts[day, default: DayCounts()].add(earlier: counts)
                    }
                    defer { state.isFailing = true }
                    return !state.isFailing
                }
                if isNews {
                    logger.error("The query log cannot be written", metadata: ["reason": "\(error)"])
                }
            }
        }
    }

    /// Writes now and then, until the task is cancelled; then once more.
    func run() async {
        await cancelWhenGracefulShutdown { [self] in
            while (try? await Task.sleep(for: Self.flushInterval)) != nil { await flush() }
        }
        await close()
    }

    /// Writes all that was counted, and closes the file.
    func close() async {
        await flush(all: true)
        file.close()
    }

    /// The queries of a selection, with all that was counted until now.
    func queries(
        _ selection: QueryLogFile.Selection
    ) async throws(StoreError) -> (list: [QueryLogFile.Entry], others: QueryCounts) {
        await flush()
        defer { tellDamage() }
        return try await file.queries(selection)
    }
}

extension LoggedQuery {
    /// Whether typing or deleting at the end makes this query the other one.
    fileprivate func isContinued(by later: LoggedQuery) -> Bool {
        locale == later.locale && (later.query.hasPrefix(query) || query.hasPrefix(later.query))
    }
}

extension DayCounts {
    /// Adds counts that were made before these.
    fileprivate mutating func add(earlier: DayCounts) {
        for (query, counts) in earlier.queries {
            var sum = counts
            if let later = queries[query] { sum.add(later) }
            queries[query] = sum
        }
        for (click, counts) in earlier.clicks {
            clicks[click, default: ClickCounts()].clicks += counts.clicks
            clicks[click]?.places += counts.places
        }
    }
}

/// Runs one body after the other.
private actor AsyncGate {
    private var last: Task<Void, Never>?

    func run(_ body: @escaping @Sendable () async -> Void) async {
        let before = last
        let task = Task {
            await before?.value
            await body()
        }
        last = task
        await task.value
    }
}

/// Writes the query log.
struct QueryLogService: Service {
    let log: QueryLog

    func run() async { await log.run() }
}
