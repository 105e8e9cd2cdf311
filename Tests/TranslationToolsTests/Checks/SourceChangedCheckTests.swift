// A source text that changed after its translations were made is found.

import Testing
import TranslationTools

@Suite struct SourceChangedCheckTests {
    private func findings(_ source: String, synced: String?) -> [Finding] {
        let project = LocalizationProject(source: source, ["de": source], synced: synced)
        return CheckRunner(
            project: project, options: CheckOptions(selected: ["source-changed"], runsOnlySelected: true)
        ).findings()
    }

    @Test func withoutARecordNothingIsCompared() {
        #expect(findings("\"a\" = \"A\";", synced: nil) == [])
    }

    @Test func theSameTextsAreQuietInAnyOrderAndUnderAnyComment() {
        let recorded = "/* One. */\n\"a\" = \"A\";\n\"b\" = \"B\";\n\"gone\" = \"C\";"
        #expect(findings("\"b\" = \"B\";\n/* Two. */\n\"a\" = \"A\";", synced: recorded) == [])
    }

    @Test func aChangedTextIsReportedWhereTheSourceHasIt() throws {
        let found = findings("\"a\" = \"A\";\n\"b\" = \"New\";", synced: "\"b\" = \"Old\";\n\"a\" = \"A\";")
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.path == "en.lproj/Localizable.strings")
        #expect(finding.position?.line == 2)
        #expect(finding.key == "b")
        #expect(finding.facts == [.text("Old")])
    }

    /// Each form counts, even if formats with one text per message do not show it.
    @Test(arguments: ["one", "other"]) func aChangedFormIsReported(category: String) {
        let texts = ["one": "%ld file", "other": "%ld files"]
        func table(_ texts: [String: String]) -> String {
            texts.sorted { $0.key < $1.key }
                .map { "\"n|==|plural.\($0.key)\" = \"\($0.value)\";" }.joined(separator: "\n")
        }
        let earlier = texts.merging([category: "%ld thing"]) { $1 }
        #expect(findings(table(texts), synced: table(earlier)).map(\.facts) == [[.text("%ld thing")]])
        #expect(findings(table(texts), synced: table(texts)) == [])
        // A new form is a change, too.
        let fewer = texts.filter { $0.key == "other" }
        #expect(findings(table(texts), synced: table(fewer)).map(\.facts) == [[.text("%ld files")]])
    }

    @Test func aTextThatIsNotRecordedIsReported() {
        let found = findings("\"a\" = \"A\";\n\"b\" = \"B\";", synced: "\"a\" = \"A\";")
        #expect(found.map(\.messageKey) == ["source-changed.new"])
        #expect(found.map(\.key) == ["b"])
    }

    @Test func aTableThatIsNotRecordedIsReportedOnce() {
        let english = LocaleIdentifier("en")!
        let file = LocalizationFile(
            path: "en.lproj/New.strings", table: "New", locale: english,
            bytes: Array("\"a\" = \"A\";\n\"b\" = \"B\";".utf8))
        let project = LocalizationProject(sourceLocale: english, files: [file], syncedSources: [])
        let found = CheckRunner(project: project).findings()
        #expect(found.map(\.messageKey) == ["source-changed.new"])
        #expect(found.map(\.key) == [nil])
    }

    @Test func aCommentInTheSourceKeepsTheCheckQuiet() {
        let source = "/* lint:ignore source-changed */\n\"a\" = \"New\";"
        #expect(findings(source, synced: "\"a\" = \"Old\";") == [])
    }
}
