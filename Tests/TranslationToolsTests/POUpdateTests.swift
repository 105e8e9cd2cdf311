// An updated PO file keeps the data that only its translators know.

import Localization
import Testing

@testable import TranslationTools

@Suite struct POUpdateTests {
    private let old = POFile(
        Array(
            #"""
            # The team's file.
            msgid ""
            msgstr ""
            "Project-Id-Version: Photos 2\n"
            "Last-Translator: Ida <ida@example.org>\n"
            "Language: de\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\n"
            "X-Team: Blue\n"

            # Keep it short.
            #, no-wrap
            msgctxt "b"
            msgid "B"
            msgstr "Be"

            msgctxt "a"
            msgid "A"
            msgstr "Ah"

            msgctxt "gone"
            msgid "Gone"
            msgstr "Weg"

            msgctxt "never"
            msgid "Never"
            msgstr ""

            #, fuzzy
            #| msgid "Waiting once"
            msgctxt "waits"
            msgid "Waiting"
            msgstr "Wartet"

            #~ msgctxt "older"
            #~ msgid "Older"
            #~ msgstr "Älter"

            """#.utf8))

    private func updated() -> PODocument {
        var first = POEntry(context: "a", identifier: "A", translations: ["Aha"])
        first.extractedComments = ["New words."]
        let new = POEntry(context: "n", identifier: "N", translations: [""])
        let second = POEntry(context: "b", identifier: "B", translations: ["Be"])
        let waiting = POEntry(context: "waits", identifier: "Waiting", translations: [""])
        let header = GettextHeader(
            "Project-Id-Version: T\nPOT-Creation-Date: 2026-01-01 00:00+0000\nLast-Translator: \nLanguage: de\n"
                + "Plural-Forms: nplurals=2; plural=(n != 1);\n")
        return POUpdate(old).updated(PODocument(header: header, entries: [first, new, second, waiting]))
    }

    @Test func entriesKeepTheirOrderAndComments() {
        let document = updated()
        #expect(document.entries.map(\.context) == ["b", "a", "n", "gone", "waits", "older"])
        #expect(document.entries.map(\.isObsolete) == [false, false, false, true, false, true])
        #expect(document.entries[0].translatorComments == ["Keep it short."])
        #expect(document.entries[0].flags == ["no-wrap"])
        #expect(document.entries[1].translations == ["Aha"])
        #expect(document.entries[1].extractedComments == ["New words."])
    }

    @Test func aTranslationThatOnlyTheFileHasStays() {
        let waiting = updated().entries[4]
        #expect(waiting.translations == ["Wartet"])
        #expect(waiting.isFuzzy)
        #expect(waiting.previousIdentifier == "Waiting once")
    }

    @Test func theHeaderKeepsItsPeople() {
        let header = updated().header
        #expect(header["Last-Translator"] == "Ida <ida@example.org>")
        #expect(header["Project-Id-Version"] == "Photos 2")
        #expect(header["X-Team"] == "Blue")
        #expect(header["POT-Creation-Date"] == "2026-01-01 00:00+0000")
        #expect(updated().headerComment == "The team's file.")
    }

    @Test func updatingTwiceIsUpdatingOnce() {
        let once = updated()
        let again = POUpdate(POFile(once.serialized())).updated(once)
        #expect(again.serialized() == once.serialized())
    }

    @Test func anotherRuleTakesNoForms() {
        let plural = POFile(
            Array(
                "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n>1;\\n\"\n\nmsgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"x\"\nmsgstr[1] \"y\"\n"
                    .utf8))
        let entry = POEntry(identifier: "a", plural: "b", translations: ["", ""])
        let document = PODocument(
            header: GettextHeader("Plural-Forms: nplurals=2; plural=(n != 1);\n"), entries: [entry])
        #expect(POUpdate(plural).updated(document).entries[0].translations == ["", ""])
    }
}
