// Metrics in the text formats of Prometheus.

internal import CoreMetrics
internal import FoundationEssentials
internal import Synchronization

/// Stores metrics, and writes them in the Prometheus exposition format 0.0.4, or in OpenMetrics 1.0, where
/// buckets of histograms name the trace of a recent request.
///
/// Counters and meters are numbers, timers are histograms in seconds. A meter whose name ends with
/// `_total` is written as a counter.
final class PrometheusRegistry: MetricsFactory {
    /// A metric with its labels.
    fileprivate struct Name: Hashable, Comparable {
        let label: String
        let dimensions: [String]

        init(_ label: String, _ dimensions: [(String, String)]) {
            self.label = label.identifier
            self.dimensions = dimensions.map { "\($0.0.identifier)=\"\($0.1.escaped)\"" }
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.label, left.dimensions.joined()) < (right.label, right.dimensions.joined())
        }

        func text(_ suffix: String = "", _ more: String? = nil) -> String {
            let all = dimensions + [more].compactMap { $0 }
            return label + suffix + (all.isEmpty ? "" : "{" + all.joined(separator: ",") + "}")
        }
    }

    private struct State {
        var counters: [Name: NumberKeeper] = [:]
        var meters: [Name: NumberKeeper] = [:]
        var timers: [Name: Histogram] = [:]
    }

    private let state = Mutex(State())
    /// Descriptions of metrics by label.
    private let help: [String: String]

    /// - Parameter help: descriptions of metrics by label.
    init(help: [String: String] = [:]) { self.help = help }

    /// Removes all meters of a label, for example those of deleted catalogs.
    func removeMeters(_ label: String) {
        state.withLock { $0.meters = $0.meters.filter { $0.key.label != label } }
    }

    /// All metrics, in the order of their names.
    func text(_ format: MetricsFormat = .prometheus) -> String {
        let (counters, meters, timers) = state.withLock { ($0.counters, $0.meters, $0.timers) }
        var text = ""
        func write<Metric>(
            _ metrics: [Name: Metric], _ type: (Name) -> String, _ lines: (Name, Metric) -> [String]
        ) {
            var last = ""
            for (name, metric) in metrics.sorted(by: { $0.key < $1.key }) {
                if name.label != last {
                    last = name.label
                    let type = type(name)
                    let family = format.family(last, isCounter: type == "counter")
                    if let help = help[last] { text += "# HELP \(family) \(help)\n" }
                    text += "# TYPE \(family) \(type)\n"
                }
                for line in lines(name, metric) { text += line + "\n" }
            }
        }
        func value(_ name: Name, _ keeper: NumberKeeper) -> [String] {
            ["\(name.text(format.suffix(ofCounter: name.label))) \(keeper.value.number)"]
        }
        write(counters, { _ in "counter" }, value)
        write(meters, { $0.label.hasSuffix(MetricsFormat.total) ? "counter" : "gauge" }) { name, keeper in
            ["\(name.text()) \(keeper.value.number)"]
        }
        write(timers, { _ in "histogram" }) { name, timer in timer.lines(name, format) }
        return format == .openMetrics ? text + "# EOF\n" : text
    }

    // MARK: Metrics

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        keeper(label, dimensions, \.counters) { NumberKeeper() }
    }

    func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        keeper(label, dimensions, \.counters) { NumberKeeper() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        keeper(label, dimensions, \.meters) { NumberKeeper() }
    }

    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        keeper(label, dimensions, \.meters) { NumberKeeper() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        keeper(label, dimensions, \.timers) { Histogram() }
    }

    func destroyCounter(_ handler: any CounterHandler) { remove(handler, \.counters) }
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
        remove(handler, \.counters)
    }
    func destroyMeter(_ handler: any MeterHandler) { remove(handler, \.meters) }
    func destroyRecorder(_ handler: any RecorderHandler) { remove(handler, \.meters) }
    func destroyTimer(_ handler: any TimerHandler) { remove(handler, \.timers) }

    private func keeper<Keeper>(
        _ label: String, _ dimensions: [(String, String)],
        _ metrics: any WritableKeyPath<State, [Name: Keeper]> & Sendable, _ make: () -> Keeper
    ) -> Keeper where Keeper: Sendable {
        let name = Name(label, dimensions)
        return state.withLock { state in
            if let known = state[keyPath: metrics][name] { return known }
            let new = make()
            state[keyPath: metrics][name] = new
            return new
        }
    }

    private func remove<Keeper: AnyObject>(
        _ handler: AnyObject, _ metrics: any WritableKeyPath<State, [Name: Keeper]> & Sendable
    ) {
        let identity = ObjectIdentifier(handler)
        state.withLock { state in
            state[keyPath: metrics] = state[keyPath: metrics].filter {
                ObjectIdentifier($0.value) != identity
            }
        }
    }
}

/// The value of a counter or a meter.
private final class NumberKeeper: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler {
    private let number = Mutex(0.0)

    var value: Double { number.withLock { $0 } }

    func increment(by amount: Int64) { number.withLock { $0 += Double(amount) } }
    func increment(by amount: Double) { number.withLock { $0 += amount } }
    func decrement(by amount: Double) { number.withLock { $0 -= amount } }
    func set(_ value: Int64) { number.withLock { $0 = Double(value) } }
    func set(_ value: Double) { number.withLock { $0 = value } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
    func reset() { set(0.0) }
}

/// A histogram of durations.
private final class Histogram: TimerHandler {
    /// The upper limits of the buckets, in seconds.
    private static let limits = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private struct Counts {
        /// One more than `limits`: the last bucket is for longer durations.
        var buckets = [Int](repeating: 0, count: limits.count + 1)
        var sum = 0.0
        /// The last traced request of each bucket.
        var exemplars = [Exemplar?](repeating: nil, count: limits.count + 1)
    }

    private struct Exemplar {
        let trace: String
        let seconds: Double
        let date: Date

        var text: String {
            " # {trace_id=\"\(trace)\"} \(seconds.number) \(date.timeIntervalSince1970.number)"
        }
    }

    private let counts = Mutex(Counts())

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        let bucket = Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count
        let exemplar = TraceParent.current.map { Exemplar(trace: $0.trace, seconds: seconds, date: Date()) }
        counts.withLock { counts in
            counts.buckets[bucket] += 1
            counts.sum += seconds
            if let exemplar { counts.exemplars[bucket] = exemplar }
        }
    }

    func lines(_ name: PrometheusRegistry.Name, _ format: MetricsFormat) -> [String] {
        let counts = counts.withLock { $0 }
        var lines: [String] = []
        var total = 0
        for (bucket, limit) in (Self.limits.map(\.number) + ["+Inf"]).enumerated() {
            total += counts.buckets[bucket]
            let exemplar = format == .openMetrics ? counts.exemplars[bucket]?.text ?? "" : ""
            lines.append("\(name.text("_bucket", "le=\"\(limit)\"")) \(total)" + exemplar)
        }
        lines.append("\(name.text("_sum")) \(counts.sum.number)")
        lines.append("\(name.text("_count")) \(total)")
        return lines
    }
}

extension Double {
    /// The number in the syntax of Prometheus, without a decimal point if it is whole.
    fileprivate var number: String { Int(exactly: self).map(String.init) ?? description }
}

extension String {
    /// The text as the name of a metric or a label.
    fileprivate var identifier: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == ":" ? $0 : "_" })
    }

    /// The text as the value of a label.
    fileprivate var escaped: String {
        var escaped = ""
        // By scalar, because CR LF is one character and must be escaped, too.
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
