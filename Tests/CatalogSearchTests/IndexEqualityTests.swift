// An index gives the same results as a scan, also for unusual texts and queries.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct IndexEqualityTests {
    /// Texts that are hard to cut into terms, or to find afterwards.
    private static let oddities =
        SegmentWriterTests.oddities + [
            "今日、明日。昨日", "東京、大阪 京都", "a、b。c", "\u{A8} a\u{A8}b", "x \u{FDFA} y", "a\u{37A}b a ιb",
            "\u{200D}", "\u{200D}\u{200D} a\u{200D}b", "\u{301}\u{302}", "👩🏽‍💻👩🏽 🏳️‍🌈🏳 🇩🇪🇫🇷", "❤️ ❤ ❤︎",
            "\u{FEFF}bom", "\r\nline\r\nline", "\u{B}\u{C}",
            " \u{A0} \u{2009}thin\u{2009}space\u{202F}narrow",
            "가\u{1100}\u{1161}각 하", "e\u{301}e\u{323}\u{301}", "\u{301}", "a \u{308}b", "no.5 №5 n°5",
            "½ 1/2 ²",
            "①②③ 123", "ǅ Ǆ dž", "(a) [b] {c} «d»", "a-b a‐b a–b a—b", "ll l·l ŀl ch c h", "aa åå Å å",
            "œœ oe œ", "ẞß ss ſs", "\u{1F3FB}", "a\u{34F}b", "क्‍ष क्ष", "ｶﾞ ガ カ\u{3099} か\u{309B}", "ーア カー ー",
        ]

    static func records(_ count: Int, _ locales: [String], seed: UInt64) -> [CatalogRecord] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            var record = SegmentWriterTests.record(number, locales: locales, using: &random)
            for index in record.texts.indices where Int.random(in: 0..<2, using: &random) == 0 {
                let odd = oddities.randomElement(using: &random)!
                record.texts[index].value =
                    [odd, odd + oddities.randomElement(using: &random)!, record.texts[index].value + odd]
                    .randomElement(using: &random)!
            }
            // A record may have no text at all.
            if number % 10 == 0 { record.texts = [] }
            return record
        }
    }

    @Test(arguments: [
        ["de", "en"], ["ja", "th", "ar"], ["tr", "hi", "zh_Hans", "ko"], ["sv", "fr", "he", "el"],
    ])
    func oddTextsAreFound(locales: [String]) async throws {
        let comparison = try await SearchComparison(Self.records(50, locales, seed: 5))
        var random = SeededGenerator(seed: 6)
        #expect(try comparison.expectSameForPieces(30, using: &random) > 10)
        for odd in Self.oddities {
            let chain = locales.map { LocaleIdentifier($0)! }
            try comparison.expectSame(SearchRequest(odd, locale: chain[0], chain: chain, relax: .never))
        }
    }

    @Test func severalSegmentsWithDeletedRecordsAnswerAsOne() async throws {
        let records = Self.records(90, ["de", "ja", "ar"], seed: 7)
        let comparison = try await SearchComparison(records, segmentSizes: [1, 64, 0, 10])
        #expect(comparison.index.catalogs[0].recordCount == records.count)
        var random = SeededGenerator(seed: 8)
        #expect(try comparison.expectSameForPieces(40, using: &random) > 20)
    }

    @Test(arguments: [0, 1, 63, 64, 65, 129])
    func catalogsOfEverySizeAreSearched(size: Int) async throws {
        let comparison = try await SearchComparison(Self.records(size, ["de", "en"], seed: 9))
        var random = SeededGenerator(seed: 10)
        try comparison.expectSameForPieces(20, using: &random)
        for sort in SearchRequest.SortOrder.allCases {
            for query in ["", "a", "nowhere"] {
                try comparison.expectSame(
                    SearchRequest(query, locale: LocaleIdentifier("de")!, relax: .never, sort: sort))
            }
        }
    }

    /// Each character of the texts, alone.
    @Test(arguments: [["de", "el"], ["ja", "th"], ["hi", "ko"], ["ar", "he"]])
    func singleCharactersAreFound(locales: [String]) async throws {
        let comparison = try await SearchComparison(Self.records(12, locales, seed: 11))
        let chain = locales.map { LocaleIdentifier($0)! }
        let scalars = Set(comparison.records.flatMap { $0.texts.flatMap { Array($0.value.unicodeScalars) } })
        for scalar in scalars.sorted() {
            for locale in chain {
                try comparison.expectSame(
                    SearchRequest(String(scalar), locale: locale, chain: [locale], relax: .never))
            }
        }
    }

    /// So many records match that they are narrowed down by the greatest scores of their words.
    @Test func manyMatchesOfSeveralWordsRankAlike() async throws {
        var records = Self.records(300, ["de", "en"], seed: 12)
        for index in records.indices where index % 3 == 0 { records[index].popularity = Double(index % 50) }
        let comparison = try await SearchComparison(records, segmentSizes: [260, 0])
        let locales = ["de", "en"].map { LocaleIdentifier($0)! }
        let queries = ["e a", "a e", "r n", "e r s", "a n i", "t e", "E A", "er e"]
        for (number, query) in queries.enumerated() {
            for chain in [locales, [locales[0]]] {
                let limit = [1, 10, 100][number % 3]
                try comparison.expectSame(
                    SearchRequest(query, locale: chain[0], chain: chain, relax: .never, limit: limit))
            }
        }
    }

    /// Only the first 64 matches of a word in a record are arranged; the index must count the same ones.
    @Test func wordsInManyPlacesRankAlike() async throws {
        let german = LocaleIdentifier("de")!
        let records = (0..<60).map { number in
            let line = (0..<(40 + number)).map { ["rot", "Rot", "rotblau", "blau"][($0 * (number + 3)) % 4] }
            return CatalogRecord(
                id: "r\(number)",
                texts: [
                    .init(.title, german, line.joined(separator: number % 2 == 0 ? " " : "  ")),
                    .init(.keywords, german, line.suffix(30).joined(separator: "-")),
                    .init(.keywords, german, "blau rot"),
                ])
        }
        // The limit falls inside a term.
        let long = (55..<64).map { count in
            let title = Array(repeating: "xo", count: count) + ["ooooooooxooooo", "xox", "xt"]
            return CatalogRecord(
                id: "s\(count)", texts: [.init(.title, german, title.joined(separator: " "))])
        }
        let comparison = try await SearchComparison(records + long)
        let queries = [
            "o t", "o x", "x o", "o ox", "t o", "rot blau", "blau rot", "o b", "rot", "t b",
            "blau rotblau rot",
        ]
        for (number, query) in queries.enumerated() {
            let limit = [1, 3, 100][number % 3]
            try comparison.expectSame(
                SearchRequest(query, locale: german, chain: [german], relax: .never, limit: limit))
        }
    }

    /// A word of ideographs and letters: an index may find its parts but not the whole.
    @Test func mixedScriptsAreHeldAsAWhole() async throws {
        let japanese = LocaleIdentifier("ja")!
        let texts = ["東京タワー", "東京tower", "東京", "京都tower", "x東京", "tower東京", "東京 tower", "東京\u{A8}"]
        let records = texts.enumerated().map {
            CatalogRecord(id: "r\($0)", texts: [.init(.title, japanese, $1)])
        }
        let comparison = try await SearchComparison(records)
        for query in ["東京t", "東京T", "x東京", "r東京", "東京タ", "京t", "東京\u{A8}", "東京x", "京都T", "東京to"] {
            try comparison.expectSame(
                SearchRequest(query, locale: japanese, chain: [japanese], relax: .never))
        }
    }

    /// In Finnish the search collation treats v and w as equal, the standard collation does not:
    /// plain letters with two foldings.
    @Test func plainLettersWithTwoFoldingsAreFound() async throws {
        let finnish = LocaleIdentifier("fi")!
        let texts = ["Arawak", "newari", "vanha", "twi", "Vesi ja wesi", "w", "V", "Avain"]
        let records = texts.enumerated().map {
            CatalogRecord(id: "r\($0)", texts: [.init(.title, finnish, $1)])
        }
        let comparison = try await SearchComparison(records)
        for query in ["ava", "awa", "AVA", "vi", "wi", "v", "w", "va", "Wa", "vesi", "Wesi"] {
            for limit in [1, 2, 20] {
                try comparison.expectSame(
                    SearchRequest(query, locale: finnish, chain: [finnish], relax: .never, limit: limit))
            }
        }
    }

    /// The characters after a word in a text may belong to its last letter.
    @Test(arguments: [
        ("ca", ["il·lustració útil", "col·lecció", "ÚTIL IL·LÒGIC", "el·la", "àlbum l·l"]),
        ("cs", ["chléb řích", "cihla české", "Čechy c", "ách"]),
        ("hu", ["asszony épszögű", "dzsungel ő", "égy"]),
        ("hr", ["džepčić", "ljubav čl", "nježan"]), ("da", ["Ålborg aalså", "æaa", "raå"]),
        ("de", ["Märe\u{308}n äo\u{308}", "größte"]), ("ta", ["கொடு கெ", "பெண்ணோடு"]),
    ])
    func contractionsAtTheEndOfAWordRankAlike(name: String, texts: [String]) async throws {
        let locale = LocaleIdentifier(name)!
        let records = texts.enumerated().map {
            CatalogRecord(id: "r\($0)", texts: [.init(.title, locale, $1)])
        }
        let comparison = try await SearchComparison(records)
        for text in texts {
            let scalars = Array(text.unicodeScalars)
            for start in scalars.indices {
                for end in (start + 1)...min(start + 3, scalars.count) {
                    var piece = String.UnicodeScalarView()
                    piece.append(contentsOf: scalars[start..<end])
                    try comparison.expectSame(
                        SearchRequest(String(piece), locale: locale, chain: [locale], relax: .never, limit: 2)
                    )
                }
            }
        }
    }

    /// A number may be the title of one record and the year of another.
    @Test func numbersInTextsRankAlike() async throws {
        let german = LocaleIdentifier("de")!
        let titles = ["2001", "rot 2001", "2001 rot"]
        let summaries = ["ganz rot", "2001", "rot"]
        let records = (0..<12).map { number in
            let title = CatalogRecord.Text(.title, german, titles[number % 3])
            let summary = CatalogRecord.Text(.summary, german, summaries[number / 3 % 3])
            return CatalogRecord(
                id: "r\(number)", texts: [title, summary], year: number % 2 == 0 ? 2001 : 1999)
        }
        let comparison = try await SearchComparison(records)
        for query in ["2001", "2001 rot", "rot 2001", "rot"] {
            for limit in [1, 4, 20] {
                try comparison.expectSame(
                    SearchRequest(query, locale: german, chain: [german], relax: .never, limit: limit))
            }
        }
    }

    @Test func longTermsAreFound() async throws {
        var random = SeededGenerator(seed: 12)
        let locales = ["de", "zh_Hans", "th"]
        let records = (0..<25).map { number in
            CatalogRecord(
                id: "r\(number)",
                texts: locales.map { name in
                    let lines = SampleTexts.lines[name]!
                    let count = [1, 3, 20, 60].randomElement(using: &random)!
                    let term = (0..<count).map { _ in
                        lines.randomElement(using: &random)!.filter { $0 != " " }
                    }
                    return .init(.title, LocaleIdentifier(name)!, term.joined() + " " + lines[0])
                })
        }
        let comparison = try await SearchComparison(records)
        #expect(try comparison.expectSameForPieces(30, using: &random) > 10)
    }

    @Test func titlesThatAreNotSearchedSortAlike() async throws {
        let description = CatalogDescription(
            id: "c", fields: [.summary, .keywords], titleField: .title)
        let comparison = try await SearchComparison(
            Self.records(70, ["de", "sv"], seed: 13), description, segmentSizes: [30])
        var random = SeededGenerator(seed: 14)
        try comparison.expectSameForPieces(50, using: &random)
        let locale = LocaleIdentifier("sv")!
        for reversed in [false, true] {
            try comparison.expectSame(
                SearchRequest("", locale: locale, sort: .title, isReversed: reversed, limit: 100))
        }
    }
}
