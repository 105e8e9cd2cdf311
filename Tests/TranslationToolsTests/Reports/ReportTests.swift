// The exact text of reports. Texts of users cannot break their format.

import JSON
import Testing
import TranslationTools

@Suite struct ReportTests {
    static let tool = ReportTool(
        name: "lstrings", version: "1.0",
        message: { finding in
            ([finding.messageKey] + finding.facts.map(\.plainText)).joined(separator: " ")
        },
        explanation: { "Why: " + $0.identifier })

    static let findings = [
        Finding(
            check: "missing-key", severity: .warning, path: "de.lproj/A&B.strings", table: "A&B",
            locale: LocaleIdentifier("de")!, key: "Open", messageKey: "missing-key", facts: [.text("Open")],
            related: RelatedLocation(
                path: "en.lproj/A&B.strings", position: SourcePosition(line: 3, column: 1, byteOffset: 40))),
        Finding(
            check: "max-length", severity: .error, path: "de.lproj/A&B.strings",
            position: SourcePosition(line: 7, column: 12, byteOffset: 90), table: "A&B",
            locale: LocaleIdentifier("de")!, key: "a, \"b\": 100%\n<c>", messageKey: "max-length",
            facts: [.integer(12), .integer(8)]),
        Finding(
            check: "same-as-source", severity: .note, path: "fr.lproj/A&B.strings",
            position: SourcePosition(line: 1, column: 10, byteOffset: 9), table: "A&B",
            locale: LocaleIdentifier("fr")!, key: "x", messageKey: "same-as-source",
            facts: [.text("100%\r\n: a, b]]>\u{1}")]),
    ]

