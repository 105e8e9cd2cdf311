// The report of a run over judged queries: tables, JSON, and JUnit XML.

internal import ICU
internal import JSON
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import Support

/// The measures of all queries, their means, and the failed thresholds.
struct JudgmentReport {
    /// A mean that is too low.
    struct Failure: Equatable {
        /// The checked threshold, such as `ndcg=0.8`.
        let name: String
        let words: String
    }

    /// The queries with the lowest nDCG first; those without measures come last.
    let outcomes: [JudgmentRun.Outcome]
    private let texts: Texts
    /// The locale of queries that name none.
    private let locale: String
    private let earlier: JudgmentComparison?
    /// Every check, with its failure.
    let checks: [(name: String, failure: Failure?)]
    var failures: [Failure] { checks.compactMap(\.failure) }

    /// Means with a smaller difference are equal: the numbers of a report are rounded.
    private static let precision = 0.000_01

    init(
        _ outcomes: [JudgmentRun.Outcome], locale: String, least: [JudgeOptions.Threshold],
        earlier: JudgmentComparison?, _ texts: Texts
    ) {
        func order(_ outcome: JudgmentRun.Outcome) -> Double { outcome.measures?.values[.ndcg] ?? 2 }
        self.outcomes = outcomes.sorted {
            (order($0), $0.query.line) < (order($1), $1.query.line)
        }
        self.locale = locale
        self.earlier = earlier
        self.texts = texts
        let numbers = Numbers(texts)
        let means = RankingMeans(outcomes.compactMap(\.measures))
        var checks = least.map { threshold -> (name: String, failure: Failure?) in
            let name = "\(threshold.measure.rawValue)=\(threshold.least)"
            let value = means.values[threshold.measure] ?? 0
            guard value + Self.precision < threshold.least else { return (name, nil) }
            return (
                name,
                Failure(
                    name: name,
                    words: texts.error(
                        "MeasureTooLow: %1$@ %2$@ %3$@",
                        [
                            .text(threshold.measure.name), .text(numbers.text(value)),
                            .text(numbers.text(threshold.least)),
                        ]))
            )
        }
        if let earlier {
            let (before, now) = Self.means(outcomes, earlier)
            let fell = now + Self.precision < before
            checks.append(
                (
                    "against",
                    fell
                        ? Failure(
                            name: "against",
                            words: texts.error(
                                "MeasureFell: %1$@ %2$@ %3$@",
                                [
                                    .text(RankingMeasure.ndcg.name), .text(numbers.text(now)),
                                    .text(numbers.text(before)),
                                ])) : nil
                ))
        }
        self.checks = checks
    }

    /// The mean nDCG of the earlier run and of this one, over the queries that both measured.
    private static func means(
        _ outcomes: [JudgmentRun.Outcome], _ earlier: JudgmentComparison
    ) -> (before: Double, now: Double) {
        let both = outcomes.compactMap { outcome -> (before: Double, now: Double)? in
            guard let before = earlier.values[outcome.query.request.text],
                let now = outcome.measures?.values[.ndcg]
            else { return nil }
            return (before, now)
        }
        guard !both.isEmpty else { return (0, 0) }
        let count = Double(both.count)
        return (both.reduce(0) { $0 + $1.before } / count, both.reduce(0) { $0 + $1.now } / count)
    }

    /// The queries of each locale, in the order of its identifier.
    private var byLocale: [(locale: String, outcomes: [JudgmentRun.Outcome])] {
        Dictionary(grouping: outcomes) { $0.query.locale ?? locale }.sorted { $0.key < $1.key }
            .map { (locale: $0.key, outcomes: $0.value) }
    }

    /// The queries of each kind, in the order of its name.
    private var byKind: [(kind: String, outcomes: [JudgmentRun.Outcome])] {
        Dictionary(grouping: outcomes.filter { $0.query.kind != nil }) { $0.query.kind! }
            .sorted { $0.key < $1.key }.map { (kind: $0.key, outcomes: $0.value) }
    }

    // MARK: Tables and JSON

