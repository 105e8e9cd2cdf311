// Plural categories that a message lacks, one by one or once for a file.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct MissingPluralCategoryTests {
    /// Programmers write one form where English says the same of one as of several.
    @Test(arguments: [
        ("+%ld buried", Severity.note), ("%ld more", .note), ("Status: %ld", .note), ("%ld files", .warning),
        ("%ld are due", .warning), ("All %ld people", .warning),
    ])
    func aSourceTextWithOneFormNeedsNoOtherIfItReadsTheSame(text: String, severity: Severity) {
        let project = LocalizationProject(source: "\"n|==|plural.other\" = \"\(text)\";", [:])
        let found = CheckRunner(project: project).findings()
        #expect(found.map(\.check) == ["missing-plural-category"])
        #expect(found.map(\.severity) == [severity])
        // Whether another language needs the form, its own texts do not tell.
        let german = LocalizationProject(
            source: "\"n|==|plural.other\" = \"+%ld buried\";",
            ["de": "\"n|==|plural.other\" = \"+%ld begraben\";"])
        #expect(CheckRunner(project: german).findings().map(\.severity) == [.warning, .note])
    }

    /// French uses `many` only for millions, and most projects omit it.
    @Test func aFormForMillionsIsMissedOnceInAFile() {
        func message(_ key: String) -> String {
            "\"\(key)|==|plural.one\" = \"%ld \(key)\";\n\"\(key)|==|plural.other\" = \"%ld \(key)s\";\n"
        }
        let text = message("page") + message("image")
        let project = LocalizationProject(source: text, ["fr": text, "pl": text])
        let found = CheckRunner(project: project).findings().filter { $0.check == "missing-plural-category" }
        let french = found.filter { $0.locale.language == "fr" }
        #expect(french.map(\.key) == ["page"] && french.map(\.severity) == [.note])
        #expect(french.first?.facts.last == .integer(2))
        #expect(found.count { $0.locale.language == "pl" } == 4)
    }

    /// Eleven messages of a translation without `two` are one decision; with one that has it, they are slips.
    @Test func aCategoryThatAFileLeavesOutIsMissedOnceInTheFile() throws {
        func message(_ number: Int, _ categories: String...) -> String {
            categories.map { "\"n\(number)|==|plural.\($0)\" = \"%ld \($0)\";\n" }.joined()
        }
        func missing(_ text: String) -> [Finding] {
            let source = (1...12).map { message($0, "one", "other") }.joined()
            return CheckRunner(project: LocalizationProject(source: source, ["sl": text])).findings()
                .filter { $0.check == "missing-plural-category" }
        }
        let eleven = (1...11).map { message($0, "one", "few", "other") }.joined()
        let found = try #require(missing(eleven).first)
        #expect(missing(eleven).count == 1)
        #expect(found.messageKey == "missing-plural-category.file" && found.severity == .warning)
        #expect(found.key == "n1" && found.position?.line == 3)
        #expect(found.facts.first == .text("two") && found.facts.last == .integer(11))
        let other = message(12, "one", "two", "few", "other")
        #expect(missing(eleven + other).map(\.messageKey).allSatisfy { $0 == "missing-plural-category" })
        #expect(missing(eleven + other).count == 11)
        let ten = (1...10).map { message($0, "one", "few", "other") }.joined()
        #expect(missing(ten).count == 10)
    }

    /// A variable may be empty for every number, to take an argument that another one shows.
    @Test(arguments: [("", "", 0), ("", "x", 2), ("%arg", "", 2), ("", nil, 0)] as [(String, String?, Int)])
    func formsThatAreAllEmptyLackNone(other: String, few: String?, count: Int) {
        let forms =
            "\"n\" = \"%#@a@ %@\";\n\"n|==|substitutions.a.plural.other\" = \"\(other)\";\n"
            + (few.map { "\"n|==|substitutions.a.plural.few\" = \"\($0)\";\n" } ?? "")
        let project = LocalizationProject(source: forms, ["pl": forms])
        let found = CheckRunner(project: project).findings().filter { finding in
            finding.check == "missing-plural-category" && finding.locale.language == "pl"
        }
        #expect(found.count == count)
    }
}
