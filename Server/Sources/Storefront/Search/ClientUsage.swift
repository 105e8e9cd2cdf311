// How much processor time the searches of clients took lately.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Tells clients whose searches are short. Such a client need not wait behind others' expensive searches when
/// it looks for similar words: what it asks for ends soon, and if it does not, it counts as expensive from
/// then on. However many it asks for, others wait for one of them at most.
///
/// A value without clocks, so that tests see every decision.
struct ClientUsage {
    /// What searches took, in seconds of a processor, and their number. All are
    /// halved after each ``halfLife``.
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
    /// From how many searches on a client is known.
    private static let knownCount = 2.0
    /// How long the searches of a light client take, in seconds: on average over the time that they took, not
    /// over their number, so that many short ones do not hide a long one.
    private static let lightSearch = 0.03
    /// The most clients that are known; others are not light.
    static let clientLimit = 10_000

    private var uses: [Client: Use] = [:]
    /// When clients were last forgotten. Doing so for each new one would cost all of them each time.
    private var lastSweep: ContinuousClock.Instant?

    /// Counts a search that has ended.
    mutating func add(_ seconds: Double, of client: Client, at now: ContinuousClock.Instant) {
        if uses[client] == nil, uses.count >= Self.clientLimit {
            if let lastSweep, now - lastSweep < Self.halfLife { return }
            lastSweep = now
            // Clients that were not here for a while would be unknown anyway.
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

    /// Whether a client's searches were short lately. A client without searches is not known to be light.
    func isLight(_ client: Client, at now: ContinuousClock.Instant) -> Bool {
        guard var use = uses[client] else { return false }
        use.age(to: now)
        return use.count >= Self.knownCount && use.squares <= use.time * Self.lightSearch
    }
}
