// The results that clients were shown, so that only choices among them count.

internal import ProductStore
internal import SearchService

/// The results that clients were shown recently, in memory only.
///
/// Two generations bound the memory: when the young responses fill half of it, they become the old ones, and
/// the previous old ones are dropped.
struct ShownResults {
    /// The records of one response.
    private struct Shown {
        let query: LoggedQuery
        /// The number of results before the first one.
        let offset: Int
        let records: [ShownRecord]
        let time: ContinuousClock.Instant
        /// The choices among them that were counted, by kind and position.
        var chosen: Set<Int> = []
    }

    private var young: [Client: [Shown]] = [:]
    private var old: [Client: [Shown]] = [:]
    /// The size of the young generation: its number of records, plus a constant for each response.
    private var size = 0

    /// The longest time between a response and a choice among its results.
    static let time = Duration.seconds(86_400)
    /// The most responses in memory for one client, and the most records of a response.
    static let responsesOfClient = 500
    static let recordsOfResponse = 100
    /// The size of each generation, in records.
    private static let generation = 500_000
    private static let sizeOfResponse = 8

    /// Records what a response shows.
    ///
    /// - Parameters:
    ///   - offset: the number of results before the first record.
    mutating func note(
        _ query: LoggedQuery, _ records: [ShownRecord], offset: Int, to client: Client, at time: LogTime
    ) {
        guard !records.isEmpty else { return }
        let new = Shown(
            query: query, offset: offset, records: Array(records.prefix(Self.recordsOfResponse)),
            time: time.steady)
        var own = young[client] ?? []
        let same = own.lastIndex {
            $0.query == query && $0.offset == offset && $0.records == new.records
        }
        if let known = same ?? (own.count == Self.responsesOfClient ? 0 : nil) {
            size -= own[known].records.count + Self.sizeOfResponse
            own.remove(at: known)
        }
        own.append(new)
        young[client] = own
        size += new.records.count + Self.sizeOfResponse
        guard size > Self.generation else { return }
        old = young
        young = [:]
        size = 0
    }

    /// A choice among the results that a client was shown.
    struct Choice {
        /// The position of the record in the results, from 1.
        let place: Int
        /// Whether it was counted for this response before.
        let isRepeated: Bool
    }

    /// Records the choice of a record among the results of a query.
    ///
    /// - Returns: `nil` if the client was not shown the record for the query.
    mutating func choose(
        _ record: ShownRecord, of query: LoggedQuery, _ kind: ChoiceKind, by client: Client, at time: LogTime
    ) -> Choice? {
        Self.choose(record, of: query, kind, at: time, &young[client])
            ?? Self.choose(record, of: query, kind, at: time, &old[client])
    }

    private static func choose(
        _ record: ShownRecord, of query: LoggedQuery, _ kind: ChoiceKind, at time: LogTime,
        _ responses: inout [Shown]?
    ) -> Choice? {
        guard let known = responses else { return nil }
        // The reader sees the newest response.
        for number in known.indices.reversed()
        where known[number].query == query && time.steady - known[number].time <= Self.time {
            guard let place = known[number].records.firstIndex(of: record) else { continue }
            let isNew = responses?[number].chosen.insert(place * ChoiceKind.allCases.count + kind.rawValue)
                .inserted
            return Choice(place: known[number].offset + place + 1, isRepeated: isNew != true)
        }
        return nil
    }
}

/// How a reader chose a result.
enum ChoiceKind: Int, CaseIterable {
    /// The reader looked at it.
    case click
    /// The reader bought it, or did something else that the shop counts as success.
    case conversion

    /// Its weight, as a multiple of a click's.
    var weight: Int {
        switch self {
        case .click: 1
        case .conversion: 10
        }
    }
}

/// Decides which choices of a day count towards popularity, and how much: for each record, one choice of each
/// kind by each client, with bounds for both kinds together and for each client.
struct LearningClients {
    /// A client's choices of a record. Compact, because there may be millions.
    private struct Choice {
        /// A bit for each kind.
        var kinds: UInt8 = 0
        var weight: UInt8 = 0
        /// Whether the client was not yet counted for the record.
        var counts = false
    }

    private var chosen: [Client: [ShownRecord: Choice]] = [:]
    /// The number of clients that chose each record since this process began.
    private var choosers: [LoggedRecord: Int] = [:]
    /// How many clients had chosen it earlier on this day; they may be the same ones, so only clients beyond
    /// their number are certain to be different.
    private let earlier: [LoggedRecord: Int]

    /// The greatest position that counts. A choice at a later position counts more, because fewer readers
    /// look there; this is the bound.
    static let greatestPlace = 10
    /// The most that a client counts for a record on a day, in clicks at the first position: twice the weight
    /// of the strongest click, because a conversion cannot be proved.
    static let greatestWeight = 2 * greatestPlace
    /// The most records that one client chooses on a day.
    static let choicesOfClient = 100
    /// The most clients on a day.
    private static let clientCount = 50_000

    /// - Parameter earlier: how many clients have chosen each record on this day before.
    init(after earlier: [LoggedRecord: Int] = [:]) { self.earlier = earlier }

    /// Counts a choice. A choice at position n counts n times, because n times as many readers look at the
    /// first position.
    ///
    /// - Returns: what to add to the record's counts; `nil` for nothing.
    mutating func note(
        _ record: LoggedRecord, _ kind: ChoiceKind, at place: Int, by client: Client
    ) -> ChoiceCounts? {
        let key = ShownRecord(catalog: record.catalog, id: record.id)
        var own = chosen[client] ?? [:]
        guard !own.isEmpty || chosen.count < Self.clientCount,
            own[key] != nil || own.count < Self.choicesOfClient
        else { return nil }
        let isFirst = own[key] == nil
        var choice = own[key] ?? Choice()
        if isFirst {
            choosers[record, default: 0] += 1
            choice.counts = choosers[record, default: 0] > earlier[record] ?? 0
        }
        guard choice.kinds & 1 << kind.rawValue == 0 else { return nil }
        choice.kinds |= 1 << kind.rawValue
        let weight = min(
            kind.weight * min(place, Self.greatestPlace), Self.greatestWeight - Int(choice.weight))
        choice.weight += UInt8(weight)
        own[key] = choice
        chosen[client] = own
        guard choice.counts, weight > 0 else { return nil }
        var counts = ChoiceCounts()
        counts.choices = isFirst ? 1 : 0
        counts.weight = 1_000 * weight
        return counts
    }
}
