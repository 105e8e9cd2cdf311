// The options of a run over judged queries, checked.

internal import CatalogSearch
internal import ProgramSupport

/// The options `--judge`, `--queries`, `--against`, `--at-least` and `--junit`.
struct JudgeOptions: Equatable {
    /// The file of judgments.
    let path: String
    /// The file with the queries that qrels name; `nil` if the qrels contain the queries.
    let queries: String?
    /// The report of an earlier run.
    let against: String?
    /// The thresholds of the means, in the order given.
    let least: [Threshold]
    /// The file for the report in the form of test results.
    let junit: String?

    struct Threshold: Equatable {
        let measure: RankingMeasure
        let least: Double
    }

    /// The options of a command line; `nil` if it names no judgments.
    init?(_ arguments: SearchArguments) throws(UsageError) {
        guard let path = arguments.judge else {
            let others = [
                ("--queries", arguments.queries != nil), ("--against", arguments.against != nil),
                ("--at-least", !arguments.atLeast.isEmpty), ("--junit", arguments.junit != nil),
            ]
            for (option, isGiven) in others where isGiven {
                throw UsageError("OptionNeeds: %1$@ %2$@", option, "--judge")
            }
            return nil
        }
        self.path = path
        queries = arguments.queries
        against = arguments.against
        junit = arguments.junit
        var least: [Threshold] = []
        for text in arguments.atLeast.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) })
        {
            guard let threshold = Threshold(text) else {
                throw UsageError("InvalidMeasure: %1$@ %2$@", String(text), "--at-least")
            }
            least.append(threshold)
        }
        self.least = least
    }
}

extension JudgeOptions.Threshold {
    /// Reads `ndcg=0.8`.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let measure = RankingMeasure(rawValue: parts[0]),
            DecimalNumber(parts[1]) != nil, let least = Double(parts[1]), (0...1).contains(least)
        else { return nil }
        self.init(measure: measure, least: least)
    }
}
