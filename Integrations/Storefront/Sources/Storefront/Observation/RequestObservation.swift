// Metrics and log entries of requests.

internal import HTTPTypes
internal import KitSupport
internal import Logging
internal import Metrics

/// Counts, times and logs each request.
struct RequestObservation: Sendable {
    let factory: any MetricsFactory

    /// - Parameter path: the declared path; empty for unknown paths.
    func note(
        _ method: HTTPRequest.Method, _ path: String, _ status: HTTPResponse.Status, _ time: Duration,
        _ logger: Logger
    ) {
        let path = path.isEmpty ? "elsewhere" : path
        Counter(
            label: "http_requests_total",
            dimensions: [("method", method.rawValue), ("path", path), ("status", "\(status.code)")],
            factory: factory
        ).increment()
        Timer(label: "http_request_duration_seconds", dimensions: [("path", path)], factory: factory)
            .recordNanoseconds(Int64(time.nanoseconds))
        logger.debug(
            "Answered",
            metadata: [
                "method": "\(method.rawValue)", "path": "\(path)", "status": "\(status.code)",
                "microseconds": "\(time.nanoseconds / 1_000)",
            ])
    }
}
