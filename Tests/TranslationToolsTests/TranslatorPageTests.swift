// The page for translators: its content, how it is read, and that no text becomes markup or script.

import JSON
import Localization
import Testing

@testable import TranslationTools

@Suite struct TranslatorPageTests {
    private static let english = LocaleIdentifier.english

    private static func page(
        _ source: String, _ translation: String = "", _ locale: String = "de",
        options: TranslatorPageOptions = TranslatorPageOptions()
    ) throws -> String {
        let locale = LocaleIdentifier(locale)!
        let table = TranslationTable(
            name: "T", source: MessageCatalog(locale: english, strings: StringsFile(text: source)),
            translation: MessageCatalog(locale: locale, strings: StringsFile(text: translation)))
        let file = TranslatorPageFormat(options).write([table], name: "\(locale)", isOnly: true).first
        return String(decoding: try #require(file).bytes, as: UTF8.self)
    }

    /// The data in a page, as a browser passes it to the script.
    private static func data(_ page: String) throws -> JSON {
        let start = try #require(page.firstRange(of: TranslatorPage.dataStart)).upperBound
        let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
        return try JSONReader.value(of: Array(page[start..<end].utf8))
    }

    private static func unit(
        _ source: String, _ translation: String = "", _ locale: String = "de",
        options: TranslatorPageOptions = TranslatorPageOptions()
    ) throws -> JSON {
        let tables = try data(page(source, translation, locale, options: options))["tables"]
        return try #require(tables?.elements?.first?["units"]?.elements?.first)
    }

    private static func read(
        _ text: String
    ) -> (units: [TranslationUnit], findings: [String]) {
        let project = LocalizationProject(sourceLocale: english, files: [])
        let (tables, findings) = TranslatorPageFormat().read(
            Array(text.utf8), from: TranslationFileSource(project: project, path: "de.json"))
        return (tables.flatMap(\.units), findings.map(\.messageKey))
    }

    private static func saved(_ units: String) -> String {
        #"{"format":"lstrings-page","version":1,"source":"en","locale":"de","tables":[{"name":"T","units":[\#(units)]}]}"#
    }

    // MARK: What a page has

    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!--<script>", "a\u{2028}b\u{2029}", "\u{202E}x", "]]>",
        "\"><img src=x>", "\\u003c",
    ])
    func noTextIsPartOfTheMarkup(text: String) throws {
        let written = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let file = "/* \(text.replacing("*/", with: "")) */\n\"\(written)\" = \"\(written)\";"
        let page = try Self.page(file, file)
        let plain = try Self.page("\"a\" = \"A\";")
        func marks(_ page: String) -> Int { page.utf8.count { $0 == UInt8(ascii: "<") } }
        #expect(marks(page) == marks(plain))
        #expect(!page.unicodeScalars.contains { ["\u{2028}", "\u{2029}", "\u{202E}"].contains($0) })
        let unit = try #require(try Self.data(page)["tables"]?.elements?[0]["units"]?.elements?[0])
        #expect(unit["key"]?.string == text && unit["translation"]?[""]?.string == text)
    }

    @Test func titleAndNoticeOfThePageAreEscaped() throws {
        let options = TranslatorPageOptions { locale in
            TranslatorPageTexts(locale: locale, [.title: "<b>%@", .noScript: "</noscript><i>"])
        }
        let page = try Self.page("\"a\" = \"A\";", options: options)
        #expect(page.contains("<title>&lt;b&gt;") && page.contains("&lt;/noscript&gt;&lt;i&gt;"))
    }

    @Test func thePolicyAllowsNothingElse() throws {
        let page = try Self.page("\"a\" = \"A\";")
        #expect(
            page.contains(
                "content=\"default-src 'none'; script-src 'sha256-\(TranslatorPage.scriptHash)'; style-src 'sha256-"
            ))
        #expect(page.matches(of: /\bon[a-z]+=|https?:|src=|url\(|innerHTML|eval\(/).isEmpty)
    }

    @Test(arguments: [
        ("de", ["plural.one", "plural.other"], "[1]"), ("ja", ["plural.other"], nil),
        ("ru", ["plural.one", "plural.few", "plural.many", "plural.other"], "[1,21,31,41,51]"),
        ("cs", ["plural.one", "plural.few", "plural.many", "plural.other"], "[1]"),
    ])
    func aPluralHasTheFormsOfTheLanguageWithTheirNumbers(
        locale: String, forms: [String], ones: String?
    ) throws {
        let source = "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";"
        let data = try Self.data(Self.page(source, "", locale))
        let unit = try #require(data["tables"]?.elements?[0]["units"]?.elements?[0])
        #expect(unit["forms"]?.strings == forms)
        #expect(data["plurals"]?["one"]?.text == ones)
        // No integer has the category of fractions.
        let fractions = ["ru": "other", "cs": "many"][locale]
        if let fractions { #expect(data["plurals"]?[fractions]?.text == "[1.5]") }
    }

    /// Offsets are in UTF-16 code units, as in JavaScript.
    @Test(arguments: [
        ("Delete %@?", "[7,2]"), ("😀é %1$@ of %2$ld", "[4,4,12,5]"), ("{name}, hi", "[0,6]"), ("100 %", nil),
        ("Hi", nil),
    ])
    func placeholdersAreMarked(source: String, places: String?) throws {
        let unit = try Self.unit("\"a\" = \"\(source)\";")
        #expect(unit["keep"]?[""]?.text == places)
    }

    @Test func remarksAndPicturesAreThoseOfTheMessage() throws {
        var options = TranslatorPageOptions()
        options.remarks = { table, key in
            [TranslatorPageRemark(.error, named: "Error:", "\(table.name) \(key)")]
        }
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x01]
        options.picture = { _, name in name == "a.png" ? png : name == "b.png" ? Array("<svg>".utf8) : nil }
        let data = try Self.data(
            Self.page(
                "/* Title\nScreenshot: a.png\nScreenshot: b.png\nScreenshot: c.png */\n\"a\" = \"A\";",
                options: options))
        let unit = try #require(data["tables"]?.elements?.first?["units"]?.elements?.first)
        #expect(unit["remarks"]?.text == #"[["error","Error:","T a"]]"#)
        #expect(unit["pictures"]?.text == "[0]")
        #expect(data["pictures"]?.strings == ["data:image/png;base64,iVBORw0KGgoB"])
    }

    @Test func aPictureIsReadOnceAndThePageHasRoomForSome() {
        var names: [String] = []
        var pictures = TranslatorPagePictures(most: 12) { _, name in
            names.append(name)
            return Array("GIF89a".utf8) + (name == "large" ? [0] : [])
        }
        let table = TranslationTable(
            name: "T", source: MessageCatalog(locale: Self.english, messages: []),
            translation: MessageCatalog(locale: LocaleIdentifier("de")!, messages: []))
        let numbers = ["a", "a", "large", "large", "b", "c"].map { pictures.number(of: $0, in: table) }
        #expect(numbers == [0, 0, nil, nil, 1, nil])
        #expect(pictures.addresses.count == 2)
        #expect(names == ["a", "large", "b", "c"])
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func bytesAreWrittenInBase64(text: String, expected: String) {
        #expect(PictureAddress.base64(Array(text.utf8)) == expected)
    }

    @Test func choicesOfALanguageNeedNotBeKept() throws {
        let unit = try Self.unit(
            #""a" = "{n, plural, one {# file} other {# files}} {name, select, a {x} other {y}}";"#)
        #expect(unit["branches"]?.bool == true)
    }

    @Test func aTranslatorSeesWhatIsKnownAboutAMessage() throws {
        let glossary = Glossary([
            Glossary.Concept([.english: ["album"], LocaleIdentifier("de")!: ["Album", "Mappe"]])
        ])
        let unit = try Self.unit(
            "/* Title\n   File: a.c:3\n   max-length: 12 */\n\"a\" = \"Albums\";",
            "/* Flag: fuzzy\n   Previous: \"Books\"\n   Translator: why? */\n\"a\" = \"Bücher\";",
            options: TranslatorPageOptions(glossary: glossary))
        #expect(unit["comment"]?.string == "Title" && unit["uses"]?.strings == ["a.c:3"])
        #expect(unit["length"]?.integer == 12 && unit["state"]?.string == "needsReview")
        #expect(unit["previous"]?.string == "Books" && unit["note"]?.string == "why?")
        #expect(unit["terms"]?.text == #"[["album","Album | Mappe"]]"#)
    }

    @Test func messagesThatAreNotToBeTranslatedAreLeftOut() throws {
        let data = try Self.data(
            Self.page("/* Flag: xcode-untranslatable */\n\"a\" = \"A\";", "\"b\" = \"B\";"))
        #expect(data["tables"]?.elements?[0]["units"]?.elements?.count == 0)
    }

    @Test func theSourceLanguageHasNoPage() {
        let catalog = MessageCatalog(locale: Self.english, strings: StringsFile(text: "\"a\" = \"A\";"))
        let table = TranslationTable(name: "T", source: catalog, translation: catalog)
        #expect(TranslatorPageFormat().write([table], name: "en", isOnly: true).isEmpty)
    }

    // MARK: What is read

    @Test func aSavedFileHasTextsStatesAndNotes() throws {
        let (units, findings) = Self.read(
            Self.saved(
                #"{"key":"n","source":{"plural.other":"%ld"},"translation":{"plural.one":"1","plural.other":"\ud83d"},"state":"needsReview","note":"N"}"#
            ))
        let unit = try #require(units.first)
        #expect(unit.translation?.plural[.one]?.source == "1" && unit.source?.plural[.other]?.source == "%ld")
        #expect(unit.state == .needsReview && unit.translatorComment == "N" && findings.isEmpty)
        #expect(unit.translation?.plural[.other]?.source == "\u{FFFD}")
    }

    @Test func aClearedTextIsNoTranslation() throws {
        let (units, _) = Self.read(
            Self.saved(#"{"key":"a","source":{"":"A"},"translation":{},"state":"new"}"#))
        #expect(units.first?.translation == nil && units.first?.state == .new)
    }

    @Test(arguments: [
        #"{"key":"a"}"#, "1", "null", #"{"key":1,"source":{"":"A"},"state":"new"}"#,
        #"{"key":"a","source":{"plural.nine":"A"},"state":"new"}"#, #"{"key":"a","source":{},"state":"new"}"#,
        #"{"key":"a","source":{"":"A"},"translation":{"":1},"state":"new"}"#,
        #"{"key":"a","source":{"":"A"},"translation":{"":"B"},"state":"done"}"#,
    ])
    func anEntryThatNoPageSavesIsNamedAndTheOthersAreRead(entry: String) {
        let good = #"{"key":"b","source":{"":"B"},"translation":{"":"C"},"state":"translated"}"#
        let (units, findings) = Self.read(Self.saved(entry + "," + good))
        #expect(units.map(\.key) == ["b"] && findings == ["TranslatorPage.InvalidEntry"])
    }

    @Test func ofTwoEntriesTheLastCounts() {
        func entry(_ text: String) -> String {
            #"{"key":"a","source":{"":"A"},"translation":{"":"\#(text)"},"state":"translated"}"#
        }
        let (units, findings) = Self.read(Self.saved(entry("B") + "," + entry("C")))
        #expect(units.map(\.translation?.text?.source) == ["C"] && findings == ["Text.DuplicateKey"])
    }

    @Test(arguments: [
        ("{\"format\":\"lstrings-page\"", "StringCatalog.InvalidJSON"), ("[]", "JSON.UnexpectedDocument"),
        (saved("").replacing("\"version\":1", with: "\"version\":2"), "JSON.UnexpectedDocument"),
        (saved("").replacing("\"de\"", with: "\"../..\""), "JSON.UnexpectedDocument"),
        ("<html></html>", "JSON.UnexpectedDocument"),
        (TranslatorPage.dataStart, "JSON.UnexpectedDocument"),
    ])
    func otherFilesAreRefused(text: String, finding: String) {
        let (units, findings) = Self.read(text)
        #expect(units.isEmpty && findings == [finding])
    }

    @Test func aPageItselfIsReadAsItWasHandedOut() throws {
        let page = try Self.page("\"a\" = \"A\";", "/* Flag: fuzzy */\n\"a\" = \"Ä\";")
        let (units, findings) = Self.read(page)
        #expect(units.map(\.translation?.text?.source) == ["Ä"] && units.map(\.state) == [.needsReview])
        #expect(findings == ["TranslatorPage.HandedOut"])
    }

    @Test(arguments: [
        ("x.json", saved(""), "html"),
        ("locales/de.json", #"{"a": "lstrings-page"}"#.replacing("-", with: ""), "i18next"),
        ("x.po", saved(""), "po"), ("de.html", "<html>", "html"),
    ])
    func contentsTellWhatAPageSaved(path: String, text: String, format: String) {
        let found = TranslationFormats().format(ofFile: path, containing: Array(text.utf8))
        #expect(found?.name == format)
    }

    @Test func noPageIsAFileOfAProject() {
        #expect(TranslatorPageFormat().place(of: "locales/de.html") == nil)
    }
}
