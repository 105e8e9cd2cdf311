// The rules for simple texts compared with ICU's word boundaries.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct WordSegmenterTests {
    static let pieces: [String] = [
        "a", "Z", "é", "ß", "1", "2", "٣", "_", "'", "’", ".", ":", "·", ",", ";", " ", "  ", "-", "(", ")",
        "\"", "“", "@", "/",
        "\n", "\r\n", "\t", "я", "ё", "α", "ή", "Ա", "…", "–", "€", "©", "²", "½", "\u{00A0}", "%", "#", "+",
        "=", "\u{2024}", "ب",
    ]

    @Test(arguments: ["en", "de", "fr", "sv", "fi", "el", "ru", "tr", "ar"])
    func cutsSimpleTextsAsICUDoes(locale: String) throws {
        let locale = try #require(LocaleIdentifier(locale))
        let segmenter = WordSegmenter(locale)
        let iterator = try WordBreakIterator(locale)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            var text = (0..<Int.random(in: 0...9, using: &random))
                .map { _ in Self.pieces.randomElement(using: &random)! }.joined()
            var found: [Int32] = []
            text.withUTF8 { segmenter.wordBounds(of: $0, into: &found) }
            let units = Array(text.utf16)
            var expected: [Int32] = []
            try units.withUnsafeBufferPointer { units in
                try iterator.forEachWord(in: units) { word in
                    for bound in [word.lowerBound, word.upperBound] {
                        expected.append(Int32(String(decoding: units[..<bound], as: UTF16.self).utf8.count))
                    }
                }
            }
            #expect(found == expected, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("de", "Geburtstags-Karte für's Kind", ["Geburtstags", "Karte", "für's", "Kind"]),
        ("th", "โปรแกรมดูภาพ", ["โปรแกรม", "ดู", "ภาพ"]),
        ("ja", "誕生日カード", ["誕生", "日", "カード"]),
        ("ko", "한글날 선물", ["한글날", "선물"]),
        ("ar", "هدية عيد الميلاد", ["هدية", "عيد", "الميلاد"]),
        ("hi", "जन्मदिन का उपहार", ["जन्मदिन", "का", "उपहार"]),
    ])
    func findsTheWordsOfEveryScript(locale: String, text: String, words: [String]) throws {
        let segmenter = WordSegmenter(try #require(LocaleIdentifier(locale)))
        var text = text
        var bounds: [Int32] = []
        text.withUTF8 { segmenter.wordBounds(of: $0, into: &bounds) }
        let bytes = Array(text.utf8)
        let found = stride(from: 0, to: bounds.count, by: 2).map {
            String(decoding: bytes[Int(bounds[$0])..<Int(bounds[$0 + 1])], as: UTF8.self)
        }
        #expect(found == words)
    }
}
