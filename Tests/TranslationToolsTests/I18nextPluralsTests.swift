// Tests of plural forms in files of i18next's JSON format 3.

import Localization
import Testing

@testable import TranslationTools

@Suite struct I18nextPluralsTests {
    private static let english = """
        {
          "page": "{{count}} page", "page_plural": "{{count}} pages",
          "box": "box", "box_plural": "boxes", "file_plural": "files"
        }
        """

    private func files(_ texts: [String: String]) -> [LocalizationFile] {
        let empty = LocalizationProject(sourceLocale: .english, files: [])
        let shared = texts.values.reduce(into: Set<String>()) {
            $0.formUnion(JSONTextFormat.i18next.sharedContexts(in: Array($1.utf8)))
        }
        return texts.sorted { $0.key < $1.key }.flatMap { locale, text in
            LocalizationFile.files(
                of: Array(text.utf8), JSONTextFormat.i18next,
                from: TranslationFileSource(
                    project: empty, path: "locales/\(locale).json", sharedContexts: shared)) ?? []
        }
    }

    /// Two texts without a count are plural forms beside a pair with a count; the ending `_plural` alone is
    /// not a form.
    @Test func aTextAndOneWithPluralAreTheFormsOfALanguageWithTwo() throws {
        let german = "{\"box\": \"Kiste\", \"box_plural\": \"Kisten\"}"
        let read = try #require(files(["en": Self.english, "de": german]).first)
        #expect(read.catalog.list.map(\.key) == ["box"])
        #expect(read.catalog["box"]?.plural.mapValues(\.source) == [.one: "Kiste", .other: "Kisten"])
        let source = try #require(files(["en": Self.english]).first)
        #expect(source.catalog["box"]?.plural[.other]?.source == "boxes")
        #expect(source.catalog["file_plural"]?.text?.source == "files")
        let later = Self.english.replacing("file_plural", with: "file_other")
        #expect(files(["en": later]).first?.catalog["box"]?.plural.isEmpty == true)
    }

    @Test(arguments: [
        ("pl", ["strona", "strony", "stron"], [PluralCategory.one, .few, .many]),
        ("ja", ["ページ"], [.other]), ("sl", ["strani", "stran"], [.other, .one]),
        ("ar", ["a", "b", "c", "d", "e", "f"], [.zero, .one, .two, .few, .many, .other]),
    ])
    func numberedFormsAreThoseOfTheLanguage(locale: String, texts: [String], categories: [PluralCategory])
        throws
    {
        let members = texts.enumerated().map { "\"page_\($0)\": \"{{count}} \($1)\"" }
        let project = files(["en": Self.english, locale: "{\(members.joined(separator: ", "))}"])
        let message = try #require(project.first { $0.locale.identifier == locale }?.catalog["page"])
        #expect(categories.map { message.plural[$0]?.source } == texts.map { "{{count}} \($0)" })
    }

    /// Without numbers, the first text is shown for all of them.
    @Test(arguments: [
        ("pl", "", ["few", "many"]), ("pl", "_0 _1 _2", []), ("pl", "_0 _2", ["few"]), ("zh", "", []),
        ("zh", "_0", []), ("de", "", []), ("fr", "", ["many"]),
    ])
    func missingFormsAreFound(locale: String, suffixes: String, categories: [String]) {
        let named = suffixes.split(separator: " ").map(String.init)
        let text = (named.isEmpty ? ["", "_plural"] : named).map { "\"page\($0)\": \"{{count}} x\($0)\"" }
        let project = LocalizationProject(
            sourceLocale: .english,
            files: files([
                "en": "{\"page\": \"{{count}} page\", \"page_plural\": \"{{count}} pages\"}",
                locale: "{\(text.joined(separator: ", "))}",
            ]))
        let found = CheckRunner(project: project).findings().filter { finding in
            CheckRegistry.check(finding.check)?.category == .plurals
        }
        #expect(found.map(\.facts.first) == categories.map { FormatValue.text($0) }, "\(found)")
    }

    private func edited(_ locale: String, _ old: String, _ forms: [PluralCategory: String]) throws -> String {
        let all = files(["en": Self.english, locale: old])
        let source = try #require(all.first { $0.locale == .english })
        let unit = TranslationUnit(
            key: "page", translation: Message(key: "page", plural: forms.mapValues { FormatString($0) }))
        let table = TranslationTable(
            name: "translation", sourceLocale: .english, locale: LocaleIdentifier(locale), units: [unit])
        let file = try #require(
            source.format.applying(
                [TableEdits(setting: table)], to: TranslationDocument(Array(old.utf8)),
                at: "locales/\(locale).json",
                following: source))
        return String(decoding: file.bytes, as: UTF8.self)
    }

    @Test func newFormsAreNamedAsTheFileNamesThem() throws {
        #expect(
            try edited("de", "{ }", [.one: "1", .other: "2"]).contains(
                "\"page\": \"1\",\n  \"page_plural\": \"2\""))
        let polish = try edited("pl", "{ }", [.one: "1", .few: "2", .many: "5", .other: "1,5"])
        #expect(polish.contains("\"page_0\": \"1\"") && polish.contains("\"page_2\": \"5\""))
        #expect(!polish.contains("1,5") && !polish.contains("page_other"))
        let grown = try edited("pl", "{\"page\": \"1\", \"page_plural\": \"x\"}", [.one: "1", .few: "2"])
        #expect(grown.contains("\"page\": \"1\"") && grown.contains("\"page_1\": \"2\""))
    }
}
