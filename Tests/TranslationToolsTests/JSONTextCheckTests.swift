// What JSON files say of each other: the syntax of their texts, values that are no texts, the number 0.

import Localization
import Testing
@testable import TranslationTools

@Suite struct JSONTextCheckTests {
    private static func files(_ texts: KeyValuePairs<String, String>) -> [LocalizationFile] {
        var project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: [])
        for (locale, text) in texts {
            let source = TranslationFileSource(project: project, path: "locales/\(locale).json")
            let files = LocalizationFile.files(of: Array(text.utf8), JSONTextFormat.i18next, from: source)
            project = LocalizationProject(
                sourceLocale: project.sourceLocale, files: project.files + (files ?? []))
        }
        return project.files
    }

    private static func found(_ source: String, _ translation: String) -> [String] {
        let files = files(["en": source, "de": translation])
        let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
        return CheckRunner(project: project).findings().map { "\($0.check) \($0.key ?? "")" }
    }

    /// A language may tell fewer genders apart; a selector of its own is never chosen.
    @Test(arguments: [
        ("other {Gitti}", []), ("male {Er ging} female {Sie ging} other {Sie gingen}", []),
        ("male {Er ging} other {Sie gingen}", []),
        ("mann {Er ging} female {Sie ging} other {Sie gingen}", ["invalid-format k"]),
    ])
    func aChoiceOfWordsHasTheSelectorsOfItsSource(branches: String, expected: [String]) {
        let source = #"{"k": "{g, select, male {He left} female {She left} other {They left}}"}"#
        #expect(Self.found(source, "{\"k\": \"{g, select, \(branches)}\"}") == expected)
    }

    /// Browsers take the last one.
    @Test func membersOfAMessageAreThereOnce() {
        let text = #"{"hi": {"message": "Hi", "message": "Ho", "description": "D"}}"#
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []),
            path: "_locales/de/messages.json")
        let (tables, findings) = JSONTextFormat.i18next.read(Array(text.utf8), from: source)
        #expect(tables.first?.units.first?.translation?.text?.source == "Ho")
        #expect(findings.map { $0.position?.column } == [26])
    }

    /// Braces of another syntax are no faults of MessageFormat.
    @Test func oneTextWithAChoiceTellsNothingOfOthersWithBraces() {
        let choice = #""n": "{n, plural, one {# a} other {# b}}""#
        let others = #""k": "{{name}} left", "l": "{{name}} came""#
        #expect(Self.found("{\(choice), \(others)}", "{\(choice), \(others)}") == [])
    }

    /// The file is not taken for other data because of it.
    @Test func aNumberAmongFewTextsIsFound() {
        let texts = #""a": "Open", "b": "Close", "c": "Save", "d": "Delete""#
        #expect(
            Self.found("{\(texts)}", #"{"a": "Auf", "b": "Zu", "c": "Sichern", "d": 12}"#) == [
                "missing-key d"
            ])
        #expect(Self.found("{\(texts)}", #"{"a": "Auf", "b": "Zu", "port": 80, "size": 12}"#) == [])
    }

    /// French has `many` for millions in cardinal numbers only.
    @Test func ordinalsNeedNoFormForMillions() {
        let files = Self.files([
            "en": #"{"place_ordinal_one": "{{count}}st", "place_ordinal_two": "{{count}}nd", "#
                + #""place_ordinal_few": "{{count}}rd", "place_ordinal_other": "{{count}}th"}"#,
            "fr": #"{"place_ordinal_one": "{{count}}er", "place_ordinal_other": "{{count}}e"}"#,
        ])
        let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
        #expect(CheckRunner(project: project).findings().map(\.check) == [])
    }

    /// Flutter reads all texts of ARB as MessageFormat, those of the source, too.
    @Test(arguments: [
        ("My name is {name", 1), ("{n, number", 1), ("{n, plurale, one {a} other {b}}", 1),
        ("My name is {name}", 0), ("It''s {n, number}", 0),
    ])
    func sourceTextsOfMessageFormatAreRead(text: String, count: Int) throws {
        let empty = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: [])
        let source = TranslationFileSource(project: empty, path: "lib/app_en.arb")
        let bytes = Array("{\"@@locale\": \"en\", \"k\": \"\(text)\"}".utf8)
        let files = try #require(
            LocalizationFile.files(of: bytes, JSONTextFormat.resourceBundle, from: source))
        let project = LocalizationProject(sourceLocale: empty.sourceLocale, files: files)
        #expect(CheckRunner(project: project).findings().count { $0.check == "invalid-format" } == count)
    }

    /// Where the source has a text, a value of another type is a missing translation with a place.
    @Test(arguments: ["12", "true", "[]", "{}", "null"])
    func aValueThatIsNoTextIsAMissingTranslation(value: String) throws {
        let texts = (1...9).map { "\"k\($0)\": \"Text \($0)\"" }.joined(separator: ",\n")
        let files = Self.files(["en": "{\"a\": \"Open\",\n\(texts)}", "de": "{\(texts),\n\"a\": \(value)}"])
        let findings = CheckRunner(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
        ).findings()
        #expect(findings.map { "\($0.check) \($0.key ?? "")" } == ["missing-key a"])
        #expect(findings.first?.position?.line == 10)
        // Data of the program is no text of the source.
        let data = "{\"a\": \(value), \(texts)}"
        #expect(Self.found(data, data) == [])
        let unit = TranslationUnit(key: "a", translation: Message(key: "a", text: "Auf"))
        let table = TranslationTable(
            name: "translation", sourceLocale: LocaleIdentifier("en")!, locale: LocaleIdentifier("de")!,
            units: [unit])
        let file = try #require(
            JSONTextFormat.i18next.applying(
                [TableEdits(setting: table)], to: TranslationDocument(Array(data.utf8)),
                at: "locales/de.json",
                following: files.first))
        #expect(String(decoding: file.bytes, as: UTF8.self) == "{\"a\": \"Auf\", \(texts)}")
    }

    /// Latvian counts 10 and 11 like 0, so that `=0` is not its form `zero`.
    @Test(arguments: [
        ("lv", "{n, plural, =0 {nav} one {# y} other {# z}}", ["one", "other"]),
        ("lv", "{n, plural, zero {# x} one {# y} other {# z}}", ["zero", "one", "other"]),
        ("de", "{n, plural, =0 {nichts} one {# y} other {# z}}", ["zero", "one", "other"]),
        ("cy", "{n, plural, =0 {dim} one {# y} other {# z}}", ["zero", "one", "other"]),
        ("cy", "{n, selectordinal, =0 {dim} one {# y} other {# z}}", ["one", "other"]),
    ])
    func aBranchForZeroIsTheFormWhereNoOtherNumberIs(locale: String, text: String, forms: [String]) {
        let files = Self.files([locale: "{\"n\": \"\(text)\"}"])
        #expect(files.first?.catalog["n"]?.plural.keys.sorted().map(\.rawValue) == forms)
    }
}
