// `lstrings check`: its findings, its formats and its exit statuses.

import TestSupport
import Testing

@Suite struct LstringsCheckTests {
    private static let clean = [
        "Localizations/en.lproj/Localizable.strings": ShopTexts.english,
        "Localizations/de.lproj/Localizable.strings": ShopTexts.german,
    ]
    private static let polish = "Localizations/pl.lproj/Localizable.strings"

    @Test func aFinishedProjectIsClean() throws {
        try withFiles(Self.clean) { (folder) throws in
            let run = try lstrings("check --ignore portability", in: folder)
            #expect(run.status == 0)
            #expect(run.output == "No problems found in 2 files.\n")
            #expect(run.errors == "")
        }
    }

    @Test func findingsAreLinesAsCompilersWriteThem() throws {
        try withProject { (project) throws in
            let run = try project.run("check")
            #expect(run.status == 1)
            #expect(
                run.lines.contains(
                    "\(Self.polish):2:18: warning: the source text has %@, the translation does not; add it "
                        + "[missing-argument]"))
            #expect(run.lines.last == "0 errors, 4 warnings, 2 notes")
        }
    }

    @Test func textsAreComparedWithTheSourcesThatUseThem() throws {
        var files = Self.clean
        files["App/Shop.swift"] = """
            let title = NSLocalizedString("Title", comment: "")
            let greeting = String(format: NSLocalizedString("Greeting: %@", comment: ""), 3)
            let bye = tr("By")
            """
        try withFiles(files) { (folder) throws in
            let run = try lstrings(
                "check --ignore portability -r tr --keep Fi* --sources App", in: folder)
            #expect(run.status == 1)
            #expect(
                run.lines == [
                    "App/Shop.swift:2:49: error: %@ in the text does not fit argument 1 of this call, which has the type "
                        + "Int; change one of them [call-argument-type]",
                    "App/Shop.swift:3:14: error: there is no text for “By” in the table Localizable; add one, or correct "
                        + "the key [undeclared-key]",
                    "Localizations/en.lproj/Localizable.strings:8:1: warning: no source uses “Bye”; remove the entry, or "
                        + "keep it with the comment /* keep */ [unused-key]",
                    "2 errors, 1 warning, 0 notes",
                ])
            #expect(try lstrings("check --sources Nowhere", in: folder).status == 2)
            #expect(try lstrings("check --keep a", in: folder).status == 2)
            // The user meant the second folder as sources, too.
            let other = try lstrings("check --sources App App .", in: folder)
            #expect(other.status == 2)
            #expect(other.errors.contains("App contains no files with translations; if it has sources"))
            #expect(try lstrings("check --sources App --sources App .", in: folder).status == 1)
        }
    }

    @Test(arguments: [
        ("", 1), ("--fail-on note", 1), ("--fail-on warning", 1), ("--fail-on error", 0),
        ("--fail-on never", 0),
        ("--select unfinished", 0), ("--select unfinished --fail-on note", 1), ("Nowhere", 2),
        ("--select nonsense", 2), ("--ignore missing-key,nonsense", 2), ("--format html", 2),
        ("--fail-on sometimes", 2), ("--explain nonsense", 2), ("--write-baseline", 2), ("--source xx-yy", 2),
        ("--unknown", 2), ("Localizations/pl.lproj/Localizable.strings", 1),
        ("Localizations/ja.lproj", 0),
    ])
    func theStatusTellsWhatCameOut(options: String, status: Int32) throws {
        try withProject { (project) throws in
            let run = try project.run("check " + options)
            #expect(run.status == status)
            #expect((status == 2) == !run.errors.isEmpty)
            if status == 2 { #expect(run.output == "") }
        }
    }

    @Test func whatCannotBeReadIsReportedAndTheRestIsChecked() throws {
        try withProject { (project) throws in
            try makeFolder(project.path + "/Localizations/de.lproj/X.strings")
            let run = try project.run("check")
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("lstrings: Localizations/de.lproj/X.strings: this is a folder; "))
            #expect(run.lines.last == "0 errors, 4 warnings, 2 notes")
        }
    }

    // MARK: Forms

    @Test func jsonHasAllFacts() throws {
        try withProject { (project) throws in
            let run = try project.run("check --format json --select missing-argument")
            #expect(run.status == 1)
            let finding = try #require(try run.json.elements.first)
            #expect(finding["check"] == "missing-argument")
            #expect(finding["severity"] == "warning")
            #expect(finding["file"]?.text == Self.polish)
            #expect(finding["line"] == 2)
            #expect(finding["column"] == 18)
            #expect(finding["locale"] == "pl")
            #expect(finding["key"] == "Greeting: %@")
            #expect(finding["facts"] == ["%@"])
            #expect(try project.run("check --format json Localizations/ja.lproj").output == "[]\n")
        }
    }

    @Test func sarifNamesRulesAndPlaces() throws {
        try withProject { (project) throws in
            let report = try project.run("check --format sarif --select missing-argument").json
            #expect(report["version"] == "2.1.0")
            let run = try #require(report["runs"]?.elements.first)
            let result = try #require(run["results"]?.elements.first)
            #expect(result["level"] == "warning")
            let rules = run["tool"]?["driver"]?["rules"]?.elements ?? []
            let index = try #require(result["ruleIndex"]?.integer)
            #expect(rules[index]["id"] == "missing-argument")
            let place = result["locations"]?.elements.first?["physicalLocation"]
            #expect(place?["artifactLocation"]?["uri"]?.text == Self.polish)
            #expect(place?["region"]?["startLine"] == 2)
        }
    }

    @Test func junitHasASuiteForEachFile() throws {
        try withProject { (project) throws in
            let output = try project.run("check --format junit").output
            #expect(
                output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lstrings\""))
            #expect(output.split(separator: "<testsuite name=").count == 6)
            #expect(output.split(separator: "<failure ").count == 5)
        }
    }

    @Test func gitHubIsToldLineAndColumn() throws {
        try withProject { (project) throws in
            let run = try project.run("check --format github --select missing-argument")
            #expect(
                run.lines == [
                    "::warning file=\(Self.polish),line=2,col=18,title=missing-argument::the source text has %25@, "
                        + "the translation does not; add it"
                ])
        }
    }

    // MARK: What is checked

    private func checks(_ options: String) throws -> Set<String> {
        try withProject { (project) throws in
            let findings = try project.run("check --format json " + options).json.elements
            return Set(findings.compactMap { $0["check"]?.text })
        }
    }

    @Test func checksAreChosenByTheirNames() throws {
        let usual = try checks("")
        #expect(usual == ["missing-key", "unfinished", "missing-argument", "obsolete-key"])
        #expect(try checks("--select missing-key,unfinished") == ["missing-key", "unfinished"])
        #expect(try checks("--select missing-key --select unfinished") == ["missing-key", "unfinished"])
        #expect(try checks("--ignore missing-key,unfinished") == ["missing-argument", "obsolete-key"])
        // One more check, which runs only if it is named.
        let more = try checks("--select +portability,+inconsistent-translation")
        #expect(more.isSuperset(of: usual))
        #expect(more.contains("portability"))
    }

    @Test func aFileIsReportedAloneAndKnowsItsSource() throws {
        try withProject { (project) throws in
            let run = try project.run("check \(Self.polish)")
            #expect(run.lines.dropLast().allSatisfy { $0.hasPrefix(Self.polish) })
            // Without the source language no key would be missing.
            #expect(run.lines.contains { $0.hasSuffix("[missing-key]") })
        }
    }

    @Test func aCommentKeepsACheckQuiet() throws {
        try withProject { (project) throws in
            try project.replace(
                "\"Greeting", by: "/* lint:ignore missing-argument */\n\"Greeting", in: Self.polish)
            #expect(try project.run("check --select missing-argument").status == 0)
        }
    }

    // MARK: Known findings

    @Test func knownFindingsAreNotShownAgain() throws {
        try withProject { (project) throws in
            let writing = try project.run("check --baseline known --write-baseline")
            #expect(writing.status == 0)
            #expect(try project.text("known").hasPrefix("lstrings-baseline 1\n"))
            #expect(
                try project.run("check --baseline known").lines == [
                    "No problems found in 5 files.", "6 known findings are not shown.",
                ])
            // A new finding, and one that is fixed.
            try project.replace("Hallo, %@!", by: "Hallo!", in: ShopTexts.path("de"))
            try project.replace("\"Old\" = \"Stare\";\n", by: "", in: Self.polish)
            let run = try project.run("check --baseline known")
            #expect(run.status == 1)
            #expect(run.lines.count == 4)
            #expect(run.lines[0].hasPrefix(ShopTexts.path("de") + ":6:"))
            #expect(
                run.lines[1...] == [
                    "0 errors, 1 warning, 0 notes", "5 known findings are not shown.",
                    "1 known finding no longer occurs; update the baseline.",
                ])
        }
    }

    /// A finding in an unchecked file is not fixed.
    @Test(arguments: [
        "Localizations/ja.lproj", "--select missing-key", "--ignore missing-key", "-t Localizable",
    ])
    func ofAPartNothingIsSaidToBeGone(options: String) throws {
        try withProject { (project) throws in
            #expect(try project.run("check --baseline known --write-baseline").status == 0)
            let run = try project.run("check --baseline known " + options)
            #expect(run.status == 0)
            #expect(!run.output.contains("no longer occurs"))
        }
    }

    @Test(arguments: ["missing", "something else\n"]) func aFileThatIsNoListOfFindingsIsAnError(text: String)
        throws
    {
        try withProject(["known": text]) { (project) throws in
            let run = try project.run("check --baseline \(text == "missing" ? "nowhere" : "known")")
            #expect(run.status == 2)
            #expect(run.output == "")
            #expect(run.errorLines.count == 1)
        }
    }

    // MARK: Words

    @Test func checksAreListedAndExplained() throws {
        let list = try lstrings("check --list")
        #expect(list.status == 0)
        #expect(list.lines.count > 40)
        #expect(list.lines.contains { $0.hasPrefix("missing-key ") })
        let explanation = try lstrings("check --explain missing-key")
        #expect(explanation.status == 0)
        #expect(explanation.lines.first == "missing-key (warning)")
        #expect(explanation.lines.contains("  \"Open\" = \"Öffnen\";"))
        #expect(explanation.lines.last == "  /* lint:ignore missing-key */")
    }

    @Test(arguments: ["ar", "he"]) func aReaderFromRightToLeftGetsBalancedLinesThatBeginWithThePath(
        language: String
    ) throws {
        try withProject { (project) throws in
            let run = try project.run("check", environment: ["LANGUAGE": language])
            #expect(run.status == 1)
            #expect(run.lines.filter { $0.hasPrefix("Localizations/") }.count == 6)
            #expect(run.lines.allSatisfy(isBalanced))
            #expect(run.lines.contains { $0.contains("\u{2067}") || $0.contains("\u{2068}") })
            let report = try project.run("check --format json", environment: ["LANGUAGE": language])
            #expect(try report.json.elements.count == 6)
        }
    }

    @Test func errorsOfTheCommandLineAreReportedInTheUsersLanguage() throws {
        let english = try lstrings("check --format html")
        #expect(
            english.errors.hasPrefix(
                "lstrings: “html” is not a valid value for --format; choose one of text, json,"))
        let german = try lstrings("check --format html", environment: ["LANGUAGE": "de"])
        #expect(german.errors.contains("--format"))
        #expect(german.errors != english.errors)
    }

    @Test(arguments: [
        ("C", #"the text has "...", the source text "\u2026"; write the same"#),
        ("en_US.UTF-8", "the text has “...”, the source text “…”; write the same"),
    ])
    func punctuationIsASCIIInTheLocaleC(locale: String, words: String) throws {
        let files = [
            "en.lproj/Localizable.strings": "\"a\" = \"Wait… now\";\n",
            "de.lproj/Localizable.strings": "\"a\" = \"Warten... jetzt\";\n",
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("check . --select ellipsis", environment: ["LANG": locale], in: folder)
            #expect(run.output.contains(words), "\(run.output)")
            // Formats for programs contain the texts unchanged.
            let report = try lstrings(
                "check . --select ellipsis --format json", environment: ["LANG": locale], in: folder)
            #expect(report.output.contains("“…”"))
        }
    }
}
