// Every check finds its own example, says nothing about the corrected one, and has its texts.

import Testing
import TestSupport
import TranslationTools

@Suite struct CheckExamplesTests {
    static let identifiers = CheckRegistry.all.map(\.identifier)

    @Test(arguments: identifiers)
    func findsTheMistakeInItsExample(identifier: String) throws {
        let check = try #require(CheckRegistry.check(identifier))
        let found = findings(of: check, translation: check.example.wrong)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.check == identifier && $0.severity == check.severity })
    }

    @Test(arguments: identifiers)
    func saysNothingAboutTheCorrectedExample(identifier: String) throws {
        let check = try #require(CheckRegistry.check(identifier))
        #expect(findings(of: check, translation: check.example.right) == [])
    }

    @Test(arguments: identifiers)
    func theCorrectedExampleHasNoOtherMistake(identifier: String) throws {
        let check = try #require(CheckRegistry.check(identifier))
        let project = project(check.example, translation: check.example.right)
        #expect(CheckRunner(project: project).findings().filter { $0.severity > .note } == [])
    }

    @Test func identifiersAreUniqueAndInOneForm() {
        #expect(Set(Self.identifiers).count == Self.identifiers.count)
        for identifier in Self.identifiers {
            #expect(identifier.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }, "\(identifier)")
        }
    }

    @Test func everyFindingAndEveryReasonHasAText() throws {
        let folder = packageFolder + "/Localizations/en.lproj/"
        let tables = try ["Checks", "Diagnostics"].map {
            ($0, StringsFile(try bytes(of: folder + $0 + ".strings")))
        }
        let texts = Dictionary(uniqueKeysWithValues: tables)
        for check in CheckRegistry.all {
            #expect(texts["Checks"]?[check.identifier + ".why"] != nil, "\(check.identifier).why")
            for finding in findings(of: check, translation: check.example.wrong) {
                let text = try #require(
                    texts[finding.messageTable]?[finding.messageKey]?.text, "\(finding.messageKey)")
                let arguments = FormatString(text).argumentClasses
                #expect((arguments.keys.max() ?? 0) <= finding.facts.count, "\(finding.messageKey)")
                for (position, classes) in arguments {
                    if case .text = finding.facts[position - 1] {
                        #expect(classes == [.object], "\(finding.messageKey)")
                    } else {
                        #expect(classes == [.integer], "\(finding.messageKey)")
                    }
                }
            }
        }
    }

    private func findings(of check: any Check, translation: String?) -> [Finding] {
        CheckRunner(
            project: project(check.example, translation: translation),
            options: CheckOptions(selected: [check.identifier], runsOnlySelected: true)
        ).findings()
    }

    private func project(_ example: CheckExample, translation: String?) -> LocalizationProject {
        LocalizationProject(source: example.source, [example.locale: translation])
    }
}

extension LocalizationProject {
    /// A project with one table, in English and in other locales; `nil` for a folder without a file.
    init(source: String, _ translations: [String: String?]) {
        var files = translations.keys.contains("en") ? [] : [Self.file("en", source)]
        for (locale, text) in translations.sorted(by: { $0.key < $1.key }) {
            if let text { files.append(Self.file(locale, text)) }
        }
        self.init(
            sourceLocale: LocaleIdentifier("en")!, files: files,
            locales: translations.keys.map { LocaleIdentifier($0)! })
    }

    private static func file(_ locale: String, _ text: String) -> LocalizationFile {
        LocalizationFile(
            path: locale + ".lproj/Localizable.strings", table: "Localizable",
            locale: LocaleIdentifier(locale)!, bytes: Array(text.utf8))
    }
}
