// Tables are the same where their names differ only in case.

import Localization
import Testing

@testable import TranslationTools

@Suite struct TableNamesTests {
    private func project(_ texts: KeyValuePairs<String, String>) throws -> LocalizationProject {
        let files = try texts.map { path, text in
            let names = path.split(whereSeparator: { "/.".contains($0) }).map(String.init)
            return LocalizationFile(
                path: path, table: names[2], locale: try #require(LocaleIdentifier(names[0])),
                bytes: Array(text.utf8))
        }
        return LocalizationProject(sourceLocale: .english, files: files)
    }

    /// Their texts are compared, too.
    @Test func aFileWithACapitalLetterMoreIsNotMissing() throws {
        let project = try project([
            "en.lproj/main.strings": "\"a\" = \"To %@\";\n\"b\" = \"B\";",
            "de.lproj/Main.strings": "\"a\" = \"An %d\";", "fr.lproj/Main.strings": "\"a\" = \"À %@\";",
        ])
        #expect(project.tables == ["Main"])
        #expect(project.file("main", .english)?.path == "en.lproj/main.strings")
        let found = CheckRunner(project: project).findings().map { "\($0.locale) \($0.check)" }
        #expect(found == ["de argument-type", "en missing-key"])
    }

    @Test func theSourceTellsTheNameOfTwoFiles() throws {
        let project = try project(["de.lproj/Main.strings": "", "en.lproj/main.strings": ""])
        #expect(project.tables == ["main"])
    }

    /// A file system that has both tells them apart.
    @Test func twoFilesOfOneFolderAreTwoTables() throws {
        let project = try project([
            "en.lproj/main.strings": "\"a\" = \"Apple\";", "en.lproj/Main.strings": "\"b\" = \"Pear\";",
            "de.lproj/Main.strings": "\"b\" = \"Birne\";",
        ])
        #expect(project.tables == ["Main", "main"])
        #expect(CheckRunner(project: project).findings().map(\.check) == ["missing-table"])
    }
}
