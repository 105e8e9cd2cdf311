// Which endings of texts are equal, and how those that differ are quoted.

import Testing
import TranslationTools

@Suite struct EndPunctuationCheckTests {
    private static func findings(
        _ source: String, _ translation: String, _ locale: String = "de", key: String = "k",
        comment: String = ""
    ) -> [Finding] {
        CheckedText.findings(
            of: "end-punctuation", source, translation, locale, key: key, comment: comment)
    }

    // MARK: Signs

    /// A letter that chooses a command follows the colon, another sentence has it, and Santali writes a vowel
    /// sign that looks like one.
    @Test(
        arguments: [
            ("am", "Ch_aracter:", "ፊደል፦ (_A)"), ("am", "Failed:", "ስህተት፦ አልተሳካም"), ("sat", "Deck:", "ᱰᱮᱠᱺ"),
        ] as [(String, String, String)])
    func colonsOfOtherScriptsCount(locale: String, source: String, translation: String) {
        #expect(Self.findings(source, translation, locale) == [])
    }

    @Test(
        arguments: [
            ("de", "Rebuilding the deck…", "Der Stapel wird gebaut", "gebaut", "…"),
            ("de", "Do it?", "Tu es.", ".", "?"), ("de", "Loading...", "Wird geladen..", "..", "..."),
            ("fr", "“Really?”", "« Vraiment »", "Vraiment »", "?”"),
            ("bn", "Future _Value:", "মূল্য (_V)", "মূল্য", ":"),
            ("ja", "Add a name…", "名前を追加", "名前を追加", "…"),
            ("ja", "Adding…", "新しい共同編集者の名前とメールアドレスを追加", "を追加", "…"),
        ] as [(String, String, String, String, String)])
    func quotesTheSignOrTheLastWord(
        locale: String, source: String, translation: String, end: String, sourceEnd: String
    ) {
        #expect(
            Self.findings(source, translation, locale).map(\.facts) == [[.text(end), .text(sourceEnd)]])
    }

    @Test func truncatedTextsAreQuotedTheSameWay() {
        let found = CheckedText.findings(
            of: "truncation", "The file could not be saved. Try it again.",
            "Die Datei konnte nicht gesichert werden,", "de")
        #expect(found.map(\.facts) == [[.text("werden,")]])
    }
}
