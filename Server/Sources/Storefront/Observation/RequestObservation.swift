// Metrics and log entries of requests.

internal import HTTPTypes
internal import Logging
internal import Metrics
internal import Support
internal import Synchronization

/// Counts, times and logs each request.
final class RequestObservation: Sendable {
    private let factory: any MetricsFactory

    /// The labels of a request's metrics.
    private struct Kind: Hashable {
        let method: HTTPRequest.Method
        let path: String
        let status: Int
    }

    private struct Meters {
        let counter: Counter
        let timer: Timer
    }

    /// Cached metrics, since making their names takes longer than counting. There are few: unknown paths
    /// count as one.
    private let meters = Mutex<[Kind: Meters]>([:])

    init(factory: any MetricsFactory) { self.factory = factory }

    /// The path that stands for all unknown ones.
    static let unknown = "elsewhere"

    /// - Parameter path: the declared path, or ``unknown``.
    func note(
        _ method: HTTPRequest.Method, _ path: String, _ status: HTTPResponse.Status, _ time: Duration,
        _ logger: Logger
    ) {
        let kind = Kind(method: method, path: path, status: status.code)
        let meters = meters.withLock { known in
            if let meters = known[kind] { return meters }
            let made = make(kind)
            known[kind] = made
            return made
        }
        meters.counter.increment()
        meters.timer.recordNanoseconds(Int64(time.nanoseconds))
        guard logger.logLevel <= .debug else { return }
        var metadata: Logger.Metadata = [
            "method": "\(method.rawValue)", "path": "\(kind.path)", "status": "\(status.code)",
            "microseconds": "\(time.nanoseconds / 1_000)",
        ]
        if let trace = TraceParent.current?.trace { metadata["trace"] = "\(trace)" }
        logger.debug("Answered", metadata: metadata)
    }

    private func make(_ kind: Kind) -> Meters {
        Meters(
            counter: Counter(
                label: "http_requests_total",
                dimensions: [
                    ("method", kind.method.rawValue), ("path", kind.path), ("status", "\(kind.status)"),
                ], factory: factory),
            timer: Timer(
                label: "http_request_duration_seconds", dimensions: [("path", kind.path)], factory: factory))
    }
}
