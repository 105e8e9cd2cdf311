// Translations follow their source.

import Localization
import Testing

@testable import TranslationTools

private let english = LocaleIdentifier("en")!
private let german = LocaleIdentifier("de")!
private let polish = LocaleIdentifier("pl")!

@Suite struct SynchronizerTests {
    private func synchronize(
        _ source: String, _ file: String?, previous: String? = nil, locale: LocaleIdentifier = german,
        removesObsolete: Bool = false
    ) -> (text: String, merged: MergedStrings) {
        let merged = MergedStrings(
            following: source, file.map { StringsFile(text: $0) }, previous: previous, locale: locale,
            removesObsolete: removesObsolete)
        return (String(decoding: merged.file.serialized(), as: UTF8.self), merged)
    }

    @Test func aFileInLineStaysAsItIs() {
        let source =
            "/* A. */\n\"a\" = \"A\";\n\"b|==|plural.one\" = \"%ld b\";\n\"b|==|plural.other\" = \"%ld bs\";\n"
        let file = "\"b##{one}\" = \"%ld B\"; \"b##{other}\" = \"%ld Bs\";\n\n// mine\n\"a\" = \"Ä\";"
        let (text, merged) = synchronize(source, file)
        #expect(text == file)
        #expect(!merged.isChanged)
    }

