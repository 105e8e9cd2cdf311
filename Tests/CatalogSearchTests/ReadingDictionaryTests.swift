// Words by their readings, from a file of MeCab's dictionaries.

import Glibc
import Stemming
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct ReadingDictionaryTests {
    private static let features = [
        "名詞,固有名詞,地域,一般,*,*,東京,トウキョウ,トーキョー", "名詞,一般,*,*,*,*,続き,ツヅキ,ツズキ", "名詞,一般,*,*,*,*,桜,サクラ,サクラ",
        "名詞,固有名詞,人名,姓,*,*,佐倉,サクラ,サクラ", "名詞,固有名詞,人名,姓,*,*,桜,サクラ,サクラ", "名詞,一般,*,*,*,*,サクラ,サクラ,サクラ",
        "動詞,自立,*,*,五段・カ行イ音便,基本形,歩く,アルク,アルク", "動詞,自立,*,*,五段・カ行イ音便,連用形,歩く,アルキ,アルキ", "記号,一般", "",
    ]

    @Test(arguments: [
        ("サクラ", ReadingDictionary.Comparison.kana, ["佐倉", "桜"]), ("サクラ", .sound, ["佐倉", "桜"]),
        ("トウキョウ", .kana, ["東京"]), ("トキョ", .kana, []), ("トキョ", .sound, ["東京"]), ("トーキョー", .sound, ["東京"]),
        ("ツズキ", .kana, []), ("ツズキ", .sound, ["続き"]), ("アルク", .kana, ["歩く"]), ("アルキ", .kana, []),
        ("", .sound, []),
    ]) func wordsAreFoundByTheirReadings(
        reading: String, comparison: ReadingDictionary.Comparison, words: [String]
    )
        throws
    {
        let dictionary = try #require(try Self.dictionary(Self.file(Self.features)))
        #expect(dictionary.words(readAs: reading, comparison) == words)
    }

    @Test func anEntryMayBeLongerThanWhatIsReadAtOnce() throws {
        let long = String(repeating: "桜", count: 50_000)
        let dictionary = try #require(
            try Self.dictionary(Self.file(["名詞,一般,*,*,*,*,\(long),ナガイ,ナガイ"] + Self.features)))
        #expect(dictionary.words(readAs: "ナガイ", .kana) == [long])
        #expect(dictionary.words(readAs: "サクラ", .kana) == ["佐倉", "桜"])
    }

    @Test func filesThatAreNoDictionaryAreRefused() throws {
        let file = Self.file(Self.features)
        for count in [0, 1, 71, 72, 200, file.count - 1] {
            #expect(try Self.dictionary(Array(file.prefix(count))) == nil, "\(count)")
        }
        #expect(try Self.dictionary(file + [0]) == nil)
        // The head: its magic number, version, sizes and encoding.
        for position in [0, 4, 24, 28, 32, 35, 40, 44] {
            var other = file
            other[position] ^= 0x81
            #expect(try Self.dictionary(other) == nil, "\(position)")
        }
        #expect(try Self.dictionary(Self.file([])) == nil)
        #expect(ReadingDictionary(file: "/nowhere/sys.dic") == nil)
    }

    @Test(arguments: [
        ("sakura", ["桜"]), ("さくら", ["桜"]), ("サクラ", ["桜"]), ("tokyo", ["東京"]), ("toukyou", ["東京"]),
        ("tōkyō", ["東京"]),
        ("とうきょう", ["東京"]), ("ときょ", []), ("sakuranotsuduki", []), ("sakuranotsuzuki", ["桜ノ続き"]),
        ("tokyosakura", ["東京桜"]), ("sakuratokyo", []), ("kyo", []), ("桜", []), ("sakuraxx", []),
    ]) func kanjiAreFoundByTheirReadings(query: String, spellings: [String]) throws {
        let installed = try #require(try Self.dictionary(Self.file(Self.features)))
        for (language, expected) in [("ja", spellings), ("zh", [])] {
            let locale = LocaleIdentifier(language)!
            let records = ["東京桜", "桜の続き"].enumerated().map { number, title in
                CatalogRecord(id: "\(number)", texts: [.init(.title, locale, title)])
            }
            let index = try CatalogIndex(CatalogDescription(id: "c"), records: records)
            let request = SearchRequest(query, locale: locale)
            let prepared = index.adapted(try PreparedQuery(CheckedRequest(request), locales: index.locales))
            let segment = try #require(index.segments.first)
            let finder = WordFinder(
                dictionaries: try SearchedLevel.levels(of: segment, prepared).map {
                    IndexedDictionary(level: $0)
                },
                word: prepared.words[0], foldings: prepared.foldings, languages: prepared.languages,
                chain: prepared.request.chain, records: RecordSet(all: segment.numberCount))
            #expect(try finder.writtenInKanji(installed).map(\.spelling).sorted() == expected)
        }
    }

    /// Where the dictionary is installed, it is used.
    @Test(.enabled(if: ReadingDictionary.installed != nil), arguments: ["sakura", "さくら", "kamikazari"])
    func theInstalledDictionaryIsUsed(query: String) throws {
        let engine = try SearchEngine([EquivalenceTests.catalog(["桜の髪飾り", "京都の茶碗"], "ja")])
        let results = try engine.search(EquivalenceTests.request(query, "ja"))
        #expect(results.hits.map(\.id) == ["0"] && results.relaxation?.kind == .letters)
    }

    /// A file with some bytes in place of what only MeCab reads.
    private static func file(_ features: [String]) -> [UInt8] {
        var text: [UInt8] = []
        for feature in features { text += Array(feature.utf8) + [0] }
        let (states, tokens) = (64, 16 * features.count)
        let size = 72 + states + tokens + text.count
        let numbers = [size ^ 0xEF71_8F77, 102, 0, features.count, 1, 1, states, tokens, text.count, 0]
        var head: [UInt8] = []
        for number in numbers { withUnsafeBytes(of: UInt32(number).littleEndian) { head += $0 } }
        let encoding = Array("UTF-8".utf8) + [UInt8](repeating: 0, count: 27)
        head += encoding + [UInt8](repeating: 0x2C, count: states + tokens)
        return head + text
    }

    private static func dictionary(_ bytes: [UInt8]) throws -> ReadingDictionary? {
        try withTemporaryFolder { folder in
            let path = folder + "/sys.dic"
            let file = try #require(fopen(path, "wb"))
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
            return ReadingDictionary(file: path)
        }
    }
}
