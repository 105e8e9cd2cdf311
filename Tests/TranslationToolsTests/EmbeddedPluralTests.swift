// Plurals within texts: as forms of whole texts in gettext's files, and back in the document.

import JSON
import Localization
import Testing

@testable import TranslationTools

@Suite struct EmbeddedPluralTests {
    /// A project of two files that an exchange goes through.
    private struct Exchange {
        let project: LocalizationProject
        let locale: LocaleIdentifier
        let path: String
        let translation: String

        init(_ source: String, _ translation: String, _ locale: String, path: (String) -> String) {
            self.locale = LocaleIdentifier(locale)!
            (self.path, self.translation) = (path(locale), translation)
            let empty = LocalizationProject(sourceLocale: .english, files: [])
            // A catalog has all languages.
            let texts = [path("en"): source].merging([path(locale): translation]) { $1 }
            let files = texts.sorted { $0.key < $1.key }.flatMap { path, text in
                let format = TranslationFormats().format(ofFile: path)!
                let place = TranslationFileSource(project: empty, path: path)
                return LocalizationFile.files(of: Array(text.utf8), format, from: place) ?? []
            }
            project = LocalizationProject(sourceLocale: .english, files: files)
        }

        /// The files that an export writes, and what it says.
        func exported(_ format: any TranslationFormat = POFormat()) -> (text: String, findings: [String]) {
            var files: [TranslationFile] = []
            TranslationExport(project, tables: project.tables, locales: [locale]).write(format) {
                files.append($0)
            }
            return (
                files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(),
                files.flatMap(\.findings).map(\.messageKey)
            )
        }

        /// The document after an import of a PO file.
        func importing(_ po: String) throws -> String {
            String(decoding: try imported(po).bytes, as: UTF8.self)
        }

