// Recent searches are stored correctly, and scopes with matches are suggested.

import CatalogSearch
import SearchInterface
import TestSupport
import Testing

@Suite struct RecentSearchesTests {
    private func context(_ text: String, _ tokens: [SearchToken] = []) -> SuggestionContext {
        SuggestionContext(text: text, tokens: tokens, request: SearchRequest(text, locale: german))
    }

    @Test func theLastSearchIsFirstAndEachIsThereOnce() {
        var recent = RecentSearches(limit: 3)
        for text in ["a", " B\u{3000}", "c", "", " ", "b", "d"] { recent.add(text: text) }
        #expect(recent.entries.map(\.text) == ["d", "b", "c"])
        recent.add(text: "b", tokens: [yearToken("2001")])
        #expect(recent.entries.map(\.text) == ["b", "d", "b"])
        recent.limit = 1
        #expect(recent.entries.count == 1)
        recent.limit = -1
        recent.add(text: "x")
        #expect(recent.entries == [] && recent.limit == 0)
    }

    @Test func searchesAreForgotten() throws {
        var recent = RecentSearches()
        for text in ["a", "b", "c"] { recent.add(text: text) }
        recent.remove(try #require(RecentSearches.Entry(text: "B")))
        #expect(recent.entries.map(\.text) == ["c", "a"])
        recent.removeAll()
        #expect(recent.entries == [])
    }

    @Test func nothingIsKeptOrSuggestedWhileOff() {
        var recent = RecentSearches()
        recent.add(text: "rosen")
        recent.isEnabled = false
        recent.add(text: "karte")
        #expect(recent.entries.map(\.text) == ["rosen"])
        #expect(recent.suggestions(for: context("")) == [])
    }

    @Test func whatBeginsAsTypedIsSuggested() {
        var recent = RecentSearches()
        recent.add(text: "Rosen", tokens: [yearToken("2001")])
        recent.add(text: "", tokens: [yearToken("2002")])
        for text in ["karte", "rosenstrauß", "rot"] { recent.add(text: text) }
        func suggested(_ text: String, _ tokens: [SearchToken] = []) -> [String] {
            recent.suggestions(for: context(text, tokens)).map(\.localizedSuggestion)
        }
        #expect(suggested("") == ["rot", "rosenstrauß", "karte", "year:2002", "year:2001 Rosen"])
        #expect(suggested("RO") == ["rot", "rosenstrauß", "year:2001 Rosen"])
        #expect(suggested("rot") == [])
        #expect(suggested("ro", [yearToken("2001")]) == ["year:2001 Rosen"])
        recent.suggestionLimit = 1
        #expect(suggested("") == ["rot"])
        let suggestion = recent.suggestions(for: context("rotes"))
        #expect(suggestion == [])
        #expect(recent.suggestions(for: context("ro")).first?.effect == .input(text: "rot", tokens: []))
    }

    @Test func searchesAreStoredAndReadBack() throws {
        var recent = RecentSearches(limit: 4)
        for number in 0..<6 {
            recent.add(text: "s\(number)", tokens: number % 2 == 0 ? [yearToken("2001")] : [])
        }
        recent.isEnabled = false
        let json = try JSONTree(encoding: recent).text
        #expect(try JSONTree(parsing: json).decode(RecentSearches.self) == recent)
        // The invariants hold for any stored value.
        let strange =
            #"{"entries":[{"text":"a","tokens":[]},{"text":"A ","tokens":[]},{"text":"","tokens":[]},"#
            + #"{"text":"b","tokens":[]},{"text":"c","tokens":[]}],"limit":2,"suggestionLimit":-1,"isEnabled":true}"#
        let read = try JSONTree(parsing: strange).decode(RecentSearches.self)
        #expect(read.entries.map(\.text) == ["a", "b"])
    }

    /// Invariants of `RecentSearches`, for any additions and removals.
    @Test(arguments: 0..<20 as Range<UInt64>) func lawsHold(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var recent = RecentSearches(limit: Int.random(in: 0...5, using: &random))
        for _ in 0..<100 {
            let text = ["a", "A", " a ", "b", "B c", "b  c", "é", "É", ""].randomElement(using: &random)!
            let tokens = Bool.random(using: &random) ? [] : [yearToken("2001")]
            guard let entry = RecentSearches.Entry(text: text, tokens: tokens) else { continue }
            if Int.random(in: 0..<5, using: &random) == 0 {
                recent.remove(entry)
                #expect(!recent.entries.contains(entry))
            } else {
                recent.add(text: text, tokens: tokens)
                #expect(recent.limit == 0 || recent.entries.first == entry)
            }
            #expect(recent.entries.count <= recent.limit)
            let inputs = recent.entries.map {
                $0.text.lowercased() + "\u{0}" + $0.tokens.map(\.text).joined()
            }
            #expect(Set(inputs).count == inputs.count)
        }
    }
}

@Suite struct ScopeSuggestionsTests {
    private func context(_ query: String, scope: String? = nil) throws -> SuggestionContext {
        let request = SearchRequest(query, locale: german, scope: scope)
        return SuggestionContext(
            text: query, scopes: Shop.scopes, request: request, results: try Shop.engine().search(request))
    }

