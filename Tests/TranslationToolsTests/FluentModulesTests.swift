// Tests of projects of Fluent in Firefox's layout.

import Localization
import Testing

@testable import TranslationTools

@Suite struct FluentModulesTests {
    static func moved(_ paths: [String]) -> [String] {
        FluentModules.moved(paths.compactMap { FluentFormat().place(of: $0) })
            .map { "\($0.path) in \($0.group.folder) as \($0.table ?? "")" }
    }

    @Test func sourcesOfModulesBelongToTheirTranslations() {
        #expect(
            Self.moved([
                "browser/locales/en-US/browser/menubar.ftl", "devtools/client/locales/en-US/perf.ftl",
                "toolkit/locales/en-US/other.ftl", "de/browser/browser/menubar.ftl",
                "de/devtools/client/perf.ftl",
            ]) == [
                "browser/locales/en-US/browser/menubar.ftl in . as browser/browser/menubar",
                "devtools/client/locales/en-US/perf.ftl in . as devtools/client/perf",
            ])
        #expect(
            Self.moved(["/w/app/locales/en-US/a.ftl", "/w/pl/app/a.ftl"])
                == ["/w/app/locales/en-US/a.ftl in /w as app/a"])
    }

    @Test func foldersWithTranslationsOfTheirOwnStay() {
        #expect(
            Self.moved(["app/locales/en-US/a.ftl", "app/locales/de/a.ftl", "pl/app/a.ftl"]) == [])
        #expect(Self.moved(["app/locales/en-US/a.ftl", "pl/other/a.ftl"]) == [])
        #expect(Self.moved(["locales/en-US/a.ftl", "de/a.ftl"]) == [])
    }

    @Test func newTranslationsGoToTheFolderOfTheirLocale() {
        let (english, german) = (LocaleIdentifier("en_US")!, LocaleIdentifier("de")!)
        func file(_ path: String, _ locale: LocaleIdentifier) -> LocalizationFile {
            let table = TranslationTable(
                name: "browser/browser/menu", sourceLocale: english, locale: locale, units: [])
            return LocalizationFile(
                path: path, format: FluentFormat(), table: table,
                side: locale == english ? .source : .translation,
                locale: locale)
        }
        let source = file("browser/locales/en-US/browser/menu.ftl", english)
        let project = LocalizationProject(
            sourceLocale: english, files: [source, file("de/browser/browser/menu.ftl", german)])
        let path = FluentFormat().path(of: LocaleIdentifier("pt_BR")!, beside: source, in: project)
        #expect(path == "pt-BR/browser/browser/menu.ftl")
    }
}
