// Translations are merged into their files, and nothing else changes.

import Localization
import TestSupport
import Testing

@testable import TranslationTools

private let english = LocaleIdentifier("en")!
private let german = LocaleIdentifier("de")!
private let polish = LocaleIdentifier("pl")!

@Suite struct UnitMergerTests {
    private let source = """
        /* The shop. */

        /* Shown in the title bar. */
        "Title" = "Shop";

        /* Result count. */
        "Items: %ld|==|plural.one" = "%ld item";
        "Items: %ld|==|plural.other" = "%ld items";

        "Close" = "Close"; // a button
        """

    private func merge(
        _ units: [TranslationUnit], into text: String?, locale: LocaleIdentifier = german,
        facts: ExchangedFacts = .states
    ) -> (text: String, merged: MergedStrings) {
        let table = TranslationTable(name: "Shop", sourceLocale: english, locale: locale, units: units)
        let merged = MergedStrings(
            table, into: text.map { StringsFile(text: $0) }, source: StringsFile(text: source), facts: facts)
        return (String(decoding: merged.file.serialized(), as: UTF8.self), merged)
    }

    private func unit(
        _ key: String, _ text: String, _ state: TranslationState = .translated
    ) -> TranslationUnit {
        TranslationUnit(key: key, translation: Message(key: key, text: text), state: state)
    }

    @Test func aChangedValueChangesItsOwnBytesOnly() {
        let old = "/* x */   'Title'\t=  'Laden' ;// behind\r\n\r\n\"Close\"=\"Zu\";"
        let (text, merged) = merge([unit("Title", "Der 'Laden'"), unit("Close", "Zu")], into: old)
        #expect(text == "/* x */   'Title'\t=  'Der \\'Laden\\'' ;// behind\r\n\r\n\"Close\"=\"Zu\";")
        #expect(merged.changedKeys == ["Title"])
        #expect(merged.findings == [])
    }

    /// A language with one form may have a plain text for all numbers, which formats with plurals export as
    /// that form.
    @Test func aTextForAllNumbersStaysOne() {
        let old = "\"Items: %ld\" = \"%ld Sztuk\";\n"
        func came(_ forms: [PluralCategory: FormatString]) -> String {
            let message = Message(key: "Items: %ld", plural: forms)
            return merge([TranslationUnit(key: "Items: %ld", translation: message)], into: old).text
        }
        #expect(came([.other: "%ld Sztuk"]) == old)
        #expect(came([.other: "%ld sztuki"]) != old)
    }

