// A request beyond a limit is refused with a message; one at the limit gets results.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct SearchLimitsTests {
    private static let german = LocaleIdentifier("de")!
    private static let english = LocaleIdentifier("en")!

    private let engine = try! SearchEngine([
        CatalogIndex(
            CatalogDescription(id: "gifts"),
            records: [
                CatalogRecord(
                    id: "1",
                    texts: [
                        .init(.title, german, "Rosenstrauß rot"), .init(.summary, german, "Rot wie Rosen"),
                        .init(.title, english, "Bunch of red roses"),
                    ])
            ])
    ])

    private static func words(_ count: Int) -> String {
        (0..<count).map { "w\($0)" }.joined(separator: " ")
    }

    private static func request(
        _ query: String = "", _ change: (inout SearchRequest) -> Void = { _ in }
    ) -> SearchRequest {
        var request = SearchRequest(query, locale: german, chain: [german])
        change(&request)
        return request
    }

    @Test(arguments: [
        (
            request(String(repeating: "a ", count: 1_001)),
            SearchError.queryTooLong(count: 2_002, limit: 2_000)
        ),
        (request(words(33)), .tooManyWords(count: 33, limit: 32)),
        (request("a " + String(repeating: "ä", count: 201)), .wordTooLong(count: 201, limit: 200)),
        (request { $0.chain = .init(repeating: german, count: 33) }, .tooManyLocales(limit: 32)),
        (request { $0.catalogs = .init(repeating: "gifts", count: 101) }, .tooManyCatalogs(limit: 100)),
        (request { $0.fields = .init(repeating: .title, count: 101) }, .tooManyFields(limit: 100)),
    ])
    func whatIsBeyondALimitIsRefused(request: SearchRequest, error: SearchError) {
        var request = request
        request.relax = .never
        #expect(throws: error) { try CheckedRequest(request) }
        #expect(throws: error) { try engine.search(request) }
        #expect(throws: error) { try engine.matches(request) }
        #expect(throws: error) { try engine.suggestions(for: request) }
        #expect(throws: error) { try engine.suggestions(for: request, completionLimit: 0) }
    }

    @Test(arguments: [
        (words(34), words(32) + " ", "w32 w33"),
        ("a OR " + words(32), "a OR " + words(31) + " ", "w31"),
        ("rot " + String(repeating: "ä", count: 201) + " x", "rot ", String(repeating: "ä", count: 200)),
        // A text without another boundary is cut anywhere.
        (String(repeating: "ä", count: 201), String(repeating: "ä", count: 200), "ä"),
        (" \t" + String(repeating: "ä", count: 201), " \t" + String(repeating: "ä", count: 200), "ä"),
        (String(repeating: "ก", count: 2_002), String(repeating: "ก", count: 2_000), "กก"),
        ("ก" + String(repeating: "ä", count: 300), "ก", String(repeating: "ä", count: 200)),
        (String(repeating: "abc ", count: 500) + "def", String(repeating: "abc ", count: 500), "def"),
        (String(repeating: "abc ", count: 499) + "abcdef", String(repeating: "abc ", count: 499), "abcdef"),
    ])
    func theBeginningOfALongQueryIsSearchedFor(query: String, beginning: String, rest: String) throws {
        let long = Self.request(query)
        let checked = try CheckedRequest(long)
        #expect(checked.request.query == beginning && checked.unsearched == rest)
        // The beginning is within all limits.
        #expect(try CheckedRequest(checked.request).unsearched == nil)
        var found = try engine.search(long)
        #expect(found.unsearched == rest)
        #expect(try engine.matches(long).unsearched == rest)
        #expect(try !engine.suggestions(for: long).isComplete)
        found.unsearched = nil
        #expect(try engine.search(Self.request(beginning)) == found)
    }

    @Test(arguments: ["-", "\u{2013}", "\u{2212}"]) func aLongQueryThatExcludesWordsAtItsEndIsRefused(
        dash: String
    ) {
        let query = Self.words(33) + " \(dash)seide x"
        #expect(throws: SearchError.tooManyWords(count: 35, limit: 32)) {
            try engine.search(Self.request(query))
        }
        let plain = Self.request(query) { $0.syntax = .plain }
        #expect(throws: Never.self) { try engine.search(plain) }
        let bullet = Self.request(Self.words(33) + " \(dash) \(dash)\(dash)seide")
        #expect(throws: Never.self) { try engine.search(bullet) }
    }

    @Test(arguments: [
        request(String(repeating: "a ", count: 1_000)), request(words(32)),
        request(words(32) + " w1 w2\u{3000}w3 "), request(String(repeating: "ä", count: 200)),
        // In scripts without spaces a paragraph looks like a word.
        request(String(repeating: "ก", count: 2_000)),
        request(String(repeating: "红", count: 1_799) + String(repeating: "a", count: 200)),
        request { $0.chain = .init(repeating: german, count: 32) },
        request { $0.catalogs = .init(repeating: "gifts", count: 100) },
        request { $0.fields = .init(repeating: .title, count: 100) },
    ])
    func whatIsAtALimitIsAnswered(request: SearchRequest) throws {
        _ = try engine.search(request)
        _ = try engine.suggestions(for: request)
    }

    /// Invariant: repeated locales, fields, catalogs and words change nothing.
    @Test(arguments: ["", "rot", "rosen rot", "red roses"])
    func whatIsNamedTwiceCountsOnce(query: String) throws {
        let once = Self.request(query) {
            $0.chain = [Self.german, Self.english]
            $0.fields = [.summary, .title]
            $0.catalogs = ["gifts"]
        }
        let twice = Self.request(query + " " + query) {
            $0.chain = [Self.german, Self.german, Self.english, LocaleIdentifier("DE")!]
            $0.fields = [.summary, .title, .summary]
            $0.catalogs = ["gifts", "gifts"]
        }
        #expect(try engine.search(once) == engine.search(twice))
        #expect(try engine.matches(once) == engine.matches(twice))
    }

    /// The greatest product of words and locales has few forms, one more for ids:
    /// what a request holds is bounded.
    @Test func aQueryHasAFormForEachWordAndLocale() throws {
        let locales = ["de", "en", "sv", "fr", "es", "pl", "tr", "th"].map { LocaleIdentifier($0)! }
        let request = Self.request(Self.words(32)) { $0.chain = locales + locales }
        let query = try PreparedQuery(CheckedRequest(request), locales: Set(locales))
        #expect(query.words.count == 32 && query.words.allSatisfy { $0.forms.count == locales.count + 1 })
        #expect(query.foldings.count == locales.count + 1 && query.request.chain == locales)
    }

    @Test func aQueryIsNotPreparedInACancelledTask() async {
        let request = Self.request(Self.words(32)) { $0.chain = [Self.german, Self.english] }
        await #expect(throws: SearchError.cancelled) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try PreparedQuery(CheckedRequest(request), locales: [Self.german, Self.english]).words
                    .count
            }.value
        }
    }
}
