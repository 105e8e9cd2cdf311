// What was measured, and how is it put into a table?

internal import CatalogSearch

/// A step from the file to the index.
struct Stage {
    let name: String
    /// How many bytes it went through; `nil` where its time does not depend on them.
    let bytes: Int?
    let duration: Duration
}

/// A query, its answer, and how long a warm engine takes for it.
struct MeasuredQuery {
    /// How often each query is asked after once for warmth; the median counts.
    static let repetitions = 3

    let query: Query
    let total: Int
    let duration: Duration

    init(_ query: Query, _ engine: SearchEngine, _ locale: LocaleIdentifier) throws {
        self.query = query
        let request = SearchRequest(query.text, locale: locale, chain: [locale])
        total = try engine.search(request).total
        let clock = ContinuousClock()
        let durations = try (0..<Self.repetitions).map { _ in
            try clock.measure { _ = try engine.search(request) }
        }
        duration = durations.sorted()[durations.count / 2]
    }
}

/// Durations by rank, in seconds.
struct Percentiles {
    private let sorted: [Double]

    /// - Parameter durations: at least one.
    init(_ durations: [Duration]) { sorted = durations.map(\.seconds).sorted() }

    /// The least duration that this share of all, from 0 to 1, does not exceed.
    subscript(share: Double) -> Double {
        sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
    }

    var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}

/// Rows under a heading: the first column begins, the others end flush.
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

/// A number that is not negative, with this many digits behind the point.
func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let number = Int((value * scale).rounded())
    guard digits > 0 else { return String(number) }
    let fraction = String(number % Int(scale))
    return "\(number / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
