// Checks `--judge`: measures, comparison with an earlier run, exit status, and the
// report for continuous integration.

import TestSupport
import Testing

@Suite struct JudgeTests {
    private static let judgments = #"""
        {"q": "geburtstag", "locale": "de", "ids": {"torte": 3, "karte": 2, "ring": 0}}
        {"q": "ring", "locale": "en", "ids": {"ring": 1}}
        {"q": "Ofen", "locale": "de", "filter": "scope = birthdays", "ids": {"ofen": 1}}
        """#

    /// Runs the program over the shop with files beside it.
    private func judge(
        _ arguments: [String], files: [String: String] = ["judged.jsonl": judgments],
        _ body: (ProgramRun, String) throws -> Void
    ) throws {
        let shop = ["shop.jsonl": Shop.records, "shop.catalog.json": Shop.sidecar]
        try withFiles(files.merging(shop) { $1 }) { (folder) throws in
            let run = try lsearch(
                arguments, environment: ["LSEARCH_CATALOGS": folder + "/shop.jsonl"], in: folder)
            try body(run, folder)
        }
    }

    private func value(_ json: JSON?) -> Double? {
        if case .number(let spelling)? = json { Double(spelling) } else { nil }
    }

    @Test func eachQueryIsMeasuredAndTheMeansOfLocales() throws {
        try judge(["--judge", "judged.jsonl", "--format", "json"]) { run, _ in
            #expect(run.status == 0)
            #expect(run.errors == "")
            let report = try run.json
            #expect(report["all"]?["queries"] == 3)
            // The third query finds nothing, because its filter excludes the record.
            #expect(value(report["all"]?["recall"]) == 0.666_667)
            #expect(report["locales"]?.elements.compactMap { $0["locale"]?.text } == ["de", "en"])
            let queries = try #require(report["queries"]?.elements)
            #expect(queries.compactMap { $0["request"]?["q"]?.text } == ["Ofen", "geburtstag", "ring"])
            #expect(queries.compactMap { $0["line"] } == [3, 1, 2])
            #expect(queries.map { value($0["ndcg"]) } == [0, 0.833_991, 1])
            #expect(queries.map { value($0["judged"]) } == [nil, 1, 1])
        }
    }

    @Test func tablesShowLocalesAndQueries() throws {
        try judge(["--judge", "judged.jsonl"]) { run, _ in
            #expect(run.lines.first?.contains("nDCG@10") == true)
            #expect(run.lines.contains { $0.hasPrefix("All") && $0.contains("0.667") })
            #expect(run.lines.contains { $0.hasPrefix("ring") && $0.contains("1.000") })
        }
    }

    @Test func aMeanThatIsTooLowFails() throws {
        try judge(["--judge", "judged.jsonl", "--at-least", "ndcg=0.5,recall=0.9", "--junit", "report.xml"]) {
            run, folder in
            #expect(run.status == 1)
            #expect(run.errors == "lsearch: R@100 is 0.667, less than 0.900\n")
            let report = try contents(of: folder + "/report.xml")
            #expect(report.contains(#"<testsuites name="lsearch" tests="5" failures="1" errors="0">"#))
            #expect(
                report.contains(
                    #"name="recall=0.9"><failure message="R@100 is 0.667, less than 0.900"/></testcase>"#))
            #expect(report.contains(#"classname="en" name="{&quot;q&quot;:&quot;ring&quot;"#))
        }
    }

    @Test func aRankingThatGotWorseFails() throws {
        try judge(["--judge", "judged.jsonl", "--format", "json"]) { before, _ in
            let files = ["judged.jsonl": Self.judgments, "before.json": before.output]
            let again = ["--judge", "judged.jsonl", "--against", "before.json"]
            try judge(again, files: files) { run, _ in #expect(run.status == 0) }
            // Records that do not answer the query are preferred.
            try judge(again + ["--prefer", "id IN [ring] * 1000"], files: files) { run, _ in
                #expect(run.status == 1)
                #expect(run.errors.contains("in the earlier run"))
                #expect(run.lines[0].contains("Before"))
            }
        }
    }

    @Test func mistakesAreNamedAndTheRestIsMeasured() throws {
        let judgments =
            Self.judgments + "\n" + #"""
                {"q": "ring", "locale": "en", "ids": {"ring": 1, "gone": 2}}
                {"q": "karte", "ids": "karte"}
                {"q": "karte", "filter": "size >", "ids": ["karte"]}
                """#
        try judge(["--judge", "judged.jsonl", "--format", "json"], files: ["judged.jsonl": judgments]) {
            run, _ in
            #expect(run.status == 2)
            #expect(run.errorLines.count == 4)
            #expect(run.errorLines[0].hasPrefix("lsearch: judged.jsonl:2: no catalog has “gone”"))
            #expect(run.errorLines[1].hasPrefix("lsearch: judged.jsonl:4: “ring” is judged twice"))
            #expect(run.errorLines[2].hasPrefix("lsearch: judged.jsonl:5: the line is no judgment"))
            #expect(run.errorLines[3].hasPrefix("lsearch: judged.jsonl:6: "))
            let report = try run.json
            #expect(report["all"]?["queries"] == 3)
        }
    }

    @Test func queriesAreGroupedByTheKindThatPeopleNamed() throws {
        let judgments = """
            {"q": "geburtstag", "locale": "de", "kind": "theme", "ids": {"torte": 3, "karte": 2, "ring": 0}}
            {"q": "ring", "locale": "en", "kind": "exact", "ids": {"ring": 1}}
            {"q": "karte", "locale": "de", "ids": {"karte": 1}}
            """
        try judge(["--judge", "judged.jsonl", "--format", "json"], files: ["judged.jsonl": judgments]) {
            run, _ in
            #expect(run.errors == "")
            let report = try run.json
            let kinds = try #require(report["kinds"]?.elements)
            #expect(kinds.compactMap { $0["kind"]?.text } == ["exact", "theme"])
            #expect(kinds.map { value($0["ndcg"]) } == [1, 0.833_991])
            #expect(report["queries"]?.elements.first { $0["line"] == 1 }?["kind"] == "theme")
            // `kind` is not a member of the request.
            #expect(report["queries"]?.elements.allSatisfy { $0["request"]?["kind"] == nil } == true)
        }
        try judge(
            ["--judge", "judged.csv"], files: ["judged.csv": "query,id,grade,kind\nring,ring,3,exact\n"]
        ) {
            run, _ in
            #expect(run.status == 0)
            #expect(run.lines.contains { $0.hasPrefix("exact") && $0.contains("1.000") })
        }
    }

    /// The second file is only for verification: nothing is changed because of its queries.
    @Test(arguments: [("gifts", 5, 0.9, 0.75, 0.75), ("check", 5, 0.9, 0.65, 0.8)])
    func whatSpeakersOfNineteenLanguagesTypeIsFound(
        file: String, kindCount: Int, least: Double, leastOfLocale: Double, leastOfKind: Double
    ) throws {
        let run = try lsearch(
            "--judge Tests/Judged/\(file).jsonl -c Catalogs/gifts.jsonl --group none --strict --format json"
                + " --at-least ndcg=\(least)")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let report = try run.json
        let locales = try #require(report["locales"]?.elements)
        #expect(locales.count == 19)
        for locale in locales {
            #expect(value(locale["ndcg"]) ?? 0 >= leastOfLocale, "\(locale["locale"]?.text ?? "")")
        }
        let kinds = try #require(report["kinds"]?.elements)
        #expect(kinds.count == kindCount)
        for kind in kinds {
            #expect(value(kind["ndcg"]) ?? 0 >= leastOfKind, "\(kind["kind"]?.text ?? "")")
        }
    }

    @Test(arguments: [
        (["--judge", "judged.jsonl", "--against", "judged.jsonl"], "is not the report of an earlier run"),
        (["--judge", "missing.jsonl"], "missing.jsonl"),
        (["--judge", "empty.jsonl"], "no judgments that can be used"),
        (["--judge", "judged.jsonl", "--at-least", "ndcg=2"], "“ndcg=2” is not valid for --at-least"),
        (["--junit", "a.xml", "rose"], "--junit works with --judge only"),
        (["--judge", "judged.jsonl", "rose"], "--judge and rose exclude each other"),
        (["--judge", "judged.jsonl", "--format", "csv"], "exclude each other"),
    ])
    func whatCannotBeJudgedIsAnError(arguments: [String], message: String) throws {
        try judge(arguments, files: ["judged.jsonl": Self.judgments, "empty.jsonl": "\n"]) { run, _ in
            #expect(run.status == 2)
            #expect(run.output == "")
            #expect(run.errors.contains(message))
        }
    }
}
