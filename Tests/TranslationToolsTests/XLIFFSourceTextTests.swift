// The source texts with which translations in XLIFF are compared.

import Localization
import Testing

@testable import TranslationTools

@Suite struct XLIFFSourceTextTests {
    /// Symfony's files have keys or old texts as sources; users read the targets of the English file.
    @Test func translationsFollowWhatTheFileOfTheSourceLanguageShows() throws {
        let project = LocalizationProject(sourceLocale: .english, files: [])
        func files(_ locale: String, _ target: String) throws -> [LocalizationFile] {
            let text = """
                <xliff version="1.2"><file source-language="en" target-language="\(locale)" datatype="plaintext" \
                original="messages.en.xlf"><body><trans-unit id="k" resname="selected"><source>Choose %old%</source>\
                <target>\(target)</target></trans-unit></body></file></xliff>
                """
            let source = TranslationFileSource(
                project: project, path: "translations/messages.\(locale).xlf", table: "messages")
            return try #require(LocalizationFile.files(of: Array(text.utf8), XLIFFFormat(), from: source))
        }
        func findings(_ translation: String) throws -> [String] {
            let files = try files("en", "Choose %page%") + files("de", translation)
            return CheckRunner(project: LocalizationProject(sourceLocale: .english, files: files))
                .findings().map(\.check)
        }
        #expect(try findings("Wählen Sie %page%") == [])
        #expect(try findings("Wählen Sie").contains("missing-argument"))
        #expect(try findings("Wählen Sie %seite%").contains("extra-argument"))
    }
}