    @Test func scopesThatHoldResultsAreSuggested() throws {
        let suggestions = ScopeSuggestions().suggestions(for: try context("geburtstag"))
        #expect(suggestions.map(\.localizedSuggestion) == ["Geburtstage", "Hochzeiten"])
        #expect(suggestions.map(\.count) == [2, 1])
        #expect(suggestions.map(\.kind) == [.scope, .scope])
        #expect(suggestions[0].effect == .scope("birthdays"))
        #expect(ScopeSuggestions(limit: 1).suggestions(for: try context("geburtstag")).count == 1)
    }

    @Test func theSelectedScopeAndEmptyOnesAreNot() throws {
        let source = ScopeSuggestions()
        #expect(
            source.suggestions(for: try context("geburtstag", scope: "birthdays")).map(\.effect)
                == [.scope("weddings")])
        #expect(source.suggestions(for: try context("hochzeit")).map(\.effect) == [.scope("weddings")])
        #expect(source.suggestions(for: try context("")) == [])
        var failed = try context("geburtstag")
        failed.results = nil
        #expect(source.suggestions(for: failed) == [])
        var untitled = try context("geburtstag")
        untitled.scopes = []
        #expect(source.suggestions(for: untitled) == [])
    }
}

@Suite struct EngineSuggestionsTests {
    private func suggestions(
        _ text: String, query: String? = nil, scope: String? = nil
    ) throws -> [SearchSuggestion] {
        let engine = Shop.engine()
        let request = SearchRequest(query ?? text, locale: german, scope: scope)
        let context = SuggestionContext(text: text, request: request, results: try engine.search(request))
        return EngineSuggestions(engine).suggestions(for: context)
    }

    @Test func wordsOfTheTextsCompleteTheLastWord() throws {
        let found = try suggestions("rosen  gebu")
        #expect(found.map(\.kind) == [.completion])
        // The text before the last word stays as typed.
        #expect(found.first?.effect == .input(text: "rosen  Geburtstag"))
        #expect(found.first?.count == 1)
        // Operators stay, too.
        #expect(try suggestions("title:gebu").first?.effect == .input(text: "title:Geburtstag"))
        #expect(try Set(suggestions("hoch").map(\.localizedSuggestion)) == ["Hochzeitskarte"])
        #expect(try suggestions("hoch", scope: "birthdays").allSatisfy { $0.kind != .completion })
        #expect(try suggestions("rosen ") == [] && suggestions("") == [])
    }

    @Test func whatMayBeMeantIsSuggestedFirst() throws {
        let found = try suggestions("hochzeitskatre")
        #expect(found.first?.kind == .correction && found.first?.count == 1)
        #expect(found.first?.effect == .input(text: "Hochzeitskarte"))
    }

    @Test func aTokenThatIsBeingTypedIsNoWordToComplete() throws {
        #expect(try suggestions("gebu year:", query: "gebu ") == [])
        #expect(try suggestions("hochzeitskatre year:2005", query: "hochzeitskatre ") == [])
    }

    @Test func inputThatCannotBeSearchedForHasNone() {
        let context = SuggestionContext(text: "gebu", request: SearchRequest("gebu", locale: german))
        #expect(EngineSuggestions(Shop.engine()).suggestions(for: context) == [])
    }
}
