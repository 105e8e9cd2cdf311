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
}
