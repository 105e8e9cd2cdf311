// Checks how judgments are read and rankings are measured. The expected numbers were computed by hand from
// the formulas.

import JSON
import ProgramSupport
import Testing

@testable import lsearch

@Suite struct RankingMeasuresTests {
    private func near(_ one: Double?, _ other: Double) -> Bool { one.map { abs($0 - other) < 1e-9 } ?? false }

    @Test func aPerfectRankingReachesOne() {
        let measures = RankingMeasures(["a", "b", "c"], grades: ["a": 3, "b": 1, "c": 0])
        for measure in RankingMeasure.allCases { #expect(measures.values[measure] == 1) }
    }

    @Test func laterPlacesGainLess() {
        let measures = RankingMeasures(["c", "a"], grades: ["a": 3, "b": 1, "c": 0])
        // (2^3 - 1) / log2(3) of (2^3 - 1) / log2(2) + (2^1 - 1) / log2(3).
        #expect(near(measures.values[.ndcg], 4.416_508_275_000_202 / 7.630_929_753_571_458))
        #expect(measures.values[.mrr] == 0.5)
        #expect(measures.values[.recall] == 0.5)
    }

    @Test func recordsWithoutJudgmentAreWrongUnlessTheyArePassedOver() {
        let measures = RankingMeasures(["x", "y", "a"], grades: ["a": 1])
        #expect(near(measures.values[.ndcg], 0.5))
        #expect(measures.values[.condensed] == 1)
        #expect(measures.shown == 3)
        #expect(measures.judged == 1)
    }

    @Test func onlyTenRecordsGain() {
        let ids = (0..<10).map { "x\($0)" } + ["a"]
        let measures = RankingMeasures(ids, grades: ["a": 2])
        #expect(measures.values[.ndcg] == 0)
        #expect(near(measures.values[.mrr], 1.0 / 11))
        #expect(measures.values[.recall] == 1)
    }

    @Test func aQueryThatNothingAnswersIsNotMeasured() {
        let measures = RankingMeasures(["a"], grades: ["a": 0])
        #expect(measures.values.isEmpty)
        let means = RankingMeans([measures, RankingMeasures(["b"], grades: ["b": 1])])
        #expect(means.queries == 1)
        #expect(means.values[.ndcg] == 1)
    }
}

@Suite struct JudgmentReaderTests {
    private func read(_ text: String, topics: [String: JudgmentReader.Topic]? = nil) -> JudgmentReader {
        JudgmentReader(Array(text.utf8), topics: topics)
    }

