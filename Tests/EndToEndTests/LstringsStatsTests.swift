// `lstrings stats`: the counts, and a table that fits its terminal.

import TestSupport
import Testing

@Suite struct LstringsStatsTests {
    @Test func countsAreReportedForEachLocale() throws {
        try withProject { (project) throws in
            let run = try project.run("stats --format json")
            #expect(run.status == 0)
            let rows = try run.json.elements
            #expect(rows.map { $0["locale"]?.text } == ["ar", "de", "en", "ja", "pl"])
            let counts = ["total", "translated", "review", "untranslated", "obsolete"]
            #expect(rows[0].names == ["locale"] + counts + ["sameAsSource"])
            #expect(counts.map { rows[0][$0]?.integer } == [4, 1, 1, 2, 0])
            #expect(counts.map { rows[1][$0]?.integer } == [4, 4, 0, 0, 0])
            #expect(counts.map { rows[4][$0]?.integer } == [4, 3, 0, 1, 1])
        }
    }

    @Test func whatLeadsElsewhereIsNotCut() throws {
        try withProject { (project) throws in
            let run = try project.run("stats")
            #expect(run.lines.count == 6)
            #expect(
                run.lines[2].hasPrefix("de      German             4          0             0         0  ██"))
            #expect(run.lines[1].hasSuffix("█████▒▒▒▒▒░░░░░░░░░░ 25%"))
            #expect(run.lines[2].hasSuffix(" 100%"))
        }
    }

    @Test(arguments: [100, 80, 60, 50, 40], ["en", "de", "ar", "ja", "th"])
    func theTableFitsTheTerminal(width: Int, language: String) throws {
        try withProject { (project) throws in
            let run = try project.run("stats", environment: ["COLUMNS": String(width), "LANGUAGE": language])
            #expect(run.lines.count == 6)
            // Each character of these tables takes one column, except in the Japanese headings.
            if language == "en" { #expect(run.lines.allSatisfy { $0.unicodeScalars.count <= width }) }
            #expect(run.lines.allSatisfy(isBalanced))
            #expect(run.lines[2].contains("de"))
            #expect(run.lines[2].contains("4") || run.lines[2].contains("٤"))
        }
    }

    @Test func atEightyColumnsNothingIsCut() throws {
        try withProject { (project) throws in
            let run = try project.run("stats", environment: ["COLUMNS": "80"])
            #expect(!run.output.contains("…"))
            #expect(run.output.contains("██████████ 100%"))
        }
    }

    @Test(arguments: [
        ("messages.properties", "messages_de.properties", "a=Hello {0}\n", "a=Hallo {0 D\n"),
        ("en/a.ftl", "de/a.ftl", "a = Hello { $x }\n", "a = Hallo { $y }\n"),
        (
            "R.resx", "R.de.resx", "<root><data name=\"a\"><value>Hello {0}</value></data></root>",
            "<root><data name=\"a\"><value>Hallo {1}</value></data></root>"
        ),
    ])
    func wrongPlaceholdersOfAnyFormatAreToBeReviewed(
        source: String, translation: String, english: String, german: String
    ) throws {
        try withFiles([source: english, translation: german]) { (folder) throws in
            let rows = try lstrings("stats --format json", in: folder).json.elements
            let counts = try #require(rows.first { $0["locale"]?.text == "de" })
            #expect(counts["translated"]?.integer == 0 && counts["review"]?.integer == 1)
        }
    }

    @Test func aPartIsCountedAlone() throws {
        try withProject { (project) throws in
            let run = try project.run("stats --format json Localizations/de.lproj Localizations/ja.lproj")
            #expect(try run.json.elements.map { $0["locale"]?.text } == ["de", "ja"])
            #expect(try project.run("stats --source de --format json").json.elements.count == 5)
        }
    }

    @Test func numbersAreWrittenAsInTheUsersLanguage() throws {
        let entries = (0..<1_234).map { "\"key \($0)\" = \"text\";\n" }.joined()
        try withFiles(["Localizations/en.lproj/Big.strings": entries]) { (folder) throws in
            #expect(
                try lstrings("stats", environment: ["LANG": "de_DE"], in: folder).output.contains(" 1.234 "))
            #expect(try lstrings("stats", in: folder).output.contains(" 1,234 "))
        }
    }

    @Test(arguments: ["--format xml", "Nowhere", "--table Nowhere", "--source fr"])
    func whatCannotBeCountedIsAnError(
        options: String
    ) throws {
        try withProject { (project) throws in
            let run = try project.run("stats " + options)
            #expect(run.status == 2)
            #expect(run.output == "")
            #expect(run.errorLines.count == 1)
        }
    }

    /// A link may lead back to its own folder.
    @Test func linksToFoldersAreNotFollowed() throws {
        try withProject { (project) throws in
            try link(project.path + "/again", to: ".")
            try link(project.path + "/Localizations/loop", to: "../Localizations")
            let run = try project.run("stats --format json .")
            #expect(run.status == 0)
            #expect(try run.json.elements.map { $0["total"]?.integer } == [4, 4, 4, 4, 4])
        }
    }
}
