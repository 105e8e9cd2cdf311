// Tests of the files that `formatjs compile` writes, and of messages of MessageFormat at run time.

import Files
import Localization
import Testing

@Suite struct FormatJSFileTests {
    static let english = LocaleIdentifier("en")!
    static let polish = LocaleIdentifier("pl")!

    static func localizer(_ json: String, _ locale: LocaleIdentifier = english) -> Localizer {
        let file = FormatJSFile(Array(json.utf8))
        let catalog = MessageCatalog(locale: locale, messages: file.messages)
        return Localizer(chain: [locale], tables: [locale: [Localizer.defaultTable: catalog]])
    }

    /// A text of a message with some arguments.
    static func show(
        _ text: String, _ locale: LocaleIdentifier = english, _ arguments: [String: any FormatArgument] = [:]
    ) -> String? {
        guard let message = Message(key: "k", messageFormat: text) else { return nil }
        let catalog = MessageCatalog(locale: locale, messages: [message])
        return Localizer(chain: [locale], tables: [locale: [Localizer.defaultTable: catalog]])
            .fittingText(for: "k", named: arguments)
    }

    /// The expected texts are those of `intl-messageformat`.
    @Test(arguments: [
        ("Hello, {name}!", "Hello, Ada!"), ("It''s '{quoted}' and don't", "It's {quoted} and don't"),
        ("{n, number}", "1,234.5"), ("{n, number, integer}", "1,235"), ("{half, number, percent}", "50%"),
        ("{n, number, ::currency/EUR}", "€1,234.50"), ("{n, number, ::.00 group-off}", "1234.50"),
        ("{two, plural, one {# item} other {# items}}", "2 items"),
        ("{one, plural, =1 {just one} one {# item} other {# items}}", "just one"),
        (
            "{two, plural, offset:1 =0 {none} one {you and # other} other {you and # others}}",
            "you and 1 other"
        ),
        ("{two, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", "2nd"),
        ("{name, select, Ada {she} other {they}}", "she"), ("{two, select, 2 {two} other {more}}", "two"),
        ("{two, plural, other {'#' is #, {name, select, other {{two, plural, other {#}}}}}}", "# is 2, 2"),
        ("{day, date, long}", "January 2, 2006"), ("{day, date, ::yyyyMMMd}", "Jan 2, 2006"),
        ("{day, time, short}", "3:04 PM"),
        ("<b>{name}</b>", "<b>Ada</b>"),
    ])
    func messagesAreShown(message: String, text: String) {
        let shown = Self.show(
            message, Self.english,
            ["name": "Ada", "n": 1234.5, "half": 0.5, "one": 1, "two": 2, "day": "2006-01-02T15:04:06"])
        #expect(shown?.replacing("\u{202F}", with: " ") == text)
    }

    @Test func formsAreThoseOfTheLocale() {
        let files = "{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}"
        let texts = [1, 2, 5, 22].map { Self.show(files, Self.polish, ["n": $0]) }
        #expect(texts == ["1 plik", "2 pliki", "5 plików", "22 pliki"])
        #expect(Self.show(files, Self.polish, ["n": 1.5]) == "1,5 pliku")
    }

