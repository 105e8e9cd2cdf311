// Decides which client's job takes the next free thread.

internal import NIOCore

/// Jobs that wait for a thread, in order for each client. Threads are shared out among clients, and each has
/// a limit of running jobs, so that a client with many connections delays only its own requests.
///
/// Has no threads and no clock, so that tests can check every decision.
struct ClientQueue<Job> {
    private struct Share {
        var waiting = CircularBuffer<Job>()
        var running = 0
        /// Whether the client is in `slots`.
        var hasSlot = false
    }

    /// The most jobs of one client that run at a time.
    private let limit: Int
    private var shares: [Client: Share] = [:]
    /// Clients with waiting jobs and less than `limit` running, the next one first.
    private var slots = CircularBuffer<Client>()

    init(limit: Int) { self.limit = limit }

    /// Whether no job may run next.
    var isEmpty: Bool { slots.isEmpty }

    /// Adds a job after its client's other ones.
    mutating func add(_ job: Job, of client: Client) {
        shares[client, default: Share()].waiting.append(job)
        giveSlot(to: client)
    }

    /// The next job that may run, with its client; it runs until ``end(_:)`` is called.
    mutating func next() -> (job: Job, client: Client)? {
        guard let client = slots.popFirst(), let job = shares[client]?.waiting.popFirst() else { return nil }
        shares[client]?.hasSlot = false
        shares[client]?.running += 1
        giveSlot(to: client)
        return (job, client)
    }

    /// Records that a job of a client has ended, or takes so long that it no longer counts.
    ///
    /// - Returns: whether this lets another one of its jobs run.
    mutating func end(_ client: Client) -> Bool {
        shares[client]?.running -= 1
        giveSlot(to: client)
        return shares[client].map { $0.waiting.count >= limit - $0.running } ?? false
    }

    private mutating func giveSlot(to client: Client) {
        guard let share = shares[client] else { return }
        if share.waiting.isEmpty {
            if share.running == 0 { shares[client] = nil }
        } else if !share.hasSlot, share.running < limit {
            shares[client]?.hasSlot = true
            slots.append(client)
        }
    }
}
