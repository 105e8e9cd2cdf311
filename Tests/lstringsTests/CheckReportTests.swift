// Findings are single lines in the form of compilers, whatever the files contain.

import Localization
import ProgramSupport
import TestSupport
import Testing
import TranslationTools

@testable import lstrings

@Suite struct CheckReportTests {
    private func findings(_ translation: String, path: String = "de.lproj/Localizable.strings") -> [Finding] {
        let english = LocaleIdentifier("en")!
        let files = [
            LocalizationFile(
                path: "en.lproj/Localizable.strings", table: "Localizable", locale: english,
                bytes: Array("\"Hi %@\" = \"Hi %@\";\n".utf8)),
            LocalizationFile(
                path: path, table: "Localizable", locale: LocaleIdentifier("de")!,
                bytes: Array(translation.utf8)),
        ]
        let project = LocalizationProject(sourceLocale: english, files: files)
        return CheckRunner(project: project).findings().filter { $0.path == path }
    }

    private let report = CheckReport(context: ToolContext(.current), form: .text)

    @Test func aFindingIsPlaceSeverityWordsAndCheck() throws {
        let finding = try #require(findings("\n\"Hi %@\" = \"Hallo\";\n").first)
        let line = report.line(finding).plain
        #expect(line.hasPrefix("de.lproj/Localizable.strings:2:11: "))
        #expect(line.hasSuffix(" [missing-argument]"))
    }

    @Test func aFindingWithoutAPlaceHasNone() throws {
        let finding = try #require(findings("").first)
        #expect(report.line(finding).plain.hasPrefix("de.lproj/Localizable.strings: "))
    }

    @Test func namesAndKeysStayOnTheLine() throws {
        let all = findings("\"a\\nb\\U001b[31m\" = \"x\";\n", path: "de.lproj/a\nb\u{1B}[31m.strings")
        #expect(!all.isEmpty)
        for finding in all {
            let line = report.line(finding).plain
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(isBalanced(line))
        }
    }
}
