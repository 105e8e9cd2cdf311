// Tests of looking up texts.

import Localization
import Testing

@Suite struct LocalizerTests {
    static let english = MessageCatalog(
        "en",
        """
        "Items found: %ld|==|plural.one" = "%ld item found";
        "Items found: %ld|==|plural.other" = "%ld items found";
        "Items found: %ld|==|plural.zero" = "Nothing found";
        "NoItemsFoundTitle" = "No items found";
        "Hello %@" = "Hello, %@!";
        "Only" = "Only in English";
        """)
    static let german = MessageCatalog(
        "de",
        """
        "Items found: %ld|==|plural.one" = "%ld Artikel gefunden";
        "Items found: %ld|==|plural.other" = "%ld Artikel gefunden";
        "NoItemsFoundTitle" = "Keine Artikel gefunden";
        "Hello %@" = "Hallo, %d!";
        "Full" = "100% of";
        """)

    /// A message with two counted arguments, in four languages.
    static let folders = [
        "en": """
        "%1$ld files in %2$ld folders" = "%1$#@files@ in %2$#@folders@";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.one" = "%1$ld file";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.other" = "%1$ld files";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.one" = "%arg folder";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.other" = "%arg folders";
        """,
        "ru": """
        "%1$ld files in %2$ld folders" = "%1$#@files@ в %2$#@folders@";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.one" = "%1$ld файл";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.few" = "%1$ld файла";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.many" = "%1$ld файлов";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.one" = "%arg папке";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.other" = "%arg папках";
        """,
        "ar": """
        "%1$ld files in %2$ld folders" = "%1$#@files@ في %2$#@folders@";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.zero" = "لا ملفات";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.one" = "ملف واحد";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.two" = "ملفان";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.few" = "%1$ld ملفات";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.many" = "%1$ld ملفًا";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.other" = "%1$ld ملف";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.one" = "مجلد واحد";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.two" = "مجلدين";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.few" = "%2$ld مجلدات";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.other" = "%2$ld مجلد";
        """,
        "ja": """
        "%1$ld files in %2$ld folders" = "%2$#@folders@に%1$#@files@";
        "%1$ld files in %2$ld folders|==|substitutions.files.plural.other" = "%1$ld個のファイル";
        "%1$ld files in %2$ld folders|==|substitutions.folders.plural.other" = "%argつのフォルダ";
        """,
    ]

    @Test(arguments: [
        ("en", 1, 1, "1 file in 1 folder"), ("en", 0, 2, "0 files in 2 folders"),
        ("en", 1200, 1, "1,200 files in 1 folder"),
        ("ru", 1, 2, "1 файл в 2 папках"), ("ru", 3, 21, "3 файла в 21 папке"),
        ("ru", 11, 1, "11 файлов в 1 папке"),
        ("ru", 22, 5, "22 файла в 5 папках"), ("ar", 0, 1, "لا ملفات في مجلد واحد"),
        ("ar", 2, 2, "ملفان في مجلدين"),
        ("ar", 5, 3, "٥ ملفات في ٣ مجلدات"), ("ar", 11, 100, "١١ ملفًا في ١٠٠ مجلد"),
        ("ar", 100, 1, "١٠٠ ملف في مجلد واحد"),
        ("ja", 1, 2, "2つのフォルダに1個のファイル"), ("ja", 0, 1, "1つのフォルダに0個のファイル"),
    ])
    func countsTwiceInOneMessage(locale: String, files: Int, folders: Int, text: String) {
        let localizer = Localizer([MessageCatalog(locale, Self.folders[locale]!)])
        // For ar without a region, the digits are Latin or Arabic, depending on the version of CLDR.
        let shown = localizer("%1$ld files in %2$ld folders", files, folders)
        let digits = Dictionary(uniqueKeysWithValues: zip("0123456789", "٠١٢٣٤٥٦٧٨٩"))
        #expect(locale == "ar" ? String(shown.map { digits[$0] ?? $0 }) == text : shown == text)
    }

    @Test func wordsTheExampleOfTheProject() {
        let german = Localizer([Self.german, Self.english])
        #expect(german("Items found: %ld", 3) == "3 Artikel gefunden")
        #expect(german("NoItemsFoundTitle") == "Keine Artikel gefunden")
        let english = Localizer([Self.english])
        #expect(english("Items found: %ld", 1) == "1 item found")
        #expect(english("Items found: %ld", 1234) == "1,234 items found")
        #expect(english("Items found: %ld", UInt8(2)) == "2 items found")
    }

    @Test func takesZeroExactlyInEveryLanguage() {
        let localizer = Localizer([Self.english])
        #expect(localizer("Items found: %ld", 0) == "Nothing found")
        #expect(localizer("Items found: %ld", 10) == "10 items found")
    }

    @Test func fallsBackAlongTheChain() {
        let localizer = Localizer([Self.german, Self.english])
        #expect(localizer("Only") == "Only in English")
        #expect(localizer("Unknown: %ld of %@", 1234, "x") == "Unknown: 1,234 of x")
        #expect(localizer("Unknown") == "Unknown")
        #expect(localizer.hasMessage("Only") && !localizer.hasMessage("Unknown"))
        #expect(localizer.message(for: "Only")?.locale == LocaleIdentifier("en"))
    }

