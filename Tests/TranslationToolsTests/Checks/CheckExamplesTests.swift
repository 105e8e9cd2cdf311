// Every check finds the mistake in its example, is silent about the correction, and has its texts.

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
        var options = CheckOptions()
        options.glossary = try glossary(check.example)
        options.distantTexts = Self.distantTexts
        let found = CheckRunner(project: project, options: options).findings()
        #expect(found.filter { $0.severity > .note } == [])
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

    /// Checks with several texts: translations that lead to other texts than the example does.
    @Test(arguments: [
        ("unfinished.review", "\"a\" = \"A\";", "pl", "/* Flag: fuzzy */ \"a\" = \"B\";"),
        ("edge-whitespace.leading", "\"a\" = \" A\";", "de", "\"a\" = \"B\";"),
        ("markup", "\"a\" = \"A\";", "de", "\"a\" = \"<b>A\";"),
        ("markup.lost", "\"a\" = \"<b>A\";", "de", "\"a\" = \"A\";"),
        ("quotes.missing", "\"a\" = \"(″)\";", "pt", "\"a\" = \"(“)\";"),
        ("mixed-scripts.extra", "\"a\" = \"A\";", "tt", "\"a\" = \"sшарт\";"),
        ("bidirectional-controls.closing", "\"a\" = \"A\";", "he", "\"a\" = \"א\\U2069\";"),
        (
            "max-size.lines", "/* max-size: 50:2 */ \"a\" = \"A\";", "de",
            "\"a\" = \"aaaaaaaa bbbbbbbb cccccccc\";"
        ),
        ("broken-substitution", "\"a\" = \"A\";", "de", "\"a\" = \"%#@b@ %#@c@\";"),
        (
            "missing-plural-category.fractions", "\"a|==|plural.other\" = \"%.1f\";", "cs",
            "\"a|==|plural.one\" = \"%.1f\"; \"a|==|plural.few\" = \"%.1f\"; \"a|==|plural.other\" = \"%.1f\";"
        ),
    ])
    func otherTextsHaveTheirArguments(key: String, source: String, locale: String, translation: String) throws
    {
        let table = StringsFile(try bytes(of: packageFolder + "/Localizations/en.lproj/Checks.strings"))
        let project = LocalizationProject(source: source, [locale: translation])
        let finding = try #require(
            CheckRunner(project: project).findings().first { $0.messageKey == key })
        let text = try #require(table[key]?.text)
        #expect(FormatString(text).argumentClasses.count == finding.facts.count)
    }

    @Test func everyTextBelongsToACheck() throws {
        let table = StringsFile(try bytes(of: packageFolder + "/Localizations/en.lproj/Checks.strings"))
        let variants = [
            "why", "review", "leading", "lost", "closing", "fractions", "new", "missing", "extra", "device",
            "name",
            "syntax", "types", "unnumbered", "untranslatable", "stale", "host", "close", "entity", "nesting",
            "latin", "lines", "source", "millions", "reference", "branch", "option",
            "file", "catalog", "any", "selector", "messageformat2", "uncompared", "rule", "use",
            "messageformat", "form", "all", "interpolation", "argument", "data",
        ]
        for key in table.keys {
            let parts = key.split(separator: ".").map(String.init)
            #expect(Self.identifiers.contains(parts[0]), "\(key)")
            #expect(parts.count == 1 || (parts.count == 2 && variants.contains(parts[1])), "\(key)")
        }
    }

    private func findings(of check: any TranslationCheck, translation: String?) -> [Finding] {
        let project = project(check.example, translation: translation)
        var options = CheckOptions(selected: [check.identifier], runsOnlySelected: true)
        options.glossary = (try? glossary(check.example)) ?? Glossary()
        options.distantTexts = Self.distantTexts
        guard let program = check.example.program else {
            return CheckRunner(project: project, options: options).findings()
        }
        let source = SourceFile(path: "Program.swift", bytes: Array(program.utf8), language: .swift)
        let run = SourceCheckRun(projects: [project], sources: SourceUses([source]))
        return SourceCheckRunner(run, options: options).findings()
    }

    /// The distant texts that a vector command would show for the example of the check `meaning`.
    private static let distantTexts = DistantTexts([
        ComparedTexts(
            locale: LocaleIdentifier("de")!, source: "The file was deleted", text: "Das Bild ist zu groß")
    ])

    private func glossary(_ example: CheckExample) throws -> Glossary {
        try example.glossary.map { try Glossary(Array($0.utf8), path: "glossary.csv") } ?? Glossary()
    }

    private func project(_ example: CheckExample, translation: String?) -> LocalizationProject {
        // The right translation follows the source in its current form.
        let synced = example.synced.map { translation == example.wrong ? $0 : example.source }
        return LocalizationProject(source: example.source, [example.locale: translation], synced: synced)
    }
}

extension LocalizationProject {
    /// A project with one table, in English and in other locales; `nil` for a folder without a file.
    ///
    /// - Parameter synced: the recorded source; `nil` for none.
    init(source: String, _ translations: [String: String?], synced: String? = nil) {
        var files = translations.keys.contains("en") ? [] : [Self.file("en", source)]
        for (locale, text) in translations.sorted(by: { $0.key < $1.key }) {
            if let text { files.append(Self.file(locale, text)) }
        }
        self.init(
            sourceLocale: LocaleIdentifier("en")!, files: files,
            localeFolders: Dictionary(
                uniqueKeysWithValues: translations.keys.map { (LocaleIdentifier($0)!, $0 + ".lproj") }),
            syncedSources: synced.map { [Self.file("en", $0)] })
    }

    private static func file(_ locale: String, _ text: String) -> LocalizationFile {
        LocalizationFile(
            path: locale + ".lproj/Localizable.strings", table: "Localizable",
            locale: LocaleIdentifier(locale)!, bytes: Array(text.utf8))
    }
}
