// Mistakes in translations of Fluent's texts.

import Localization
import Testing
@testable import TranslationTools

@Suite struct FluentCheckTests {
    /// The warnings and errors of a translation.
    private static func findings(
        _ english: String, _ text: String, _ locale: String = "de", least: Severity = .warning
    ) throws -> [String] {
        func file(_ text: String, _ locale: String) throws -> LocalizationFile {
            let project = LocalizationProject(sourceLocale: .english, files: [])
            let source = TranslationFileSource(
                project: project, path: "locales/\(locale)/app.ftl", table: "app")
            return try #require(
                LocalizationFile.files(of: Array(text.utf8), FluentFormat(), from: source)?.first)
        }
        let project = LocalizationProject(
            sourceLocale: .english, files: [try file(english, "en"), try file(text, locale)])
        return CheckRunner(project: project).findings().filter { $0.severity >= least }
            .map { "\($0.check) \($0.key ?? "")" }
    }

    private static let plural = "a = { $n ->\n    [one] { $n } file\n   *[other] { $n } files\n }"

    @Test(arguments: [
        ("a = Hi { $user }", "a = Hallo", "missing-argument a"),
        ("a = Hi { $user }", "a = Hallo { $usr } { $user }", "extra-argument a"),
        ("a = Hi there", "a = Hallo { $user }", "extra-argument a"),
        ("a = At { DATETIME($date) }", "a = Um", "missing-argument a"),
        (
            "a = { $g ->\n    [x] { $u } A\n   *[y] { $u } B\n } C",
            "a = { $g ->\n    [x] { $u } A\n   *[y] B\n } D", "missing-argument a"
        ),
        (plural, "a = Dateien", "missing-plural a"),
        (
            "a = In { $n ->\n    [one] a file\n   *[other] { $n } files\n }",
            "a = W { $n ->\n    [one] pliku\n   *[other] { $n } plikach\n }", "missing-plural-category a"
        ),
    ])
    func aPlantedMistakeIsFound(english: String, text: String, finding: String) throws {
        let locale = finding == "missing-plural-category a" ? "pl" : "de"
        #expect(try Self.findings(english, text, locale).contains(finding))
    }

    /// A language that has to inflect a term may write it out.
    @Test(arguments: [
        ("a = About { -brand }", "a = Info"), ("a = In { -brand }", "a = W Firefoksie"),
    ])
    func aReferenceThatIsLeftOutIsANote(english: String, text: String) throws {
        #expect(try Self.findings(english, text, least: .note) == ["missing-argument a"])
        #expect(try Self.findings(english, text) == [])
    }

    /// A message has no forms, unlike a term.
    @Test(arguments: [("a = See { b.c }", "a = Siehe"), ("a = Empty { trash }", "a = Vysypat koš")])
    func aMessageMayBeWrittenOut(english: String, text: String) throws {
        #expect(try Self.findings(english, text, least: .note) == [])
    }

    @Test func aMissingCategoryOrMessageIsFound() throws {
        let polish = "a = { $n ->\n    [one] { $n } plik\n   *[other] { $n } plików\n }"
        #expect(try Self.findings(Self.plural, polish, "pl").contains("missing-plural-category a"))
        #expect(try Self.findings("a = A\nb = B\n    .c = C", "a = Ah\nb = Be").contains("missing-key b.c"))
    }

    @Test(arguments: [
        ("a = Hi { $user }", "a = Hallo {$user}", "de"),
        (plural, "a = { $n ->\n   *[other] { $n } ファイル\n }", "ja"),
        (plural, "a = { $n } ファイル", "ja"),
        (
            plural,
            "a = { $n ->\n    [one] { $n } plik\n    [few] { $n } pliki\n   *[many] { $n } plików\n }", "pl"
        ),
        // Line breaks of HTML pages do not matter.
        ("a = One.\n    Two.\n    Three.", "a = Eins. Zwei. Drei.", "de"),
        // Lines of a choice are not lines of the text.
        (
            "a = Now { PLATFORM() ->\n    [x] A.\n    [y] B.\n   *[z] C.\n } of it", "a = Jetzt davon", "de"
        ),
        // Each language has its own grammar.
        (
            "a = { -brand } left",
            "a = { -brand.gender ->\n    [m] El { -brand }\n   *[f] La { -brand }\n } va", "es"
        ),
        ("-brand = Firefox", "-brand = Firefox\n    .gender = m", "de"),
        (plural, "a = Mit { $n ->\n    [one] { $n } Datei\n   *[other] { $n } Dateien\n }", "de"),
    ])
    func aSoundTranslationIsQuiet(english: String, text: String, locale: String) throws {
        #expect(try Self.findings(english, text, locale) == [])
    }

    @Test func aPseudoLocaleKeepsWhatIsSyntax() throws {
        let style = PseudoLocalizer.Style(
            addsAccents: true, growth: 0, addsBrackets: false, isRightToLeft: false)
        let text = "Hi { $user }: { $g ->\n    [male] he\n   *[other] they\n}"
        let message = PseudoLocalizer(style).message(Message(key: "a", text: text), flags: ["fluent-format"])
        #expect(message.text?.source == "Ĥî { $user }: { $g ->\n    [male] ĥé\n   *[other] ţĥéý\n}")
    }
}