    @Test func messagesWithoutTheirArgumentsAreSkipped() {
        #expect(Self.show("Hello {name}") == nil)
        #expect(Self.show("{day, date}", Self.english, ["day": "someday"]) == nil)
        #expect(Self.show("{n, number}", Self.english, ["n": "many"]) == nil)
        let localizer = Self.localizer(#"{"a": "Hello {name}", "0": "{0} of {1}", "plain": "It''s"}"#)
        #expect(localizer("a", named: [:]) == "a")
        #expect(localizer("a") == "Hello {name}")
        // Arguments without names have numbers.
        #expect(localizer("0", 1, 2) == "1 of 2")
        #expect(localizer("plain") == "It's")
        #expect(localizer.diagnostics(for: "plain").isEmpty)
    }

    @Test func theNextLocaleOfTheChainIsUsed() throws {
        let english = MessageCatalog(locale: Self.english, messages: [Message(key: "k", text: "plain")])
        let message = try #require(Message(key: "k", messageFormat2: "{$count :number} plików"))
        let polish = MessageCatalog(locale: Self.polish, messages: [message])
        let localizer = Localizer(
            chain: [Self.polish, Self.english],
            tables: [Self.english: ["Localizable": english], Self.polish: ["Localizable": polish]])
        #expect(localizer("k", named: ["count": 1234567]) == "1\u{A0}234\u{A0}567 plików")
        #expect(localizer("k", named: [:]) == "plain")
    }

    @Test func syntaxTreesAreRead() {
        let json = """
            {"photos": [
              {"type": 6, "value": "n", "offset": 0, "pluralType": "cardinal", "options": {
                "one": {"value": [{"type": 7}, {"type": 0, "value": " photo of {x} #1 it's"}]},
                "other": {"value": [{"type": 7}, {"type": 0, "value": " photos "},
                  {"type": 8, "value": "b", "children": [{"type": 1, "value": "name"}]}]}}}],
             "price": [{"type": 2, "value": "p", "style": {"type": 0, "tokens": [
               {"stem": "currency", "options": ["EUR"]}, {"stem": "unit-width-iso-code", "options": []}]}}],
             "day": [{"type": 3, "value": "d", "style": {"type": 1, "pattern": "MMMd"}}, {"type": 4, "value": "d", "style": null}],
             "place": [{"type": 6, "value": "n", "offset": 1, "pluralType": "ordinal", "options": {
               "=1": {"value": [{"type": 0, "value": "first"}]}, "other": {"value": [{"type": 7}]}}}],
             "who": [{"type": 5, "value": "g", "options": {"f": {"value": [{"type": 0, "value": "#she"}]},
               "other": {"value": [{"type": 0, "value": "they"}]}}}]}
            """
        let localizer = Self.localizer(json)
        #expect(FormatJSFile(Array(json.utf8)).diagnostics.isEmpty)
        #expect(localizer("photos", named: ["n": 1]) == "1 photo of {x} #1 it's")
        #expect(localizer("photos", named: ["n": 3, "name": "Ada"]) == "3 photos <b>Ada</b>")
        #expect(localizer("price", named: ["p": 5]) == "EUR\u{A0}5.00")
        #expect(localizer("day", named: ["d": "2006-01-02"]).hasPrefix("Jan 2"))
        #expect(localizer("place", named: ["n": 1]) == "first")
        #expect(localizer("who", named: ["g": "f"]) == "#she")
    }

    @Test(arguments: [
        ("[]", ["JSON.UnexpectedDocument"], []), ("", ["JSON.UnexpectedDocument"], []),
        (#"{"a": "A", "b": {}}"#, ["MessageFormat.Invalid"], ["a"]),
        (#"{"a": "{", "b": "B"}"#, ["MessageFormat.Invalid"], ["b"]),
        (#"{"a": "A", "a": "B"}"#, ["Text.DuplicateKey"], ["a"]),
        (#"{"a": "A","#, ["Text.SignMissing"], ["a"]),
        (#"{"a": "A", // no"#, ["JSON.NotAllowed"], ["a"]), (#"{"a": "\ud800"}"#, ["JSON.NotAllowed"], []),
        (#"{"a": "\ud83d\ude00 \u00e9\n"}"#, [], ["a"]),
        (
            #"{"a": [{"type": 9}], "b": 1, "c": ""}"#, ["MessageFormat.Invalid", "MessageFormat.Invalid"],
            ["c"]
        ),
        (#"{"a": 01}"#, ["JSON.NotAllowed"], []), (#"{"a": "A"} x"#, ["JSON.NotAllowed"], ["a"]),
    ])
    func badFilesAreReadAsFarAsPossible(json: String, findings: [String], ids: [String]) {
        let file = FormatJSFile(Array(json.utf8))
        #expect(file.diagnostics.map(\.messageKey) == findings)
        #expect(file.messages.map(\.key) == ids)
    }

    @Test func deepFilesDoNotFillTheStack() {
        let deep = #"{"a": "# + String(repeating: "[", count: 100_000)
        #expect(FormatJSFile(Array(deep.utf8)).diagnostics.count == 1)
    }

    @Test func filesOfFoldersAreFound() throws {
        let files = InMemoryFileSystem([
            "/lang/en.json": #"{"n": "{n, plural, one {# file} other {# files}}"}"#,
            "/lang/pl.json": #"{"n": "{n, plural, one {# plik} few {# pliki} other {# pliku}}"}"#,
            "/lang/package.json": "{}",
            "/app/pl.lproj/Localizable.json": #"{"n": "{n} plików", "both": "json"}"#,
            "/app/pl.lproj/Localizable.strings": #""both" = "strings";"#,
            "/app/en.json": #"{"n": "not read"}"#,
        ])
        let reader = LocalizationReader(fileSystem: files)
        #expect(try reader.locales(inFolder: "/lang") == [Self.english: "en.json", Self.polish: "pl.json"])
        let lang = try reader.read(
            folder: "/lang", locales: [Self.polish, Self.english], tables: ["Localizable", "Other"])
        let localizer = Localizer(chain: [Self.polish, Self.english], tables: lang.tables)
        #expect(localizer("n", named: ["n": 3]) == "3 pliki")
        #expect(lang.findings.isEmpty && lang.files[Self.polish] == ["Localizable": "/lang/pl.json"])
        let app = try reader.read(
            folder: "/app", locales: [Self.polish, Self.english], tables: ["Localizable"])
        #expect(app.locales == [Self.polish])
        let shown = Localizer(chain: [Self.polish], tables: app.tables)
        #expect(shown("n", named: ["n": 3]) == "3 plików" && shown("both") == "strings")
    }
}