        /// The file after an import of a PO file.
        func imported(_ po: String) throws -> TranslationFile {
            let source = TranslationFileSource(
                project: project, path: "\(locale.gettextName).po", locale: locale, table: project.tables[0])
            let format = try #require(TranslationFormats().format(ofFile: path))
            let table = try #require(POFormat().read(Array(po.utf8), from: source).tables.first)
            let known = try #require(project.translationTable(table.name, locale)).unitsByKey
            let (changes, findings) = UnitMerger(locale, from: POFormat().facts, into: format.facts)
                .changes(of: table, in: known)
            #expect(findings.isEmpty)
            guard !changes.units.isEmpty else {
                return TranslationFile(path: path, bytes: Array(translation.utf8))
            }
            return try #require(
                format.applying(
                    [TableEdits(setting: changes)], to: TranslationDocument(Array(translation.utf8)),
                    at: path, following: project.files.first { $0.locale == .english }))
        }
    }

    private static func json(_ locale: String) -> String { "lang/\(locale).json" }
    private static func arb(_ locale: String) -> String { "l10n/app_\(locale).arb" }

    private static let cart = #"{"cart": "You have {n, plural, one {# item} other {# items}} in the cart"}"#

    private static let translations: [(locale: String, text: String)] = [
        ("ja", "カートに {n, plural, other {# 個}} あります"),
        ("de", "Sie haben {n, plural, one {# Artikel} other {# Artikel}} im Wagen"),
        ("lv", "Grozā ir {n, plural, zero {# preču} one {# prece} other {# preces}} pavisam"),
        (
            "sl",
            "V vozičku {n, plural, one {je # izdelek} two {sta # izdelka} few {so # izdelki}"
                + " other {je # izdelkov}} zdaj"
        ),
        (
            "ar",
            "لديك {n, plural, zero {لا عناصر} one {عنصر} two {عنصران} few {# عناصر} many {# عنصرًا}"
                + " other {# عنصر}} هنا"
        ),
    ]

    @Test(arguments: translations)
    func aTextIsFormsInGettextAndComesBackByteForByte(locale: String, text: String) throws {
        let exchange = Exchange(Self.cart, #"{"cart": "\#(text)"}"#, locale, path: Self.json)
        let (po, findings) = exchange.exported()
        #expect(po.contains(#"msgid "You have {n} item in the cart""#))
        #expect(po.contains(#"msgid_plural "You have {n} items in the cart""#))
        #expect(!po.contains("plural,"))
        #expect(findings.isEmpty)
        #expect(try exchange.importing(po) == exchange.translation)
    }

    @Test func aFormThatChangesAloneChangesItsBranch() throws {
        let old = #"{"cart": "Sie haben {n,plural,one{# Artikel}  other{# Artikel}} im Wagen"}"#
        let exchange = Exchange(Self.cart, old, "de", path: Self.json)
        let po = exchange.exported().text
        let edited = po.replacing(
            #"msgstr[0] "Sie haben {n} Artikel im Wagen""#,
            with: #"msgstr[0] "Sie haben einen Artikel im Wagen""#)
        #expect(edited != po)
        #expect(
            try exchange.importing(edited)
                == #"{"cart": "Sie haben {n,plural,one{einen Artikel}  other{# Artikel}} im Wagen"}"#)
    }

    @Test func aNewTextAroundIsWhatTheFormsHaveInCommon() throws {
        let old = #"{"cart": "Sie haben {n, plural, one {# Artikel} other {# Artikel}} im Wagen"}"#
        let exchange = Exchange(Self.cart, old, "de", path: Self.json)
        let po = exchange.exported().text
            .replacing(#"[0] "Sie haben {n} Artikel im Wagen""#, with: #"[0] "Im Korb liegt {n} Ding, ja""#)
            .replacing(#"[1] "Sie haben {n} Artikel im Wagen""#, with: #"[1] "Im Korb liegen {n} Dinge, ja""#)
        #expect(
            try exchange.importing(po)
                == #"{"cart": "Im Korb {n, plural, one {liegt # Ding,} other {liegen # Dinge,}} ja"}"#)
    }

    @Test func aTextThatDiffersThroughoutIsOnePlural() throws {
        let exchange = Exchange(Self.cart, #"{"cart": ""}"#, "ru", path: Self.json)
        let po = exchange.exported().text
            .replacing(#"msgstr[0] """#, with: #"msgstr[0] "В корзине {n} товар""#)
            .replacing(#"msgstr[1] """#, with: #"msgstr[1] "Здесь {n} товара""#)
            .replacing(#"msgstr[2] """#, with: #"msgstr[2] "Тут {n} товаров""#)
        #expect(
            try exchange.importing(po)
                == #"{"cart": "{n, plural, one {В корзине # товар} few {Здесь # товара}"#
                + #" many {Тут # товаров} other {Тут # товаров}}"}"#)
    }

    @Test func aTranslationWithoutPluralHasOneTextForAllForms() throws {
        let exchange = Exchange(Self.cart, #"{"cart": "Artikel im Wagen: {n}"}"#, "de", path: Self.json)
        let po = exchange.exported().text
        #expect(po.contains(#"msgstr[0] "Artikel im Wagen: {n}""#))
        #expect(po.contains(#"msgstr[1] "Artikel im Wagen: {n}""#))
        #expect(try exchange.importing(po) == exchange.translation)
        let edited = po.replacing("Artikel im Wagen: {n}", with: "Im Wagen: {n}")
        #expect(try exchange.importing(edited) == #"{"cart": "Im Wagen: {n}"}"#)
    }

    @Test func flutterHasItsPluralsBack() throws {
        let branches = "{No days} one {One day} other {{count} days}"
        let whole = #"{"@@locale": "en", "left": "{count, plural, =0 \#(branches)} left for {name}"}"#
        let source = whole.replacing(" one ", with: " =1 ")
        let german = whole.replacing("\"en\"", with: "\"de\"")
        // Numbers of their own are no plural forms.
        #expect(Exchange(source, german, "de", path: Self.arb).exported().text.contains("plural,"))
        let exchange = Exchange(whole, german, "de", path: Self.arb)
        let po = exchange.exported().text
        #expect(po.contains(#"msgid_plural "{count} days left for {name}""#))
        #expect(po.contains(#"msgid "No days left for {name}""#))
        #expect(try exchange.importing(po) == german)
    }

    private static let zero =
        #"{"cart": "({n, plural, =0 {none} one {# item} other {# items}})"}"#

    @Test(arguments: [
        ("ja", [#"msgstr[0] """#: "({n}個)"], "({n, plural, other {#個}})"),
        (
            "de",
            [
                #"msgstr[0] """#: "({n} Ding)", #"msgstr[1] """#: "({n} Dinge)", #"msgstr """#: "(nichts)",
            ],
            "({n, plural, =0 {nichts} one {# Ding} other {# Dinge}})"
        ),
        (
            "lv",
            [
                #"msgstr[0] """#: "({n} preču)", #"msgstr[1] """#: "({n} prece)",
                #"msgstr[2] """#: "({n} preces)",
            ],
            "({n, plural, zero {# preču} one {# prece} other {# preces}})"
        ),
    ])
    func formsOfTheSourceAreInNoTranslation(locale: String, texts: [String: String], text: String) throws {
        let exchange = Exchange(Self.zero, "{}", locale, path: Self.json)
        var lines = exchange.exported().text.split(separator: "\n", omittingEmptySubsequences: false)
        // The empty text of the header stays.
        for index in lines.indices.dropFirst(2) {
            guard let text = texts[String(lines[index])] else { continue }
            lines[index] = "\(lines[index].dropLast(2))\"\(text)\""
        }
        let file = try exchange.importing(lines.joined(separator: "\n"))
        #expect(try JSONReader.value(of: Array(file.utf8))["cart"]?.string == text)
    }

    @Test func formsThatDoNotComeBackStay() throws {
        let old =
            #"{"cart": "In {n, plural, =0 {nichts} one {# Ding} other {# Dinge}} da"}"#
        let exchange = Exchange(Self.zero, old, "de", path: Self.json)
        let po = exchange.exported().text
            .replacing(#"msgstr "In nichts da""#, with: #"msgstr """#)
            .replacing(#""In {n} Ding"#, with: #""Im Korb {n} Ding"#)
        #expect(
            try exchange.importing(po)
                == #"{"cart": "{n, plural, =0 {In nichts} one {Im Korb # Ding} other {Im Korb # Dinge}} da"}"#
        )
    }

    @Test func formsThatNoTextCanSayChangeNothing() throws {
        let old = #"{"cart": "Sie haben {n, plural, one {# Artikel} other {# Artikel}} im Wagen"}"#
        for german in [old, "{}"] {
            let exchange = Exchange(Self.cart, german, "de", path: Self.json)
            let po = exchange.exported().text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { line in
                    guard line.hasPrefix("msgstr[") else { return String(line) }
                    return line.prefix(10)
                        + #""Sie haben {n Artikel im Wagen\#(line.dropFirst(7).prefix(1))""#
                }
            let file = try exchange.imported(po.joined(separator: "\n"))
            #expect(String(decoding: file.bytes, as: UTF8.self) == german)
            #expect(file.findings.map(\.messageKey) == ["Text.Unsupported"])
        }
    }

    @Test(arguments: [
        "Now {n, plural, =0 {none} zero {few} one {# file} other {# files}} here",
        "{n, plural, one {# file} other {# files}} in {m, plural, one {# folder} other {# folders}}",
        "You and {n, plural, offset:1 one {# other} other {# others}}",
        "You have {n, plural, =3 {a trio} one {# item} other {# items}} here",
        "The {n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} item",
        "You have {n, plural, one {# item} other {# items}} in {g, select, a {his} other {the}} cart",
    ])
    func whatIsNoCountOfTheWholeTextStaysAndIsTold(text: String) throws {
        let file = #"{"a": "\#(text)"}"#
        let exchange = Exchange(file, file, "de", path: Self.json)
        let (po, findings) = exchange.exported()
        #expect(!po.contains("msgid_plural"))
        #expect(findings == ["Text.PluralsWithinTexts"])
        #expect(try exchange.importing(po) == file)
    }

    @Test func stringsFilesHaveTheFormsToo() throws {
        let german = #"{"cart": "Sie haben {n, plural, one {# Artikel} other {# Artikel}} im Wagen"}"#
        let text = Exchange(Self.cart, german, "de", path: Self.json).exported(StringsFormat()).text
        #expect(text.contains(#""cart|==|plural.one" = "Sie haben {n} Artikel im Wagen";"#))
    }

    // MARK: Substitutions

    private static func catalog(_ german: String) -> String {
        """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "left" : {
              "localizations" : {
                "de" : {
        \(german)
                },
                "en" : {
        \(localization("%@ has %#@days@ left", "%arg day", "%arg days"))
                }
              }
            }
          },
          "version" : "1.0"
        }
        """
    }

    private static func localization(_ text: String, _ one: String, _ other: String) -> String {
        let forms = [("one", one), ("other", other)].map { name, form in
            """
                            "\(name)" : {
                              "stringUnit" : {
                                "state" : "translated",
                                "value" : "\(form)"
                              }
                            }
            """
        }
        return """
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "\(text)"
                      },
                      "substitutions" : {
                        "days" : {
                          "argNum" : 2,
                          "formatSpecifier" : "lld",
                          "variations" : {
                            "plural" : {
            \(forms.joined(separator: ",\n"))
                            }
                          }
                        }
                      }
            """
    }

    private static func exchange(_ catalog: String) -> Exchange {
        Exchange(catalog, catalog, "de") { _ in "Localizable.xcstrings" }
    }

    @Test func aSubstitutionIsFormsInGettextAndComesBackByteForByte() throws {
        let catalog = Self.catalog(Self.localization("%@ hat noch %#@days@ Zeit", "%arg Tag", "%arg Tage"))
        let exchange = Self.exchange(catalog)
        let po = exchange.exported().text
        #expect(po.contains(#"msgid "%1$@ has %2$lld day left""#))
        #expect(po.contains(#"msgid_plural "%1$@ has %2$lld days left""#))
        #expect(po.contains(#"msgstr[1] "%1$@ hat noch %2$lld Tage Zeit""#))
        #expect(try exchange.importing(po) == catalog)
        let edited = po.replacing("noch %2$lld Tag Zeit", with: "noch einen Tag Zeit")
        #expect(
            try exchange.importing(edited)
                == Self.catalog(Self.localization("%@ hat noch %#@days@ Zeit", "einen Tag", "%arg Tage")))
    }

    @Test func substitutionsWithTwoCountsStayEntriesOfTheirOwn() {
        let source = """
            "s" = "%1$#@files@ in %2$#@folders@";
            "s|==|substitutions.files.plural.one" = "%1$ld file";
            "s|==|substitutions.files.plural.other" = "%1$ld files";
            "s|==|substitutions.folders.plural.one" = "%2$ld folder";
            "s|==|substitutions.folders.plural.other" = "%2$ld folders";
            """
        let exchange = Exchange(source, source, "de") { "\($0).lproj/Localizable.strings" }
        #expect(exchange.exported().text.contains(#"msgctxt "s|==|substitutions.files""#))
    }

    @Test func theNumbersOfArgumentsMustBeCertain() throws {
        func message(_ text: String) -> Message {
            Message(
                key: "k", text: FormatString(text),
                substitutions: ["n": [.one: "one day", .other: "%ld days"]])
        }
        #expect(
            EmbeddedPlural(message("%@: %#@n@ of %@"), in: nil)?.wholeForms
                == [.one: "%1$@: one day of %3$@", .other: "%1$@: %2$ld days of %3$@"])
        #expect(EmbeddedPlural(message("%#@n@ left"), in: nil)?.wholeForms[.other] == "%ld days left")
        #expect(EmbeddedPlural(message("%2$#@n@ of %@"), in: nil) == nil)
        #expect(EmbeddedPlural(message("%#@n@ and %#@n@"), in: nil) == nil)
    }
}
