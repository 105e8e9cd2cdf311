// Tests of building messages from the entries of a file.

import Localization
import Testing

@Suite struct MessageCatalogTests {
    @Test func bringsFormsTogether() throws {
        let catalog = MessageCatalog(
            "en",
            """
            /* Result count. */
            "Items found: %ld|==|plural.one" = "%ld item found";
            /* Result count. */
            "Items found: %ld|==|plural.other" = "%ld items found";
            "Title" = "Search";
            "old##{one}" = "one"; "old##{other}" = "many";
            "Tap|==|device.mac" = "Click"; "Tap" = "Tap";
            """)
        #expect(catalog.keys == ["Items found: %ld", "Title", "old", "Tap"])
        let count = try #require(catalog["Items found: %ld"])
        #expect(count.plural.mapValues(\.source) == [.one: "%ld item found", .other: "%ld items found"])
        #expect(count.comment == "Result count.")
        #expect(count.countedPosition == 1)
        #expect(catalog["old"]?.plural[.other]?.source == "many")
        #expect(catalog["Tap"]?.devices["mac"]?.source == "Click")
        #expect(catalog.diagnostics == [])
    }

    @Test func readsSubstitutions() throws {
        let catalog = MessageCatalog("en", LocalizerTests.folders["en"]!)
        let message = try #require(catalog["%1$ld files in %2$ld folders"])
        #expect(message.substitutions.keys.sorted() == ["files", "folders"])
        #expect(
            message.substitutions["folders"]?[.other]?.segments == [.countedArgument, .literal(" folders")])
        #expect(catalog.diagnostics == [])
    }

    @Test(arguments: [
        ("\"a|==|plural.one\" = \"x\";", ["Message.MissingOther"]),
        ("\"a|==|plural.single\" = \"x\";", ["Message.UnknownVariation"]),
        ("\"a|==|plural.other\" = \"x\"; \"a\" = \"y\";", ["Message.PlainTextBesidesPlural"]),
        ("\"a|==|plural.other\" = \"x\"; \"a##{other}\" = \"y\";", ["Message.DuplicateForm"]),
        ("\"a\" = \"%1$#@b@\";", ["Message.UnknownSubstitution"]),
        ("\"a\" = \"x\"; \"a|==|substitutions.b.plural.other\" = \"y\";", ["Message.UnusedSubstitution"]),
        (
            "\"a\" = \"%#@b@\"; \"a|==|substitutions.b.plural.one\" = \"y\";",
            ["Message.MissingSubstitutionOther"]
        ),
        ("\"a|==|device.mac\" = \"x\";", ["Message.MissingText"]),
        ("\"a|==|b\" = \"x\"; \"|==|\" = \"y\"; \"##\" = \"z\"; \"a##{b}\" = \"\";", []),
    ])
    func saysWhatIsWrongWithAMessage(source: String, keys: [String]) {
        #expect(MessageCatalog("en", source).diagnostics.map(\.messageKey) == keys)
    }

    @Test func takesKeysLiterallyWhereAsked() {
        let file = StringsFile(text: "\"a|==|plural.one\" = \"x\";")
        let catalog = MessageCatalog(locale: LocaleIdentifier("en")!, strings: file, readsVariations: false)
        #expect(catalog["a|==|plural.one"]?.text?.source == "x")
        #expect(catalog.diagnostics == [])
    }

    @Test(arguments: [
        ("%@ has %ld items", 2), ("%2$ld of %1$@", 2), ("%.1f km", 1), ("%@", 1), ("%*d", 2),
        ("%1$@: %3$d", 3),
    ])
    func countsTheFirstNumber(form: String, position: Int) {
        let catalog = MessageCatalog("en", "\"a|==|plural.other\" = \"\(form)\";")
        #expect(catalog["a"]?.countedPosition == position)
    }

    @Test(arguments: [
        "a|==|plural.few", "x y|==|substitutions.n.m.plural.zero", "|==|device.tv", "a|==|b|==|plural.one",
    ])
    func writesVariationKeysAsItReadsThem(text: String) {
        #expect(VariationKey(text)?.description == text)
    }

    @Test func keepsTheLastOfDuplicateEntries() {
        #expect(MessageCatalog("en", "a = 1; b = 2; a = 3;")["a"]?.text?.source == "3")
    }
}
