// Of a file that is read again after an edit, what did not change is kept, and nothing else.

import Localization
import Testing

@testable import TranslationTools

@Suite struct ForeignReadingTests {
    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "Hi" : { "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Hallo" } },
              "fr" : { "stringUnit" : { "state" : "translated", "value" : "Salut\\u00e9" } } } }
          },
          "version" : "1.0"
        }
        """

    /// The texts of each locale and their revisions after each version of a file.
    private func revisions(_ versions: [String]) -> [[String: Int]] {
        let memory = ReadFiles()
        return versions.map { text in
            let files = memory.files("a.xcstrings", Array(text.utf8), as: "") {
                (previous: ForeignReading?) -> ForeignReading? in
                ForeignReading(
                    Array(text.utf8), StringCatalogFormat(),
                    from: TranslationFileSource(
                        project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []),
                        path: "a.xcstrings", locatesTexts: true), usesOwnSource: true, reusing: previous)
            }
            return Dictionary(
                uniqueKeysWithValues: (files ?? []).map {
                    ("\($0.locale.identifier) \($0.strings["Hi"]?.text ?? "")", $0.revision)
                })
        }
    }

    @Test func anEditChangesTheRevisionOfItsLanguageAlone() {
        let found = revisions([
            Self.catalog, Self.catalog.replacing("Hallo", with: "Hallo!"),
            Self.catalog.replacing("Hallo", with: "Hallo!!"), Self.catalog.replacing("Hallo", with: "Na"),
        ])
        #expect(found.map { Set($0.keys) }[3] == ["en Hi", "de Na", "fr Salut\u{e9}"])
        // The reading of the first edit is the first that is kept.
        #expect(found[3]["fr Salut\u{e9}"] == found[1]["fr Salut\u{e9}"])
        #expect(found[3]["en Hi"] == found[2]["en Hi"])
        #expect(Set(found.flatMap { $0.filter { $0.key.hasPrefix("de") }.values }).count == 4)
    }

    @Test(arguments: [
        (#""version""#, "\n\"version\"", true), (#""strings""#, "\n\"strings\"", false),
        (#"Salut\u00e9"#, "Salute\u{301}", false), (#""Hi""#, #""Hi" "#, true),
        (#"{ "localizations""#, #"{ "comment" : "Short", "localizations""#, false),
        (#"translated", "value" : "Salut"#, #"new", "value" : "Salut"#, false),
    ])
    func whatAnEditMovesOrChangesIsNew(old: String, new: String, isKept: Bool) {
        let edited = Self.catalog.replacing("Hallo", with: "Hallo!")
        let found = revisions([Self.catalog, edited, edited.replacing(old, with: new)])
        let french = found.map { $0.first { $0.key.hasPrefix("fr") }?.value }
        #expect((french[2] == french[1]) == isKept)
    }
}