    func write(_ format: OutputFormat, _ environment: ProgramEnvironment, _ color: UsagePolicy) {
        let output = Output.standardOutput
        let direction = ResultMessages(texts, catalogs: []).direction
        switch format {
        case .text:
            means.write(.text, environment, color, direction: direction)
            output.writeLine("")
            if let kinds {
                kinds.write(.text, environment, color, direction: direction)
                output.writeLine("")
            }
            queries.write(.text, environment, color, direction: direction)
        case .json: output.writeLine(object.text)
        case .jsonl: for outcome in outcomes { output.writeLine(object(outcome).text) }
        // The options refuse these formats.
        case .csv, .tsv: break
        }
    }

    private func columns(_ first: [Table.Column]) -> [Table.Column] {
        var columns = first
        for measure in RankingMeasure.allCases {
            columns.append(.init(heading: measure.name, isAtEnd: true))
            if measure == .ndcg, earlier != nil {
                columns.append(.init(heading: texts("ColumnBefore"), isAtEnd: true))
            }
        }
        return columns + [.init(heading: texts("ColumnJudged"), isAtEnd: true)]
    }

    private func cells(_ values: [RankingMeasure: Double], before: Double?, judged: Double?) -> [String] {
        let numbers = Numbers(texts)
        var cells: [String] = []
        for measure in RankingMeasure.allCases {
            cells.append(numbers.text(values[measure]))
            if measure == .ndcg, earlier != nil { cells.append(numbers.text(before)) }
        }
        return cells + [numbers.text(judged)]
    }

    /// A row for each kind; `nil` if no query has one.
    private var kinds: Listings.Listing? {
        guard !byKind.isEmpty else { return nil }
        var listing = Listings.Listing(
            columns: columns([
                .init(heading: texts("ColumnKind")), .init(heading: texts("ColumnQueries"), isAtEnd: true),
            ]), rows: [], objects: [])
        let messages = ResultMessages(texts, catalogs: [])
        for (kind, outcomes) in byKind {
            let means = RankingMeans(outcomes.compactMap(\.measures))
            listing.rows.append(
                [kind, messages.count(means.queries)]
                    + cells(
                        means.values, before: earlier.map { Self.means(outcomes, $0).before },
                        judged: means.judged))
        }
        return listing
    }

    /// A row for each locale, and one for all.
    private var means: Listings.Listing {
        var listing = Listings.Listing(
            columns: columns([
                .init(heading: texts("ColumnLocale")), .init(heading: texts("ColumnQueries"), isAtEnd: true),
            ]), rows: [], objects: [])
        let messages = ResultMessages(texts, catalogs: [])
        let groups = byLocale
        for (locale, outcomes) in (groups.count > 1 ? groups : []) + [(locale: "", outcomes: outcomes)] {
            let means = RankingMeans(outcomes.compactMap(\.measures))
            let before = earlier.map { Self.means(outcomes, $0).before }
            let name = locale.isEmpty ? (groups.count > 1 ? texts("ScopeAll") : groups[0].locale) : locale
            listing.rows.append(
                [name, messages.count(means.queries)]
                    + cells(means.values, before: before, judged: means.judged))
        }
        return listing
    }

    /// A row for each query.
    private var queries: Listings.Listing {
        var listing = Listings.Listing(
            columns: columns([
                .init(heading: texts("ColumnQuery"), shrinks: true), .init(heading: texts("ColumnLocale")),
            ]), rows: [], objects: [])
        for outcome in outcomes {
            listing.rows.append(
                [outcome.query.query, outcome.query.locale ?? locale]
                    + cells(
                        outcome.measures?.values ?? [:],
                        before: earlier?.values[outcome.query.request.text], judged: outcome.measures?.share))
        }
        return listing
    }

    private var object: JSONObject {
        var object = JSONObject()
        object.set("all", self.object(outcomes))
        object.set(
            "locales",
            byLocale.map { locale, outcomes in
                var object = JSONObject()
                object.set("locale", locale)
                set(RankingMeans(outcomes.compactMap(\.measures)), outcomes, in: &object)
                return object
            })
        if !byKind.isEmpty {
            object.set(
                "kinds",
                byKind.map { kind, outcomes in
                    var object = JSONObject()
                    object.set("kind", kind)
                    set(RankingMeans(outcomes.compactMap(\.measures)), outcomes, in: &object)
                    return object
                })
        }
        object.set("queries", outcomes.map(self.object))
        return object
    }

    private func object(_ outcomes: [JudgmentRun.Outcome]) -> JSONObject {
        var object = JSONObject()
        set(RankingMeans(outcomes.compactMap(\.measures)), outcomes, in: &object)
        return object
    }

