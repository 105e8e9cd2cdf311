// Measures the quality of a ranking by people's judgments.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension RankingMeasure {
    /// The name of the measure in tables.
    var name: String {
        switch self {
        case .ndcg: "nDCG@\(RankingMeasures.page)"
        case .condensed: "nDCG@\(RankingMeasures.page)*"
        case .mrr: "MRR"
        case .recall: "R@\(RankingMeasures.depth)"
        }
    }
}

/// The measures of one query, each from 0 to 1.
struct RankingMeasures: Equatable {
    /// The number of records of a page, to which most measures apply.
    static let page = 10
    /// The number of records that a search requests.
    static let depth = 100

    private(set) var values: [RankingMeasure: Double] = [:]
    /// The number of records on the page, and how many of them were judged.
    private(set) var shown = 0
    private(set) var judged = 0

    /// The measures of a ranking.
    ///
    /// - Parameters:
    ///   - ids: the found records, the best first.
    ///   - grades: the grades of judged records; if none is greater than 0, nothing can be measured.
    init(_ ids: [String], grades: [String: Double]) {
        let page = ids.prefix(Self.page)
        shown = page.count
        judged = page.count { grades[$0] != nil }
        let best = Self.gain(grades.values.sorted(by: >))
        guard best > 0 else { return }
        values[.ndcg] = Self.gain(ids.map { grades[$0] ?? 0 }) / best
        values[.condensed] = Self.gain(ids.compactMap { grades[$0] }) / best
        let first = ids.firstIndex { grades[$0] ?? 0 > 0 }
        values[.mrr] = first.map { 1 / Double($0 + 1) } ?? 0
        let found = Set(ids).count { grades[$0] ?? 0 > 0 }
        values[.recall] = Double(found) / Double(grades.values.count { $0 > 0 })
    }

    private static func gain(_ grades: [Double]) -> Double {
        grades.prefix(page).enumerated().reduce(0) { sum, next in
            sum + (exp2(next.element) - 1) / log2(Double(next.offset + 2))
        }
    }
}

/// The means of some queries.
struct RankingMeans {
    /// The number of queries with a relevant record; the others are not measured.
    let queries: Int
    let values: [RankingMeasure: Double]
    /// The share of judged records on the pages; `nil` if nothing was found.
    let judged: Double?

    init(_ queries: some Sequence<RankingMeasures>) {
        let measured = queries.filter { !$0.values.isEmpty }
        self.queries = measured.count
        var values: [RankingMeasure: Double] = [:]
        for measure in RankingMeasure.allCases where !measured.isEmpty {
            values[measure] = measured.reduce(0) { $0 + ($1.values[measure] ?? 0) } / Double(measured.count)
        }
        self.values = values
        let shown = measured.reduce(0) { $0 + $1.shown }
        judged = shown > 0 ? Double(measured.reduce(0) { $0 + $1.judged }) / Double(shown) : nil
    }
}
