// How many words of a query are replaced, by how many words of the texts, and of what length.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RelaxationLimitsTests {
    private static let german = LocaleIdentifier("de")!

    private static func engine(
        _ titles: [String], synonyms: [CatalogDescription.Synonyms] = []
    ) -> SearchEngine {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, german, title)])
        }
        return try! SearchEngine([
            CatalogIndex(CatalogDescription(id: "c", synonyms: synonyms), records: records)
        ])
    }

    private static func request(_ query: String, _ relax: Relaxation.Policy = .auto) -> SearchRequest {
        SearchRequest(query, locale: german, chain: [german], relax: relax)
    }

    // MARK: Words of a query

    private static let animals = [
        "Adler", "Biber", "Dachs", "Esel", "Fuchs", "Gans", "Hase", "Igel", "Jaguar", "Katze", "Luchs",
        "Maus",
    ]

    /// Words with a letter in front, which no text contains.
    private static func mistyped(_ words: some Sequence<String>) -> String {
        words.map { "q" + $0.lowercased() }.joined(separator: " ")
    }

    @Test func atMostTenMissingWordsAreReplaced() throws {
        let engine = Self.engine([Self.animals.joined(separator: " ")])
        let ten = Self.animals.prefix(10)
        let found = try engine.search(Self.request(Self.mistyped(ten)))
        #expect(found.total == 1 && found.isRelaxationComplete)
        #expect(found.relaxation?.words.flatMap(\.found) == Array(ten))
        // The other words may be any number.
        let more = try engine.search(Self.request(Self.animals.joined(separator: " ") + " qesel"))
        #expect(more.total == 1 && more.isRelaxationComplete)
        #expect(more.relaxation?.words == [.init(word: "qesel", found: ["Esel"])])
        let eleven = Self.mistyped(Self.animals.prefix(11))
        for relax in [Relaxation.Policy.auto, .always] {
            let none = try engine.search(Self.request(eleven, relax))
            #expect(none.total == 0 && none.relaxation == nil && !none.isRelaxationComplete)
        }
        #expect(try engine.search(Self.request(eleven, .never)).isRelaxationComplete)
        let corrections = try engine.suggestions(for: Self.request(eleven))
        #expect(corrections == QuerySuggestions(isComplete: false))
    }

    @Test func atMostTenWordsThatTextsContainAreReplaced() throws {
        // Each word is in a text, but no text has all.
        let engine = Self.engine([Self.animals.joined(separator: " "), "qluchs", "qadler"])
        let others = Self.animals.dropFirst().dropLast(2).joined(separator: " ")
        let long = try engine.search(Self.request("qadler \(others) Luchs"))
        #expect(long.relaxation?.omitted == ["qadler"] && !long.isRelaxationComplete)
        let short = try engine.search(Self.request("Adler Esel qluchs"))
        #expect(short.relaxation?.omitted == ["qluchs"] && short.isRelaxationComplete)
    }

    // MARK: Length of words

    private static func long(_ length: Int) -> String { "alp" + String(repeating: "x", count: length - 3) }

    @Test(arguments: [(100, true), (101, false), (2_103, false)])
    func wordsOfHundredScalarsAreSuggested(length: Int, isSuggested: Bool) throws {
        let word = Self.long(length)
        let engine = Self.engine([word, "Alpenrose"])
        let completions = try engine.suggestions(for: Self.request("al")).completions.map(\.word)
        #expect(Set(completions) == (isSuggested ? ["Alpenrose", word] : ["Alpenrose"]))
        // Letters with many marks are short where they are compared.
        let marked = "Alpho" + String(repeating: "\u{301}", count: length - 6) + "r"
        let horn = Self.engine([marked])
        #expect(try horn.search(Self.request("alphr")).total == (isSuggested ? 1 : 0))
        #expect(try horn.suggestions(for: Self.request("alphr")).corrections.isEmpty != isSuggested)
        #expect(try horn.search(Self.request("alphor")).total == 1)
        let synonyms = [CatalogDescription.Synonyms(words: ["berg", word])]
        let replaced = try Self.engine([word], synonyms: synonyms).search(Self.request("berg"))
        #expect(replaced.total == (isSuggested ? 1 : 0))
    }

    @Test func lettersOfLongWordsAreNotTaken() throws {
        let word = String(repeating: "ö", count: 101)
        let swedish = LocaleIdentifier("sv")!
        for (length, total) in [(100, 1), (101, 0)] {
            let title = String(word.prefix(length))
            let record = CatalogRecord(id: "r", texts: [.init(.title, swedish, title)])
            let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: [record])])
            let typed = String(repeating: "o", count: length)
            let request = SearchRequest(typed, locale: swedish, chain: [swedish], relax: .auto)
            #expect(try engine.search(request).total == total, "\(length)")
        }
    }

    @Test func completedQueriesStayWithinTheLimits() throws {
        let rest = (0..<13).map { "w\($0)" + String(repeating: "y", count: 147) }.joined(separator: " ")
        let engine = Self.engine([rest + " Alpenrose " + Self.long(90)])
        let found = try engine.suggestions(for: Self.request(rest + " al"), correctionLimit: 0)
        #expect(found.completions.map(\.word) == ["Alpenrose"])
        #expect(found.isComplete)
    }

    // MARK: Numbers of replacements

    @Test(arguments: [(31, true), (32, false), (5_000, false)])
    func onlyTheFirstSynonymsOfManyAreTaken(count: Int, isTaken: Bool) throws {
        let words = (0..<count).map { "wort\($0)" } + ["Brautkleid"]
        let engine = Self.engine(["Brautkleid"], synonyms: [.init(words: ["Schuh"] + words)])
        #expect(try engine.search(Self.request("wort0")).total == (isTaken ? 1 : 0))
        var together = Self.request("brautkleid wort0")
        together.triesOnlyForms = true
        #expect(try engine.search(together).total == (isTaken ? 1 : 0))
    }

    /// A synonym of many words may make a query longer than requests may be.
    @Test func synonymsKeepQueriesWithinTheLimits() throws {
        let many = "abcdefghijklmnopqrstuvwxyzабвг".map { String($0) }.joined(separator: " ")
        let engine = Self.engine([many + " Kleid Rock Hut"], synonyms: [.init(words: ["alles", many])])
        #expect(try engine.search(Self.request("alles kleid rock")).total == 1)
        var longer = Self.request("alles kleid rock hut")
        longer.triesOnlyForms = true
        #expect(try engine.search(longer).total == 0)
        #expect(try engine.suggestions(for: Self.request("alles kleid rock hut")).corrections.isEmpty)
    }

    /// A replacement without words, in a distance.
    private static func replacement(_ number: Int, _ distance: Int) -> Replacement {
        Replacement(spelling: "\(number)", words: [], distance: distance)
    }

    @Test func theNearestCombinationsAreThoseOfAll() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            func distances() -> [Int] {
                (0..<Int.random(in: 0...20, using: &random)).map { _ in Int.random(in: 0...5, using: &random)
                }
                .sorted()
            }
            let parts = distances().enumerated().map {
                ReplacedWords().adding(Self.replacement($0, $1), for: 0)
            }
            let replacements = distances().enumerated().map { Self.replacement($0, $1) }
            let limit = Int.random(in: 1...40, using: &random)
            let all = parts.flatMap { part in replacements.map { part.adding($0, for: 1) } }
                .sorted { $0.distance < $1.distance }.prefix(limit)
            let found = ReplacedWords.nearest(parts, with: replacements, for: 1, limit: limit)
            #expect(
                found.map { $0.words.map(\.replacement.spelling) }
                    == all.map { $0.words.map(\.replacement.spelling) })
        }
    }
}