    @Test func aNewTranslationComesWhereTheSourceHasIt() {
        let old = """
            "Title" = "Laden";
            "Close" = "Schließen";

            """
        let message = Message(key: "Items: %ld", plural: [.one: "%ld Artikel", .other: "%ld Artikel"])
        let (text, merged) = merge([TranslationUnit(key: "Items: %ld", translation: message)], into: old)
        #expect(
            text == """
                "Title" = "Laden";

                /* Result count. */
                "Items: %ld|==|plural.one" = "%ld Artikel";
                "Items: %ld|==|plural.other" = "%ld Artikel";
                "Close" = "Schließen";

                """)
        #expect(merged.addedKeys == ["Items: %ld"])
    }

    @Test func aLocaleWithoutAFileGetsOneInTheOrderOfTheSource() {
        let (text, _) = merge([unit("Close", "Schließen"), unit("Title", "Laden", .needsReview)], into: nil)
        #expect(
            text == """
                /* The shop. */

                /* Shown in the title bar. */
                /* Flag: fuzzy */
                "Title" = "Laden";

                "Close" = "Schließen";

                """)
    }

    @Test func fillsOtherWhereTheFormatHasNoPlaceForIt() {
        let forms: [PluralCategory: FormatString] = [
            .one: "%ld plik", .few: "%ld pliki", .many: "%ld plików",
        ]
        let message = Message(key: "Items: %ld", plural: forms)
        let unit = TranslationUnit(key: "Items: %ld", translation: message)
        let (text, _) = merge([unit], into: "", locale: polish)
        #expect(text.contains("\"Items: %ld|==|plural.other\" = \"%ld plików\";"))
        // The file's own text for fractions stays.
        let own = text.replacing("plural.other\" = \"%ld plików", with: "plural.other\" = \"%ld pliku")
        #expect(own != text)
        #expect(merge([unit], into: own, locale: polish).text == own)
    }

    @Test func flagsComeAndGo() {
        let old = """
            /* People read this. */
            "Title" = "Laden";
            /* Flag: untranslated */
            "Close" = "Close";

            """
        var title = unit("Title", "Geschäft", .needsReview)
        title.previousSource = "Old \"shop\" */ here"
        let (text, _) = merge([title, unit("Close", "Schließen")], into: old)
        #expect(
            text == """
                /* People read this. */
                /* Flag: fuzzy */
                /* Previous: "Old \\"shop\\" *\\/ here" */
                "Title" = "Geschäft";
                "Close" = "Schließen";

                """)
        let file = StringsFile(text: text)
        let read = EntryAnnotations(file["Title"]?.comment)
        #expect(read.state == .needsReview)
        #expect(read.previousSource == "Old \"shop\" */ here")
        #expect(read.comment == "People read this.")
        #expect(merge([title], into: text).text == text)
    }

    @Test func aTextOfItsOwnUnderTheFlagUntranslatedIsToBeReviewed() {
        let old =
            "/* Flag: untranslated */\n\"Title\" = \"Laden\";\n/* Flag: untranslated */\n\"Close\" = \"Close\";\n"
        let table = TranslationTable(
            name: "Shop", source: MessageCatalog(locale: english, strings: StringsFile(text: source)),
            translation: MessageCatalog(locale: german, strings: StringsFile(text: old)))
        let states = Dictionary(uniqueKeysWithValues: table.units.map { ($0.key, $0.state) })
        #expect(states["Title"] == .needsReview)
        #expect(states["Close"] == .new)
        // The translation has not been reviewed yet, so the flag stays.
        #expect(merge(table.units, into: old).text == old)
    }

    @Test func aSourceThatChangedSinceAsksForReview() {
        var old = unit("Title", "Laden")
        old.source = Message(key: "Title", text: "Store")
        let (text, merged) = merge([old], into: "\"Title\" = \"Laden\";\n")
        #expect(text == "/* Flag: fuzzy */\n/* Previous: \"Store\" */\n\"Title\" = \"Laden\";\n")
        #expect(merged.findings.map(\.kind) == [.sourceChanged(previous: "Store")])
    }

    @Test func whatCannotBeMergedIsSaidAndLeft() {
        let old = "\"Close\" = {a = 1;};\n\"Title\" = \"Laden\";\n"
        let units = [
            unit("Unknown", "x"), unit("Close", "y"), TranslationUnit(key: "Title"),
            unit("Gone", "z", .obsolete),
        ]
        let (text, merged) = merge(units, into: old)
        #expect(text == old)
        #expect(merged.findings.map(\.kind) == [.unknownKey, .emptyTranslation, .structuredValue])
        #expect(!merged.isChanged)
    }

    /// A string catalog says once for all languages whether there is a message.
    @Test func aMessageThatIsObsoleteInOneLanguageAloneStaysSo() {
        let known = TranslationUnit(key: "k", translation: Message(key: "k", text: "Fort"), state: .obsolete)
        var new = known
        new.source = Message(key: "k", text: "Gone")
        new.state = .translated
        let catalog = StringCatalogFormat().facts
        let merger = UnitMerger(
            german, from: catalog, into: POFormat(options: GettextOptions(project: "")).facts)
        #expect(merger.merged(new, into: known, isSource: false).unit == nil)
    }

    @Test func aFormatWithoutStatesChangesNoFlags() {
        let old = "/* Flag: fuzzy */\n\"Title\" = \"Laden\";\n"
        #expect(merge([unit("Title", "Laden")], into: old, facts: []).text == old)
        #expect(
            merge([unit("Title", "Shop")], into: old, facts: []).text == "\"Title\" = \"Shop\";\n")
    }

    @Test(arguments: TextEncoding.allCases) func theEncodingStays(encoding: TextEncoding) {
        let old = encoding.byteOrderMark + encoding.encoded("\"Title\" = \"Läden\";\r\n")
        let table = TranslationTable(
            name: "Shop", sourceLocale: english, locale: german,
            units: [unit("Title", "Geschäft", .needsReview), unit("Close", "Schließen")])
        let bytes = MergedStrings(table, into: StringsFile(old), source: StringsFile(text: source))
            .file.serialized()
        let expected = "/* Flag: fuzzy */\r\n\"Title\" = \"Geschäft\";\r\n\r\n\"Close\" = \"Schließen\";\r\n"
        #expect(bytes == encoding.byteOrderMark + encoding.encoded(expected))
    }

    /// Merging a table into the file that it was read from changes no byte.
    @Test(arguments: 0..<40) func mergingATableIntoItsOwnFileChangesNothing(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let file = StringsFile(text: RandomStrings.file(using: &random))
        let catalog = MessageCatalog(locale: german, strings: file)
        let table = TranslationTable(name: "Shop", source: catalog, translation: catalog)
        #expect(MergedStrings(table, into: file, source: file).file.serialized() == file.serialized())
        // Merged into no file, it has the same content; an empty text is not a translation.
        let new = MergedStrings(table, into: nil, source: file).file
        let keys = file.keys.filter { file[$0]?.text != "" }
        #expect(Set(new.keys) == Set(keys))
        for key in keys { #expect(new[key]?.text == file[key]?.text) }
    }
}

