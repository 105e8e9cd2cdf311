// The files that each form of a path names, and the handling of unreadable ones.

import Files
import Localization
import ProgramSupport
import Testing
import TranslationTools

@testable import lstrings

@Suite struct ProjectLoaderTests {
    private let files = InMemoryFileSystem(
        [
            "App/Texts/en.lproj/Localizable.strings": "\"a\" = \"A\";",
            "App/Texts/en.lproj/Errors.strings": "\"e\" = \"E\";",
            "App/Texts/en.lproj/notes.txt": "x",
            "App/Texts/de.lproj/Localizable.strings": "\"a\" = \"Ä\";",
            "App/Texts/zh-Hant.lproj/Localizable.strings": "\"a\" = \"甲\";",
            "App/.build/Texts/en.lproj/Localizable.strings": "\"a\" = \"A\";",
            "App/Pods/Texts/en.lproj/Localizable.strings": "\"a\" = \"A\";",
            "Legacy/English.lproj/Localizable.strings": "\"a\" = \"A\";",
            "Legacy/German.lproj/Localizable.strings": "\"a\" = \"alt\";",
            "Legacy/de.lproj/Localizable.strings": "\"a\" = \"neu\";",
            "Base/Base.lproj/Localizable.strings": "\"a\" = \"A\";",
            "Base/de.lproj/Localizable.strings": "\"a\" = \"Ä\";",
            "Plain/Localizable.strings": "\"a\" = \"A\";",
            "Plain/readme.txt": "x",
            "Two/One/en.lproj/Localizable.strings": "\"a\" = \"A\";",
            "Two/Other/en.lproj/Localizable.strings": "\"a\" = \"A\";",
        ])

    private static let english = LocaleIdentifier("en")!
    private static let german = LocaleIdentifier("de")!

    private func loader(_ tables: Set<String> = []) -> ProjectLoader {
        ProjectLoader(
            context: ToolContext(.current, fileSystem: files), sourceLocale: Self.english, tables: tables)
    }

    private func load(_ paths: String...) async throws -> [ProjectSelection] {
        var loader = loader()
        return try await loader.load(paths)
    }

    private func project(_ path: String) async throws -> ProjectSelection {
        var loader = loader()
        return try await loader.loadOne([path])
    }

    @Test(arguments: ["App/Texts", "App/Texts/", "./App//Texts", "App", "."])
    func aFolderIsSearchedForFoldersOfLocales(path: String) async throws {
        let loaded = try await load(path).first { $0.project.folder.hasSuffix("App/Texts") }
        let project = try #require(loaded)
        #expect(project.isWhole)
        #expect(project.project.locales.map(\.identifier) == ["en", "de", "zh_Hant"])
        #expect(project.project.tables == ["Errors", "Localizable"])
        #expect(project.files.count == 4)
    }

    /// Folders have any names, and their files those of languages.
    @Test(arguments: [
        ("Web/a", ["Web/a/de.json", "Web/a/en.json"]), ("Web/a/de.json", ["Web/a/de.json", "Web/a/en.json"]),
        ("Web/b", ["Web/b/de/shop.json", "Web/b/en/shop.json"]), ("Web/c", []),
        ("Web/d", ["Web/d/locales/de.json"]),
        ("Web/a/only_fr.json", []),
    ])
    func jsonFilesOfSeveralLanguagesAreTextsWhereThereAreNoOthers(path: String, found: [String]) async throws
    {
        let text = "{\"a\": \"A\", \"b\": \"B\"}"
        let paths = [
            "Web/a/de.json", "Web/a/en.json", "Web/a/only_fr.json", "Web/a/package.json",
            "Web/b/de/shop.json",
            "Web/b/en/shop.json", "Web/b/en/node_modules/x/de.json", "Web/c/de.json", "Web/c/data.json",
            "Web/d/locales/de.json", "Web/d/x/de.json", "Web/d/x/en.json",
        ]
        let files = InMemoryFileSystem(Dictionary(uniqueKeysWithValues: paths.map { ($0, text) }))
        var loader = ProjectLoader(
            context: ToolContext(.current, fileSystem: files), sourceLocale: Self.english)
        loader.acceptsFormats = true
        let loaded = try? await loader.load([path])
        #expect((loaded ?? []).flatMap(\.project.files).map(\.path).sorted() == found)
    }

