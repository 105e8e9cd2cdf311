// Counts which results of a query are chosen: clicks and conversions, and what they teach about records.

internal import CatalogSearch
internal import HTTPTypes
internal import Localization
internal import ProductStore
internal import SearchService
internal import Synchronization

extension QueryLog {
    /// A result that was chosen.
    struct Click: Sendable {
        var query: String
        var locale: LocaleIdentifier
        var catalog: String
        var id: String
        /// Its position in the results, from 1.
        var place: Int

        /// The query as it is counted.
        var key: LoggedQuery { QueryLog.key(query, in: locale) }
        var shownRecord: ShownRecord { ShownRecord(catalog: catalog, id: id) }
    }

    /// Records which results a client is shown.
    func show(
        _ records: [ShownRecord], from offset: Int, for query: String, in locale: LocaleIdentifier,
        to client: Client
    ) {
        let key = Self.key(query, in: locale)
        guard !key.query.isEmpty else { return }
        let time = now()
        state.withLock { $0.shown.note(key, records, offset: offset, to: client, at: time) }
    }

    /// Counts a click. A click on a result of a query that is not counted separately counts among the others.
    ///
    /// - Throws: `Problem` if the client sends too many.
    func note(_ click: Click, of client: Client) throws(Problem) {
        try count(of: client) { state in Self.count(click, .click, click.place, &state) }
    }

    /// Counts a choice that a client reports, if the client was shown the record for the query, and once for
    /// each response; a client's first choice of a record on a day teaches how popular the record is. Returns
    /// when the counts are written.
    ///
    /// - Throws: `Problem` if the client sends too many, or the counts cannot be written.
    func choose(_ click: Click, _ kind: ChoiceKind, by client: Client) async throws {
        let time = now()
        try count(of: client) { state in
            let choice = state.shown.choose(
                click.shownRecord, of: click.key, kind, by: client, at: time)
            guard let choice else { return }
            if !choice.isRepeated { Self.count(click, kind, choice.place, &state) }
            Self.learn(from: click, kind, choice.place, client, &state)
        }
        guard await flush() else {
            throw Problem(.storeBusy, "QueryLogUnwritable", headers: [.retryAfter: "1"])
        }
    }

    /// Counts a click on the page towards the popularity of its record, if the page showed its reader the
    /// record.
    func learn(from click: Click, of client: Client) {
        let time = now()
        state.withLock { state in
            let choice = state.shown.choose(
                click.shownRecord, of: click.key, .click, by: client, at: time)
            guard let choice else { return }
            Self.learn(from: click, .click, choice.place, client, &state)
        }
    }

    /// - Throws: `Problem` if the client sends too many.
    private func count(of client: Client, _ body: (inout State) -> Void) throws(Problem) {
        let time = now()
        let isAccepted = state.withLock { state in
            let minute = Int(time.seconds / 60)
            if minute != state.minute || state.clickers.count >= Self.clientCount {
                state.minute = minute
                state.clickers = [:]
            }
            guard state.clickers[client, default: 0] < Self.clicksPerMinute else { return false }
            state.clickers[client, default: 0] += 1
            // A client that chooses a result has finished typing.
            Self.settle(client, &state) { _ in true }
            Self.begin(time, &state)
            body(&state)
            return true
        }
        guard isAccepted else {
            throw Problem(.tooManyClicks, "TooManyClicks", headers: [.retryAfter: "60"])
        }
    }

    private static func count(_ click: Click, _ kind: ChoiceKind, _ place: Int, _ state: inout State) {
        let key = LoggedClick(query: click.key, catalog: click.catalog, id: click.id)
        let isAlone = state.known.contains(key.query)
        var counts = QueryCounts()
        var clicks = ClickCounts()
        switch kind {
        case .click: (counts.clicks, clicks.clicks, clicks.places) = (1, 1, place)
        case .conversion: (counts.conversions, clicks.conversions) = (1, 1)
        }
        var day = state.counts[state.day] ?? DayCounts()
        day.queries[isAlone ? key.query : .others, default: QueryCounts()].add(counts)
        if isAlone, state.knownClicks.contains(key) || state.knownClicks.count < dailyLimit {
            state.knownClicks.insert(key)
            day.clicks[key, default: ClickCounts()].add(clicks)
        }
        state.counts[state.day] = day
    }

    private static func learn(
        from click: Click, _ kind: ChoiceKind, _ place: Int, _ client: Client, _ state: inout State
    ) {
        let record = LoggedRecord(catalog: click.catalog, id: click.id)
        guard state.learned.contains(record) || state.learned.count < dailyLimit,
            let counts = state.learning.note(record, kind, at: place, by: client)
        else { return }
        state.learned.insert(record)
        state.counts[state.day, default: DayCounts()].choices[record, default: ChoiceCounts()].add(counts)
    }
}
