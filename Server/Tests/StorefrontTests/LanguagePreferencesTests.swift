// `Accept-Language` is read as RFC 9110 says, malformed values included.

import CatalogSearch
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct LanguagePreferencesTests {
    @Test(arguments: [
        ("de", ["de"]), ("de-AT, de;q=0.9, en;q=0.8", ["de_AT", "de", "en"]),
        ("en;q=0.5,de;q=0.8,ja;q=0.8", ["de", "ja", "en"]), ("zh-Hans-CN", ["zh_Hans_CN"]),
        ("*", []), ("fr, *;q=0.1", ["fr"]), ("de;q=0, en", ["en"]), ("de, de;q=0.2, en;q=0.5", ["de", "en"]),
        ("de ; Q=0.4 ,\ten; q = 0.5", ["en", "de"]), ("", []), (",,;,;q=1,de", ["de"]),
        ("not a locale, de", ["de"]), ("en;level=1;q=0.3, de;q=0.4", ["de", "en"]),
    ])
    func headersAreReadAsTheyAreMeant(header: String, locales: [String]) {
        #expect(LanguagePreferences(header).locales.map(\.identifier) == locales)
    }

    @Test func noHeaderAndTooLongAHeaderPreferNothing() {
        #expect(LanguagePreferences(nil).locales.isEmpty)
        #expect(LanguagePreferences("de" + String(repeating: " ", count: 2_000)).locales.isEmpty)
    }

    @Test func onlyTheFirstLanguagesCount() {
        let header = (0..<40).map { "x-\($0)" }.joined(separator: ",") + ",de"
        #expect(!LanguagePreferences(header).locales.contains(german))
        #expect(LanguagePreferences("de," + header).locales.first == german)
    }

    @Test(
        arguments: [
            ([], 1), (["q=0.25"], 0.25), (["q=0"], 0), (["q=7"], 1), (["q=-1"], 0), (["q=nan"], 0),
            (["q=inf"], 0), (["q="], 0), (["q"], 1), (["q=x"], 0), (["level=2", "q=0.5", "q=1"], 0.5),
        ] as [([String], Double)])
    func weightsAreFromNoneToOne(parameters: [String], value: Double) {
        #expect(QualityValue(parameters.map { $0[...] }).value == value)
    }
}
