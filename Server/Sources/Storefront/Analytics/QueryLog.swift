// Counts queries and what they find: in memory, and written to a file at intervals.

internal import CatalogSearch
internal import FoundationEssentials
internal import HTTPTypes
internal import Localization
internal import Logging
internal import ProductStore
internal import SearchService
internal import ServiceLifecycle
internal import Synchronization

/// Counts queries and clicks by day. It writes no addresses: in memory it knows for some seconds which client
/// is typing, so that the keystrokes of one search count as one, and for a day which results a client was
/// shown and has chosen.
final class QueryLog: Sendable {
    let file: QueryLogFile
    private let logger: Logger
    /// How many clients must have sent a query on one day before it is suggested; `nil` to suggest none.
    let suggestedClients: Int?
    let now: @Sendable () -> LogTime
    let state: Mutex<State>
    /// One write at a time, so that writes stay in order.
    private let writing = AsyncGate()

    /// How long a client may pause between two keystrokes of one search, in seconds.
    static let pause = Duration.seconds(3)
    /// The most searches that may still be continued.
    static let pendingLimit = 10_000
    /// How many clients' searches are counted under one lock, while others wait.
    private static let settledAtOnce = 100
    /// The most queries, and pairs of query and record, that are counted separately on one day.
    static let dailyLimit = 10_000
    /// The most new queries that one client adds on one day.
    static let clientLimit = 500
    /// The most clients with a share of their own; all others have one together.
    static let clientCount = 10_000
    /// The longest query that is counted separately, in bytes.
    static let queryLength = 200
    /// The number of days in the file. Older days are removed once the clock has run evenly for a while.
    static let keptDays = 30
    /// The most clicks of one client in a minute.
    static let clicksPerMinute = 60
    /// The most clients of a query that are distinguished on a day.
    static let greatestClientCount = 100
    private static let flushInterval = Duration.seconds(5)
    /// After how many writes the suggested queries are read again.
    private static let suggestionInterval = 12

    /// A search that its client may continue to type.
    struct Pending {
        var query: LoggedQuery
        var outcome: Outcome
        var time: LogTime
    }

    struct State {
        var pending: [Client: [Pending]] = [:]
        var pendingCount = 0
        /// The counts that are not written yet, by day.
        var counts: [Int: DayCounts] = [:]
        /// The day of `known` and `clients`.
        var day: Int
        /// When the day began, by the steady clock.
        var dayStart: ContinuousClock.Instant
        var known: Set<LoggedQuery>
        /// Which clients sent each query on this day, as hashes that only this process can compute.
        var askers: [LoggedQuery: Set<Int>] = [:]
        /// How many clients had sent each query on this day when this process began; these clients may be the
        /// same.
        var earlierAskers: [LoggedQuery: Int] = [:]
        var knownClicks: Set<LoggedClick>
        /// How many new queries each client has added.
        var clients: [Client: Int] = [:]
        var otherClients = 0
        /// The clicks of each client in the current minute.
        var clickers: [Client: Int] = [:]
        var minute = 0
        /// What clients were shown recently, and which of them have chosen what on this day.
        var shown = ShownResults()
        var learning = LearningClients()
        /// The records that this server learned about on this day.
        var learned: Set<LoggedRecord> = []
        /// The suggested queries, and a number that changes with them.
        var popular = PopularQueries()
        var popularVersion = 0
        var isFailing = false
        /// The damage that was reported.
        var damage = QueryLogDamage()
        /// The oldest day in the file when it was last written.
        var oldest = 0
        var watch: ClockWatch
    }

    /// Opens the file.
    ///
    /// - Parameter suggestedClients: how many clients must have sent a query on one day before it is
    ///   suggested; `nil` to suggest none.
    /// - Throws: `StoreError` if the file cannot be used.
    init(
        path: String, logger: Logger, suggestedClients: Int? = nil,
        now: @escaping @Sendable () -> LogTime = { .now }
    ) throws(StoreError) {
        file = try QueryLogFile(path: path)
        self.logger = logger
        self.suggestedClients = suggestedClients
        self.now = now
        let start = now()
        let (queries, clicks, choosers) = try file.known(on: start.day)
        state = Mutex(
            State(
                day: start.day, dayStart: start.steady, known: Set(queries.keys), earlierAskers: queries,
                knownClicks: clicks, learning: LearningClients(after: choosers),
                watch: ClockWatch(start)))
        tellDamage()
        try readPopular()
    }

    /// The damage that was found in the file so far.
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

