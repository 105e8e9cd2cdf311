// Measured times, and the tables that show them.

internal import CatalogSearch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A stage on the way from the file to the index.
struct Stage {
    let name: String
    /// The number of bytes processed; `nil` if the time does not depend on it.
    let bytes: Int?
    let duration: Duration
}

/// A query, the number of its results, and its times on a warm engine.
struct MeasuredQuery {
    /// How often each query is measured, after one unmeasured run; the median is the result.
    static let repetitions = 3

    let query: Query
    let total: Int
    /// Without relaxation, as the other engines are measured.
    let duration: Duration
    /// The processor time of the same search.
    let processorTime: Duration
    /// The processor time with the relaxation that is the default.
    let relaxedTime: Duration

    init(_ query: Query, _ engine: SearchEngine, _ locale: LocaleIdentifier) throws {
        self.query = query
        var request = SearchRequest(query.text, locale: locale, chain: [locale])
        let relaxed = request
        // The request that the peers get, too.
        request.relax = .never
        total = try engine.search(request).total
        let clock = ContinuousClock()
        var durations: [Duration] = []
        var times: [Duration] = []
        for _ in 0..<Self.repetitions {
            let start = ProcessorTime.now
            durations.append(try clock.measure { _ = try engine.search(request) })
            times.append(ProcessorTime.now - start)
        }
        duration = durations.sorted()[Self.repetitions / 2]
        processorTime = times.sorted()[Self.repetitions / 2]
        times = []
        for _ in 0..<Self.repetitions {
            let start = ProcessorTime.now
            _ = try engine.search(relaxed)
            times.append(ProcessorTime.now - start)
        }
        relaxedTime = times.sorted()[Self.repetitions / 2]
    }
}

/// The processor time of the process: a search runs on the calling thread and those it starts.
enum ProcessorTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Percentiles of durations, in seconds.
struct Percentiles {
    private let sorted: [Double]

    /// - Parameter durations: at least one.
    init(_ durations: [Duration]) { sorted = durations.map(\.seconds).sorted() }

    /// The smallest duration that is not exceeded by this share, from 0 to 1, of all durations.
    subscript(share: Double) -> Double {
        sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
    }

    var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}

/// Prints rows below a heading, with the first column aligned left and the others right.
enum Table {
    static func print(_ heading: [String], _ rows: [[String]]) {
        let widths = heading.indices.map { column in
            ([heading] + rows).map { $0[column].count }.max() ?? 0
        }
        for row in [heading] + rows {
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            Swift.print(cells.joined(separator: "  "))
        }
    }
}

/// A non-negative number with this many digits after the decimal point.
func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let number = Int((value * scale).rounded())
    guard digits > 0 else { return String(number) }
    let fraction = String(number % Int(scale))
    return "\(number / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
