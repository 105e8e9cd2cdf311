// Decides which search runs next: threads are shared out among clients, and cheap searches do not wait for
// expensive ones.

/// How long a search takes.
enum SearchCost: Hashable, Sendable, CaseIterable {
    /// Milliseconds: a few words without relaxation. A search that takes longer is expensive from then on.
    case cheap
    /// Up to the time limit: suggestions, similar words, many words, batches.
    case expensive
}

/// The searches that run and wait. Has no threads and no clock, so that tests can check every decision.
///
/// - The client whose searches took the least processor time goes first, so that a short search does not wait
///   behind a long one of every other client. A new client begins with the average of the others.
/// - Each may have two searches running, one of them expensive. A client gets more only if no other waits
///   for its share; more expensive ones only if a second thread stays free for the next client.
/// - One thread never runs expensive searches. If cheap ones turn out to be expensive, there are more threads
///   for clients that have less than their share, up to a limit.
/// - If expensive searches wait, at least one of them runs.
/// - If the queue is full, the client with the most waiting searches makes room for others.
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

    struct Ticket: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// What happened to a new search.
    enum Admission: Hashable {
        /// It waits. If the queue was full, another client's newest search was removed.
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

    /// A value for each cost.
    private struct PerCost<Value> {
        var cheap: Value
        var expensive: Value

        init(_ value: Value) { (cheap, expensive) = (value, value) }

        subscript(cost: SearchCost) -> Value {
            get { cost == .cheap ? cheap : expensive }
            set { if cost == .cheap { cheap = newValue } else { expensive = newValue } }
        }
    }

    /// How many searches of a client run and wait.
    private struct Share {
        var running = PerCost(0)
        var waiting = PerCost<[Ticket]>([])

        var runningCount: Int { running.cheap + running.expensive }
        var waitingCount: Int { waiting.cheap.count + waiting.expensive.count }
        var count: Int { runningCount + waitingCount }
    }

    /// A client with waiting searches.
    private struct Slot {
        let client: Client
        /// See ``used``. For a client without history, ``average`` when it came.
        var used: Double
    }

    private let limits: Limits
    private var entries: [Ticket: Entry] = [:]
    private var shares: [Client: Share] = [:]
    /// Clients with waiting searches, in the order in which they came or got their last slot.
    private var slots = PerCost<[Slot]>([])
    private var running = PerCost(0)
    private var lastNumber = 0
    /// The processor time of each client's searches, in seconds, on top of ``average`` when the client came.
    private var used: [Client: Double] = [:]
    /// The time of a client that always used its share. A client that used less has no claim to the rest.
    private var average = 0.0
    /// When there are more clients than this, those that are not ahead of the average are removed.
    private var sweepCount = FairQueue.leastSweepCount
    private static let leastSweepCount = 1_000

    /// Up to this number, a client's searches go before those of clients with more running searches.
    private static let fairShare = 2
    private static let fairExpensiveShare = 1

    init(_ limits: Limits) { self.limits = limits }

    /// How many searches run and wait.
    var count: Int { entries.count }

    func isWaiting(_ ticket: Ticket) -> Bool { entries[ticket].map { !$0.isRunning } ?? false }

    // MARK: Coming and leaving

    /// Adds a search of a client after its other ones.
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
        if shares[client, default: Share()].waiting[cost].isEmpty { addSlot(cost, of: client) }
        shares[client, default: Share()].waiting[cost].append(ticket)
        return .waits(ticket, displaced: displaced)
    }

    /// The newest waiting search of the client with the most waiting searches, if these are more than
    /// `client` would then have.
    private func newestOfLargest(than client: Client) -> Ticket? {
        let largest = shares.values.max { $0.waitingCount < $1.waitingCount }
        guard let largest, largest.waitingCount > (shares[client]?.waitingCount ?? 0) + 1 else { return nil }
        return [largest.waiting.cheap.last, largest.waiting.expensive.last].compactMap(\.self)
            .max { $0.number < $1.number }
    }

    /// Removes a search that waits or has ended.
    ///
    /// - Parameter time: the processor time that it took, in seconds.
    mutating func remove(_ ticket: Ticket, after time: Double = 0) {
        guard let entry = entries.removeValue(forKey: ticket) else { return }
        var share = shares[entry.client] ?? Share()
        if entry.isRunning {
            count(time, of: entry.client)
            share.running[entry.cost] -= 1
            running[entry.cost] -= 1
        } else {
            share.waiting[entry.cost].removeAll { $0 == ticket }
            if share.waiting[entry.cost].isEmpty {
                slots[entry.cost].removeAll { $0.client == entry.client }
            }
        }
        shares[entry.client] = share.count == 0 ? nil : share
    }

    private mutating func count(_ time: Double, of client: Client) {
        let sum = max(used[client] ?? average, average) + time
        used[client] = sum
        for cost in SearchCost.allCases where shares[client]?.waiting[cost].isEmpty == false {
            if let index = slots[cost].firstIndex(where: { $0.client == client }) {
                slots[cost][index].used = sum
            }
        }
        average += time / Double(shares.count)
        guard used.count > sweepCount else { return }
        used = used.filter { $0.value > average }
        sweepCount = max(Self.leastSweepCount, 2 * used.count)
    }

    private mutating func addSlot(_ cost: SearchCost, of client: Client) {
        slots[cost].append(Slot(client: client, used: used[client] ?? average))
    }

    /// Counts a running search as expensive.
    mutating func overrun(_ ticket: Ticket) {
        guard let entry = entries[ticket], entry.isRunning, entry.cost == .cheap else { return }
        entries[ticket]?.cost = .expensive
        shares[entry.client]?.running.cheap -= 1
        shares[entry.client]?.running.expensive += 1
        running.cheap -= 1
        running.expensive += 1
    }

    // MARK: Slots

    /// The next search that may run, if any; it runs from now on.
    mutating func next() -> Ticket? {
        let threads = max(limits.threads, min(limits.mostThreads, running.expensive + 1))
        let count = running.cheap + running.expensive
        guard count < threads else { return nil }
        let runsExpensive = running.expensive > 0
        let costs: [SearchCost] = runsExpensive ? [.cheap, .expensive] : [.expensive, .cheap]
        for cost in costs { if let ticket = next(cost, beyondShare: false) { return ticket } }
        // Cheap searches end soon, so the next client need not wait for a thread. The additional threads for
        // those that did not end soon are for other clients: otherwise one client would get them all.
        let free = limits.threads - count
        for cost in costs where free > (cost == .cheap ? 0 : 1) {
            if let ticket = next(cost, beyondShare: true) { return ticket }
        }
        return nil
    }

    private mutating func next(_ cost: SearchCost, beyondShare: Bool) -> Ticket? {
        if cost == .expensive, running[cost] >= limits.threads - 1 { return nil }
        guard let index = nextSlot(cost, beyondShare: beyondShare) else { return nil }
        let client = slots[cost].remove(at: index).client
        var share = shares[client] ?? Share()
        let ticket = share.waiting[cost].removeFirst()
        share.running[cost] += 1
        shares[client] = share
        if !share.waiting[cost].isEmpty { addSlot(cost, of: client) }
        running[cost] += 1
        entries[ticket]?.isRunning = true
        return ticket
    }

    /// The index of the eligible client that used the least time; the first among equals.
    private func nextSlot(_ cost: SearchCost, beyondShare: Bool) -> Int? {
        var next: (index: Int, used: Double)?
        for (index, slot) in slots[cost].enumerated() {
            // A client that used less than the average has no claim to the rest.
            let used = max(slot.used, average)
            guard used < next?.used ?? .infinity, beyondShare || isBelowShare(slot.client, cost) else {
                continue
            }
            next = (index, used)
            if used == average { break }
        }
        return next?.index
    }

    private func isBelowShare(_ client: Client, _ cost: SearchCost) -> Bool {
        guard let share = shares[client], share.runningCount < Self.fairShare else { return false }
        return cost == .cheap || share.running[cost] < Self.fairExpensiveShare
    }
}
