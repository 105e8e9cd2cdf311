// Tests of preferred locales, fallback chains and folder names.

import Localization
import Testing

@Suite struct LocaleNegotiationTests {
    @Test(
        arguments: [
            ([:], []), (["LANG": "de_DE.UTF-8"], ["de_DE"]),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], ["fr_FR"]),
            (["LANG": "de_DE", "LC_ALL": "es", "LC_MESSAGES": "fr"], ["es"]),
            (["LC_ALL": "", "LANG": "it_IT"], ["it_IT"]),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "pt_BR:pt:es"], ["pt_BR", "pt", "es"]),
            (["LANG": "C", "LANGUAGE": "de"], []), (["LC_ALL": "POSIX", "LANGUAGE": "de"], []),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], ["de"]), (["LANG": "C.UTF-8"], []),
            (["LANGUAGE": "de"], ["de"]),
            (["LANG": "de", "LANGUAGE": ""], ["de"]), (["LANG": "de", "LANGUAGE": "fr::../x:fr"], ["fr"]),
            (["LANG": "de", "LANGUAGE": "fr:C:it"], ["fr"]), (["LANG": "sr_RS.UTF-8@latin"], ["sr_Latn_RS"]),
            (["LC_ALL": "C", "LANG": "de_DE"], []),
        ] as [([String: String], [String])])
    func readsTheEnvironment(variables: [String: String], locales: [String]) {
        #expect(LocaleEnvironment(variables).preferredLocales.map(\.identifier) == locales)
    }

    @Test(arguments: [
        ("de_DE", "de en", "de_DE de en"), ("de_DE", "", "de_DE de en"),
        ("es_MX", "es en", "es_MX es_419 es en"),
        ("pt", "pt_BR pt_PT en", "pt pt_BR en"), ("pt", "pt pt_BR", "pt en"),
        ("pt_PT pt", "pt_BR en", "pt_PT pt en"),
        ("pt_BR", "pt_PT", "pt_BR pt en"), ("zh_Hant", "zh_TW zh_CN", "zh_Hant zh_TW en"),
        ("zh_Hans", "zh_Hans zh_CN zh_TW", "zh_Hans zh_CN en"),
        ("zh_Hant", "zh_Hant zh_HK zh_TW", "zh_Hant zh_TW en"), ("sr_Latn", "sr_Latn sr_RS", "sr_Latn en"),
        ("zh_TW", "zh_Hant", "zh_TW zh_Hant en"), ("zh", "zh_CN zh_TW", "zh zh_CN en"),
        ("sr_Latn", "sr", "sr_Latn en"),
        ("sr_Latn_RS de", "sr de", "sr_Latn_RS sr_Latn de en"), ("en_GB", "en", "en_GB en_001 en"),
        ("de_AT de", "de", "de_AT de en"), ("fr en de", "fr de en", "fr en de"), ("", "en", "en"),
        ("C", "en", "en"),
        ("de-u-co-phonebk", "de", "de en"), ("de_AT fr_FR", "de fr", "de_AT de fr_FR fr en"),
    ])
    func makesTheChain(preferred: String, available: String, chain: String) {
        func locales(_ names: String) -> [LocaleIdentifier] {
            names.split(separator: " ").map { LocaleIdentifier($0)! }
        }
        let found = LocaleNegotiation.chain(preferred: locales(preferred), available: locales(available))
        #expect(found.map(\.identifier).joined(separator: " ") == chain)
        // The available locales add regions, but no language.
        let likely = LocaleNegotiation.chain(preferred: locales(preferred), available: [])
        #expect(Set(found.map(\.language)) == Set(likely.map(\.language)))
    }

    @Test func endsWithTheSourceLocale() {
        let german = LocaleIdentifier("de")!
        #expect(LocaleNegotiation.chain(preferred: [], available: [], source: german) == [german])
        #expect(
            LocaleNegotiation.chain(
                preferred: [LocaleIdentifier("de_AT")!], available: [german], source: german
            )
            .map(\.identifier) == ["de_AT", "de"])
    }

    @Test(arguments: [
        ("de.lproj", "de"), ("zh-Hant.lproj", "zh_Hant"), ("pt_BR.lproj", "pt_BR"), ("German.lproj", "de"),
        ("English.lproj", "en"), ("Traditional Chinese.lproj", "zh_Hant"), ("sr-Latn.lproj", "sr_Latn"),
        ("es-419.lproj", "es_419"),
    ])
    func readsFolderNames(name: String, locale: String) {
        #expect(LocalizationFolder(name: name) == .locale(LocaleIdentifier(locale)!))
    }

    @Test func tellsFoldersFromOthers() {
        #expect(LocalizationFolder(name: "Base.lproj") == .base)
        for name in ["de", ".lproj", "x y.lproj", "de.lproj.bak", "Klingonisch.lproj"] {
            #expect(LocalizationFolder(name: name) == nil)
        }
        #expect(LocalizationFolder.locale(LocaleIdentifier("zh_Hant_TW")!).name == "zh-Hant-TW.lproj")
    }
}
