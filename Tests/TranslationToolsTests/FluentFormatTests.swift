// Fluent's files: their texts and faults, and the bytes that an edit changes.

import Localization
import Testing
@testable import TranslationTools

@Suite struct FluentFormatTests {
    static let english = LocaleIdentifier("en")!
    static let german = LocaleIdentifier("de")!

    static func read(
        _ text: String
    ) -> (units: [TranslationUnit], findings: [any LocalizationDiagnostic]) {
        let project = LocalizationProject(sourceLocale: english, files: [])
        let source = TranslationFileSource(project: project, path: "locales/de/app.ftl", table: "app")
        let (tables, findings) = FluentFormat().read(Array(text.utf8), from: source)
        return (tables.flatMap(\.units), findings)
    }

    static func edited(_ old: String, _ units: [TranslationUnit]) throws -> String {
        let table = TranslationTable(name: "app", sourceLocale: english, locale: german, units: units)
        let file = FluentFormat().applying(
            [TableEdits(setting: table)], to: TranslationDocument(Array(old.utf8)), at: "locales/de/app.ftl",
            following: nil)
        return String(decoding: try #require(file).bytes, as: UTF8.self)
    }

    static func edited(_ old: String, _ texts: KeyValuePairs<String, String>) throws -> String {
        try edited(
            old,
            texts.map { key, text in
                TranslationUnit(key: key, translation: Message(key: key, text: text))
            })
    }

    // MARK: Places

    @Test(arguments: [
        ("locales/de/app.ftl", "locales", "app", "de"),
        ("app/locales/en-US/a/b.ftl", "app/locales", "a/b", "en_US"),
        ("de/main.ftl", ".", "main", "de"), ("i18n/app.pt-BR.ftl", "i18n", "app", "pt_BR"),
        ("l10n/fr.ftl", "l10n", "messages", "fr"), ("src/app.de.ftl", "src", "app", "de"),
        ("/home/it/work/ja/app.ftl", "/home/it/work", "app", "ja"),
        ("core/zh-CN/sync.ftl", "core", "sync", "zh_CN"),
        ("de/browser/os/menu.ftl", "de/browser", "menu", "os"),
    ])
    func aPathTellsTableAndLocale(path: String, folder: String, table: String, locale: String) throws {
        let placed = try #require(FluentFormat().place(of: path))
        #expect(placed.group.folder == folder && placed.table == table)
        #expect(placed.locale?.identifier == locale)
    }

    @Test func aFileOfNoLocaleIsNotRead() {
        #expect(FluentFormat().place(of: "templates/app.ftl") == nil)
    }

    // MARK: Reading

    @Test(arguments: [
        ("a = Text", "Text"), ("a = \n    one\n      two\n\n    three  \n", "one\n  two\n\nthree"),
        ("a =\n      deep\n    less", "  deep\nless"), ("a = one\r\n    two\r\n", "one\ntwo"),
        ("a = {$x}, { -term(case: \"x\") } and { b.c }", "{$x}, { -term(case: \"x\") } and { b.c }"),
        ("a = { \"{\" } x y {\"}\"}", "{ x y }"), ("a = {\"{\"}x{\"}\"}", "{\"{\"}x{\"}\"}"),
        ("a = {\"  \"}x", "  x"), ("a = { \"\" }", ""),
        ("a = { \"word\" } x", "{ \"word\" } x"), ("a = {\" \"}x {\"word\"}", "{\" \"}x {\"word\"}"),
        (
            "a =\n    { $g ->\n        [male] He\n       *[other] They\n    } left",
            "{ $g ->\n    [male] He\n   *[other] They\n} left"
        ),
    ])
    func aTextIsReadWithoutItsIndent(file: String, text: String) throws {
        let (units, findings) = Self.read(file)
        #expect(findings.isEmpty && units.map(\.key) == ["a"])
        #expect(units.first?.translation?.text?.source == text)
        #expect(try Self.edited(file, units) == file)
    }

    @Test func attributesAreMessagesAndThoseOfTermsAreNot() {
        let (units, findings) = Self.read(
            """
            ### About the file

            # Button
            save = Save
                .title = Saves it
                .accesskey = S
            -brand = Firefox
                .gender = masculine
            only =
                .label = Only
            """)
        #expect(findings.isEmpty)
        #expect(units.map(\.key) == ["save", "save.title", "save.accesskey", "-brand", "only.label"])
        #expect(units.map(\.comment) == ["Button", "Button", "Button", nil, nil])
        #expect(units.map { $0.places.unit?.description } == ["4:1", "5:6", "6:6", "7:1", "10:6"])
        #expect(units[1].places.translation[nil]?.description == "5:14")
    }

    @Test func aCommentOfAGroupIsReportedWithEachOfItsMessages() throws {
        let file = "## Menu\n\n# Verb\nopen = Open\n\n## \n\nclose = Close\n"
        let (units, _) = Self.read(file)
        #expect(units.map(\.comment) == ["## Menu\nVerb", nil])
        var unit = TranslationUnit(key: "new", translation: Message(key: "new", text: "Neu"))
        unit.comment = units[0].comment
        #expect(try Self.edited("open = Auf\n", [unit]) == "open = Auf\n# Verb\nnew = Neu\n")
    }

    @Test(arguments: [
        ("$n", false), ("NUMBER($n)", false), ("NUMBER($n, type: \"ordinal\")", true),
    ])
    func aChoiceByNumberIsAPlural(selector: String, isOrdinal: Bool) throws {
        let file =
            "a =\n    { \(selector) ->\n        [0] None\n        [one] One\n       *[other] { $n } more\n    }\n"
        let (units, _) = Self.read(file)
        let plural = try #require(units.first?.translation?.plural)
        #expect(plural.mapValues(\.source) == [.zero: "None", .one: "One", .other: "{ $n } more"])
        #expect(units[0].flags.contains("ordinal") == isOrdinal)
        #expect(units[0].places.translation[.plural(.one)]?.description == "4:15")
        #expect(try Self.edited(file, units) == file)
    }

    @Test(arguments: [
        "{ $n ->\n    [one] a\n   *[other] b\n } of it", "{ $n ->\n    [1] a\n   *[other] b\n }",
        "{ $g ->\n    [male] a\n   *[other] b\n }", "{ PLATFORM() ->\n    [one] a\n   *[other] b\n }",
        "{ $n ->\n    [one] { $g ->\n        [male] a\n       *[other] b\n    }\n   *[other] c\n }",
    ])
    func otherChoicesAreTexts(text: String) {
        let (units, findings) = Self.read("a = \(text)\n")
        #expect(findings.isEmpty && units.first?.translation?.hasVariations == false)
    }

    /// In Polish, `many` is the default in files without fractions.
    @Test func theDefaultIsTheFormOfAllOtherNumbers() throws {
        let file = "a =\n    { $n ->\n        [one] plik\n        [few] pliki\n       *[many] plików\n    }\n"
        let (units, _) = Self.read(file)
        #expect(units.first?.translation?.plural[.other]?.source == "plików")
        #expect(try Self.edited(file, units) == file)
    }

    // MARK: Mistakes

    @Test(arguments: [
        ("bad line here", "Fluent.Entry", "1:1"), ("a = { $x", "Text.SignMissing", "1:9"),
        ("a = x }", "Fluent.Brace", "1:7"), ("a =", "Fluent.MissingValue", "1:1"),
        ("-t =\n    .a = b", "Fluent.MissingValue", "1:1"), ("a = b\n    .c =", "Fluent.MissingValue", "2:5"),
        ("a = { $n ->\n    [one] b\n }", "Fluent.DefaultVariant", "1:10"),
        ("a = { $n ->\n   *[one] b\n   *[two] c\n }", "Fluent.DefaultVariant", "1:10"),
        ("a = { $n ->\n    [one]\n   *[two] c\n }", "Fluent.MissingValue", "2:5"),
        ("a = { \"\\x\" }", "Text.Escape", "1:8"), ("a = { \"x }", "Text.SignMissing", "1:11"),
        ("a = { b ->\n   *[one] c\n }", "Fluent.Expression", "1:7"),
        ("a = { -t.x }", "Fluent.Expression", "1:7"),
        ("a = { f() }", "Fluent.Expression", "1:7"), ("a = { }", "Fluent.Expression", "1:7"),
        ("a = { F(x: 1, 2) }", "Fluent.Expression", "1:15"), ("#comment", "Text.SignMissing", "1:2"),
        ("a = b\na = c", "Text.DuplicateName", "2:1"),
        ("a = b\n    .c = d\n    .c = e", "Text.DuplicateName", "3:6"),
        ("a = { $n ->\n    [one] b\n    [one] c\n   *[other] d\n }", "Text.DuplicateName", "3:6"),
    ])
    func aMistakeIsReportedAndTheRestIsRead(text: String, finding: String, place: String) throws {
        let file = "\(text)\nlast = Read\n"
        let (units, findings) = Self.read(file)
        #expect(findings.map(\.messageKey) == [finding] && findings.first?.severity == .error)
        #expect(findings.first?.position?.description == place)
        #expect(units.last?.translation?.text?.source == "Read")
        // Invalid parts stay unchanged.
        #expect(try Self.edited(file, ["last": "Gelesen"]) == "\(text)\nlast = Gelesen\n")
    }

    @Test func invalidBytesAreReadAndNotChanged() throws {
        let bytes = Array("a = ".utf8) + [0xFF] + Array("\nb = c\n".utf8)
        let table = TranslationTable(
            name: "app", sourceLocale: Self.english, locale: Self.german,
            units: [TranslationUnit(key: "b", translation: Message(key: "b", text: "d"))])
        let file = try #require(
            FluentFormat().applying(
                [TableEdits(setting: table)], to: TranslationDocument(bytes), at: "de/a.ftl",
                following: nil))
        #expect(file.isRefused && file.bytes == bytes)
        #expect(file.findings.map(\.messageKey) == ["Text.Encoding"])
    }

    @Test func bracesWithinTooManyOthersAreLeftOut() {
        for text in [String(repeating: "{", count: 10_000), String(repeating: "{F(", count: 10_000)] {
            let (units, findings) = Self.read("a = \(text)\nb = c\n")
            #expect(findings.map(\.messageKey) == ["Fluent.TooDeep"] && units.map(\.key) == ["b"])
            #expect(FluentSpelling.escaped(text).utf8.count >= text.utf8.count)
        }
    }

    @Test func keysAndTextsMayBeLong() throws {
        let (key, text) = (String(repeating: "k", count: 100_000), String(repeating: "{\"", count: 50_000))
        let file = try Self.edited("", [key: text])
        let (units, findings) = Self.read(file)
        #expect(findings.isEmpty && units.map(\.key) == [key])
        #expect(units.first?.translation?.text?.source == text)
    }
}