    @Test func allFormatsSayTheSame() {
        let lines = read(
            #"""
            {"query": "red rose", "locale": "en", "ids": {"r1": 3, "r2": 0}}
            {"q": "tulip", "locale": "en", "grades": ["t1"]}
            """#)
        let qrels = read(
            "red rose\t0\tr1\t3\nred rose\t0\tr2\t0\ntulip\t0\tt1\t1\n",
            topics: [
                "red rose": .init(query: "red rose", locale: "en"),
                "tulip": .init(query: "tulip", locale: "en"),
            ])
        let table = read(
            "id;grade;query;locale\r\nr1;3;red rose;en\r\nr2;0;\"red rose\";en\r\nt1;1;tulip;en\r\n")
        for reader in [lines, qrels, table] {
            #expect(reader.problems.isEmpty)
            #expect(
                reader.queries.map(\.request.text) == [
                    #"{"q":"red rose","locale":"en"}"#, #"{"q":"tulip","locale":"en"}"#,
                ])
            #expect(reader.queries.map(\.grades) == [["r1": 3, "r2": 0], ["t1": 1]])
        }
    }

    @Test func qrelsNameQueriesByNumbers() {
        let topics = JudgmentReader.topics(Array("301\tred rose\n302\tRosen\tde\n".utf8)).queries
        let reader = read("301 0 r1 1\n302 Q0 r2 2\n303 0 r3 1\n", topics: topics)
        #expect(reader.queries.map(\.query) == ["red rose", "Rosen"])
        #expect(reader.queries.map(\.locale) == [nil, "de"])
        #expect(reader.problems.map(\.line) == [3])
        #expect(reader.problems[0].message == ErrorMessage("JudgmentUnknownQuery: %@", "303"))
    }

    @Test func ofTwoQueriesWithOneNameTheFirstCounts() {
        let topics = JudgmentReader.topics(Array("301\trose\n\n302\ttulip\n301\trose\n301\tlily\n".utf8))
        #expect(topics.queries["301"] == .init(query: "rose", locale: nil))
        #expect(topics.problems.map(\.line) == [5])
        #expect(topics.problems[0].message == ErrorMessage("JudgedQueryTwice: %@", "301"))
    }

    @Test(arguments: ["q1 0 r1 1\nq1 0 r2 11", #"{"q": "a", "ids": {"r1": 1, "r2": 11}}"#])
    func gradesOutOfRangeAreNamedAsWritten(text: String) {
        let problem = read(text).problems[0]
        #expect(problem.message == ErrorMessage("JudgmentInvalidGrade: %1$@ %2$@", "11", "r2"))
    }

    @Test func otherMembersBelongToTheRequest() {
        let reader = read(#"{"q": "rose", "filter": "stock > 0", "limit": 3, "ids": ["r1"]}"#)
        #expect(reader.queries[0].request.text == #"{"q":"rose","filter":"stock > 0"}"#)
    }

    @Test(arguments: [
        ("{\"q\": \"a\", \"ids\": [\"r1\"]}\n[1]", 2, "JudgmentWithoutIDs"),
        ("{\"q\": \"a\", \"ids\": [\"r1\"]}\n\n{\"q\":", 3, "RequestInvalidJSON: %@"),
        ("{\"q\": \"a\"}", 1, "JudgmentWithoutIDs"), ("{\"ids\": [\"r1\"]}", 1, "RequestWithoutQuery"),
        ("{\"q\": \"a\", \"ids\": {\"r1\": \"good\", \"r2\": 1}}", 1, "JudgmentInvalidGrade: %1$@ %2$@"),
        ("{\"q\": \"a\", \"ids\": {\"r1\": 11, \"r2\": 1}}", 1, "JudgmentInvalidGrade: %1$@ %2$@"),
        ("{\"q\": \"a\", \"ids\": {\"r1\": 0}}", 1, "JudgmentNothingRelevant: %@"),
        ("q1 0 r1 1\nq1 0 r1 2", 2, "JudgmentTwice: %@"), ("q1 0 r1 1\nq1 0 r2", 2, "JudgmentNotQrels"),
        ("q1 0 r2 1\nq1 0 r1 nan", 2, "JudgmentInvalidGrade: %1$@ %2$@"),
        ("query,document,grade\na,r1,1", 1, "JudgmentColumns: %@"),
        ("query,id,grade\na,r2,1\na,\"r\n1\",\na,r3,x", 3, "JudgmentInvalidGrade: %1$@ %2$@"),
    ])
    func mistakesAreNamedWithTheirLine(text: String, line: Int, key: String) {
        let problem = read(text).problems.first { $0.message.key == key }
        #expect(problem?.line == line)
    }

    @Test func bytesThatAreNoTextDoNoHarm() {
        for text in ["", "\n", "{", "\"", "a", ",", "q 0 r 1", "\u{0}\u{0}", "query,id,grade", "{}\n{}"] {
            _ = read(text)
        }
        _ = JudgmentReader([0xEF, 0xBB, 0xBF, 0xFF, 0xFE])
        _ = JudgmentReader([0x7B, 0xFF, 0x7D])
        _ = JudgmentReader([0x22, 0xFF, 0x2C, 0xE3, 0x81, 0x0A, 0xF8, 0x2C, 0x20])
    }
}
