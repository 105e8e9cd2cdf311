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

    // MARK: Questions

    /// Particles and endings ask, also before a note in brackets, and texts for those whom a question is
    /// about answer it.
    @Test(
        arguments: [
            ("ja", "Do you really want to quit (y:Yes n:No)? ", "終了してもよろしいですか（y/n）"),
            ("ja", "Delete it?", "（削除しますか）"), ("ja", "Delete it?", "削除しますか。[y/n]"),
            ("ja", "Forgot your password?", "パスワードを忘れた場合"),
            ("ja", "Forgot your password?", "パスワードを忘れた方はこちら"),
            ("ja", "Didn't get a link?", "メールが届かない場合は"),
            ("ko", "Delete it?", "삭제하시겠습니까"), ("ko", "Delete it?", "삭제할까요."),
            ("ko", "Do you quit (y/n)?", "끝내시겠습니까 (y/n)"), ("th", "Delete it?", "ลบหรือไม่"),
        ] as [(String, String, String)])
    func questionsNeedNoMarkInSomeLanguages(locale: String, source: String, translation: String) {
        #expect(Self.findings(source, translation, locale) == [])
    }

    @Test(
        arguments: [
            ("ja", "Delete it?", "削除します。"), ("ja", "Need it?", "使い方"), ("ja", "Delete it?", "削除（確か）する"),
            ("ja", "Do you want to get your password sent by mail?", "パスワードを忘れた場合"),
            ("ko", "Delete it?", "삭제합니다."), ("hi", "Do you delete it?", "क्या आप हटाना चाहते हैं"),
        ] as [(String, String, String)])
    func statementsInPlaceOfQuestionsAreFound(locale: String, source: String, translation: String) {
        #expect(!Self.findings(source, translation, locale).isEmpty)
    }

    /// Chinese wants a question mark behind its particles, too.
    @Test func aParticleOfChineseWithoutAMarkIsANote() {
        #expect(Self.findings("Do you delete it?", "要删除吗", "zh_Hans").map(\.severity) == [.note])
        #expect(Self.findings("Do you delete it?", "要删除", "zh_Hans").map(\.severity) == [.warning])
    }

    @Test(
        arguments: [
            ("ru", "Could you tell us how we could improve?", "Посоветуйте, как нам стать лучше."),
            ("de", "If you have time, would you please rate us?", "Bitte bewerten Sie uns!"),
            ("fr", "Sorry! Can you try it again?", "Veuillez réessayer."),
        ] as [(String, String, String)])
    func politeQuestionsMayBeRequests(locale: String, source: String, translation: String) {
        #expect(Self.findings(source, translation, locale) == [])
    }

    @Test(
        arguments: [
            ("Would you like to rate us?", "Bewerten Sie uns."), ("Can you see the code?", "Sie sehen es."),
            ("Could you tell us more?", "Mehr sagen"), ("Do you rate us?", "Bewerten Sie uns."),
        ] as [(String, String)])
    func questionsForReadersToAnswerAreNoRequests(source: String, translation: String) {
        #expect(!Self.findings(source, translation).isEmpty)
    }

    // MARK: Empty fields

    @Test(
        arguments: [
            ("report_comment_hint", "Additional comments?"), ("hint_search", "Search…"),
            ("searchHint", "Search…"),
            ("Login.namePlaceholder", "Your name..."), ("SEARCH-PLACEHOLDER", "Search…"),
            ("abc-12-xyz.placeholder", "Search…"), ("URLHint", "Which address?"),
        ] as [(String, String)])
    func whatStandsInAnEmptyFieldMayEndAsItLikes(key: String, source: String) {
        #expect(Self.findings(source, "Hier eingeben", key: key) == [])
    }

    @Test func commentsTellWhatStandsInAnEmptyField() {
        let comment = "Placeholder text in the field for a new tag"
        #expect(Self.findings("Tag…", "Marke", comment: comment) == [])
        // Here the comment is about the argument.
        #expect(!Self.findings("Open %@…", "%@ öffnen", comment: "The placeholder is a name").isEmpty)
    }

    @Test(
        arguments: [
            ("search_hint", "Name:"), ("hinted_search", "Search…"), ("Hint…", "Hint…"),
            ("Show hint…", "Show hint…"),
        ] as [(String, String)])
    func otherEndingsAndKeysAreFound(key: String, source: String) {
        #expect(!Self.findings(source, "Hier eingeben", key: key).isEmpty)
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
