// A log of the administration: which client changed what, and which requests lacked the token.

internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Synchronization

/// Logs each request that changes something, in one line. Logs only some of the requests with wrong tokens,
/// because every client that reaches the listener can send them. Logs no token and no content.
final class WriteJournal: Sendable {
    private let logger: Logger
    private let refusals = Mutex(LogThrottle())

    init(logger: Logger) { self.logger = logger }

    /// The parameters of paths that identify what was changed.
    private static let parameters = ["catalog", "index", "id", "setting", "key", "view"]

    /// Logs a request and its outcome, unless it only reads.
    func note(_ request: Request, _ response: EndpointResponse, _ context: ClientContext, isWrite: Bool) {
        var metadata: Logger.Metadata = [
            "client": "\(context.client)", "method": "\(request.method.rawValue)",
            "status": "\(response.status.code)",
        ]
        // After too many guesses the token was not checked.
        let isUnchecked = isWrite && response.status == .tooManyRequests
        if isUnchecked || response.status == .unauthorized || response.status == .forbidden {
            guard let skipped = refusals.withLock({ $0.skipped(before: ContinuousClock.now) }) else { return }
            if skipped > 0 { metadata["skipped"] = "\(skipped)" }
            logger.warning("Refused without the token", metadata: metadata)
            return
        }
        guard isWrite else { return }
        if !response.changed.isEmpty { metadata["index"] = "\(response.changed.joined(separator: ","))" }
        for name in Self.parameters {
            if let value = try? context.decoded(name), !value.isEmpty { metadata[name] = "\(value)" }
        }
        if let revision = response.revision { metadata["revision"] = "\(revision)" }
        logger.notice("Write", metadata: metadata)
    }
}

/// Limits log entries that any client can cause: a few at once, then one per interval, with the number of
/// entries left out.
struct LogThrottle {
    /// How many entries may follow each other at once.
    private static let burst = 10
    /// How long it takes until one more entry is allowed.
    private static let interval = Duration.seconds(6)

    private var left = Self.burst
    private var lastRefill: ContinuousClock.Instant?
    private var skipped = 0

    /// The number of entries that were left out before this one; `nil` if this one is left out, too.
    mutating func skipped(before now: ContinuousClock.Instant) -> Int? {
        let last = lastRefill ?? now
        let refills = Int(min(Double(Self.burst), (now - last) / Self.interval))
        left = min(Self.burst, left + refills)
        // While all entries are available, elapsed time adds nothing.
        lastRefill = left == Self.burst ? now : last + Self.interval * refills
        guard left > 0 else {
            skipped += 1
            return nil
        }
        left -= 1
        defer { skipped = 0 }
        return skipped
    }
}