    @Test func passesOverTranslationsThatDoNotFit() {
        let localizer = Localizer([Self.german, Self.english])
        #expect(localizer("Hello %@", "Ada") == "Hello, Ada!")
        let found = localizer.diagnostics(for: "Hello %@", arguments: ["Ada"])
        #expect(found.map(\.messageKey) == ["Argument.WrongClass"])
        #expect(found.first?.locale == LocaleIdentifier("de"))
        #expect(localizer.diagnostics(for: "NoItemsFoundTitle") == [])
        #expect(
            localizer.diagnostics(for: "Unknown").map(\.messageKey)
                == ["Lookup.MissingMessage", "Lookup.MissingMessage", "Lookup.KeyShown"])
    }

    @Test func showsTextsWithoutArgumentsAsTheyAre() {
        let localizer = Localizer([Self.german, Self.english])
        #expect(localizer("Full") == "100% of")
        #expect(localizer("Items found: %ld") == "%ld Artikel gefunden")
    }

    @Test(arguments: [
        ("pl", ["one": "plik", "many": "plików"], 3, "plików"),
        ("pl", ["one": "plik", "other": "pliku"], 3, "pliku"),
        ("ru", ["many": "файлов", "other": "файла"], 1, "файлов"),
        ("cs", ["many": "souboru", "other": "souborů"], 3, "souborů"),
        ("de", ["one": "Datei"], 3, "files"), ("lv", ["zero": "failu", "other": "faili"], 10, "failu"),
    ])
    func fillsMissingCategories(locale: String, forms: [String: String], count: Int, text: String) {
        let source = forms.map { "\"files %ld|==|plural.\($0.key)\" = \"\($0.value)\";" }.joined()
        let english = MessageCatalog("en", "\"files %ld|==|plural.other\" = \"files\";")
        #expect(Localizer([MessageCatalog(locale, source), english])("files %ld", count) == text)
    }

    @Test func countsFractionsAsTheyAreShown() {
        let source =
            "\"%.1f km|==|plural.one\" = \"%.1f kilometre\"; \"%.1f km|==|plural.other\" = \"%.1f kilometres\";"
        #expect(Localizer([MessageCatalog("en", source)])("%.1f km", 1.0) == "1.0 kilometres")
        #expect(Localizer([MessageCatalog("fr", source)])("%.1f km", 1.5) == "1,5 kilometre")
        let whole = source.replacing("%.1f", with: "%.0f")
        #expect(Localizer([MessageCatalog("en", whole)])("%.0f km", 1.2) == "1 kilometre")
    }

    @Test func writesNumbersForTheReader() {
        let tables = [LocaleIdentifier("de")!: [Localizer.defaultTable: Self.german]]
        let chain = ["de_CH", "de", "en"].map { LocaleIdentifier($0)! }
        #expect(Localizer(chain: chain, tables: tables)("Items found: %ld", 1234) == "1’234 Artikel gefunden")
        #expect(
            Localizer(chain: chain, tables: tables, numberStyle: .plain)("Items found: %ld", 1234)
                == "1234 Artikel gefunden")
        let arabic = MessageCatalog("ar", "\"%ld\" = \"%ld\";")
        let reader = Localizer(
            chain: [arabic.locale], tables: [arabic.locale: [Localizer.defaultTable: arabic]],
            userLocale: LocaleIdentifier("ar-EG-u-nu-latn"))
        #expect(reader("%ld", 12) == "12")
    }

    @Test func answersManyTasksAtOnce() async {
        let localizer = Localizer([Self.german, Self.english])
        await withTaskGroup(of: Bool.self) { group in
            for number in 2..<200 {
                group.addTask { localizer("Items found: %ld", number) == "\(number) Artikel gefunden" }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func takesArgumentsInAnArray() {
        let localizer = Localizer([Self.english])
        #expect(localizer.text(for: "Hello %@", arguments: ["Ada"]) == "Hello, Ada!")
        let values: [FormatValue] = ["Ada"]
        #expect(localizer.text(for: "Hello %@", arguments: values) == "Hello, Ada!")
        #expect(localizer.text(for: "%@ %@", arguments: [1, "x"]) == "1 x")
    }

    @Test func readsOtherTables() {
        let locale = LocaleIdentifier("en")!
        let tables = [locale: ["Errors": MessageCatalog("en", "\"a\" = \"b %ld\";")]]
        let localizer = Localizer(chain: [locale], tables: tables)
        #expect(localizer("a", 3, table: "Errors") == "b 3")
        #expect(localizer("a", 3) == "a")
    }

    @Test func givesAllMessagesOfATable() {
        let localizer = Localizer([Self.german, Self.english])
        let messages = localizer.messages()
        #expect(
            messages.map(\.message.key) == [
                "Full", "Hello %@", "Items found: %ld", "NoItemsFoundTitle", "Only",
            ])
        // The German greeting takes another argument than the source, and the
        // last text exists only in English.
        #expect(messages.map(\.locale.identifier) == ["de", "en", "de", "de", "en"])
        #expect(localizer.messages(table: "None").isEmpty)
        #expect(Localizer([Self.english]).messages().map(\.locale.identifier) == ["en", "en", "en", "en"])
    }

    @Test func survivesSubstitutionsInCircles() {
        let source = """
            "k" = "%1$#@a@"; "k|==|substitutions.a.plural.other" = "%1$#@b@%1$#@b@";
            "k|==|substitutions.b.plural.other" = "%1$#@a@";
            """
        #expect(Localizer([MessageCatalog("en", source)])("k", 3) == "k")
        var deep = "\"k\" = \"%1$#@v0@\";"
        for level in 0..<40 {
            let next = "%1$#@v\(level + 1)@"
            deep += "\"k|==|substitutions.v\(level).plural.other\" = \"\(next)\(next)\";"
        }
        deep += "\"k|==|substitutions.v40.plural.other\" = \"x\";"
        #expect(Localizer([MessageCatalog("en", deep)])("k", 3) == "k")
    }
}
