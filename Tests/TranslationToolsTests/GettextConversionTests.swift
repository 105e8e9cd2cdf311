// Conversion of tables to PO files and back.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct GettextConversionTests {
    static let english = LocaleIdentifier("en")!
    static let options = GettextOptions(project: "p", creationDate: "2024-05-01 12:00+0000")

    static func table(_ locale: String, _ source: String, _ translation: String) -> TranslationTable {
        TranslationTable(
            name: "T", source: MessageCatalog(locale: english, strings: StringsFile(text: source)),
            translation: MessageCatalog(
                locale: LocaleIdentifier(locale)!, strings: StringsFile(text: translation)))
    }

    /// The entries without the header.
    static func body(_ export: GettextExport) -> String {
        let text = String(decoding: export.document.serialized(), as: UTF8.self)
        return String(text[text.firstRange(of: "\n\n")!.upperBound...])
    }

    static func back(
        _ export: GettextExport, identifiers: GettextOptions.Identifiers = .source,
        sources: [String: MessageCatalog] = [:]
    ) -> GettextImport {
        GettextImport(
            POFile(export.document.serialized()), table: "T", sourceLocale: english, sources: sources,
            identifiers: identifiers)
    }

    @Test func writesKeysAsContextsAndPluralsAsForms() {
        let table = Self.table(
            "ru",
            """
            /* Result count. */
            "Items: %ld|==|plural.one" = "%ld item";
            "Items: %ld|==|plural.other" = "%ld items";
            /* max-length: 20 */
            "Title" = "Items";
            """,
            """
            "Items: %ld|==|plural.one" = "%ld запись";
            "Items: %ld|==|plural.few" = "%ld записи";
            "Items: %ld|==|plural.many" = "%ld записей";
            "Items: %ld|==|plural.other" = "%ld записей";
            /* Flag: fuzzy
               Previous: "Things" */
            "Title" = "Записи";
            "Old" = "Старый";
            """)
        let export = GettextExport(table, options: Self.options)
        #expect(export.diagnostics == [])
        #expect(
            Self.body(export) == """
                #. Result count.
                #. x-category: one,few,many
                #, objc-format
                msgctxt "Items: %ld"
                msgid "%ld item"
                msgid_plural "%ld items"
                msgstr[0] "%ld запись"
                msgstr[1] "%ld записи"
                msgstr[2] "%ld записей"

                #. max-length: 20
                #, fuzzy
                #| msgid "Things"
                msgctxt "Title"
                msgid "Items"
                msgstr "Записи"

                #. x-source: key
                #~ msgctxt "Old"
                #~ msgid "Old"
                #~ msgstr "Старый"

                """)
    }

    @Test func givesEntriesOfTheirOwnToWhatGettextHasNoPlaceFor() {
        let table = Self.table(
            "ru",
            """
            "K" = "Plain %ld";
            "K|==|plural.zero" = "None";
            "K|==|plural.one" = "%ld item";
            "K|==|plural.other" = "%ld items";
            "S" = "%1$#@files@ here";
            "S|==|substitutions.files.plural.one" = "%arg file";
            "S|==|substitutions.files.plural.other" = "%arg files";
            "D" = "Click";
            "D|==|device.iphone" = "Tap";
            """,
            """
            "K|==|plural.zero" = "Ничего";
            "K|==|plural.one" = "%ld вещь";
            "K|==|plural.few" = "%ld вещи";
            "K|==|plural.many" = "%ld вещей";
            "K|==|plural.other" = "%ld вещи (дробь)";
            "S" = "Здесь %1$#@files@";
            "S|==|substitutions.files.plural.one" = "%arg файл";
            "S|==|substitutions.files.plural.few" = "%arg файла";
            "S|==|substitutions.files.plural.many" = "%arg файлов";
            "D" = "Щёлкните";
            "D|==|device.iphone" = "Коснитесь";
            """)
        let export = GettextExport(table, options: Self.options)
        let entries = export.document.entries
        #expect(
            entries.map(\.context) == [
                "K", "K|==|plain", "K|==|plural.zero", "K|==|plural.other", "S", "S|==|substitutions.files",
                "D",
                "D|==|device.iphone",
            ])
        #expect(entries[2].identifier == "None")
        #expect(entries[3].identifier == "%ld items")
        #expect(entries[5].plural == "%arg files")
        let read = Self.back(export)
        #expect(read.diagnostics == [])
        #expect(read.tables[0].units == table.units)
        // The same file, compiled, gives the same messages to programs.
        let locale = LocaleIdentifier("ru")!
        let catalog = try? MOFile(MOWriter(export.document).bytes).messageCatalog(locale: locale)
        #expect(catalog?.diagnostics == [])
        #expect(catalog?["K"]?.plural == table.units[0].translation?.plural)
        #expect(catalog?["S"]?.substitutions["files"]?[.few]?.source == "%arg файла")
        #expect(catalog?["D"]?.devices["iphone"]?.source == "Коснитесь")
    }

    @Test func leavesContextsOutWhereTheKeyIsTheText() {
        let table = Self.table(
            "de", "\"Yes\" = \"Yes\"; \"No\" = \"No\"; \"Never\" = \"No\"; \"Title\" = \"Items\";",
            "\"Yes\" = \"Ja\"; \"No\" = \"Nein\"; \"Never\" = \"Nie\"; \"Title\" = \"Dinge\";")
        var options = Self.options
        options.contexts = .needed
        let export = GettextExport(table, options: options)
        #expect(export.document.entries.map(\.context) == [nil, "No", "Never", "Title"])
        #expect(Self.back(export).tables[0].units == table.units)
    }

    @Test func writesKeysAsIdentifiers() {
        let table = Self.table(
            "de",
            "\"NoItems\" = \"Nothing \\\"here\\\"\"; \"N|==|plural.one\" = \"1\"; \"N|==|plural.other\" = \"%d\";",
            "\"NoItems\" = \"Nichts\"; \"N|==|plural.one\" = \"eins\"; \"N|==|plural.other\" = \"%d\";")
        var options = Self.options
        options.identifiers = .key
        let export = GettextExport(table, options: options)
        #expect(export.document.entries.map(\.identifier) == ["NoItems", "N"])
        #expect(export.document.entries.map(\.plural) == [nil, "N"])
        #expect(export.document.entries.map(\.context) == [nil, nil])
        #expect(Self.back(export, identifiers: .key).tables[0].units == table.units)
        let empty = TranslationTable(
            name: "T", sourceLocale: Self.english, locale: LocaleIdentifier("de")!,
            units: [TranslationUnit(key: "", source: Message(key: "", text: "x"))])
        #expect(
            GettextExport(empty, options: options).diagnostics.map(\.messageKey) == [
                "Gettext.EmptyIdentifier"
            ])
    }

    @Test func mergesTablesAndTellsEqualMessagesApart() {
        let first = Self.table("de", "\"a\" = \"A\"; \"b\" = \"B\";", "\"a\" = \"1\";")
        var second = Self.table("de", "\"a\" = \"A\"; \"c\" = \"C\";", "\"a\" = \"3\"; \"c\" = \"2\";")
        second.name = "Other: table"
        let export = GettextExport([first, second], options: Self.options)
        #expect(export.diagnostics.isEmpty)
        #expect(
            export.document.entries.map { $0.extractedComments.filter { $0.hasPrefix("x-") } } == [
                ["x-table: T"], ["x-table: T"], ["x-table: Other: table", "x-context: \"a\""],
                ["x-table: Other: table"],
            ])
        #expect(export.document.entries.map(\.context) == ["a", "b", "Other: table|a", "c"])
        let tables = Self.back(export).tables
        #expect(tables.map(\.name) == ["T", "Other: table"])
        #expect(tables.map { $0.units.map(\.key) } == [["a", "b"], ["a", "c"]])
        #expect(tables.map { $0.units[0].translation?.text?.source } == ["1", "3"])
    }

    /// Files without notes cannot distinguish them.
    @Test func withoutNotesEqualMessagesOfTablesConflict() {
        let first = Self.table("de", "\"a\" = \"A\"; \"b\" = \"B\";", "\"a\" = \"1\";")
        var second = Self.table("de", "\"a\" = \"A\"; \"c\" = \"C\";", "\"c\" = \"2\";")
        second.name = "Other: table"
        var options = Self.options
        options.tellsTablesApart = false
        let export = GettextExport([first, second], options: options)
        #expect(export.diagnostics.map(\.kind) == [.conflictingKeys(table: "Other: table")])
        let tables = Self.back(export).tables
        #expect(tables.map { $0.units.map(\.key) } == [["a", "b"], ["c"]])
    }

    @Test func saysWhatIsMissingOrLeftOut() {
        let source =
            "\"n|==|plural.one\" = \"%d\"; \"n|==|plural.other\" = \"%d\"; \"e\" = \"E\"; \"u\" = \"U\"; \"z\" = \"Z\";"
        var table = Self.table(
            "ru", source,
            "\"n|==|plural.one\" = \"a %d\"; \"n|==|plural.many\" = \"b %d\"; \"e\" = \"\"; /* Flag: untranslated */ \"u\" = \"V\"; \"z\" = \"x\\000y\";"
        )
        // The program trusts a translator's own mark as untranslated.
        for index in table.units.indices where table.units[index].key == "u" {
            table.units[index].state = .new
        }
        let export = GettextExport(table, options: Self.options)
        let found = export.diagnostics.map(\.kind)
        #expect(found == [.missingForm(.few), .emptyTranslation, .untranslatedText, .nullCharacter])
        // Readers see this text instead of the missing form.
        #expect(export.document.entries[0].translations == ["a %d", "b %d", "b %d"])
        #expect(export.document.entries.count == 3)
    }

    static func file(_ plural: String, _ body: String, language: String) -> POFile {
        POFile(
            Array(
                """
                msgid ""
                msgstr "Language: \(language)\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: \(plural)\\n"

                \(body)
                """.utf8))
    }
    static let plurals =
        "msgctxt \"k\"\nmsgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"x\"\nmsgstr[1] \"y\"\n\nmsgid \"t\"\nmsgstr \"u\"\n"

    @Test func aRuleThatIsNotTheLanguagesLosesNoForm() {
        let read = GettextImport(
            Self.file("nplurals=2; plural=n != 1;", Self.plurals, language: "ru"), table: "T",
            sourceLocale: Self.english)
        #expect(
            read.diagnostics.map(\.kind) == [
                .ambiguousForms(.one, first: 1, form: 0, second: 21, otherForm: 1)
            ])
        #expect(read.tables[0].units.map(\.key) == ["k", "t"])
        #expect(read.tables[0].units[0].translation?.plural == [.one: "x", .many: "y"])
        #expect(read.tables[0].locale == LocaleIdentifier("ru"))
        let broken = GettextImport(
            Self.file("nplurals=2; plural=n/0;", Self.plurals, language: "de"), table: "T",
            sourceLocale: Self.english)
        #expect(broken.diagnostics.map(\.kind) == [.unusableForms])
        #expect(broken.tables[0].units.map(\.key) == ["t"])
    }

    @Test func zeroIsAFormOfItsOwnWhereTheFileCountsItOtherwise() {
        // Many Brazilian files count 0 as `other`; CLDR counts it as `one`.
        let read = GettextImport(
            Self.file("nplurals=2; plural=n != 1;", Self.plurals, language: "pt_BR"), table: "T",
            sourceLocale: Self.english)
        #expect(read.diagnostics == [])
        #expect(
            read.tables[0].units[0].translation?.plural == [.zero: "y", .one: "x", .many: "y", .other: "y"])
        #expect(read.tables[0].units[0].state == .translated)
    }

    @Test func formsWithoutARuleAreThoseOfTheLanguage() {
        let file = POFile(
            Array(
                "msgid \"\"\nmsgstr \"Language: de\\nContent-Type: text/plain; charset=UTF-8\\n\"\n\n\(Self.plurals)"
                    .utf8))
        #expect(!file.hasPluralForms)
        let read = GettextImport(file, table: "T", sourceLocale: Self.english)
        #expect(read.tables[0].units[0].translation?.plural == [.one: "x", .other: "y"])
        #expect(read.diagnostics.map(\.kind) == [.unusableForms])
    }

    @Test func aHalfFilledPluralIsToBeReviewed() {
        let body = Self.plurals.replacing("msgstr[1] \"y\"", with: "msgstr[1] \"\"")
        let read = GettextImport(
            Self.file("nplurals=2; plural=n != 1;", body, language: "de"), table: "T",
            sourceLocale: Self.english)
        #expect(read.tables[0].units[0].translation?.plural == [.one: "x"])
        #expect(read.tables[0].units.map(\.state) == [.needsReview, .translated])
    }

    @Test(
        arguments: [
            ("100% of the screen", "no-objc-format"), ("50%-a", "no-objc-format"),
            ("%ld files", "objc-format"),
            ("%ld% of %@", "no-objc-format"), ("Plain", nil), ("100%", nil),
        ] as [(String, String?)])
    func textsThatAreNoFormatsSaySo(text: String, flag: String?) {
        let unit = TranslationUnit(key: "k", source: Message(key: "k", text: text))
        let table = TranslationTable(name: "T", sourceLocale: Self.english, locale: nil, units: [unit])
        let export = GettextExport([table], options: GettextOptions(project: "T"))
        #expect(export.document.entries.last?.flags == (flag.map { [$0] } ?? []))
    }

    @Test func aPartWithABorrowedSourceIsNotComparedWithIt() {
        let forms: [PluralCategory: FormatString] = [
            .one: FormatString("%ld Datei", isSubstitution: true),
            .other: FormatString("%ld Dateien", isSubstitution: true),
        ]
        let unit = TranslationUnit(
            key: "k", source: Message(key: "k", text: "%@ has %d"),
            translation: Message(key: "k", text: "%@ hat %#@n@", substitutions: ["n": forms]))
        let table = TranslationTable(
            name: "T", sourceLocale: Self.english, locale: LocaleIdentifier("de"), units: [unit])
        let entries = GettextExport([table], options: GettextOptions(project: "T")).document.entries
        #expect(entries.map(\.context) == ["k", "k|==|substitutions.n"])
        #expect(entries.map(\.flags) == [["objc-format"], ["no-objc-format"]])
    }

    @Test func takesTheFilesOwnOrderOfForms() {
        let read = GettextImport(
            Self.file("nplurals=2; plural=n == 1;", Self.plurals, language: "de"), table: "T",
            sourceLocale: Self.english)
        #expect(read.diagnostics == [])
        #expect(read.tables[0].units[0].translation?.plural == [.one: "y", .other: "x"])
        let unused = GettextImport(
            Self.file(
                "nplurals=3; plural=n != 1;",
                Self.plurals.replacing("msgstr[1] \"y\"", with: "msgstr[1] \"y\"\nmsgstr[2] \"z\""),
                language: "de"),
            table: "T", sourceLocale: Self.english)
        #expect(unused.diagnostics.map(\.kind) == [.unusedForm(index: 2)])
    }

    @Test func findsKeysBySourceTexts() {
        let source = MessageCatalog(
            locale: Self.english,
            strings: StringsFile(
                text:
                    "\"k1\" = \"One\"; \"k2\" = \"Two\"; \"k3\" = \"Two\"; \"Four\" = \"4\"; \"k5\" = \"Four\";"
            ))
        let body = ["One", "Two", "Four", "Six"].map { "msgid \"\($0)\"\nmsgstr \"x\"\n" }.joined(
            separator: "\n")
        let file = Self.file("nplurals=2; plural=n != 1;", body, language: "de")
        let read = GettextImport(file, table: "T", sourceLocale: Self.english, sources: ["T": source])
        #expect(read.tables[0].units.map(\.key) == ["k1", "Four", "Six"])
        #expect(
            read.diagnostics.map(\.kind) == [.ambiguousSource(first: "k2", second: "k3"), .unknownMessage])
        let alone = GettextImport(file, table: "T", sourceLocale: Self.english)
        #expect(alone.tables[0].units.map(\.key) == ["One", "Two", "Four", "Six"])
    }

    @Test func prefersLivingEntriesToObsoleteOnes() {
        let file = Self.file(
            "nplurals=2; plural=n != 1;",
            "#~ msgctxt \"k\"\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n\nmsgctxt \"k\"\nmsgid \"new\"\nmsgstr \"neu\"\n\nmsgctxt \"k\"\nmsgid \"newer\"\nmsgstr \"neuer\"\n",
            language: "de")
        let read = GettextImport(file, table: "T", sourceLocale: Self.english)
        #expect(read.tables[0].units.map { $0.source?.text?.source } == ["new"])
        #expect(Set(read.diagnostics.map(\.kind)) == [.supersededMessage, .duplicatePart])
    }

    @Test func readsTablesOutOfMOFiles() throws {
        let table = Self.table(
            "de", "\"a\" = \"A\"; \"n|==|plural.one\" = \"%d x\"; \"n|==|plural.other\" = \"%d xs\";",
            "\"a\" = \"1\"; \"n|==|plural.one\" = \"%d y\"; \"n|==|plural.other\" = \"%d ys\";")
        let bytes = MOWriter(GettextExport(table, options: Self.options).document).bytes
        let read = GettextImport(try MOFile(bytes), table: "T", sourceLocale: Self.english)
        #expect(read.diagnostics == [])
        #expect(read.tables == [table])
    }
}
