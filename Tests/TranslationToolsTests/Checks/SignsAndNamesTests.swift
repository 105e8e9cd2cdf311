// Signs of units, options of commands, letters of other scripts, and empty plural forms.

import Testing
import TranslationTools

@Suite struct SignsAndNamesTests {
    // MARK: Units

    @Test(
        arguments: [
            ("%@ in", "%@ \\\""), ("%@ in", "%@\\\""), ("a 5 inch disk", "en disk på 5 \\\""),
            ("inch,inches,in", "tomme,tommer,\\\""), ("inch, in", "\\\", tomme"),
            ("%1$@ x %2$@ in", "%1$@ x %2$@\\\""),
        ] as [(String, String)])
    func aLoneMarkMayBeTheSignOfAUnit(source: String, translation: String) {
        #expect(CheckedText.findings(of: "quotes", source, translation, "da") == [])
    }

    @Test(
        arguments: [
            ("“%@” is here", "%@\\\" er her"), ("Open %@", "Åbn \\\"%@"), ("Yes, now", "Ja,\\\" nu"),
            ("Yes", "Ja,\\\""), ("Version %@ of it", "%@ \\\"udgave"),
        ] as [(String, String)])
    func quotationsWithoutTheirOtherMarkAreFound(source: String, translation: String) {
        let found = CheckedText.findings(of: "quotes", source, translation, "da")
        #expect(found.map(\.messageKey) == ["quotes"])
    }

    @Test(arguments: ["″", "′"])
    func namesTheSignThatAQuotationMarkReplaced(sign: String) {
        let found = CheckedText.findings(
            of: "quotes", "Missing symbol (\(sign))", "Símbolo em falta (“)", "pt")
        #expect(found.map(\.messageKey) == ["quotes.missing"])
        #expect(found.map(\.facts) == [[.text(sign)]])
    }

    // MARK: Options

    @Test(
        arguments: [
            ("  --class=CLASS    Program class", "  --class=KLASSE    Programmklasse"),
            ("--size=WIDTHxHEIGHT", "--size=BREITExHOEHE"), ("--since=YYYY-MM-DD", "--since=JJJJ-MM-TT"),
            ("--dir=PATH/FILE", "--dir=PFAD/DATEI"),
        ] as [(String, String)])
    func theNameOfAValueMayBeTranslated(source: String, translation: String) {
        #expect(CheckedText.findings(of: "file-names", source, translation, "de") == [])
    }

    @Test(
        arguments: [
            ("Use --class=CLASS", "Nutze --klasse=KLASSE", "--class="),
            ("Use --mode=fast", "Nutze --mode=schnell", "--mode=fast"),
            ("Use --log=Name", "Nutze --log=Titel", "--log=Name"),
        ] as [(String, String, String)])
    func optionsAndTheirValuesStay(source: String, translation: String, lost: String) {
        let found = CheckedText.findings(of: "file-names", source, translation, "de")
        #expect(found.map(\.facts) == [[.text(lost)]])
    }

    // MARK: Scripts

    /// A letter without a twin in the language's alphabet is not to be replaced by one.
    @Test(
        arguments: [
            ("tt", "sшартларын", "mixed-scripts.extra", "s"), ("ru", "сiний", "mixed-scripts.extra", "i"),
            ("mk", "sвезда", "mixed-scripts", "s"), ("uk", "сiнхронізація", "mixed-scripts", "i"),
            ("ru", "Cохранить", "mixed-scripts", "C"), ("el", "Aρχή", "mixed-scripts", "A"),
            ("el", "sαρχή", "mixed-scripts.extra", "s"), ("de", "Nеtzwerk", "mixed-scripts.latin", "е"),
        ] as [(String, String, String, String)])
    func asksForATwinOnlyWhereThereIsOne(locale: String, word: String, message: String, letter: String) {
        let found = CheckedText.findings(of: "mixed-scripts", "Save", word, locale)
        #expect(found.map(\.messageKey) == [message])
        #expect(found.map(\.facts) == [[.text(word), .text(letter)]])
    }

    // MARK: Plural forms

    @Test func anEmptyFormIsOnlyEmpty() {
        func checks(_ other: String) -> [String] {
            let project = LocalizationProject(
                source: "\"n|==|plural.one\" = \"%ld file\"; \"n|==|plural.other\" = \"%ld files\";",
                ["fi": "\"n|==|plural.one\" = \"%ld tiedosto\"; \"n|==|plural.other\" = \"\(other)\";"])
            return CheckRunner(project: project).findings().map(\.check)
                .filter { $0 == "empty-value" || $0 == "omitted-number" }
        }
        #expect(checks("") == ["empty-value"])
        #expect(checks("  ") == ["empty-value"])
        #expect(checks("tiedostot") == ["omitted-number"])
    }
}