    /// A file of numbers is data, but not where the same file has texts in another language.
    @Test func dataInThePlaceOfATranslationIsNoSuccess() async throws {
        let texts = "{\"a\": \"A\", \"b\": \"B\"}"
        let files = InMemoryFileSystem([
            "locales/en/t.json": texts, "locales/de/t.json": "{\"a\": 1, \"b\": 2}",
            "other/locales/en/t.json": texts, "other/locales/de/numbers.json": "{\"a\": 1, \"b\": 2}",
        ])
        for (path, isComplete) in [
            ("locales", false), ("other", true), ("other/locales/de/numbers.json", false),
        ] {
            var loader = ProjectLoader(
                context: ToolContext(.current, fileSystem: files), sourceLocale: Self.english)
            loader.acceptsFormats = true
            _ = try? await loader.load([path])
            #expect(loader.isComplete == isComplete, "\(path)")
        }
    }

    @Test func foldersOfOthersAreNotSearched() async throws {
        #expect(try await load("App").map(\.project.folder) == ["App/Texts"])
    }

    @Test func aLocaleFolderIsReadWithItsSiblings() async throws {
        let loaded = try await project("App/Texts/de.lproj/")
        #expect(loaded.project.folder == "App/Texts")
        #expect(loaded.files.map(\.path) == ["App/Texts/de.lproj/Localizable.strings"])
        #expect(loaded.tables == ["Localizable"])
        #expect(loaded.locales == [Self.german])
        #expect(loaded.project.source("Errors") != nil)
    }

    @Test(arguments: [
        ("res/values-de", "res", "res/values-de/strings.xml"),
        ("web/locales/de", "web/locales", "web/locales/de/common.json"),
        ("po/de", "po", "po/de/LC_MESSAGES/app.po"),
        ("po/de/LC_MESSAGES", "po", "po/de/LC_MESSAGES/app.po"),
    ])
    func aFolderOfOneLanguageIsReadWithinItsProject(path: String, folder: String, file: String) async throws {
        let files = InMemoryFileSystem([
            "res/values/strings.xml": "<resources><string name=\"a\">A</string></resources>",
            "res/values-de/strings.xml": "<resources><string name=\"a\">Ä</string></resources>",
            "web/locales/en/common.json": #"{"a":"A","b":"B"}"#,
            "web/locales/de/common.json": #"{"a":"Ä"}"#,
            "po/en/LC_MESSAGES/app.po": "msgid \"a\"\nmsgstr \"A\"\n",
            "po/de/LC_MESSAGES/app.po": "msgid \"a\"\nmsgstr \"Ä\"\n",
        ])
        var loader = ProjectLoader(
            context: ToolContext(.current, fileSystem: files), sourceLocale: Self.english)
        loader.acceptsFormats = true
        let loaded = try await loader.loadOne([path])
        #expect(loaded.project.folder == folder)
        #expect(loaded.files.map(\.path) == [file])
        #expect(loaded.locales == [Self.german])
        #expect(loaded.tables.allSatisfy { loaded.project.source($0) != nil })
        #expect(try await loader.loadOne([folder]).isWhole)
    }

    @Test func aFileIsReadWithItsSiblings() async throws {
        let loaded = try await project("App/Texts/en.lproj/Errors.strings")
        #expect(loaded.files.map(\.table) == ["Errors"])
        #expect(loaded.project.files.count == 4)
    }

    @Test func pathsOfOneProjectAreOneProject() async throws {
        let loaded = try await load("App/Texts/de.lproj", "App/Texts/en.lproj/Errors.strings")
        #expect(loaded.count == 1)
        #expect(loaded[0].paths?.count == 2)
        // A table that is named as a whole and in part is loaded as a whole.
        #expect(try await load("App/Texts/de.lproj", "App/Texts")[0].isWhole)
    }

