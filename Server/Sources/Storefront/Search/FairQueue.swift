// Which search runs next: clients take turns, and cheap searches do not wait for expensive ones.

/// How long a search takes.
enum SearchCost: Hashable, Sendable, CaseIterable {
    /// Milliseconds: a few words as they are. A search that takes longer is expensive from then on.
    case cheap
    /// Up to the time limit: suggestions, similar words, many words, batches.
    case expensive
}

/// The searches that run and wait. A value without threads and times, so that tests see every decision.
///
/// - Clients take turns by the processor time that their searches took: who took least goes first, so that a short search does not
///   wait behind one of each client whose searches are long. Who comes anew begins with as much as the others took on average.
/// - Each may have two searches running, one of them expensive. A client gets more only if no other waits
///   for its share; more expensive ones only if a second thread stays free for the next client.
/// - One thread is never given to expensive searches. If cheap ones turn out to be expensive, there are more threads for
///   clients that have less than their share, up to a limit.
/// - If expensive searches wait, one of them runs.
/// - If the queue is full, the client that waits for most makes room for others.
struct FairQueue {
    struct Limits: Hashable, Sendable {
        /// How many searches run at a time, at least 2.
        var threads: Int
        /// How many searches run at a time if cheap ones turned out to be expensive.
        var mostThreads: Int
        /// How many searches run or wait.
        var count: Int
        /// How many searches of one client run or wait.
        var clientCount: Int
    }

    /// A search in the queue.
    struct Ticket: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// What happened to a new search.
    enum Admission: Hashable {
        /// It waits; if the queue was full, another client's newest search makes room.
        case waits(Ticket, displaced: Ticket?)
        /// Too many searches run and wait.
        case full
        /// Too many searches of this client run and wait.
        case clientFull
    }

    private struct Entry {
        let client: Client
        var cost: SearchCost
        var isRunning = false
    }

    /// How many searches of a client run and wait.
    private struct Share {
        var running: [SearchCost: Int] = [:]
        var waiting: [SearchCost: [Ticket]] = [:]

        var runningCount: Int { running.values.reduce(0, +) }
        var waitingCount: Int { waiting.values.reduce(0) { $0 + $1.count } }
        var count: Int { runningCount + waitingCount }
    }

    private let limits: Limits
    private var entries: [Ticket: Entry] = [:]
    private var shares: [Client: Share] = [:]
    /// Clients with waiting searches, the next one first.
    private var slots: [SearchCost: [Client]] = [:]
    private var running: [SearchCost: Int] = [:]
    private var lastNumber = 0
    /// The processor time that each client's searches took, in seconds, counted from what ``average`` was when the client came.
    private var used: [Client: Double] = [:]
    /// What a client would have taken that always had its part of the time. Who took less has no claim to the rest.
    private var average = 0.0
    /// From how many clients on those are forgotten that are not ahead of the average.
    private var sweepCount = FairQueue.leastSweepCount
    private static let leastSweepCount = 1_000

    /// Up to here a client's searches go before those of clients that have more running.
    private static let fairShare = 2
    private static let fairExpensiveShare = 1

    init(_ limits: Limits) { self.limits = limits }

    /// How many searches run and wait.
    var count: Int { entries.count }

    /// Whether a search waits.
    func isWaiting(_ ticket: Ticket) -> Bool { entries[ticket].map { !$0.isRunning } ?? false }

    // MARK: Coming and leaving

    /// Puts a search of a client behind its other ones.
    mutating func add(_ cost: SearchCost, of client: Client) -> Admission {
        guard (shares[client]?.count ?? 0) < limits.clientCount else { return .clientFull }
        var displaced: Ticket?
        if entries.count >= limits.count {
            displaced = newestOfLargest(than: client)
            guard let displaced else { return .full }
            remove(displaced)
        }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        entries[ticket] = Entry(client: client, cost: cost)
        if shares[client, default: Share()].waiting[cost, default: []].isEmpty {
            slots[cost, default: []].append(client)
        }
        shares[client, default: Share()].waiting[cost, default: []].append(ticket)
        return .waits(ticket, displaced: displaced)
    }