    @Test func newKeysAreAddedWithTheirCommentsAndMarked() {
        let (text, merged) = synchronize(
            "/* First. */\n\"a\" = \"A\";\n\"b\" = \"B\";\n\"c\" = \"C\";\n", "\"b\" = \"Be\";\n")
        #expect(
            text == """
                /* First. */
                /* Flag: untranslated */
                "a" = "A";
                "b" = "Be";
                /* Flag: untranslated */
                "c" = "C";

                """)
        #expect(merged.addedKeys == ["a", "c"])
    }

    @Test func headingsComeWithThePartsTheyStandAbove() {
        let source =
            "/* The file. */\n\n/* A. */\n\"a\" = \"A\";\n\n/* Buttons */\n\n/* B. */\n\"b\" = \"B\";\n\"c\" = \"C\";\n"
        let (new, _) = synchronize(source, nil)
        let expected = source.replacing("/* A. */\n", with: "/* A. */\n/* Flag: untranslated */\n")
            .replacing("\"b\" =", with: "/* Flag: untranslated */\n\"b\" =")
            .replacing("\"c\" =", with: "/* Flag: untranslated */\n\"c\" =")
        #expect(new == expected)
        // An existing heading is not added again.
        let known = "\"a\" = \"Ä\";\n\n/* Buttons */\n\n\"c\" = \"Ce\";\n"
        #expect(synchronize(source, known).text.occurrences(of: "/* Buttons */") == 1)
    }

    @Test func aNewCountGetsTheFormsOfTheLanguage() {
        let source = "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";\n"
        let (text, _) = synchronize(source, nil, locale: polish)
        #expect(
            text == """
                /* Flag: untranslated */
                "n|==|plural.one" = "%ld file";
                "n|==|plural.few" = "%ld files";
                "n|==|plural.many" = "%ld files";
                "n|==|plural.other" = "%ld files";

                """)
    }

    @Test func aMissingFormIsFilledAndMarked() {
        let source = "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";\n"
        let file = "\"n|==|plural.one\" = \"%ld plik\";\n\"n|==|plural.other\" = \"%ld pliku\";\n"
        let (text, merged) = synchronize(source, file, locale: polish)
        #expect(
            text == """
                /* Flag: fuzzy */
                "n|==|plural.one" = "%ld plik";
                "n|==|plural.few" = "%ld pliku";
                "n|==|plural.many" = "%ld pliku";
                "n|==|plural.other" = "%ld pliku";

                """)
        #expect(merged.changedKeys == ["n"])
    }

    @Test func anObsoleteKeyThatLooksAlikeIsRenamed() {
        let (text, merged) = synchronize(
            "\"No items were found\" = \"No items were found\";\n\"z\" = \"Z\";\n",
            "/* keep */\n\"No items found\" = \"Nichts gefunden\";\n\"z\" = \"Z\";\n")
        #expect(
            text == """
                /* keep */
                /* Flag: fuzzy */
                /* Previous key: "No items found" */
                "No items were found" = "Nichts gefunden";
                "z" = "Z";

                """)
        #expect(merged.findings.map(\.kind) == [.renamed(from: "No items found")])
    }

    @Test func aKeyWithTheSameSourceTextIsKnownAgainWhateverItsName() {
        let (text, _) = synchronize(
            "\"cart.empty\" = \"Your cart is empty\";\n", "\"K17\" = \"Der Korb ist leer\";\n",
            previous: "\"K17\" = \"Your cart is empty\";\n")
        #expect(text.hasSuffix("\"cart.empty\" = \"Der Korb ist leer\";\n"))
        #expect(text.contains("/* Previous key: \"K17\" */"))
    }

    @Test func aTextThatChangedSinceMarksItsTranslation() {
        let (text, merged) = synchronize(
            "/* New words. */\n\"a\" = \"Second\";\n\"b\" = \"B\";\n",
            "/* Old words. */\n\"a\" = \"Erstes\";\n\"b\" = \"B\";\n",
            previous: "/* Old words. */\n\"a\" = \"First\";\n\"b\" = \"B\";\n")
        #expect(
            text
                == "/* New words. */\n/* Flag: fuzzy */\n/* Previous: \"First\" */\n\"a\" = \"Erstes\";\n\"b\" = \"B\";\n"
        )
        #expect(Set(merged.markedKeys) == ["a"])
    }

    /// Formats with one text per message show `one`; the other forms count as well.
    @Test func aPluralFormThatChangedSinceMarksItsTranslation() {
        let source = "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";\n"
        let file = "\"n|==|plural.one\" = \"%ld Datei\";\n\"n|==|plural.other\" = \"%ld Dateien\";\n"
        let (text, _) = synchronize(
            source, file, previous: source.replacing("%ld files", with: "%ld documents"))
        #expect(text == "/* Flag: fuzzy */\n/* Previous: \"%ld documents\" */\n" + file)
    }

    @Test func obsoleteKeysAreMarkedAndUnmarked() {
        let source = "\"a\" = \"A\";\n"
        let (marked, _) = synchronize(source, "\"a\" = \"Ä\";\n/* x */\n\"zzzz\" = \"Weg\";\n")
        #expect(marked == "\"a\" = \"Ä\";\n/* x */\n/* Flag: unmatched */\n\"zzzz\" = \"Weg\";\n")
        #expect(synchronize(source, marked).text == marked)
        #expect(
            synchronize("\"a\" = \"A\";\n\"zzzz\" = \"Z\";\n", marked).text
                == "\"a\" = \"Ä\";\n/* x */\n\"zzzz\" = \"Weg\";\n")
        #expect(synchronize(source, marked, removesObsolete: true).text == "\"a\" = \"Ä\";\n")
    }

    /// With many keys that begin alike, the time must not grow with the square of their number.
    @Test func manyRenamedKeysAreFound() {
        let count = 500
        let source = (0..<count).map { "\"app.screen.item \($0 * 7919) title\" = \"T\($0)\";" }.joined(
            separator: "\n")
        let file = (0..<count).map { "\"app.screen.item \($0 * 7919) titel\" = \"T\($0)\";" }.joined(
            separator: "\n")
        let (_, merged) = synchronize(source, file)
        #expect(merged.addedKeys.count + merged.changedKeys.count == count)
        #expect(merged.changedKeys.count > count / 2)
    }
}

extension String {
    /// How often this text contains another.
    fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}

extension MergedStrings {
    /// A `.strings` file that follows its source.
    init(
        following source: String, _ file: StringsFile?, previous: String? = nil,
        locale: LocaleIdentifier = german, removesObsolete: Bool = false
    ) {
        let source = LocalizationFile(
            path: "Shop.strings", table: "Shop", locale: english, strings: StringsFile(text: source))
        let before = previous.map { MessageCatalog(locale: english, strings: StringsFile(text: $0)) }
        let changes = Synchronizer(source: source, previous: before, removesObsolete: removesObsolete)
            .changes(in: file.map { MessageCatalog(locale: locale, strings: $0) }, locale: locale)
        self = StringsEditor(following: source).apply(changes.edits, to: file)
    }
}