extension MergedStrings {
    /// A `.strings` file with the translations of a table merged into it.
    ///
    /// - Parameters:
    ///   - source: the file in the source language.
    ///   - facts: the data that the format of the translations can represent.
    init(
        _ table: TranslationTable, into file: StringsFile?, source: StringsFile,
        facts: ExchangedFacts = .states
    ) {
        let locale = table.locale ?? table.sourceLocale
        let source = LocalizationFile(
            path: "Shop.strings", table: table.name, locale: table.sourceLocale, strings: source)
        let known = TranslationTable(
            name: table.name, source: source.catalog,
            translation: MessageCatalog(locale: locale, strings: file ?? StringsFile(text: "")))
        let changes = UnitMerger(locale, from: facts, into: StringsFormat().facts)
            .changes(of: table, in: known.unitsByKey, isSource: locale == table.sourceLocale)
        self = StringsEditor(following: source).apply(TableEdits(setting: changes.table), to: file)
        findings = changes.findings + findings
    }
}

/// Files with everything that people write in them.
enum RandomStrings {
    static func file(using random: inout SeededGenerator) -> String {
        var text = Bool.random(using: &random) ? "/* Heading. */\n\n" : ""
        let keys = ["Title", "Items: %ld", "a.b", "Ünï", "With \\\"quotes\\\"", "日本", "x'y"].shuffled(
            using: &random)
        for key in keys {
            if Bool.random(using: &random) { text += "\n" }
            if Bool.random(using: &random) { text += "/* About \(key.count). */\n" }
            let state = Int.random(in: 0..<6, using: &random)
            if state == 0 { text += "/* Flag: fuzzy */\n/* Previous: \"old \(key)\" */\n" }
            let value = ["Wert", "zwei\\nZeilen", "%ld \\\"x\\\"", "", "😀", "ä"].randomElement(
                using: &random)!
            if Int.random(in: 0..<3, using: &random) == 0 {
                for category in ["one", "other"] {
                    text += "\"\(key)|==|plural.\(category)\" = \"\(value)\(category)\";\n"
                }
            } else {
                text += "  \"\(key)\"   = \"\(value)\" ;" + (state == 1 ? " // behind\n" : "\n")
            }
        }
        return text
    }
}
