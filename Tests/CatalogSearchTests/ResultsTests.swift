// The results for a front end: scopes with counts, filters, highlights, fallback, explanations, errors.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct ResultsTests {
    /// Plural forms of a message: the text with the typed word can be told from those with another form.
    @Test func matchesTellWhetherTheirTextHasTheTypedWord() throws {
        let german = LocaleIdentifier("de")!
        let texts = ["Eine Rose", "Viele Rosen"].map { CatalogRecord.Text(.keywords, german, $0) }
        let records = [CatalogRecord(id: "r", texts: texts)]
        let index = try CatalogIndex(CatalogDescription(id: "c"), records: records)
        let hits = try SearchEngine([index]).search(SearchRequest("rosen", locale: german, chain: [german]))
            .hits
        #expect(
            hits[0].matches == [
                Hit.Match(field: .keywords, text: 0, range: 5..<9, isTyped: false),
                Hit.Match(field: .keywords, text: 1, range: 6..<11),
            ])
    }

    static let de = LocaleIdentifier("de")!
    static let en = LocaleIdentifier("en")!

    static let records = [
        CatalogRecord(
            id: "1", scope: "birthdays",
            texts: [
                .init(.title, de, "Rote Rose zum Geburtstag"), .init(.title, en, "Red rose"),
                .init(.keywords, de, "Blume"), .init(.keywords, de, "Strauß"),
            ], year: 2001, price: Price("51.99", currency: "EUR"), popularity: 0.5),
        CatalogRecord(
            id: "2", scope: "weddings",
            texts: [.init(.title, en, "White rose"), .init(.summary, de, "Weiße Rose")],
            year: 1999, price: Price("5.10", currency: "EUR"), popularity: 0.9),
        CatalogRecord(id: "3", texts: [.init(.title, de, "Rosenstrauß")], popularity: 0.1),
    ]

    static let engine = try! SearchEngine([
        CatalogIndex(
            CatalogDescription(
                id: "gifts",
                scopes: [.init(id: "weddings", label: .key("ScopeWeddings")), .init(id: "funerals")]),
            records: records)
    ])

    func search(_ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> SearchResults {
        var request = SearchRequest(query, locale: Self.de, chain: [Self.de, Self.en])
        change(&request)
        return try Self.engine.search(request)
    }

    @Test(arguments: ["rose", "ros strauß", "weiss", "2001", ""])
    func hitsWithoutExplanationsAreOtherwiseTheSame(query: String) throws {
        let request = SearchRequest(query, locale: Self.de, chain: [Self.de, Self.en])
        var explained = try Self.engine.search(request)
        for index in explained.hits.indices {
            explained.hits[index].explanation = []
            explained.hits[index].rank.titleKey = []
        }
        #expect(!explained.hits.isEmpty)
        #expect(try Self.engine.search(CheckedRequest(request), isExplained: false) == explained)
    }

    /// A record with a text in no language of the reader shows its fields in the
    /// order of its texts all the same.
    @Test func fieldsOfTheirOwnStandInTheOrderOfTheRecord() throws {
        let texts: [CatalogRecord.Text] = [
            .init("b", LocaleIdentifier("fr")!, "autre"), .init("a", Self.de, "anders"),
            .init("b", Self.en, "other"), .init("b", Self.de, "sonst"), .init("a", Self.de, "noch"),
        ]
        let index = try CatalogIndex(
            CatalogDescription(id: "c"), records: [CatalogRecord(id: "r", texts: texts)])
        let hit = try SearchEngine([index]).search(
            SearchRequest("", locale: Self.de, chain: [Self.de, Self.en])
        ).hits[0]
        #expect(hit.texts.map(\.field) == ["b", "a"])
        #expect(hit.texts.map(\.values) == [["sonst"], ["anders", "noch"]])
    }

    @Test func countsAllScopesWhateverScopeIsRequested() throws {
        let results = try search("rose") { $0.scope = "birthdays" }
        #expect(results.total == 1)
        #expect(results.scopes.map(\.id) == ["all", "weddings", "funerals", "birthdays"])
        #expect(results.scopes.map(\.count) == [3, 1, 0, 1])
        #expect(results.scopes[1].label == .key("ScopeWeddings"))
    }

    @Test func matchesYearAndPriceAsDecimals() throws {
        #expect(try search("rose 51,99 2001").hits.map(\.id) == ["1"])
        #expect(try search("5,1").hits.map(\.id) == ["2"])
        #expect(try search("51.99").total == 0)
        let matches = try search("2001").hits[0].matches
        #expect(matches == [Hit.Match(field: .year, range: 0..<4)])
    }

    @Test func filtersByPriceAndYear() throws {
        #expect(
            try search("") { $0.price = NumericRange(upper: DecimalNumber("5.10")) }.hits.map(\.id) == ["2"])
        #expect(
            try search("") { $0.price = NumericRange(lower: DecimalNumber("5.11")) }.hits.map(\.id) == ["1"])
        let both = try search("rose") {
            $0.year = NumericRange(lower: DecimalNumber(1999), upper: DecimalNumber(2001))
            $0.scope = "weddings"
        }
        #expect(both.hits.map(\.id) == ["2"])
        #expect(both.scopes.map(\.count) == [2, 1, 0, 1])
    }

    @Test func takesEachFieldFromTheFirstLocaleThatHasIt() throws {
        // Record 1 has a German title, so its English one is not searched.
        #expect(try search("red").total == 0)
        #expect(try search("white").hits.map(\.locale) == [Self.en])
        let hit = try search("weisse").hits[0]
        #expect(hit.locale == Self.de)
        #expect(hit.title == "White rose")
        #expect(hit.matches == [Hit.Match(field: .summary, range: 0..<5)])
    }

    @Test func ranksBetterMatchesFirst() throws {
        // Titles before summaries, whole words before beginnings of words, where the
        // kind of a thing does not count.
        #expect(try search("Rose") { $0.relax = .never }.hits.map(\.id) == ["1", "2", "3"])
        let explained = try search("strauss").hits
        #expect(explained.map(\.id) == ["1", "3"])
        #expect(explained.map { $0.explanation[0].locations[0].match } == [.wholeField, .insideWord])
    }

    @Test func prefersTheSpellingThatWasTyped() throws {
        let records = ["ROSE", "rose", "Rose"].enumerated().map {
            CatalogRecord(id: "\($0)", texts: [.init(.title, Self.en, $1)])
        }
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        for (query, first) in [("ROSE", "0"), ("rose", "1"), ("Rose", "2")] {
            let results = try engine.search(SearchRequest(query, locale: Self.en))
            #expect(results.hits[0].id == first)
            #expect(!results.hits[0].rank.isRespelled)
            // In small letters case does not count.
            #expect(results.hits[1].rank.isRespelled == (query != "rose"))
        }
    }

    @Test(arguments: [
        ("en", "résumé", ["Resume", "Résumé"]), ("vi", "áo đỏ", ["ao do", "Áo đỏ"]),
        ("el", "αθήνα", ["Αθηνα", "ΑΘΉΝΑ"]), ("de", "schön", ["Schon", "Schön"]),
    ])
    func prefersTheAccentsThatWereTyped(locale: String, query: String, titles: [String]) throws {
        let locale = LocaleIdentifier(locale)!
        let records = titles.enumerated().map {
            CatalogRecord(id: "\($0)", texts: [.init(.title, locale, $1)])
        }
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        let results = try engine.search(SearchRequest(query, locale: locale))
        #expect(results.hits.map(\.id) == ["1", "0"])
    }

    @Test func prefersWordsSideBySide() throws {
        let titles = ["red and white rose", "a red rose", "red, as it is in nature and poems, rose"]
        let records = titles.enumerated().map {
            CatalogRecord(id: "\($0)", texts: [.init(.title, Self.en, $1)])
        }
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        let results = try engine.search(SearchRequest("red rose", locale: Self.en))
        #expect(results.hits.map(\.id) == ["1", "0", "2"])
        #expect(results.hits.map(\.rank.nearnessFactor) == [2, 1.6, 1])
    }

    @Test(arguments: [
        ("de", "strasse", "Die Straße", [4..<10]), ("de", "maerch", "Märchen", [0..<5]),
        ("de", "stras", "Straße", [0..<5]),
        ("en", "e", "Cafe\u{301} bébé", [3..<5, 7..<8, 9..<10]), ("th", "ไฟล", "ไฟล์", [0..<4]),
        ("ja", "がらす", "ｶﾞﾗｽ", [0..<4]),
        ("ko", "하", "한글", [0..<1]), ("ar", "محمد", "مُحَمَّد", [0..<8]),
        ("de", "fotoalbum", "Foto\u{AD}album", [0..<10]),
        ("en", "🎂", "A 🎂!", [2..<3]), ("en", "aa", "aaaa", [0..<4]),
    ])
    func marksWhatMatchedInScalarsOfTheText(locale: String, query: String, text: String, ranges: [Range<Int>])
        throws
    {
        let locale = try #require(LocaleIdentifier(locale))
        let record = CatalogRecord(id: "1", texts: [.init(.title, locale, text)])
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: [record])])
        let results = try engine.search(SearchRequest(query, locale: locale))
        #expect(results.hits.first?.matches.map(\.range) == ranges)
    }

    @Test func marksOfSeveralValuesSayWhich() throws {
        let hit = try search("strau").hits[0]
        #expect(hit.matches == [Hit.Match(field: .keywords, text: 1, range: 0..<5)])
    }

    @Test func explainsByWhichRuleAWordMatched() throws {
        let hit = try search("geburtstag Strauss 2001").hits[0]
        #expect(hit.explanation.map(\.word) == ["geburtstag", "Strauss", "2001"])
        #expect(hit.explanation[0].locations.map(\.matchedText) == ["Geburtstag"])
        #expect(hit.explanation[0].locations[0].rule == .bothCollations)
        #expect(hit.explanation[2].numbers == [.year])
        #expect(try search("maerchen").total == 0)
    }

    @Test func wordsWithoutWeightAreIgnoredUnlessThereIsNothingElse() throws {
        let results = try search("rose \u{301}")
        #expect(results.total == 3)
        #expect(results.ignoredWords == ["\u{301}"])
        #expect(try search("\u{301}").total == 0)
        #expect(try search("  ").total == 3)
    }

    @Test func sortsByCollationAndKeepsMissingValuesLast() throws {
        #expect(try search("") { $0.sort = .price }.hits.map(\.id) == ["2", "1", "3"])
        #expect(
            try search("") {
                $0.sort = .price; $0.isReversed = true
            }.hits.map(\.id) == ["1", "2", "3"])
        #expect(try search("") { $0.sort = .year }.hits.map(\.id) == ["2", "1", "3"])
        let titles = ["Zebra", "Ärger", "Apfel", "Öl", "Ofen"]
        let records = titles.enumerated().map {
            CatalogRecord(id: "\($0)", texts: [.init(.title, Self.de, $1)])
        }
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        func order(_ locale: String) throws -> [String] {
            try engine.search(
                SearchRequest("", locale: LocaleIdentifier(locale)!, chain: [Self.de], sort: .title)
            )
            .hits.map(\.title)
        }
        #expect(try order("de") == ["Apfel", "Ärger", "Ofen", "Öl", "Zebra"])
        #expect(try order("sv") == ["Apfel", "Ofen", "Zebra", "Ärger", "Öl"])
        #expect(try order("de-u-co-phonebk") == ["Ärger", "Apfel", "Öl", "Ofen", "Zebra"])
    }

    @Test func takesAnyLimitAndOffset() throws {
        let results = try search("") {
            $0.limit = .max; $0.offset = 1
        }
        #expect(results.hits.count == 2)
        #expect(
            try search("") {
                $0.limit = .max; $0.offset = .max
            }.hits.isEmpty)
    }

    @Test func saysWhatDoesNotExist() {
        #expect(throws: SearchError.unknownScope("x", known: ["all", "weddings", "funerals", "birthdays"])) {
            try search("") { $0.scope = "x" }
        }
        #expect(throws: SearchError.unknownCatalog("x", known: ["gifts"])) {
            try search("") { $0.catalogs = ["x"] }
        }
        #expect(throws: SearchError.self) { try search("") { $0.fields = ["x"] } }
        #expect(throws: SearchError.queryTooLong(count: 100_000, limit: 2_000)) {
            try search(String(repeating: "a", count: 100_000)) { $0.relax = .never }
        }
    }

    /// Tokens are ranges of the text, in order, without overlaps, and match their source.
    @Test func tokensPointIntoTheirText() throws {
        for (name, lines) in SampleTexts.lines {
            let analyzer = try Analyzer(try #require(LocaleIdentifier(name)))
            for line in lines {
                let scalars = Array(line.unicodeScalars)
                var end = 0
                for token in try analyzer.tokens(in: line) {
                    #expect(token.range.lowerBound >= end && token.range.upperBound <= scalars.count)
                    end = token.range.upperBound
                    var word = ""
                    word.unicodeScalars.append(contentsOf: scalars[token.range])
                    #expect(analyzer.folding.standard.folded(word) == Array(token.standard.utf8))
                }
                #expect(end > 0)
            }
        }
    }
}
