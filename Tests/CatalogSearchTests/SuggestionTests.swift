// Completions and corrections of queries.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct SuggestionTests {
    private static let german = LocaleIdentifier("de")!

    private static func engine(_ texts: [(title: String, scope: String)]) -> SearchEngine {
        let records = texts.enumerated().map { number, text in
            CatalogRecord(id: "r\(number)", scope: text.scope, texts: [.init(.title, german, text.title)])
        }
        return try! SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
    }

    private static let shop = engine([
        ("Geburtstagskarte", "cards"), ("Karte zum Geburtstag", "cards"), ("Geburtstagstorte", "cakes"),
        ("rote GERBERA", "flowers"), ("rote Gerbera", "flowers"), ("Gerbera, weiß", "flowers"),
        ("Geschenk", "gifts"),
    ])

    private static func request(_ query: String) -> SearchRequest {
        SearchRequest(query, locale: german, chain: [german])
    }

    private func completions(_ query: String, limit: Int = 8) throws -> [String] {
        try Self.shop.suggestions(for: Self.request(query), completionLimit: limit).completions.map(\.query)
    }

    @Test func wordsOfTheTextsCompleteTheLastWord() throws {
        // Three texts have "Geburtstag", as many have the flowers, and more texts have these as a word.
        #expect(try completions("ge").prefix(2) == ["Gerbera", "Geburtstag"])
        #expect(try Set(completions("Geb")) == ["Geburtstag", "Geburtstagskarte", "Geburtstagstorte"])
        #expect(try completions("geb", limit: 1) == ["Geburtstag"])
        #expect(try completions("geburtstagskarte") == [])
        #expect(try completions("burt") == [])
        #expect(try completions("") == [])
        #expect(try completions("geb ") == [])
    }

    private static let separated = engine([
        ("Wi-Fi Router", "a"), ("T-Shirt blau", "a"), ("USB-C Kabel", "a"), ("T-Shirts", "a"), ("Wind", "a"),
    ])

    @Test(arguments: [
        ("t-", ["T-Shirt", "T-Shirts"]), ("wi", ["Wi-Fi", "Wind"]), ("wif", ["Wi-Fi"]), ("wifi", ["Wi-Fi"]),
        ("tsh", ["T-Shirt", "T-Shirts"]),
        ("t-sh", ["T-Shirt", "T-Shirts"]), ("usbc", ["USB-C"]), ("u-sbc", []), ("blau us", []),
        ("kabel usbc", ["USB-C"]), ("wi f", ["Wi-Fi"]), ("wi fi", ["Wi-Fi"]), ("kabel usb c", ["USB-C"]),
    ]) func separatorsNeedNotBeTyped(query: String, words: [String]) throws {
        let found = try Self.separated.suggestions(for: Self.request(query)).completions
        #expect(Set(found.map(\.word)) == Set(words))
        for completion in found {
            var request = Self.request(completion.query)
            request.relax = .never
            #expect(try Self.separated.search(request).total == completion.count)
        }
    }

    /// A few letters before a hyphen are not a word that users mean.
    @Test func aShortBeginningOfAWordWithAHyphenIsCompletedToTheWord() throws {
        let engine = Self.engine([("Wi-Fi Router", "a"), ("Blu-ray Player", "a"), ("E-Bike", "a")])
        func completions(_ query: String) throws -> [String] {
            try engine.suggestions(for: Self.request(query)).completions.map(\.word)
        }
        #expect(try completions("w") == ["Wi-Fi"])
        #expect(try completions("e") == ["E-Bike"])
        #expect(try completions("bl") == ["Blu"])
    }

    @Test func noCorrectionIsTheBeginningOfACompletion() throws {
        let engine = Self.engine([("Wi-Fi Router", "a"), ("T-Shirt blau", "a")])
        for query in ["wif", "wifi", "tsh"] {
            let found = try engine.suggestions(for: Self.request(query))
            #expect(found.completions.count == 1 && found.corrections == [])
        }
    }

    /// As typed: equivalent spellings may find more.
    @Test func eachSaysHowManyRecordsItFinds() throws {
        let found = try Self.shop.suggestions(for: Self.request("gebur")).completions
        #expect(found.map(\.count) == [3, 1, 1])
        for completion in found {
            var request = Self.request(completion.query)
            request.relax = .never
            #expect(try Self.shop.search(request).total == completion.count)
        }
    }

    @Test func theRestOfTheQueryCounts() throws {
        #expect(try completions("rote  ge") == ["rote  Gerbera"])
        #expect(try completions("blaue ge") == [])
        var request = Self.request("ge")
        request.scope = "cakes"
        #expect(try Self.shop.suggestions(for: request).completions.map(\.word) == ["Geburtstagstorte"])
    }

    @Test func correctionsFindMore() throws {
        let found = try Self.shop.suggestions(for: Self.request("rote gerbrea"), completionLimit: 0)
            .corrections
        #expect(found == [Correction(query: "rote Gerbera", relaxation: .typos, count: 2)])
        #expect(
            try Self.shop.suggestions(for: Self.request("geburtstag"), completionLimit: 0).corrections == [])
        #expect(try Self.shop.suggestions(for: Self.request("xyzzyx"), completionLimit: 0).corrections == [])
        // One record counts as little.
        #expect(
            try Self.shop.suggestions(for: Self.request("geschenk"), completionLimit: 0).corrections == [])
        var elsewhere = Self.request("gerbrea")
        elsewhere.scope = "cakes"
        #expect(try Self.shop.suggestions(for: elsewhere, completionLimit: 0).corrections == [])
    }

    /// A known count saves a search and does not change the result.
    @Test(arguments: ["ge", "gerb", "gerbara", "geschank", "rote g", "torte", "gerber", "x", ""])
    func whatIsKnownOfAQueryChangesNothing(query: String) throws {
        let request = Self.request(query)
        let corrections = try Self.shop.suggestions(for: request, completionLimit: 0).corrections
        var strict = request
        strict.relax = .never
        let total = try Self.shop.search(strict).total
        for completion in try Self.shop.suggestions(for: request).completions {
            #expect(completion.count <= total)
            #expect(
                try Self.shop.suggestions(for: request, completionLimit: 0, known: completion.count)
                    .corrections == corrections)
        }
        #expect(
            try Self.shop.suggestions(for: request, completionLimit: 0, known: total).corrections
                == corrections)
    }

    /// Plain terms are spelled without a map of their folding.
    @Test(arguments: [
        ("Geburtstag", "geb", "Geburtstag"), ("GEBURTSTAG", "geb", "GEBURTSTAG"),
        ("geBurtstag,", "geb", "geBurtstag"), ("Ge\u{AD}burtstag", "geb", "Ge\u{AD}burtstag"),
        ("\u{AD}Geburtstag", "geb", "Geburtstag"), ("Ärzte", "arz", "Ärzte"), ("Maßband", "mass", "Maßband"),
        ("Vor-Ort-Termin", "te", "Termin"), ("A1-Heft", "a", "A1"),
    ])
    func completionsAreSpelledAsTheTextsDo(text: String, typed: String, word: String) throws {
        let engine = Self.engine([(text, "cards")])
        #expect(try engine.suggestions(for: Self.request(typed)).completions.map(\.word) == [word])
    }

    @Test(arguments: [("ore", "L'Oréal", "Oréal"), ("oli", "Huile d’olive", "olive")])
    func wordsBehindArticlesComplete(typed: String, text: String, word: String) throws {
        let french = LocaleIdentifier("fr")!
        let engine = try SearchEngine([EquivalenceTests.catalog([text], "fr")])
        let request = SearchRequest(typed, locale: french, chain: [french])
        #expect(try engine.suggestions(for: request).completions.map(\.word) == [word])
    }

    @Test func beginningsOfWordsAreCorrectedToTheWords() throws {
        let found = try Self.shop.suggestions(for: Self.request("gebr"), completionLimit: 0).corrections
        #expect(found.map(\.query) == ["Geburtstag", "Gerbera"])
        #expect(found.map(\.count) == [3, 3])
    }

    @Test func unknownScopesAreReported() {
        var request = Self.request("ge")
        request.scope = "x"
        #expect(throws: SearchError.self) { try Self.shop.suggestions(for: request).completions }
        #expect(throws: SearchError.self) {
            try Self.shop.suggestions(for: request, completionLimit: 0).corrections
        }
    }
}