    /// The newest waiting search of the client that waits for most, if that is more than `client` would then wait for.
    private func newestOfLargest(than client: Client) -> Ticket? {
        let largest = shares.values.max { $0.waitingCount < $1.waitingCount }
        guard let largest, largest.waitingCount > (shares[client]?.waitingCount ?? 0) + 1 else { return nil }
        return largest.waiting.values.compactMap(\.last).max { $0.number < $1.number }
    }

    /// Removes a search that waits or has ended.
    ///
    /// - Parameter time: the processor time that it took, in seconds.
    mutating func remove(_ ticket: Ticket, after time: Double = 0) {
        guard let entry = entries.removeValue(forKey: ticket) else { return }
        var share = shares[entry.client] ?? Share()
        if entry.isRunning {
            count(time, of: entry.client)
            share.running[entry.cost, default: 0] -= 1
            running[entry.cost, default: 0] -= 1
        } else {
            share.waiting[entry.cost, default: []].removeAll { $0 == ticket }
            if share.waiting[entry.cost, default: []].isEmpty {
                slots[entry.cost, default: []].removeAll { $0 == entry.client }
            }
        }
        shares[entry.client] = share.count == 0 ? nil : share
    }

    private mutating func count(_ time: Double, of client: Client) {
        used[client] = turn(of: client) + time
        average += time / Double(shares.count)
        guard used.count > sweepCount else { return }
        used = used.filter { $0.value > average }
        sweepCount = max(Self.leastSweepCount, 2 * used.count)
    }

    /// What orders the clients that wait: the least goes first.
    private func turn(of client: Client) -> Double { max(used[client] ?? average, average) }

    /// Counts a search that runs as expensive.
    mutating func overrun(_ ticket: Ticket) {
        guard let entry = entries[ticket], entry.isRunning, entry.cost == .cheap else { return }
        entries[ticket]?.cost = .expensive
        shares[entry.client]?.running[.cheap, default: 0] -= 1
        shares[entry.client]?.running[.expensive, default: 0] += 1
        running[.cheap, default: 0] -= 1
        running[.expensive, default: 0] += 1
    }

    // MARK: Slots

    /// The next search that may run, if any; it runs from now on.
    mutating func next() -> Ticket? {
        let threads = max(limits.threads, min(limits.mostThreads, running[.expensive, default: 0] + 1))
        let count = running.values.reduce(0, +)
        guard count < threads else { return nil }
        let runsExpensive = running[.expensive, default: 0] > 0
        let costs: [SearchCost] = runsExpensive ? [.cheap, .expensive] : [.expensive, .cheap]
        for cost in costs { if let ticket = next(cost, beyondShare: false) { return ticket } }
        // Cheap searches end soon, so that the next client need not wait for a thread. Those that did not end soon leave the additional
        // threads to others: else one client would get them all.
        let free = limits.threads - count
        for cost in costs where free > (cost == .cheap ? 0 : 1) {
            if let ticket = next(cost, beyondShare: true) { return ticket }
        }
        return nil
    }

    private mutating func next(_ cost: SearchCost, beyondShare: Bool) -> Ticket? {
        if cost == .expensive, running[cost, default: 0] >= limits.threads - 1 { return nil }
        let waiting = slots[cost, default: []]
        let allowed = waiting.indices.filter { beyondShare || isBelowShare(waiting[$0], cost) }
        guard let slot = allowed.min(by: { turn(of: waiting[$0]) < turn(of: waiting[$1]) }) else {
            return nil
        }
        let client = slots[cost, default: []].remove(at: slot)
        var share = shares[client] ?? Share()
        let ticket = share.waiting[cost, default: []].removeFirst()
        share.running[cost, default: 0] += 1
        shares[client] = share
        if !share.waiting[cost, default: []].isEmpty { slots[cost, default: []].append(client) }
        running[cost, default: 0] += 1
        entries[ticket]?.isRunning = true
        return ticket
    }

    private func isBelowShare(_ client: Client, _ cost: SearchCost) -> Bool {
        guard let share = shares[client], share.runningCount < Self.fairShare else { return false }
        return cost == .cheap || share.running[cost, default: 0] < Self.fairExpensiveShare
    }
}
