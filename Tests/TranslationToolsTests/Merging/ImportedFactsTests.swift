// Data of a format besides texts is preserved in `.strings` files.

import Localization
import TestSupport
import Testing

@testable import TranslationTools

private let english = LocaleIdentifier("en")!
private let german = LocaleIdentifier("de")!

@Suite struct ImportedFactsTests {
    private func merge(
        _ units: [TranslationUnit], into text: String?, source: String, locale: LocaleIdentifier = german,
        facts: ExchangedFacts = [.states, .formStates]
    ) -> (text: String, merged: MergedStrings) {
        let table = TranslationTable(name: "Shop", sourceLocale: english, locale: locale, units: units)
        let merged = MergedStrings(
            table, into: text.map { StringsFile(text: $0) }, source: StringsFile(text: source), facts: facts)
        return (String(decoding: merged.file.serialized(), as: UTF8.self), merged)
    }

    private func unit(_ text: String, _ state: TranslationState = .translated) -> TranslationUnit {
        TranslationUnit(
            key: "k", source: Message(key: "k", text: "Shop"), translation: Message(key: "k", text: text),
            state: state)
    }

    private let source = "/* A title. */\n\"k\" = \"Shop\";\n"

    @Test func aTextInTheStateNewIsNotFinished() {
        #expect(
            merge([unit("Laden", .new)], into: nil, source: source).text
                == "/* A title. */\n/* Flag: fuzzy */\n\"k\" = \"Laden\";\n")
        #expect(
            merge([unit("Shop", .new)], into: nil, source: source).text
                == "/* A title. */\n/* Flag: untranslated */\n\"k\" = \"Shop\";\n")
    }

    @Test func aTextOfARemovedMessageIsToBeReviewed() {
        #expect(
            merge([unit("Laden", .obsolete)], into: "\"k\" = \"Shop\";\n", source: source).text
                == "/* Flag: fuzzy */\n\"k\" = \"Laden\";\n")
        let same = "\"k\" = \"Laden\";\n"
        #expect(merge([unit("Laden", .obsolete)], into: same, source: source).text == same)
    }

    @Test func notesOfTranslatorsAreKept() {
        var noted = unit("Laden")
        noted.comment = "A title."
        noted.translatorComment = "Short!\nReally."
        let first = merge([noted], into: nil, source: source).text
        #expect(
            first
                == "/* A title. */\n/* Translator: Short! */\n/* Translator: Really. */\n\"k\" = \"Laden\";\n"
        )
        let second = merge([noted], into: first, source: source)
        #expect(second.text == first)
        #expect(!second.merged.isChanged)
        // A format that cannot represent notes removes none.
        noted.translatorComment = nil
        #expect(merge([noted], into: first, source: source).text == first)
        let back = TranslationTable(
            name: "T", source: MessageCatalog(locale: english, strings: StringsFile(text: source)),
            translation: MessageCatalog(locale: german, strings: StringsFile(text: first)))
        #expect(back.units[0].translatorComment == "Short!\nReally.")
        #expect(back.units[0].comment == "A title.")
    }

    @Test func aNoteWithoutAMarkChangesItself() {
        var noted = unit("Laden")
        noted.translatorComment = "Better"
        let old = "/* Mine */\n\"k\" = \"Laden\";\n"
        #expect(merge([noted], into: old, source: source).text == "/* Better */\n\"k\" = \"Laden\";\n")
    }

    /// If the source has no comment, the comment above the translation belongs to the translators, whether or
    /// not it has a mark.
    @Test func commentsOfATranslationThatCameBackUnchangedStay() {
        let source = "\"k\" = \"Shop\";\n"
        let own = "/* Mine. */\n/* Translator: Short */\n\"k\" = \"Laden\";\n"
        #expect(merge(table(source, own).units, into: own, source: source).text == own)
    }

    /// Formats represent states of forms in different ways.
    @Test func statesOfFormsThatCameBackUnchangedStay() throws {
        let source = "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";\n"
        let own = """
            "n|==|plural.one" = "%ld Datei";
            /* Flag plural.other: fuzzy */
            "n|==|plural.other" = "%ld Dateien";

            """
        let written = XLIFF.write([table(source, own)])
        let read = try #require(XLIFF.read(written.bytes).tables.first)
        #expect(read.units.map(\.state) == [.needsReview])
        let merged = merge(read.units, into: own, source: source)
        #expect(merged.text == own)
        #expect(!merged.merged.isChanged)
    }

    private func table(_ source: String, _ translation: String) -> TranslationTable {
        TranslationTable(
            name: "Shop", source: MessageCatalog(locale: english, strings: StringsFile(text: source)),
            translation: MessageCatalog(locale: german, strings: StringsFile(text: translation)))
    }

    @Test func theTextForOtherDevicesKeepsItsName() {
        let source = "\"k|==|device.mac\" = \"Click\";\n\"k|==|device.other\" = \"Tap\";\n"
        let unit = TranslationUnit(
            key: "k", translation: Message(key: "k", text: "Tipp", devices: ["mac": "Klick"]))
        let expected = "\"k|==|device.mac\" = \"Klick\";\n\"k|==|device.other\" = \"Tipp\";\n"
        #expect(
            merge([unit], into: nil, source: source).merged.file.entries.map(\.key).sorted() == [
                "k|==|device.mac", "k|==|device.other",
            ])
        #expect(merge([unit], into: source, source: source).text == expected)
        let plain = "\"k\" = \"Tap\";\n\"k|==|device.mac\" = \"Click\";\n"
        #expect(
            merge([unit], into: plain, source: plain).text
                == "\"k\" = \"Tipp\";\n\"k|==|device.mac\" = \"Klick\";\n")
        let project = LocalizationProject(source: source, ["de": expected])
        #expect(CheckRunner(project: project).findings() == [])
    }

    @Test func whatIsNotToBeTranslatedIsLeftAlone() {
        var fixed = unit("Laden")
        fixed.flags = ["xcode-untranslatable"]
        let old = "\"k\" = \"Shop\";\n"
        #expect(merge([fixed], into: old, source: source).text == old)
        let project = LocalizationProject(
            source: "/* Flag: xcode-untranslatable */\n\"k\" = \"Shop\";\n\"l\" = \"Two\";",
            ["de": "\"l\" = \"Zwei\";"])
        #expect(CheckRunner(project: project).findings() == [])
    }

    @Test func aFormatWithSourcesAddsMessages() throws {
        let catalog = """
            {"sourceLanguage":"en","strings":{
            "a":{"comment":"An A.","extractionState":"manual","localizations":{
              "en":{"stringUnit":{"state":"new","value":"Ah"}},
              "de":{"stringUnit":{"state":"needs_review","value":"Äh"}}}},
            "b":{"shouldTranslate":false}},"version":"1.0"}
            """
        let read = StringCatalog.read(Array(catalog.utf8), name: "T")
        let facts = StringCatalogFormat().facts
        let source = MergedStrings(read.tables[0], into: nil, source: StringsFile(text: ""), facts: facts)
            .file
        #expect(
            String(decoding: source.serialized(), as: UTF8.self) == """
                /* An A. */
                /* Flag: untranslated */
                /* Flag: xcode-manual */
                "a" = "Ah";

                /* Flag: xcode-untranslatable */
                "b" = "b";

                """)
        let translation = MergedStrings(read.tables[1], into: nil, source: source, facts: facts).file
        // After the return to the catalog, nothing has changed.
        let tables = [english, german].map { locale in
            TranslationTable(
                name: "T", source: MessageCatalog(locale: english, strings: source),
                translation: MessageCatalog(locale: locale, strings: locale == english ? source : translation)
            )
        }
        #expect(StringCatalog.update(Array(catalog.utf8), with: tables).bytes == Array(catalog.utf8))
        #expect(StringCatalog.read(StringCatalog.write(tables).bytes, name: "T").tables == read.tables)
    }

    @Test func anotherTypeOfANumberIsNotLost() {
        let source = "\"k\" = \"%#@n@\";\n\"k|==|substitutions.n.plural.other\" = \"%arg files\";\n"
        func text(_ type: String) -> String {
            let message = Message(
                key: "k", text: "%#@n@",
                substitutions: ["n": [.other: FormatString("%1$\(type) Dateien", isSubstitution: true)]])
            return merge([TranslationUnit(key: "k", translation: message)], into: source, source: source).text
        }
        #expect(text("ld").contains("%arg Dateien"))
        #expect(text("lld").contains("%1$lld Dateien"))
    }

    @Test func aRenamedKeyGetsTheSourcesNewComment() {
        let previous = "/* Old words. */\n\"title.old\" = \"Shop\";\n"
        let now = "/* New words. */\n\"title.new\" = \"Shop\";\n"
        let file = MergedStrings(
            following: now, StringsFile(text: "/* Old words. */\n\"title.old\" = \"Laden\";\n"),
            previous: previous
        ).file
        #expect(
            String(decoding: file.serialized(), as: UTF8.self)
                == "/* New words. */\n/* Flag: fuzzy */\n/* Previous key: \"title.old\" */\n\"title.new\" = \"Laden\";\n"
        )
    }

    @Test func newSubstitutionsComeInTheOrderOfTheSource() {
        let source = """
            "k" = "%1$#@pages@ in %2$#@files@";
            "k|==|substitutions.pages.plural.other" = "%1$ld pages";
            "k|==|substitutions.files.plural.other" = "%2$ld files";

            """
        let message = MessageCatalog(locale: english, strings: StringsFile(text: source))["k"]
        let unit = TranslationUnit(key: "k", translation: message)
        #expect(merge([unit], into: nil, source: source).text == source)
        let file = MergedStrings(following: source, nil, locale: LocaleIdentifier("ja")!).file
        #expect(
            String(decoding: file.serialized(), as: UTF8.self) == "/* Flag: untranslated */\n" + source)
    }
}
