// What translators of other projects write, and no reader of it takes for a mistake.

import Testing
import TranslationTools

@Suite struct OtherProjectsTests {
    private static func findings(
        _ source: String, _ translation: String, key: String? = nil, least: Severity = .note
    ) -> [String] {
        let key = key ?? source
        let project = LocalizationProject(
            source: "\"\(key)\" = \"\(source)\";", ["de": "\"\(key)\" = \"\(translation)\";"])
        return CheckRunner(project: project).findings().filter { $0.severity >= least }.map(\.check)
    }

    /// In a menu an ampersand marks the key of a command.
    @Test func aSemicolonMayFollowAWordWithAKey() {
        #expect(Self.findings("Follow &tagopt, else all", "Folge &tagopt; sonst alles") == [])
        #expect(Self.findings("Cut & paste", "Schneiden &am; Einfügen") == ["markup"])
    }

    @Test(arguments: ["weirdchars.txt", "/etc/hosts", "henk@hotmail.com", "https://dev.azure.com/name"])
    func translationsHaveExamplesOfTheirOwn(example: String) {
        #expect(Self.findings("Edit it. Example:\\n\(example)", "Bearbeiten. Beispiel:\\nanderes") == [])
    }

    @Test func namesAboveExamplesAreFound() {
        #expect(Self.findings("Edit a-b.txt\\nExample:\\nx", "Bearbeiten\\nBeispiel:\\nx") == ["file-names"])
    }

    /// The source may have changed since, which files with such keys do not tell.
    @Test func aShortTextUnderAKeyMayBeAnOlderOne() {
        let source = "The program is running — stop it before you change any file of it."
        #expect(Self.findings(source, "Das Programm läuft", key: "running") == [])
        #expect(Self.findings(source, "Das Programm läuft") == ["truncation"])
    }

    @Test func aPlaceholderMayFollowALineBreakThatIsEscapedTwice() {
        let found = Self.findings("Failed: {0}", "Fehler:\\\\n{0}", least: .warning)
        #expect(!found.contains("missing-argument"))
    }

    /// A dialog that asks `Delete?` may be called after what it does.
    @Test func aShortenedQuestionIsANote() {
        #expect(Self.findings("Delete this file?", "Datei löschen") == ["end-punctuation"])
        #expect(Self.findings("Delete this file?", "Datei löschen", least: .warning) == [])
        #expect(Self.findings("Do you delete it?", "Löschen", least: .warning) == ["end-punctuation"])
    }
}
