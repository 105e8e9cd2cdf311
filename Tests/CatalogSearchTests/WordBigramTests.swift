// An index knows which words stand next to each other in its texts.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct WordBigramTests {
    private static let locale = LocaleIdentifier("de")!

    private static func segment(_ texts: [String]) throws -> IndexedSegment {
        let records = texts.enumerated().map {
            CatalogRecord(id: "r\($0)", texts: [.init(.title, locale, $1)])
        }
        return try CatalogIndex(CatalogDescription(id: "c"), records: records).segments[0]
    }

    private static func mayHave(_ first: String, _ second: String, _ segment: IndexedSegment) throws -> Bool {
        let folding = try Folding(locale)
        func numbers(_ word: String) throws -> [UInt64] {
            try PreparedQuery.Form(word, folding).patterns.map {
                try #require($0.bytes.withUnsafeBytes(WordBigram.word))
            }
        }
        let index = try #require(try segment.locale(locale))
        return try index.mayHave(try numbers(first), before: try numbers(second))
    }

    @Test(arguments: [
        ("Wi Fi plug", "wi", "fi"), ("Wi-Fi plug", "fi", "plug"), ("wi-fi", "wi", "fi"),
        ("Foo™ bar", "foo", "bar"), ("Foo™-bar", "foo", "bar"),
        ("№ 5 rose", "5", "rose"), ("rose & thorn", "rose", "thorn"),
        ("rose (-- thorn", "rose", "thorn"), ("Süß-Sauer", "suess", "sauer"), ("Süß Größe", "süß", "grosse"),
        ("Ueber Größe", "über", "größe"), ("20 m² rug", "m²", "rug"), ("20 m² rug", "20", "m²"),
        ("rose------------------------thorn", "rose", "thorn"), ("무선 이어폰", "무선", "이어폰"),
    ])
    func neighboursAreKnown(_ text: String, _ first: String, _ second: String) throws {
        // Others make the filter larger than one block.
        let segment = try Self.segment([text] + (0..<50).map { "other\($0) text\($0)" })
        #expect(try Self.mayHave(first, second, segment))
    }

    @Test func mostOtherPairsAreNot() throws {
        let words = (0..<40).map { "word\($0)" }
        let segment = try Self.segment(
            zip(words, words.dropFirst()).map { "\($0) \($1)" } + ["first, last", "東京 大学"])
        var wrong = 0
        for first in words {
            for second in words where try Self.mayHave(first, second, segment) { wrong += 1 }
        }
        // Of 1,600 pairs 39 are there.
        #expect(39..<160 ~= wrong)
        #expect(try !Self.mayHave("last", "first", segment))
    }

    @Test func wordsOfScriptsWithoutSpacesAndSignsHaveNoNumber() {
        for word in ["東京", "เสื้อ", "c++", "l'eau", ""] {
            #expect(Array(word.utf8).withUnsafeBytes(WordBigram.word) == nil, "\(word)")
        }
    }

    @Test func aFilterIsNoLargerThanItsPairsNeed() throws {
        func size(_ texts: [String]) throws -> Int {
            let segment = try Self.segment(texts)
            return try #require(try segment.locale(Self.locale)).bigramSize
        }
        #expect(try size(Array(repeating: "rose thorn", count: 2_000)) == 8)
        #expect(1_000...8_000 ~= (try size((0..<2_000).map { "rose\($0) thorn\($0)" })))
    }
}
