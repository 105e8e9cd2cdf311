// What requests to translate tell beside source texts.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct TranslationContextTests {
    private static func context(
        _ texts: [(key: String, text: String)], format: any TranslationFormat = StringsFormat()
    ) -> (TranslationContext, [TranslationUnit]) {
        let table = TranslationTable(
            name: "App",
            source: MessageCatalog(
                locale: .english, messages: texts.map { Message(key: $0.key, text: $0.text) }),
            translation: MessageCatalog(locale: LocaleIdentifier("de")!, messages: []))
        return (TranslationContext(table, format: format), table.units)
    }

    @Test(arguments: [
        ("%1$@ of %2$ld, %1$@", ["%1$@", "%2$ld"]), ("100% sure", []), ("Plain", []),
        ("{name} has {{count}}", ["{name}", "{{count}}"]),
        ("{n, plural, one {# file in {folder}} other {# files in {folder}}}", ["{folder}"]),
    ])
    func placeholdersAreThoseThatTranslationsKeep(text: String, expected: [String]) {
        let (context, units) = Self.context([("k", text)])
        #expect(context.placeholders(of: units[0]) == expected)
    }

    @Test func placeholdersAreInTheSyntaxOfTheFormat() {
        let (context, units) = Self.context([("k", "%1 of %s")], format: QtFormat())
        #expect(context.placeholders(of: units[0]) == ["%1"])
    }

    @Test func neighboursAreTheNearestWithATextOfTheSource() {
        let (context, units) = Self.context(
            [("a", "A"), ("b", "B"), ("empty", ""), ("c", "C"), ("d", "D"), ("e", "E"), ("f", "F")])
        #expect(context.neighbours(of: units[3]).map(\.key) == ["a", "b", "d", "e"])
        #expect(context.neighbours(of: units[0]).map(\.key) == ["b", "c"])
        #expect(context.neighbours(of: units[6]).map(\.key) == ["d", "e"])
    }

    /// Names in the place of texts say nothing; another file has the texts.
    @Test func theTextBehindANameIsThatOfTheSourceLanguage() {
        let german = LocaleIdentifier("de")!
        func message(_ key: String, _ text: String) -> Message { Message(key: key, text: text) }
        let table = TranslationTable(
            name: "App",
            source: MessageCatalog(
                locale: .english, messages: [message("SAVE", "SAVE"), message("Open", "Open")]),
            translation: MessageCatalog(locale: german, messages: []))
        let context = TranslationContext(
            table, format: StringsFormat(),
            sourceTexts: MessageCatalog(
                locale: .english, messages: [message("SAVE", "Save %@"), message("Open", "Open")]))
        #expect(context.sourceText(of: table.units[0])?.text?.source == "Save %@")
        #expect(context.placeholders(of: table.units[0]) == ["%@"])
        #expect(context.sourceText(of: table.units[1]) == nil)
    }

    @Test func referencesOfTheFileAreUses() {
        var unit = TranslationUnit(key: "k", source: Message(key: "k", text: "Text"))
        unit.references = ["src/shop.c:12", "C:/shop.c", "lib/a.c:0"]
        let (context, _) = Self.context([])
        #expect(
            context.uses(of: unit) == [
                MessageUse(path: "src/shop.c", line: 12), MessageUse(path: "C:/shop.c", line: nil),
                MessageUse(path: "lib/a.c:0", line: nil),
            ])
    }

    @Test func picturesAreOnLinesOfTheirOwn() {
        var unit = TranslationUnit(key: "k")
        unit.comment =
            "Button. See Screenshot: none\n  Screenshot: a b.png\nScreenshot:\nScreenshot:https://x.org/c.png"
        #expect(unit.screenshots == ["a b.png", "https://x.org/c.png"])
        unit.comment = nil
        #expect(unit.screenshots == [])
    }
}