    @Test func filesWithoutALocaleFolderAreTakenForTheSource() async throws {
        for path in ["Plain", "Plain/Localizable.strings"] {
            let loaded = try await project(path)
            #expect(loaded.files.map(\.locale) == [Self.english])
        }
    }

    @Test func baseIsTheSource() async throws {
        let loaded = try await project("Base")
        #expect(loaded.project.source("Localizable")?.path == "Base/Base.lproj/Localizable.strings")
        #expect(loaded.project.locales == [Self.english, Self.german])
    }

    /// Android's `values` are the source texts, whatever language they are in.
    @Test func valuesAreTheSourceBesideThoseInEnglish() async throws {
        let files = InMemoryFileSystem([
            "res/values/strings.xml": "<resources><string name=\"a\">Farbe %d</string></resources>",
            "res/values-en/strings.xml": "<resources><string name=\"a\">Colour %s</string></resources>",
            "res/values-fr/strings.xml": "<resources><string name=\"a\">Couleur %d</string></resources>",
        ])
        var loader = ProjectLoader(
            context: ToolContext(.current, fileSystem: files), sourceLocale: Self.english)
        (loader.acceptsFormats, loader.findsSource) = (true, true)
        let found = CheckRunner(project: try await loader.loadOne(["res"]).project).findings()
        #expect(found.map(\.check) == ["argument-type"])
        #expect(found.map(\.path) == ["res/values-en/strings.xml"])
    }

    @Test func ofTwoFoldersForALocaleTheNameOfTodayCountsAndBothAreRead() async throws {
        let loaded = try await project("Legacy")
        #expect(loaded.project.source("Localizable")?.path == "Legacy/English.lproj/Localizable.strings")
        #expect(loaded.project.folder(of: Self.german) == "Legacy/de.lproj")
        #expect(loaded.project.file("Localizable", Self.german)?.catalog["a"]?.text == "neu")
        #expect(loaded.project.files.filter { $0.locale == Self.german }.count == 2)
        let old = try await project("Legacy/German.lproj")
        #expect(old.files.map(\.path) == ["Legacy/German.lproj/Localizable.strings"])
    }

    @Test func newLocalesAndTablesHaveAPlace() async throws {
        let loaded = try await project("App/Texts")
        #expect(
            loaded.project.path("Errors", LocaleIdentifier("zh_Hant")!)
                == "App/Texts/zh-Hant.lproj/Errors.strings")
        #expect(loaded.project.path("New", LocaleIdentifier("pt_BR")!) == "App/Texts/pt-BR.lproj/New.strings")
    }

    @Test func onlyTheTablesThatWereRequestedAreRead() async throws {
        var loader = loader(["Errors"])
        #expect(try await loader.loadOne(["App/Texts"]).project.tables == ["Errors"])
    }

    @Test(arguments: [
        ("Nowhere", "PathMissing: %@"), ("App/Texts/fr.lproj", "PathMissing: %@"),
        ("Plain/readme.txt", "PathNotStrings: %@"), ("Two", "SeveralProjects: %1$@ %2$@"),
        ("Empty", "NoStringsFiles: %@"),
    ])
    func whatCannotBeReadIsAnError(path: String, key: String) async throws {
        files.makeFolder("Empty")
        do {
            _ = try await project(path)
            Issue.record("no error")
        } catch let error as UsageError {
            #expect(error.message.key == key)
        }
    }

    @Test func whatCannotBeReadOfAProjectIsRemembered() async throws {
        var loader = loader()
        _ = try await loader.load(["App/Texts"])
        #expect(loader.isComplete)
        files.fail("App/Texts/de.lproj/Localizable.strings", code: 13)
        let loaded = try await loader.load(["App/Texts"])
        #expect(!loader.isComplete)
        #expect(loaded[0].project.files.count == 3)
    }
}
