// How long a command that failed is left alone.

/// Pauses between attempts, which grow from a second to five minutes.
public struct EmbedderPause: Sendable {
    private var failures = 0
    private var until: ContinuousClock.Instant?

    /// The longest pause.
    private static let longest = Duration.seconds(300)

    /// No failure yet.
    public init() {}

    /// Whether the command is left alone now.
    public func isHeld(at now: ContinuousClock.Instant) -> Bool { until.map { now < $0 } ?? false }

    /// Notes a failure.
    ///
    /// - Returns: how long the pause is that begins.
    public mutating func begin() -> Duration {
        let pause = min(.seconds(1 << min(failures, 9)), Self.longest)
        failures += 1
        until = ContinuousClock.now + pause
        return pause
    }

    /// Notes that the command makes vectors.
    public mutating func end() { self = Self() }
}
