// Which requests to translate have similar texts.

import Localization
import TestSupport
import Testing
import TranslationTools

@testable import lstrings

@Suite struct TranslationRequestTests {
    private static func requests(_ locale: String, _ count: Int) -> [TranslationRequest] {
        let table = TranslationTable(
            name: "App",
            source: MessageCatalog(
                locale: .english, messages: (0..<count).map { Message(key: "\($0)", text: "Text \($0)") }),
            translation: MessageCatalog(locale: LocaleIdentifier(locale)!, messages: []))
        return table.units.compactMap { TranslationRequest($0, table: table, number: 0) }
    }

    private static func files() -> [[TranslationRequest]] {
        [requests("de", 4), requests("fr", 1), requests("it", 3)]
    }

    /// A search for each of a hundred thousand texts would take minutes.
    @Test func ofTooManyTextsTheFirstOfEachFileAreCompared() {
        let compared = TranslationRequest.comparing(Self.files(), most: 5).filter(\.comparesTexts)
        #expect(
            compared.map { "\($0.locale.identifier) \($0.unit.key)" } == [
                "de 0", "de 1", "fr 0", "it 0", "it 1",
            ])
    }

    @Test func smallProjectsCompareAllTextsInTheirOrder() {
        let requests = TranslationRequest.comparing(Self.files())
        #expect(requests.map(\.unit.key) == ["0", "1", "2", "3", "0", "0", "1", "2"])
        #expect(requests.allSatisfy { $0.comparesTexts })
    }
}
