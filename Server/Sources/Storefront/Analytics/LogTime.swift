// The times of the query log: its days follow the system's clock, which may be set back or far ahead.

internal import FoundationEssentials

/// A time by the system's clock, and by the steady clock, which cannot be set.
struct LogTime: Sendable {
    /// The seconds since 1970.
    var seconds: Double
    var steady: ContinuousClock.Instant

    static var now: LogTime { LogTime(seconds: Date().timeIntervalSince1970, steady: .now) }

    /// The day in UTC, in days since 1970.
    var day: Int { Int((seconds / 86_400).rounded(.down)) }
}

/// Whether the clock has run evenly for a while. Before that, it may be wrong by years until it is corrected.
struct ClockWatch {
    /// How long a clock must have run evenly, in seconds.
    static let patience = 600.0
    /// How far it may be set without being a jump, in seconds.
    private static let tolerance = 60.0

    private var start: LogTime

    init(_ start: LogTime) { self.start = start }

    mutating func isSteady(at time: LogTime) -> Bool {
        let passed = (time.steady - start.steady) / .seconds(1)
        if abs(time.seconds - start.seconds - passed) > Self.tolerance {
            start = time
            return false
        }
        return passed >= Self.patience
    }
}
