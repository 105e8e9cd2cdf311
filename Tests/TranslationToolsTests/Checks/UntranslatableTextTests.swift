// Texts that are not to be translated, or that nothing uses: only relevant findings are reported.

import Localization
import Testing

@testable import TranslationTools

@Suite struct UntranslatableTextTests {
    @Test(arguments: [
        "Do not translate", "DO NOT TRANSLATE!", "Name of the app. Don't translate this string.",
        "TRANSLATORS: please do not translate", "The brand (do not translate)",
        "Product name, not translatable",
        "This string should not be translated.", "No translation needed", "Brand - do not localize",
        "Class = \"UILabel\"; text = \"Cancel\"; Note = \"Placeholder - Do not translate\";",
        "Don’t translate.\nShown in the title.", "Class = \"UIButton\"; ObjectID = \"a-1\";",
    ])
    func aTextThatStaysAsItIsNeedsNoTranslation(comment: String) {
        let text = comment.contains("ObjectID") ? "Button" : "Cancel"
        let project = LocalizationProject(
            source: "/* \(comment) */\n\"k\" = \"\(text)\";\n/* \(comment) */\n\"l\" = \"\(text)\";",
            ["de": "\"k\" = \"\(text)\";"])
        #expect(CheckRunner(project: project).findings() == [])
    }

    /// A comment about a part of the text, or about some languages, does not apply to the whole.
    @Test(arguments: [
        "Do not translate \"GNOME\"", "Do not translate %@", "Do not translate the placeholders.",
        "Translate this", "If your language has no word for it, do not translate.",
        "Do not translate: Cancel, OK",
        "The name GNOME should not be translated.", "ObjectID of a button",
    ])
    func aTextOfWhichSomethingStaysIsTranslated(comment: String) {
        let project = LocalizationProject(
            source: "/* \(comment) */\n\"k\" = \"Cancel\";", ["de": "\"k\" = \"Cancel\";"])
        #expect(CheckRunner(project: project).findings().map(\.check) == ["untranslated-word"])
    }

    /// The text on a key of keyboards is in English in many languages.
    @Test func theNameOfAKeyIsNotLeftUntranslated() {
        func found(_ key: String) -> [String] {
            let text = "\"\(key)\" = \"Delete\";"
            let project = LocalizationProject(source: text, ["nl": text])
            return CheckRunner(project: project).findings().map(\.check)
        }
        for key in ["QShortcut.Delete", "key_delete", "editor.shortcut.delete"] { #expect(found(key) == []) }
        #expect(found("button.delete") == ["untranslated-word"])
    }

    /// A key that Xcode marks as stale is only reported as stale.
    @Test func aStaleKeyIsReportedAsSuchAlone() throws {
        let catalog = """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
            "old": {"extractionState": "stale", "localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "Save %@?"}},
            "de": {"stringUnit": {"state": "translated", "value": "Sichern %d "}}}},
            "older": {"extractionState": "stale", "localizations": {
            "de": {"stringUnit": {"state": "translated", "value": "Alt Alt "}}}},
            "new": {"localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "New %@"}},
            "de": {"stringUnit": {"state": "translated", "value": "Neu %d"}}}}}}
            """
        let english = LocaleIdentifier("en")!
        let empty = LocalizationProject(sourceLocale: english, files: [])
        let files = try #require(
            LocalizationFile.files(
                of: Array(catalog.utf8), StringCatalogFormat(),
                from: TranslationFileSource(project: empty, path: "Localizable.xcstrings")))
        let project = LocalizationProject(sourceLocale: english, files: files)
        let found = CheckRunner(project: project).findings().map { "\($0.check) \($0.key ?? "")" }
        #expect(found.sorted() == ["argument-type new", "obsolete-key old", "obsolete-key older"])
    }

    /// If most translations lack the space at the edge of the source, the source is at fault and is reported;
    /// if one translation lacks it, the translation is. A copy of the source counts for neither.
    @Test func whatMostTranslationsLackIsSaidOfTheSource() {
        func found(_ translations: [String: String]) -> [String] {
            let project = LocalizationProject(source: "\"k\" = \"Name \";", translations)
            return CheckRunner(project: project).findings().map { "\($0.locale) \($0.messageKey)" }.sorted()
        }
        #expect(
            found(["de": "\"k\" = \"Art\";", "fr": "\"k\" = \"Nom\";"]) == ["en edge-whitespace.source"])
        #expect(found(["de": "\"k\" = \"Art\";"]) == ["de edge-whitespace"])
        #expect(
            found(["de": "\"k\" = \"Art\";", "fr": "\"k\" = \"Nom \";", "it": "\"k\" = \"Nome\";"])
                == ["de edge-whitespace", "it edge-whitespace"])
        let three = ["de": "\"k\" = \"Art\";", "it": "\"k\" = \"Nome\";", "ja": "\"k\" = \"名前\";"]
        #expect(
            found(three.merging(["fr": "\"k\" = \"Nom \";", "nl": "\"k\" = \"Name \";"]) { $1 })
                == ["en edge-whitespace.source"])
    }

    /// Each file has its own source text, and the order of findings depends on which file is done first.
    @Test func whatIsSaidOfTheSourceDoesNotDependOnTheOrderOfFindings() throws {
        let english = LocaleIdentifier("en")!
        let empty = LocalizationProject(sourceLocale: english, files: [])
        let files = try [("de", "Name ", "Art"), ("fr", "Name\n", "Nom")].flatMap { locale, source, target in
            let text = """
                <xliff version="1.2"><file source-language="en" target-language="\(locale)" datatype="plaintext" \
                original="T.strings"><body><trans-unit id="k" xml:space="preserve"><source>\(source)</source>\
                <target>\(target)</target></trans-unit></body></file></xliff>
                """
            let place = TranslationFileSource(project: empty, path: "\(locale).xliff", table: "T")
            return try #require(LocalizationFile.files(of: Array(text.utf8), XLIFFFormat(), from: place))
        }
        let project = LocalizationProject(sourceLocale: english, files: files)
        let runner = CheckRunner(project: project)
        let findings = project.files.flatMap { runner.findings(in: $0) }
        func said(_ findings: [Finding]) -> [String] {
            SourceSlips.collapsed(findings, in: project).map { "\($0.path) \($0.messageKey) \($0.facts)" }
        }
        #expect(said(findings).contains { $0.contains("edge-whitespace.source") })
        #expect(said(findings).sorted() == said(findings.reversed()).sorted())
    }

    /// Of two faults of the arguments in one text, the worse one is reported.
    @Test func theWorstFaultOfArgumentsIsReported() {
        let project = LocalizationProject(
            source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";",
            ["de": "\"n|==|plural.one\" = \"%ld Datei\";\n\"n|==|plural.other\" = \"%s Dateien\";"])
        let found = CheckRunner(project: project).findings()
        #expect(found.map(\.severity) == [.error])
    }
}
