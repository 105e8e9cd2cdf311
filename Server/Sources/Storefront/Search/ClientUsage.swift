// Measures how much processor time the searches of clients took recently.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Identifies clients whose searches are short. When such a client searches for similar words, it need not
/// wait behind others' expensive searches: its search ends soon, and if it does not, it counts as expensive
/// from then on. However many searches it sends, others wait for at most one of them.
///
/// Has no clock, so that tests can check every decision.
struct ClientUsage {
    /// The processor time of searches, in seconds, and their number. Both are halved after each ``halfLife``.
    private struct Use {
        var time = 0.0
        /// The sum of the times' squares.
        var squares = 0.0
        var count = 0.0
        var last: ContinuousClock.Instant

        mutating func age(to now: ContinuousClock.Instant) {
            let rest = exp2(-((now - last) / ClientUsage.halfLife))
            (time, squares, count, last) = (time * rest, squares * rest, count * rest, now)
        }
    }

    private static let halfLife = Duration.seconds(5)
    /// After how many searches a client's usage is known.
    private static let knownCount = 2.0
    /// The longest searches of a light client, in seconds: averaged over the time that they took, not over
    /// their number, so that many short ones do not hide a long one.
    private static let lightSearch = 0.03
    /// The most clients in memory; others do not count as light.
    static let clientLimit = 10_000

    private var uses: [Client: Use] = [:]
    /// When clients were last removed. Removing them for each new client would cost time for all of them each
    /// time.
    private var lastSweep: ContinuousClock.Instant?

    /// Counts a search that has ended.
    mutating func add(_ seconds: Double, of client: Client, at now: ContinuousClock.Instant) {
        if uses[client] == nil, uses.count >= Self.clientLimit {
            if let lastSweep, now - lastSweep < Self.halfLife { return }
            lastSweep = now
            // Clients that were idle for long would count as unknown anyway.
            uses = uses.filter { now - $0.value.last < Self.halfLife * 4 }
            guard uses.count < Self.clientLimit else { return }
        }
        var use = uses[client] ?? Use(last: now)
        use.age(to: now)
        use.time += seconds
        use.squares += seconds * seconds
        use.count += 1
        uses[client] = use
    }

    /// Whether a client's searches were short recently. A client without searches does not count as light.
    func isLight(_ client: Client, at now: ContinuousClock.Instant) -> Bool {
        guard var use = uses[client] else { return false }
        use.age(to: now)
        return use.count >= Self.knownCount && use.squares <= use.time * Self.lightSearch
    }
}
