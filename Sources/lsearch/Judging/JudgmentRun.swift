// Searches for judged queries, and measures the results.

internal import CatalogSearch
internal import Files
internal import JSON
internal import Localization
internal import ProgramSupport
internal import SearchService

/// The mode `--judge`.
struct JudgmentRun {
    let catalogs: SearchedCatalogs
    let options: SearchOptions
    let judging: JudgeOptions
    let environment: ProgramEnvironment
    let reporter: Reporter
    /// The folders of messages in other languages.
    let folders: [String]

    /// A query with its measures.
    struct Outcome {
        let query: JudgedQuery
        /// `nil` if the search failed.
        let measures: RankingMeasures?
    }

    /// Measures all queries and writes the report.
    ///
    /// - Returns: `nothingFound` if a mean is below its threshold, or below that of the earlier run.
    nonisolated(nonsending) func run() async throws(SearchError) -> SearchExitStatus {
        guard let bytes = contents(judging.path) else { return .failed }
        var topics: [String: JudgmentReader.Topic]?
        var areQueriesClear = true
        if let path = judging.queries {
            guard let bytes = contents(path) else { return .failed }
            let read = JudgmentReader.topics(bytes)
            report(read.problems, in: path)
            topics = read.queries
            areQueriesClear = read.problems.isEmpty
        }
        var earlier: JudgmentComparison?
        if let path = judging.against {
            guard let bytes = contents(path) else { return .failed }
            earlier = JudgmentComparison(bytes)
            if earlier == nil {
                reporter.report(UsageError("AgainstInvalid: %@", path))
                return .failed
            }
        }
        let read = JudgmentReader(bytes, topics: topics)
        let problems = (read.problems + (try unknownIDs(read.queries))).sorted { $0.line < $1.line }
        report(problems, in: judging.path)
        guard read.queries.contains(where: \.hasRelevant) else {
            reporter.report(file: judging.path, "JudgmentsEmpty")
            return .failed
        }
        var isComplete = !options.isStrict || problems.isEmpty && areQueriesClear
        var outcomes: [Outcome] = []
        let service = SearchService(
            catalogs.engine, folders: folders, defaults: options.request,
            preferredLocales: options.preferredLocales, texts: reporter.texts,
            queryVector: catalogs.queryVector)
        for query in read.queries {
            let measures = await measures(of: query, service)
            outcomes.append(Outcome(query: query, measures: measures))
            if measures == nil { isComplete = false }
        }
        let report = JudgmentReport(
            outcomes, locale: options.locale.identifier, least: judging.least, earlier: earlier,
            reporter.texts)
        report.write(options.format, environment, options.color)
        if let path = judging.junit, !write(report.junit, path) { return .failed }
        for failure in report.failures { reporter.report(words: failure.words) }
        if !isComplete { return .failed }
        return report.failures.isEmpty ? .found : .nothingFound
    }

    private func contents(_ path: String) -> [UInt8]? {
        do throws(FileError) {
            return try LocalFileSystem().contents(of: path)
        } catch {
            reporter.report(path, words: error.message)
            return nil
        }
    }

    private func write(_ text: String, _ path: String) -> Bool {
        do throws(FileError) {
            try LocalFileSystem().replace(path, with: Array(text.utf8))
            return true
        } catch {
            reporter.report(path, words: error.message)
            return false
        }
    }

    /// The measures of a query's results; `nil` if the search fails, which is reported.
    nonisolated(nonsending) private func measures(
        of query: JudgedQuery, _ service: SearchService
    ) async -> RankingMeasures? {
        var request = query.request
        request.set("limit", RankingMeasures.depth)
        request.set("offset", 0)
        request.set("returns", ServiceRequest.Returned.ids.rawValue)
        let bytes = Array(request.text.utf8)
        do throws(SearchService.Failure) {
            let response = try await catalogs.repairing(repaired: { service.engine = $0 }) {
                () throws(SearchService.Failure) in try service.response(to: bytes)
            }
            let ids: [String]? = try? JSONParser().withValue(of: Array(response.json.utf8)) { object in
                object.member("ids")?.all { $0.string }
            }
            return RankingMeasures(ids ?? [], grades: query.grades)
        } catch {
            reporter.report(judging.path, query.line, words: error.message)
            return nil
        }
    }

    /// Reports the first problems of the judgments, and the number of the others.
    private func report(_ problems: [JudgmentReader.Problem], in path: String) {
        for problem in problems.prefix(Self.reportedProblems) {
            reporter.report(path, problem.line, words: reporter.texts.message(for: problem.message))
        }
        let others = problems.count - Self.reportedProblems
        if others > 0 {
            reporter.report(file: path, "Further messages: %ld", [.integer(Int64(others))])
        }
    }

    private static let reportedProblems = 20

    /// The judged ids that no catalog has.
    private func unknownIDs(_ queries: [JudgedQuery]) throws(SearchError) -> [JudgmentReader.Problem] {
        let engine = catalogs.engine
        var known: [String: Bool] = [:]
        var problems: [JudgmentReader.Problem] = []
        for query in queries {
            for id in query.grades.keys.sorted() {
                if known[id] == nil {
                    known[id] = false
                    for catalog in engine.catalogs
                    where try engine.record(id, in: catalog.description.id) != nil {
                        known[id] = true
                    }
                }
                if known[id] == false {
                    let message = ErrorMessage("JudgmentUnknownID: %@", id)
                    problems.append(JudgmentReader.Problem(line: query.line, message: message))
                }
            }
        }
        return problems
    }
}

/// The report of an earlier run.
struct JudgmentComparison {
    /// The nDCG of each query, by its request.
    private(set) var values: [String: Double] = [:]

    /// - Returns: `nil` if the bytes are not a report.
    init?(_ bytes: [UInt8]) {
        let values = try? JSONParser().withValue(of: bytes) { report -> [String: Double]? in
            guard let queries = report.member("queries"), queries.kind == .list else { return nil }
            var values: [String: Double] = [:]
            for query in queries.elements {
                guard let request = query.member("request") else { return nil }
                values[JSONText.value(request)] = query.member("ndcg")?.double
            }
            return values
        }
        guard let values else { return nil }
        self.values = values
    }
}
