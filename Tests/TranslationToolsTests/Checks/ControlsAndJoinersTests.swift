// Where controls for the direction of text and joiners have an effect.

import Testing
import TranslationTools

@Suite struct ControlsAndJoinersTests {
    // MARK: Direction

    /// The end of a paragraph closes what is open, and the end of an isolate what is open within it.
    @Test(
        arguments: [
            ("fa", "Left Shift [<<]", "جابه‌جایی \\U202A[<<]"),
            ("fa", "Format: user@example.org", "قالب: \\U202Auser@example.org"),
            ("fa", "Account @%@\\nVersion: %@", "\\U202A@%@\\nنگارش: %@"),
            ("he", "%d-bit", "\\U202B%d-סיביות"), ("fa", "@%@ was reported", "\\U202B@%@ گزارش شد"),
            ("ar", "Folder %@", "المجلد \\U2068%@"), ("he", "File %@", "קובץ \\U2066%@"),
            ("he", "The file %@ is open", "הקובץ \\U2066\\U202A%@\\U2069 פתוח"),
        ] as [(String, String, String)])
    func whatNothingFollowsNeedsNoEnd(locale: String, source: String, translation: String) {
        #expect(CheckedText.findings(of: "bidirectional-controls", source, translation, locale) == [])
    }

    @Test(
        arguments: [
            ("ar", "Folder %@ is empty", "المجلد \\U2068%@ فارغ", "bidirectional-controls"),
            ("he", "The file %@ is open", "הקובץ \\U202A%@ פתוח", "bidirectional-controls"),
            ("he", "The file a.txt is open", "הקובץ \\U2066a.txt פתוח", "bidirectional-controls"),
            ("de", "Open %@", "Datei \\U2067%@ öffnen", "bidirectional-controls"),
            // Overrides can make a text look like another one.
            ("de", "Open", "Öff\\U202Enen", "bidirectional-controls"),
            ("he", "Open", "\\U202Dפתח", "bidirectional-controls"),
            ("fa", "Function “%@”", "تابع «%@»\\U202C", "bidirectional-controls.closing"),
            ("he", "File %@", "קובץ \\U2066%@\\U202C", "bidirectional-controls.closing"),
            ("he", "File %@", "קובץ \\U202A%@\\U2069", "bidirectional-controls.closing"),
        ] as [(String, String, String, String)])
    func controlsThatChangeOtherWordsAreFound(
        locale: String, source: String, translation: String, message: String
    ) {
        let found = CheckedText.findings(of: "bidirectional-controls", source, translation, locale)
        #expect(found.map(\.messageKey) == [message])
    }

    /// The text around a substitution goes on behind it.
    @Test func controlsThatAreOpenInASubstitutionAreFound() {
        func entries(_ text: String, _ files: String) -> String {
            "\"s\" = \"\(text)\"; \"s|==|substitutions.files.plural.other\" = \"\(files)\";"
        }
        let project = LocalizationProject(
            source: entries("%1$#@files@ here", "%arg files"),
            ["ja": entries("ここに%1$#@files@", "\\U2067%arg個")])
        #expect(CheckRunner(project: project).findings().map(\.check).contains("bidirectional-controls"))
    }

    // MARK: Joiners

    /// The text for a placeholder may end with a letter that a joiner shapes, and letters are joined across
    /// tags.
    @Test(
        arguments: [
            ("or", "%1$@ in %2$@", "%2$@\\U200Cରେ %1$@ପତ୍ର"), ("fa", "%@ files", "%@\\U200Cها"),
            ("fa", "<b>%@</b> files", "<b>%@</b>\\U200Cها"), ("fa", "<b>Book</b>s", "<b>کتاب</b>\\U200Cها"),
            ("bn", "a %@", "ক \\U200D%@"), ("fa", "%@ of %@", "%@\\U200C%@ از"),
        ] as [(String, String, String)])
    func joinersBesideOtherTextMayHaveAnEffect(locale: String, source: String, translation: String) {
        #expect(CheckedText.findings(of: "invisible-characters", source, translation, locale) == [])
    }

    @Test(
        arguments: [
            ("de", "%@ files", "%@\\U200C Dateien"), ("he", "%@ files", "%@\\U200Cקבצים"),
            ("fa", "Error: %@", "خطا:\\U200C %@"), ("fa", "%@ is done", "%@\\U200C شد"),
            ("kn", "Your Rights", "\\U200Dನಿಮ್ಮ ಹಕ್ಕುಗಳು"), ("fa", "<b>A</b>", "<b>\\U200Cکتاب</b>"),
            ("fa", "%@ files", "%@\\U200Bها"),
        ] as [(String, String, String)])
    func otherInvisibleCharactersAreFound(locale: String, source: String, translation: String) {
        #expect(!CheckedText.findings(of: "invisible-characters", source, translation, locale).isEmpty)
    }
}
