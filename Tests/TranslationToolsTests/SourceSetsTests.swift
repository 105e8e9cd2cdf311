// Tests of tables whose source texts are in another source set.

import Localization
import Testing

@testable import TranslationTools

@Suite struct SourceSetsTests {
    private func moved(_ paths: String...) -> [String] {
        let formats = TranslationFormats()
        let files = paths.compactMap { path in formats.format(ofFile: path).flatMap { $0.place(of: path) } }
        #expect(files.count == paths.count)
        return SourceSets.moved(files, sourceLocale: .english).map { "\($0.path) in \($0.group.folder)" }
    }

    @Test func translationsBelongToTheSourceInAnotherSet() {
        #expect(
            moved(
                "app/src/viewer/texts/Texts_en.properties", "app/src/editor/texts/Texts_de.properties",
                "app/src/extra/texts/Texts_fr.properties") == [
                    "app/src/editor/texts/Texts_de.properties in app/src/viewer/texts",
                    "app/src/extra/texts/Texts_fr.properties in app/src/viewer/texts",
                ])
        #expect(
            moved("src/main/java/a/T.properties", "src/main/resources/a/T_de.properties") == [
                "src/main/resources/a/T_de.properties in src/main/java/a"
            ])
        #expect(
            moved("src/main/res/values/strings.xml", "src/shop/res/values-de/strings.xml") == [
                "src/shop/res/values-de/strings.xml in src/main/res"
            ])
    }

    @Test func othersStayWhereTheyAre() {
        // Tables with their own source texts, of another table, or in another module.
        #expect(
            moved("src/a/T.properties", "src/b/T.properties", "src/b/T_de.properties") == [])
        #expect(moved("src/a/x/T_en.properties", "src/b/x/U_de.properties") == [])
        #expect(moved("one/src/x/T_en.properties", "two/src/x/T_de.properties") == [])
        // A locale that the source's set also has, and one with two possible sources.
        #expect(
            moved("src/a/x/T.properties", "src/a/x/T_de.properties", "src/b/x/T_de.properties") == [])
        #expect(
            moved("src/a/x/T.properties", "src/b/x/T.properties", "src/c/x/T_de.properties") == [])
    }
}
