// JSON files with texts: which files they are, what is read, and the bytes that an edit changes.

import Localization
import Testing
@testable import TranslationTools

@Suite struct JSONTextFormatTests {
    private static let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: [])

    private static func read(
        _ text: String, _ path: String = "locales/de.json", pluralKeys: Set<String> = []
    ) -> (units: [TranslationUnit], findings: [any LocalizationDiagnostic]) {
        let format = TranslationFormats().format(ofFile: path)!
        let source = TranslationFileSource(project: project, path: path, sharedContexts: pluralKeys)
        let (tables, findings) = format.read(Array(text.utf8), from: source)
        return (tables.flatMap(\.units), findings)
    }

    private static func edited(
        _ text: String, _ texts: [(key: String, text: String)], like source: String? = nil,
        path: String = "locales/de.json"
    ) throws -> String {
        let units = texts.map { key, text in
            TranslationUnit(key: key, translation: Message(key: key, text: text))
        }
        return try edited(text, units, like: source, path: path)
    }

    private static func edited(
        _ text: String?, _ units: [TranslationUnit], like source: String? = nil,
        path: String = "locales/de.json"
    ) throws -> String {
        let english = LocaleIdentifier("en")!
        let table = TranslationTable(
            name: "T", sourceLocale: english, locale: LocaleIdentifier("de")!, units: units)
        let format = TranslationFormats().format(ofFile: path)!
        let following = source.flatMap { source in
            LocalizationFile.files(
                of: Array(source.utf8), format,
                from: TranslationFileSource(project: project, path: "locales/en.json"))?.first
        }
        let file = try #require(
            format.applying(
                [TableEdits(setting: table)], to: text.map { TranslationDocument(Array($0.utf8)) }, at: path,
                following: following))
        #expect(!file.isRefused)
        return String(decoding: file.bytes, as: UTF8.self)
    }

    // MARK: Files

    @Test(arguments: [
        ("locales/de.json", "locales", "translation", "de"),
        ("public/locales/pt-BR/common.json", "public/locales", "common", "pt_BR"),
        ("src/i18n/web/de/admin/users.json", "src/i18n/web", "admin/users", "de"),
        ("app/messages/zh-Hant.json", "app/messages", "translation", "zh_Hant"),
        ("i18n/errors.de.json", "i18n", "errors", "de"),
        ("client/src/__locales/de.json", "client/src/__locales", "translation", "de"),
        ("_locales/pt_BR/messages.json", "_locales", "messages", "pt_BR"),
        // Crowdin repeats the language if it knows no region.
        ("locales/kab-KAB.json", "locales", "translation", "kab"),
        ("lib/app_de.arb", "lib", "app", "de"),
        ("src/strings/en-us.json", "src/strings", "translation", "en_US"),
        ("my_app_en_US.arb", ".", "my_app", "en_US"),
    ])
    func aPathTellsFolderTableAndLocale(path: String, folder: String, table: String, locale: String) throws {
        let placed = try #require(TranslationFormats().format(ofFile: path)?.place(of: path))
        #expect(placed.group.folder == folder)
        #expect(placed.table == table)
        #expect(placed.locale?.identifier == locale)
    }

    @Test(arguments: [
        "package.json", "tsconfig.json", "de.json", "data/de.json", "countries/id.json",
        "locales/config.json",
        "i18n/de/package.json", "src/en/data.json", "locales/index.json", "lib/app.arb",
    ])
    func filesOfOtherProgramsAreNotTaken(path: String) {
        #expect(TranslationFormats().format(ofFile: path)?.place(of: path) == nil)
    }

    @Test(arguments: [
        "[1, 2]", "{\"a\": 1}", "{\"decimal\": \",\", \"grouping\": [3], \"percent\": true, \"b\": \"c\"}",
    ])
    func dataIsNoText(text: String) {
        #expect(Self.read(text).units.isEmpty)
    }

    @Test func theFileOfAnotherLocaleIsNamedLikeTheOthers() throws {
        func path(_ source: String, _ other: String) throws -> String {
            let file = try #require(LocaleFilePath(source))
            return file.path(of: LocaleIdentifier("pt_BR")!, like: [other])
        }
        #expect(try path("locales/en/a.json", "locales/de/a.json") == "locales/pt-BR/a.json")
        #expect(try path("locales/en.json", "locales/zh_TW.json") == "locales/pt_BR.json")
        #expect(try path("l10n/app_en.arb", "l10n/app_de.arb") == "l10n/app_pt_BR.arb")
    }

    // MARK: Reading

    @Test func keysAreTheNamesOfObjectsAndPluralsAreOneMessage() {
        let units = Self.read(
            """
            {"a": {"b": "B", "list": ["x", {"c": "C"}], "n": null, "count": 3},
             "items_one": "{{count}} item", "items_other": "{{count}} items", "items": "items",
             "friend_male": "He", "friend_male_one": "One", "friend_male_other": "Many",
             "place_ordinal_two": "{{count}}nd", "place_ordinal_other": "{{count}}th",
             "reason_other": "Other", "n": "{k, plural, one {# file} other {{k} files in {where}}}"}
            """
        ).units
        let expected = [
            "a.b", "a.list.0", "a.list.1.c", "a.n", "items", "friend_male", "place_ordinal", "reason_other",
            "n",
        ]
        #expect(units.map(\.key) == expected)
        let texts = Dictionary(uniqueKeysWithValues: units.map { ($0.key, $0.translation) })
        #expect(texts["items"]??.plural[.one]?.source == "{{count}} item")
        #expect(texts["items"]??.text?.source == "items")
        #expect(texts["friend_male"]??.plural.count == 2)
        #expect(texts["n"]??.plural[.one]?.source == "{k} file")
        #expect(texts["n"]??.plural[.other]?.source == "{k} files in {where}")
        #expect(units[3].translation == nil && units[6].flags == ["ordinal"])
    }

    /// Japanese has one form, so its file alone does not show that the key has forms.
    @Test func anotherFileTellsThatAKeyHasForms() throws {
        let text = "{\"items_other\": \"品\"}"
        #expect(Self.read(text).units.map(\.key) == ["items_other"])
        #expect(Self.read(text, pluralKeys: ["items"]).units.map(\.key) == ["items"])
        let english = "{\"items_one\": \"One\", \"items_other\": \"Many\"}"
        #expect(JSONTextFormat.i18next.sharedContexts(in: Array(english.utf8)) == ["items"])
    }

    @Test func whatIsSaidAboutATextIsItsComment() {
        let bundle = "{\"@@locale\": \"de\", \"hi\": \"Hallo\", \"@hi\": {\"description\": \"Greets\"}}"
        let messages = "{\"hi\": {\"message\": \"Hallo $name$\", \"description\": \"Greets\"}}"
        let descriptors = "{\"hi\": {\"defaultMessage\": \"Hallo\", \"description\": \"Greets\"}}"
        for (text, path) in [
            (bundle, "x.arb"), (messages, "_locales/de/messages.json"), (descriptors, "lang/de.json"),
        ] {
            let units = Self.read(text, path).units
            #expect(units.map(\.key) == ["hi"])
            #expect(units.map(\.comment) == ["Greets"])
        }
    }

    /// Chrome refuses an extension with such a message. Letters are equal in either case, `$1` needs no
    /// definition, and of `$$` the second sign is text.
    @Test func namesThatAMessageDoesNotDefineAreFound() throws {
        let messages = """
            {"hi": {"message": "Hallo \\u0024USER$ und $Other$", "placeholders": {"user": {"content": "$1"}}},
             "pay": {"message": "$1 for $$5$$", "description": "Price"}}
            """
        let (units, findings) = Self.read(messages, "_locales/de/messages.json")
        #expect(units.map(\.key) == ["hi", "pay"])
        #expect(findings.map(\.messageKey) == ["JSON.UndefinedPlaceholder"])
        let finding = try #require(findings.first as? ExchangeDiagnostic)
        #expect(finding.facts == ["hi", "$Other$"])
        #expect(finding.position?.description == "1:43")
    }

    @Test func aBranchHasAPlaceOfItsOwn() throws {
        let units = Self.read("{\n \"n\": \"{k, plural, one {\\u00e4 #}\\n other {x}}\"}").units
        let places = try #require(units.first?.places.translation)
        #expect(places[.plural(.one)]?.description == "2:25")
        #expect(places[.plural(.other)]?.description == "2:44")
    }

    @Test(arguments: [
        ("{\"a\": \"A\", // x\n\"b\": \"B\"}", "JSON.NotAllowed", "1:12"),
        ("{\"a\": \"A\", \"b\": \"B\",}", "JSON.NotAllowed", "1:20"),
        ("{\"a\": \"A\"\n\"b\": \"B\"}", "Text.SignMissing", "2:1"),
        ("{\"a\": \"A\", \"b\": \"B\"", "Text.SignMissing", "1:20"),
        ("{\"a\": \"A\",\n\"b\": \"\\ud83d B\"}", "JSON.Escape", "2:7"),
        ("{\"a\": \"A\\x\", \"b\": \"B\"}", "JSON.Escape", "1:9"),
        ("{\"a\": \"A\u{1}\", \"b\": \"B\"}", "JSON.ControlCharacter", "1:9"),
        ("{\"a\": \"A, \n\"b\": \"B\"}", "Text.SignMissing", "1:11"),
        ("{a: \"A\", \"b\": \"B\"}", "JSON.NotAllowed", "1:2"),
        ("{\"a\": 'A', \"b\": \"B\"}", "JSON.NotAllowed", "1:7"),
        ("{\"a\": , \"b\": \"B\"}", "Text.SignMissing", "1:7"),
        ("{\"b\": \"A\", \"b\": \"B\"}", "Text.DuplicateKey", "1:12"),
        ("{\"__proto__\": \"A\", \"b\": \"B\"}", "Text.KeyNotAllowed", "1:2"),
        ("[\"b\"]", "JSON.UnexpectedDocument", "1:1"),
    ])
    func aFaultHasAPlaceAndTheRestIsRead(text: String, finding: String, place: String) throws {
        let (units, findings) = Self.read(text)
        let first = try #require(findings.first)
        #expect(first.messageKey == finding)
        #expect(first.position?.description == place)
        #expect(finding == "JSON.UnexpectedDocument" || units.last?.key == "b")
    }

    @Test func depthAndLengthHaveBounds() {
        let deep = String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)
        let texts = Array(repeating: "\"B\"", count: 9).joined(separator: ",")
        let long = String(repeating: "k", count: 100_000)
        let (units, findings) = Self.read("{\"x\": \(deep), \"b\": [\(texts)], \"\(long)\": \"K\"}")
        #expect(units.map(\.key) == (0..<9).map { "b.\($0)" })
        #expect(Set(findings.map(\.messageKey)) == ["JSON.TooDeep", "Text.KeyNotAllowed"])
    }

    // MARK: Editing

    @Test func anEditChangesOnlyItsBytes() throws {
        let text = "\u{FEFF}{\r\n\t\"a\" : \"\\u00c4 \\/ x\",\r\n\t\"b\": {\"c\": \"C\"} }"
        #expect(try Self.edited(text, [("a", "Ä / x"), ("b.c", "C")]) == text)
        #expect(
            try Self.edited(text, [("a", "Ä / \"y\""), ("b.c", "D")])
                == "\u{FEFF}{\r\n\t\"a\" : \"\\u00c4 \\/ \\\"y\\\"\",\r\n\t\"b\": {\"c\": \"D\"} }")
        #expect(try Self.edited("{\"n\": null}", [("n", "N")]) == "{\"n\": \"N\"}")
    }

    @Test func newTextsFollowTheirNeighborsInTheSource() throws {
        let source =
            "{\"a\": \"A\", \"b\": {\"c\": \"C\", \"d\": \"D\"}, \"e\": \"E\", \"f\": [\"F\", \"G\"]}"
        let text = "{\n    \"a\": \"a\",\n    \"e\": \"e\"\n}\n"
        #expect(
            try Self.edited(text, [("b.c", "c"), ("b.d", "d"), ("f.0", "f"), ("f.1", "g")], like: source)
                == """
                {
                    "a": "a",
                    "b": {
                        "c": "c",
                        "d": "d"
                    },
                    "e": "e",
                    "f": [
                        "f",
                        "g"
                    ]
                }

                """)
    }

    @Test func aNewFileIsMadeLikeTheSource() throws {
        let flat = "{\n\t\"a.b\": \"B\"\n}"
        #expect(try Self.edited("{}", [("a.b", "b")], like: flat) == "{\n\t\"a.b\": \"b\"\n}")
        let plural = TranslationUnit(
            key: "n", translation: Message(key: "n", plural: [.one: "{count} Ding", .other: "{count} Dinge"]))
        let messages = "{\"m\": \"{x, plural, one {a} other {b}}\"}"
        #expect(
            try Self.edited(nil, [plural], like: messages).contains(
                "\"{count, plural, one {# Ding} other {# Dinge}}\""))
        let suffixes = "{\"m_one\": \"a {{count}}\", \"m_other\": \"b\"}"
        #expect(try Self.edited("{ }", [plural], like: suffixes).contains("\"n_one\":"))
    }

    /// Texts may be below the name of their locale, which is not a part of their keys.
    @Test func textsBelowTheNameOfTheirLocaleHaveKeysOfTheirOwn() throws {
        let german = "{\n  \"de\": {\n    \"a\": {\n      \"b\": \"Eins\"\n    }\n  }\n}\n"
        #expect(Self.read(german).units.map(\.key) == ["a.b"])
        // A group of texts with the name of another locale is a group.
        #expect(Self.read(german, "locales/fr.json").units.map(\.key) == ["de.a.b"])
        #expect(Self.read("{\"de\": \"Deutsch\"}").units.map(\.key) == ["de"])
        let changed = try Self.edited(german, [("a.b", "Zwei"), ("a.c", "Drei")])
        #expect(
            changed == german.replacing("\"Eins\"", with: "\"Zwei\",\n      \"c\": \"Drei\""))
        let units = [TranslationUnit(key: "a.b", translation: Message(key: "a.b", text: "Eins"))]
        let made = try Self.edited(nil, units, like: german.replacing("\"de\"", with: "\"en\""))
        #expect(made == german)
    }

    /// Lists of different lengths are independent, for example synonyms to search for.
    @Test func listsOfOtherLengthsAreNotComparedOneByOne() {
        func file(_ locale: String, _ text: String) -> [LocalizationFile] {
            let path = "locales/\(locale).json"
            let format = TranslationFormats().format(ofFile: path)!
            return LocalizationFile.files(
                of: Array(text.utf8), format, from: TranslationFileSource(project: Self.project, path: path))
                ?? []
        }
        func found(_ german: String) -> [String] {
            let files =
                file("en", #"{"terms": ["cafe", "coffee", "tea"], "name": "Cafe"}"#) + file("de", german)
            let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
            return CheckRunner(project: project).findings().map { "\($0.check) \($0.key ?? "")" }
        }
        #expect(found(#"{"terms": ["Kaffee"], "name": "Café"}"#) == [])
        #expect(found(#"{"terms": ["Kaffee", "Café", "Tee", "Kuchen"], "name": "Café"}"#) == [])
        #expect(found(#"{"terms": ["Kaffee"]}"#) == ["missing-key name"])
    }

    /// They are read from the end, and repeated names are left out.
    @Test func manyTextsKeepTheirOrderAndPlaces() {
        let lines = (0..<9_000).map { "  \"k\($0 == 8_000 ? 7_000 : $0)\": \"Text \($0)\"" }
        let (units, findings) = Self.read("{\n" + lines.joined(separator: ",\n") + "\n}")
        let numbers = (0..<9_000).filter { $0 != 7_000 }
        #expect(units.map(\.key) == numbers.map { "k\($0 == 8_000 ? 7_000 : $0)" })
        #expect(units.compactMap(\.translation?.text?.source) == numbers.map { "Text \($0)" })
        #expect(units.map(\.places.unit?.line) == numbers.map { $0 + 2 })
        #expect(findings.count == 1)
    }

    /// Programs read all texts of such files as MessageFormat, even those without a choice.
    @Test(arguments: [
        ("Due {d, date, short}", "Fällig", ["missing-argument"]),
        ("{x, number} items", "{x, date} Artikel", ["argument-type"]),
        ("Hi {name}", "Hallo {name", ["invalid-format"]), ("Hi {name}", "Hallo {name}", []),
        (
            "{n, plural, one {# a} other {# b}}", "{n, plural, one {# c} other {# d}",
            ["invalid-format", "missing-plural"]
        ),
        (
            "{n, plural, one {# a} other {# b}}", "{n, plural, one {# c}}",
            ["invalid-format", "missing-plural"]
        ),
    ])
    func bundlesAndDescriptorsAreMessageFormat(source: String, translation: String, expected: [String]) {
        func found(_ path: (_ locale: String) -> String, _ file: (_ text: String) -> String) -> [String] {
            let files = [("en", source), ("de", translation)].flatMap { locale, text in
                LocalizationFile.files(
                    of: Array(file(text).utf8),
                    TranslationFormats().format(ofFile: path(locale))!,
                    from: TranslationFileSource(project: Self.project, path: path(locale))) ?? []
            }
            let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
            return CheckRunner(project: project).findings().map(\.check)
        }
        #expect(found({ "l10n/app_\($0).arb" }, { "{\"k\": \"\($0)\"}" }) == expected)
        #expect(found({ "lang/\($0).json" }, { "{\"k\": {\"defaultMessage\": \"\($0)\"}}" }) == expected)
    }

    @Test func pluralFormsAreChangedWhereTheyAre() throws {
        func unit(_ forms: [PluralCategory: FormatString]) -> TranslationUnit {
            TranslationUnit(key: "n", translation: Message(key: "n", plural: forms))
        }
        let forms: [PluralCategory: FormatString] = [.one: "{k} Akte", .few: "{k}", .other: "{k} Dateien"]
        #expect(
            try Self.edited("{\"n\": \"{k,plural,\\n one{# \\u00c4} other{# Dateien}}\"}", [unit(forms)])
                == "{\"n\": \"{k,plural,\\n one{# Akte} few {#} other{# Dateien}}\"}")
        #expect(
            try Self.edited("{\"n_one\": \"{{count}} Datei\", \"n_other\": \"{k} Dateien\"}", [unit(forms)])
                == "{\"n_one\": \"{k} Akte\", \"n_other\": \"{k} Dateien\",\"n_few\": \"{k}\"}")
    }

    @Test func aPluralOfMessageFormatTakesNoFormsFromOthers() throws {
        let text = "{\"n\": \"{k, plural, one {#} other {# x}}\", \"n_few\": \"F\"}"
        let units = Self.read(text, pluralKeys: ["n"]).units
        #expect(units.map(\.key) == ["n", "n_few"])
        #expect(try Self.edited(text, units) == text)
    }

    @Test func aKeyIsRenamedInAllItsForms() {
        func renamed(_ text: String, _ key: String, _ newKey: String, _ path: String = "locales/de.json")
            -> String
        {
            let format = TranslationFormats().format(ofFile: path)!
            let bytes = Array(text.utf8)
            return String(
                decoding: format.renaming(key, to: newKey, in: bytes).applied(to: bytes), as: UTF8.self)
        }
        #expect(
            renamed("{\"a\": {\"n_one\": \"{{count}}\", \"n_other\": \"x\"}}", "a.n", "a.m")
                == "{\"a\": {\"m_one\": \"{{count}}\", \"m_other\": \"x\"}}")
        let nested = "{\"a\": {\"b\": \"B\"}}"
        #expect(renamed(nested, "a.b", "c.b") == nested)
        #expect(renamed("{\"a.b\": \"B\"}", "a.b", "c.b") == "{\"c.b\": \"B\"}")
        #expect(renamed("{\"a\":\"A\",\"@a\":{}}", "a", "b", "x.arb") == "{\"b\":\"A\",\"@b\":{}}")
    }

    // MARK: Checks

    /// English ordinals have four forms, German ones have one.
    @Test func ordinalsAreCheckedByTheirOwnRules() throws {
        func file(_ text: String, _ locale: String) throws -> LocalizationFile {
            let source = TranslationFileSource(
                project: Self.project, path: "locales/\(locale).json")
            let files = LocalizationFile.files(of: Array(text.utf8), JSONTextFormat.i18next, from: source)
            return try #require(files?.first)
        }
        let english = try file(
            "{\"p_ordinal_one\": \"{{count}}st\", \"p_ordinal_two\": \"{{count}}nd\", \"p_ordinal_other\": \"{{count}}th\"}",
            "en")
        let german = try file("{\"p_ordinal_other\": \"{{count}}.\"}", "de")
        let findings = CheckRunner(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: [english, german])
        ).findings()
        #expect(findings.map { "\($0.check) \($0.path)" } == ["missing-plural-category locales/en.json"])
    }
}