    /// The query as it is counted: in lower case, with single spaces.
    static func normalized(_ query: String) -> String {
        query.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// The query of a locale as it is counted.
    static func key(_ query: String, in locale: LocaleIdentifier) -> LoggedQuery {
        LoggedQuery(query: normalized(query), locale: locale.base.identifier)
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

    /// Counts a search that was responded to. An empty query, and further pages of results, are not counted.
    func note(_ searchRequest: ServiceRequest, _ response: SearchService.Response, of client: Client) {
        guard searchRequest.returned != .suggestions else { return }
        let request = searchRequest.request
        show(response.records, from: request.offset, for: request.query, in: request.locale, to: client)
        guard request.offset == 0 else { return }
        let outcome = Outcome(total: response.total, isEmpty: response.isEmpty, isRelaxed: response.isRelaxed)
        note(request.query, in: request.locale, outcome, of: client)
    }

    /// Counts the first page of a search. An empty query is not counted.
    func note(_ query: String, in locale: LocaleIdentifier, _ outcome: Outcome, of client: Client) {
        let query = Self.key(query, in: locale)
        guard !query.query.isEmpty else { return }
        let pending = Pending(query: query, outcome: outcome, time: now())
        state.withLock { Self.add(pending, of: client, to: &$0) }
    }

    private static func add(_ search: Pending, of client: Client, to state: inout State) {
        var own = state.pending[client] ?? []
        // Counts the client's searches that are over; this search replaces one that it continues.
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
        // Only some at a time, because other searches wait for the lock.
        if state.pendingCount > pendingLimit {
            let some = Array(state.pending.keys.prefix(settledAtOnce))
            for client in some { settle(client, &state) { _ in true } }
        }
    }

    /// Counts searches that are no longer continued. Other searches wait for a few clients' at a time.
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

    static func settle(_ client: Client, _ state: inout State, _ isOver: (Pending) -> Bool) {
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
        if isAlone, day == state.day, state.askers[search.query]?.count ?? 0 < greatestClientCount {
            let isNew = state.askers[search.query, default: []].insert(client.hashValue).inserted
            // After a restart, only clients beyond the number of earlier ones are certain to be different.
            let isAnother = state.askers[search.query]?.count ?? 0 > state.earlierAskers[search.query] ?? 0
            counts.clients = isNew && isAnother ? 1 : 0
        }
        state.counts[day, default: DayCounts()]
            .queries[isAlone ? search.query : .others, default: QueryCounts()].add(counts)
    }

    /// Begins the day of a time, later or earlier: the clock may have been set back. Searches of the previous
    /// day that are counted after midnight do not begin it again.
    static func begin(_ time: LogTime, _ state: inout State) {
        guard time.day != state.day, time.steady > state.dayStart else { return }
        (state.day, state.dayStart) = (time.day, time.steady)
        state.known = []
        state.askers = [:]
        state.earlierAskers = [:]
        state.knownClicks = []
        state.clients = [:]
        state.otherClients = 0
        state.learning = LearningClients()
        state.learned = []
    }

    /// Whether a query is counted separately: it is known, or there is room for it, also for its client.
    private static func isCountedAlone(
        _ query: LoggedQuery, of client: Client, on day: Int, _ state: inout State
    ) -> Bool {
        // A search at the end of yesterday is counted separately only if its query is still in memory.
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

    // MARK: Writing and reading

    /// Writes all counts, and those of searches that are no longer continued.
    ///
    /// - Parameter all: whether to count searches, too, that may still be continued.
    /// - Returns: whether everything that was counted before the call is written.
    @discardableResult
    func flush(all: Bool = false) async -> Bool {
        let time = now()
        await writing.run { [self] in
            settle { all || time.steady - $0.time.steady > Self.pause }
            let (counts, oldest, isOldest) = state.withLock { state in
                defer { state.counts = [:] }
                // A clock that is far ahead for some minutes must not make the file drop its days.
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
                    // The next write tries again; there are never more than the separately counted queries.
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
        return state.withLock { !$0.isFailing }
    }

    /// Writes at intervals until the task is cancelled, then once more.
    func run() async {
        await cancelWhenGracefulShutdown { [self] in
            var count = 0
            while (try? await Task.sleep(for: Self.flushInterval)) != nil {
                await flush()
                count += 1
                // A failed reading is tried again the next time.
                if count.isMultiple(of: Self.suggestionInterval) { try? readPopular() }
            }
        }
        await close()
    }

    // MARK: The end

    /// Writes all counts, and closes the file.
    func close() async {
        await flush(all: true)
        file.close()
    }

    /// The queries of a selection, with everything counted until now.
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
            clicks[click, default: ClickCounts()].add(counts)
        }
        for (record, counts) in earlier.choices { choices[record, default: ChoiceCounts()].add(counts) }
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
