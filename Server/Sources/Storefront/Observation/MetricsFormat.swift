// The text formats of metrics, and how a client's format is chosen.

internal import HTTPTypes

/// A text format of metrics.
enum MetricsFormat: Hashable {
    /// The exposition format of Prometheus, 0.0.4.
    case prometheus
    /// OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec/).
    case openMetrics

    /// The format that a client accepts: Prometheus' own, unless the client names OpenMetrics.
    ///
    /// - Parameter accept: the values of the header `Accept`.
    init(accept: [String]) {
        let alternatives = accept.flatMap { $0.parts(separatedBy: ",") }.map { $0.parts(separatedBy: ";") }
        let isOpen = alternatives.contains { parts in
            parts.first?.trimmingBlanks.lowercased() == "application/openmetrics-text"
                && QualityValue(parts.dropFirst()).value > 0
        }
        self = isOpen ? .openMetrics : .prometheus
    }

    var mediaType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }

    /// The suffix of counters. OpenMetrics names their families without it.
    static let total = "_total"

    /// The name of a metric's family.
    func family(_ label: String, isCounter: Bool) -> String {
        self == .openMetrics && isCounter && label.hasSuffix(Self.total)
            ? String(label.dropLast(Self.total.count)) : label
    }

    /// The suffix that a counter's name lacks in this format.
    func suffix(ofCounter label: String) -> String {
        self == .openMetrics && !label.hasSuffix(Self.total) ? Self.total : ""
    }
}
