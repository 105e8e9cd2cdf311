// Relaxed queries, completions and corrections: the words are those of all
// terms, however records are divided.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RelaxedIndexTests {
    /// A word of the records' texts with one or two letters changed.
    private static func misspelled(_ records: [CatalogRecord], using random: inout SeededGenerator) -> String
    {
        let texts = records.flatMap(\.texts).map(\.value)
        let words = texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }.filter { $0.count > 3 }
        guard let word = words.randomElement(using: &random) else { return "" }
        var letters = Array(word.unicodeScalars)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let place = Int.random(in: 0..<letters.count - 1, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: letters.remove(at: place)
            case 1: letters.insert("e", at: place)
            case 2: letters[place] = letters.randomElement(using: &random)!
            default: letters.swapAt(place, place + 1)
            }
        }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: letters)
        return String(scalars)
    }

    private static func expectSame(
        _ comparison: SearchComparison, _ rounds: Int, using random: inout SeededGenerator
    ) throws -> Int {
        var relaxed = 0
        for round in 0..<rounds {
            let locale = comparison.locales.randomElement(using: &random)!
            var query = misspelled(comparison.records, using: &random)
            if round % 4 == 0 { query += " " + misspelled(comparison.records, using: &random) }
            var request = SearchRequest(
                query, locale: locale, chain: [locale] + comparison.locales,
                relax: round % 3 == 0 ? .always : .auto, limit: Int.random(in: 0...8, using: &random),
                offset: Int.random(in: 0...2, using: &random))
            // However slow the machine is.
            request.relaxationTime = .seconds(3_600)
            if round % 5 == 0 {
                request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
            }
            if round % 7 == 0 { request.isReversed = true }
            if round % 11 == 0 { request.scope = comparison.scan.scopes.randomElement(using: &random)!.id }
            try comparison.expectSame(request)
            let expected = try comparison.whole.search(request).relaxation
            #expect(try comparison.index.search(request).relaxation == expected, "\(request)")
            if expected != nil { relaxed += 1 }

            request.query = String(query.unicodeScalars.prefix(Int.random(in: 1...4, using: &random)))
            let completions = try comparison.whole.suggestions(for: request).completions
            #expect(try comparison.index.suggestions(for: request).completions == completions, "\(request)")
            request.query = query
            let corrections = try comparison.whole.suggestions(for: request, completionLimit: 0).corrections
            #expect(
                try comparison.index.suggestions(for: request, completionLimit: 0).corrections == corrections,
                "\(request)")
        }
        return relaxed
    }

    /// The terms of a locale, all of which are candidates for every word.
    private struct AllTerms: TermDictionary {
        let base: IndexedDictionary
        var position: Int { base.position }

        func forEachTerm(_ body: (DictionaryTerm) throws(SegmentError) -> Void) throws(SegmentError) {
            try base.forEachTerm(body)
        }
        func details(ofTerm term: Int) throws(SegmentError) -> (bounds: IndexedTerm.Bounds, source: [UInt8]) {
            try base.details(ofTerm: term)
        }
        func withSource(ofTerm term: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws(SegmentError) {
            try base.withSource(ofTerm: term, body)
        }
        func uses(
            ofTerm term: Int, within records: RecordSet, _ interruption: inout Interruption
        ) throws(SegmentError) -> Int { try base.uses(ofTerm: term, within: records, &interruption) }
    }

    /// Compares the first word of a query with all terms of a segment.
    private static func comparison(
        with query: PreparedQuery, in segment: IndexedSegment
    ) throws -> WordFinder<AllTerms> {
        WordFinder(
            dictionaries: try SearchedLevel.levels(of: segment, query).map {
                AllTerms(base: IndexedDictionary(level: $0))
            },
            word: query.words[0], foldings: query.foldings, languages: query.languages,
            chain: query.request.chain,
            records: RecordSet(all: segment.numberCount))
    }

    /// A look-up finds the same words as a comparison with all terms.
    @Test(arguments: SearchEngineTests.chains) func lookUpsLoseNoWord(chain: [String]) throws {
        var random = SeededGenerator(seed: 31)
        let records = IndexEqualityTests.records(60, chain, seed: 32)
        let index = try CatalogIndex(CatalogDescription(id: "c"), records: records)
        let locales = chain.map { LocaleIdentifier($0)! }
        var found = 0
        for round in 0..<24 {
            let typed = Self.misspelled(records, using: &random)
            let request = SearchRequest(
                round % 2 == 0 ? typed : String(typed.unicodeScalars.prefix(3)), locale: locales[0],
                chain: locales)
            let query = index.adapted(try PreparedQuery(CheckedRequest(request), locales: index.locales))
            for (segment, word) in index.segments.flatMap({ segment in query.words.map { (segment, $0) } }) {
                let levels = try SearchedLevel.levels(of: segment, query)
                var finder = WordFinder(
                    dictionaries: levels.map { AllTerms(base: IndexedDictionary(level: $0)) }, word: word,
                    foldings: query.foldings, languages: locales.map(\.language), chain: locales,
                    records: RecordSet(all: segment.numberCount))
                finder.areNeighbours = { words throws(SegmentError) in
                    try segment.mayMatch(
                        composite: WordExpansion(query).neighbours(words, .separators), query)
                }
                for wordQuery in [
                    WordQuery.letters, .stems, .typos, .completions, .joined, .apart, .parts,
                    .hyphenatedBeginnings,
                ] {
                    func sorted(_ words: [FoundWord]) -> [String] {
                        words.map { "\($0.spelling) \($0.distance) \($0.uses)" }.sorted()
                    }
                    let expected = sorted(try finder.words(wordQuery))
                    let words = sorted(try segment.words(wordQuery, like: word, query, within: nil))
                    #expect(words == expected, "\(wordQuery) \(word.spelling)")
                    found += words.count
                }
            }
        }
        #expect(found > 0)
    }

    /// Other forms of words of the texts, in a language with many, are found by the stems.
    @Test func stemsLoseNoWord() throws {
        let titles = [
            "Häuser am See", "Das Haus, ein Baum-Haus", "Baumhäuser", "Straßen und STRASSE", "Straßenbahn",
            "gehen, ging, geht", "Zum Gehen", "T-Shirts", "das T-Shirt", "x", "Er ist", "Ist's?",
        ]
        let german = LocaleIdentifier("de")!
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, german, title)])
        }
        let index = try CatalogIndex(CatalogDescription(id: "c"), records: records)
        var found = 0
        for typed in ["haus", "hauses", "straße", "strassen", "gehe", "shirts", "t-shirts", "ist", "bäume"] {
            let request = SearchRequest(typed, locale: german, chain: [german])
            let query = index.adapted(try PreparedQuery(CheckedRequest(request), locales: index.locales))
            let segment = index.segments[0]
            let all = try Self.comparison(with: query, in: segment)
            let expected = try all.words(.stems).map(\.spelling).sorted()
            let words = try segment.words(.stems, like: query.words[0], query, within: nil)
            #expect(words.map(\.spelling).sorted() == expected)
            found += words.count
        }
        #expect(found > 10)
    }

    /// Words with hyphens, and with letters that other languages fold otherwise, are found by their letters.
    @Test(arguments: ["de", "sv", "nb", "sr", "zh"]) func lettersLoseNoWord(locale: String) throws {
        let titles = [
            "Haus-Boot", "Hausboot", "BL-0035", "E-Mail-Adresse", "--Ende", "Smörgås-bord", "a-b-c-d",
            "Ål-fiske",
            "Grønn-såpe", "Мари-ја", "漢-字", "汉字", "Straßen\u{2010}bahn", "Über-Größe", "x- y",
            "Ma\u{308}r-chen",
        ]
        let language = LocaleIdentifier(locale)!
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, language, title)])
        }
        let index = try CatalogIndex(CatalogDescription(id: "c"), records: records)
        let segment = index.segments[0]
        var found = 0
        for typed in [
            "hausboot", "haus-boot", "usbo", "bl0035", "l0", "emailadresse", "e-mail", "ende", "smorgasbord",
            "smørgås", "abcd", "bc", "alfiske", "gronnsape", "marija", "汉字", "漢字", "strassenbahn",
            "übergröße",
            "uebergroesse", "märchen", "xy",
        ] {
            let request = SearchRequest(typed, locale: language, chain: [language])
            let query = index.adapted(try PreparedQuery(CheckedRequest(request), locales: index.locales))
            let all = try Self.comparison(with: query, in: segment)
            let expected = try all.words(.letters).map(\.spelling).sorted()
            let words = try segment.words(.letters, like: query.words[0], query, within: nil)
            #expect(words.map(\.spelling).sorted() == expected, "\(typed)")
            found += words.count
        }
        #expect(found > 10)
    }

    /// Strict results are compared with a scan elsewhere; here, those of one segment with those of others.
    @Test(arguments: SearchEngineTests.chains) func doesNotDependOnHowRecordsAreDivided(chain: [String])
        async throws
    {
        var random = SeededGenerator(seed: 21)
        let records = (0..<40).map { SampleTexts.record($0, locales: chain, using: &random) }
        let comparison = try await SearchComparison(records, segmentSizes: [7, 20])
        #expect(try Self.expectSame(comparison, 12, using: &random) > 2)
    }

    @Test(arguments: [["de", "en"], ["ja", "th", "ar"], ["sv", "hi", "zh_Hans", "ko"]])
    func oddTextsInSeveralSegmentsAreRelaxedAlike(locales: [String]) async throws {
        var random = SeededGenerator(seed: 22)
        let records = IndexEqualityTests.records(60, locales, seed: 23)
        let comparison = try await SearchComparison(records, segmentSizes: [1, 20, 0, 15])
        #expect(try Self.expectSame(comparison, 12, using: &random) > 2)
    }
}
