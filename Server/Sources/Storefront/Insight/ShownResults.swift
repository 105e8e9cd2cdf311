// What clients were shown, so that only choices among it count.

internal import ProductStore
internal import SearchService

/// The results that clients were shown lately, in memory only.
///
/// Two generations bound the memory: when the young answers fill half of it, they become the old ones, and the old ones before them
/// are forgotten.
struct ShownResults {
    /// The records of one answer.
    private struct Shown {
        let query: LoggedQuery
        /// The number of results before the first one.
        let offset: Int
        let records: [ShownRecord]
        let time: ContinuousClock.Instant
        /// The choices among them that were counted, by kind and place.
        var chosen: Set<Int> = []
    }

    private var young: [Client: [Shown]] = [:]
    private var old: [Client: [Shown]] = [:]
    /// The number of records of the young answers, and some for each answer.
    private var size = 0

    /// The longest time between an answer and a choice among its results.
    static let time = Duration.seconds(86_400)
    /// The most answers that are remembered of one client, and the most records of an answer.
    static let answersOfClient = 500
    static let recordsOfAnswer = 100
    /// The size of each generation, in records.
    private static let generation = 500_000
    private static let sizeOfAnswer = 8

    /// Remembers what an answer shows.
    ///
    /// - Parameters:
    ///   - offset: the number of results before the first record.
    mutating func note(
        _ query: LoggedQuery, _ records: [ShownRecord], offset: Int, to client: Client, at time: LogTime
    ) {
        guard !records.isEmpty else { return }
        let new = Shown(
            query: query, offset: offset, records: Array(records.prefix(Self.recordsOfAnswer)),
            time: time.steady)
        var own = young[client] ?? []
        let same = own.lastIndex {
            $0.query == query && $0.offset == offset && $0.records == new.records
        }
        if let known = same ?? (own.count == Self.answersOfClient ? 0 : nil) {
            size -= own[known].records.count + Self.sizeOfAnswer
            own.remove(at: known)
        }
        own.append(new)
        young[client] = own
        size += new.records.count + Self.sizeOfAnswer
        guard size > Self.generation else { return }
        old = young
        young = [:]
        size = 0
    }

    /// A choice among what a client was shown.
    struct Choice {
        /// The place of the record in the results, from 1.
        let place: Int
        /// Whether it was counted for this answer before.
        let isRepeated: Bool
    }

    /// Notes the choice of a record among the results of a query.
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
        _ answers: inout [Shown]?
    ) -> Choice? {
        guard let known = answers else { return nil }
        // The newest answer is the one before the reader.
        for number in known.indices.reversed()
        where known[number].query == query && time.steady - known[number].time <= Self.time {
            guard let place = known[number].records.firstIndex(of: record) else { continue }
            let isNew = answers?[number].chosen.insert(place * ChoiceKind.allCases.count + kind.rawValue)
                .inserted
            return Choice(place: known[number].offset + place + 1, isRepeated: isNew != true)
        }
        return nil
    }
}

/// What a reader did with a result.
enum ChoiceKind: Int, CaseIterable {
    /// Looked at it.
    case click
    /// Bought it, or did what else a shop wants.
    case conversion

    /// How much more than a click it says.
    var weight: Int {
        switch self {
        case .click: 1
        case .conversion: 10
        }
    }
}

/// Which choices of this day teach something: of each client one of each kind for a record, and not many.
struct LearningClients {
    private var chosen: [Client: Set<Key>] = [:]

    private struct Key: Hashable {
        let record: ShownRecord
        let kind: ChoiceKind
    }

    /// The most choices of one client on a day.
    static let choicesOfClient = 100
    /// The most clients on a day.
    private static let clientCount = 50_000

    /// Notes a choice.
    ///
    /// - Returns: whether it teaches something.
    mutating func note(_ record: ShownRecord, _ kind: ChoiceKind, by client: Client) -> Bool {
        guard let own = chosen[client] else {
            guard chosen.count < Self.clientCount else { return false }
            chosen[client] = [Key(record: record, kind: kind)]
            return true
        }
        guard own.count < Self.choicesOfClient else { return false }
        return chosen[client]?.insert(Key(record: record, kind: kind)).inserted ?? false
    }
}