    private func set(
        _ means: RankingMeans, _ outcomes: [JudgmentRun.Outcome], in object: inout JSONObject
    ) {
        object.set("queries", means.queries)
        Numbers.set(means.values, in: &object)
        if let judged = means.judged { object.set("judged", json: Numbers.json(judged)) }
        if let earlier {
            object.set("before", json: Numbers.json(Self.means(outcomes, earlier).before))
        }
    }

    private func object(_ outcome: JudgmentRun.Outcome) -> JSONObject {
        var object = JSONObject()
        object.set("request", outcome.query.request)
        object.set("locale", outcome.query.locale ?? locale)
        if let kind = outcome.query.kind { object.set("kind", kind) }
        object.set("line", outcome.query.line)
        Numbers.set(outcome.measures?.values ?? [:], in: &object)
        if let judged = outcome.measures?.share { object.set("judged", json: Numbers.json(judged)) }
        if let before = earlier?.values[outcome.query.request.text] {
            object.set("before", json: Numbers.json(before))
        }
        return object
    }

    // MARK: Results of tests

    /// The report as JUnit XML: a suite of the checks, and one for each locale, whose cases are its queries.
    /// A query whose search failed is an error; a query without measures is skipped.
    var junit: String {
        var suites = ""
        suites += suite("checks", checks.count, failures: failures.count, errors: 0) {
            checks.map { check in
                testCase("checks", check.name, check.failure.map { "<failure message=\"\($0.words.xml)\"/>" })
            }
        }
        for (locale, outcomes) in byLocale {
            let errors = outcomes.count { $0.measures == nil }
            suites += suite(locale, outcomes.count, failures: 0, errors: errors) {
                outcomes.map { outcome in
                    testCase(locale, outcome.query.request.text, content(outcome))
                }
            }
        }
        let errors = outcomes.count { $0.measures == nil }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="lsearch" tests="\(outcomes.count + checks.count)" \
            failures="\(failures.count)" errors="\(errors)">
            \(suites)</testsuites>

            """
    }

    private func content(_ outcome: JudgmentRun.Outcome) -> String {
        guard let measures = outcome.measures else { return "<error/>" }
        guard !measures.values.isEmpty else { return "<skipped/>" }
        let values = RankingMeasure.allCases.map {
            "\($0.rawValue)=\(Numbers.json(measures.values[$0] ?? 0))"
        }
        return "<system-out>\(values.joined(separator: " "))</system-out>"
    }

    private func suite(
        _ name: String, _ count: Int, failures: Int, errors: Int, _ cases: () -> [String]
    ) -> String {
        guard count > 0 else { return "" }
        return """
              <testsuite name="\(name.xml)" tests="\(count)" failures="\(failures)" errors="\(errors)">
            \(cases().joined())  </testsuite>

            """
    }

    private func testCase(_ suite: String, _ name: String, _ content: String?) -> String {
        "    <testcase classname=\"\(suite.xml)\" name=\"\(name.xml)\">\(content ?? "")</testcase>\n"
    }
}

extension RankingMeasures {
    /// The share of judged records on the page; `nil` if nothing was found.
    fileprivate var share: Double? { shown > 0 ? Double(judged) / Double(shown) : nil }
}

/// Formats measures.
private struct Numbers {
    private let formatter: NumberFormatter?

    init(_ texts: Texts) { formatter = try? NumberFormatter(texts.locale, fractionDigits: 3...3) }

    /// The number in the user's language; a dash for none.
    func text(_ number: Double?) -> String {
        guard let number else { return "–" }
        let spelling = Self.json(number)
        return (try? formatter?.string(from: spelling)) ?? spelling
    }

    /// A number from 0 to 1, rounded to six decimals.
    static func json(_ number: Double) -> String {
        let millionths = Int((number * 1_000_000).rounded())
        let digits = String(millionths % 1_000_000)
        return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    static func set(_ values: [RankingMeasure: Double], in object: inout JSONObject) {
        for measure in RankingMeasure.allCases {
            if let value = values[measure] { object.set(measure.rawValue, json: json(value)) }
        }
    }
}

extension String {
    /// The text in XML; characters that XML 1.0 cannot represent are replaced.
    fileprivate var xml: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            default:
                let isXML = scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE
                text.unicodeScalars.append(isXML ? scalar : "\u{FFFD}")
            }
        }
    }
}