    @Test func githubCommandsEscapeWhatTheyMust() {
        #expect(
            GitHubReport.text(Self.findings, tool: Self.tool) == """
                ::warning file=de.lproj/A&B.strings,title=missing-key::missing-key Open
                ::error file=de.lproj/A&B.strings,line=7,col=12,title=max-length::max-length 12 8
                ::notice file=fr.lproj/A&B.strings,line=1,col=10,title=same-as-source::same-as-source 100%25%0D%0A: a, b]]>\u{FFFD}

                """)
    }

    @Test func githubPropertiesEscapeColonsAndCommas() {
        let finding = Finding(
            check: "syntax", severity: .error, path: "a,b:c%.strings", table: "a",
            locale: LocaleIdentifier("de")!, messageKey: "m")
        #expect(
            GitHubReport.text([finding], tool: Self.tool)
                == "::error file=a%2Cb%3Ac%25.strings,title=syntax::m\n")
    }

    @Test func noControlsAreInFormsWithoutEscapes() {
        let controls: [Unicode.Scalar] = ["\u{1B}", "\u{7}", "\u{9B}", "\u{7F}", "\u{202E}"]
        let text = String(String.UnicodeScalarView(controls))
        let finding = Finding(
            check: "syntax", severity: .error, path: "a\(text).strings", table: "a",
            locale: LocaleIdentifier("de")!, key: text, messageKey: "m", facts: [.text(text)])
        for report in [
            GitHubReport.text([finding], tool: Self.tool),
            JUnitReport.text([finding], files: [], tool: Self.tool),
        ] {
            #expect(!report.unicodeScalars.contains(where: controls.contains))
            #expect(report.contains("a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}.strings"))
        }
    }

    @Test func junitHasASuiteForEachFileAndAFailureForEachFindingThatCounts() {
        #expect(
            JUnitReport.text(
                Self.findings, files: ["de.lproj/A&B.strings", "it.lproj/A.strings"], tool: Self.tool)
                    == """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <testsuites name="lstrings" tests="4" failures="2" errors="0">
                      <testsuite name="de.lproj/A&amp;B.strings" tests="2" failures="2" errors="0" skipped="0" time="0">
                        <testcase classname="de.lproj/A&amp;B.strings" name="missing-key Open" file="de.lproj/A&amp;B.strings" time="0">
                          <failure message="missing-key Open" type="warning">de.lproj/A&amp;B.strings: missing-key Open</failure>
                        </testcase>
                        <testcase classname="de.lproj/A&amp;B.strings" name="max-length a, &quot;b&quot;: 100%&#10;&lt;c&gt; 7:12" file="de.lproj/A&amp;B.strings" line="7" time="0">
                          <failure message="max-length 12 8" type="error">de.lproj/A&amp;B.strings:7:12: max-length 12 8</failure>
                        </testcase>
                      </testsuite>
                      <testsuite name="fr.lproj/A&amp;B.strings" tests="1" failures="0" errors="0" skipped="0" time="0">
                        <testcase classname="fr.lproj/A&amp;B.strings" name="same-as-source x 1:10" file="fr.lproj/A&amp;B.strings" line="1" time="0">
                          <system-out>same-as-source 100%&#13;
                    : a, b]]&gt;\u{FFFD}</system-out>
                        </testcase>
                      </testsuite>
                      <testsuite name="it.lproj/A.strings" tests="1" failures="0" errors="0" skipped="0" time="0">
                        <testcase classname="it.lproj/A.strings" name="lstrings" file="it.lproj/A.strings" time="0"/>
                      </testsuite>
                    </testsuites>

                    """)
    }

    @Test func jsonIsAListOfObjects() {
        #expect(
            JSONReport.text(Array(Self.findings.prefix(2)), tool: Self.tool) == #"""
                [
                {"check":"missing-key","severity":"warning","file":"de.lproj/A&B.strings","line":null,"column":null,"table":"A&B","locale":"de","key":"Open","message":"missing-key Open","facts":["Open"],"fingerprint":"\#(Self.findings[0].fingerprintDigest)","related":{"file":"en.lproj/A&B.strings","line":3,"column":1}},
                {"check":"max-length","severity":"error","file":"de.lproj/A&B.strings","line":7,"column":12,"table":"A&B","locale":"de","key":"a, \"b\": 100%\n<c>","message":"max-length 12 8","facts":[12,8],"fingerprint":"\#(Self.findings[1].fingerprintDigest)"}
                ]

                """#)
        #expect(JSONReport.text([], tool: Self.tool) == "[]\n")
    }

    @Test func sarifNamesRulesResultsAndPlaces() throws {
        let text = SARIFReport.text(
            [Self.findings[0]], checks: CheckRegistry.all.filter { $0.identifier == "missing-key" },
            tool: Self.tool)
        #expect(
            text == #"""
                {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"lstrings","version":"1.0","rules":[{"id":"missing-key","shortDescription":{"text":"Why: missing-key"},"help":{"text":"Why: missing-key"},"defaultConfiguration":{"enabled":true,"level":"warning"},"properties":{"tags":["keys"]}}]}},"columnKind":"unicodeCodePoints","results":[{"ruleId":"missing-key","ruleIndex":0,"level":"warning","message":{"text":"missing-key Open"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"de.lproj/A%26B.strings"},"region":{"startLine":1,"startColumn":1}}}],"relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"en.lproj/A%26B.strings"},"region":{"startLine":3,"startColumn":1}}}],"partialFingerprints":{"lstrings/v1":"\#(Self.findings[0].fingerprintDigest)"}}]}]}

                """#)
    }

    @Test func findingsInFilesOfAllLocalesNameTheirs() {
        func finding(isInFileOfAllLocales: Bool) -> Finding {
            Finding(
                check: "missing-key", severity: .warning, path: "App.xcstrings", table: "App",
                locale: LocaleIdentifier("ru")!, isInFileOfAllLocales: isInFileOfAllLocales, messageKey: "m")
        }
        func reports(_ finding: Finding) -> [String] {
            [
                SARIFReport.text([finding], checks: [], tool: Self.tool),
                JUnitReport.text([finding], files: [], tool: Self.tool),
                GitHubReport.text([finding], tool: Self.tool),
            ]
        }
        for report in reports(finding(isInFileOfAllLocales: true)) { #expect(report.contains("ru: m")) }
        for report in reports(finding(isInFileOfAllLocales: false)) { #expect(!report.contains("ru: ")) }
        // Its objects have a member for the locale.
        let json = JSONReport.text([finding(isInFileOfAllLocales: true)], tool: Self.tool)
        #expect(json.contains(#""locale":"ru""#) && json.contains(#""message":"m""#))
    }

    @Test func jsonAndSARIFAreWellFormedWhateverTheTextsHold() throws {
        let parser = JSONParser()
        for text in [
            JSONReport.text(Self.findings, tool: Self.tool), SARIFReport.text(Self.findings, tool: Self.tool),
        ] {
            #expect(throws: Never.self) { try parser.withValue(of: Array(text.utf8)) { _ in } }
        }
    }

    @Test(arguments: [
        ("a b/ü.strings", "a%20b/%C3%BC.strings"), ("./x.strings", "x.strings"),
        ("/tmp/x.strings", "file:///tmp/x.strings"), ("a:b/x.strings", "a%3Ab/x.strings"),
    ])
    func sarifPathsAreURIReferences(path: String, uri: String) {
        let finding = Finding(
            check: "syntax", severity: .error, path: path, table: "x", locale: LocaleIdentifier("de")!,
            messageKey: "m")
        #expect(SARIFReport.text([finding], checks: [], tool: Self.tool).contains("\"uri\":\"\(uri)\""))
    }

    @Test func digestsAreStable() {
        // FNV-1a of the parts of the fingerprint, separated by U+001F, computed independently.
        let finding = Finding(
            check: "a", severity: .error, path: "p", table: "T", locale: LocaleIdentifier("de")!,
            messageKey: "m")
        #expect(finding.fingerprintDigest == "2a9ca90a4efa46c4")
    }
}
