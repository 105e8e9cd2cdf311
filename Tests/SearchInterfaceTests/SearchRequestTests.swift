// The request matches the input of the bar.

import CatalogSearch
import SearchInterface
import TestSupport
import Testing

@Suite struct SearchRequestTests {
    let search = SearchInterfaceTests.search()
    var bar: SearchBar { search.searchBar }

    @Test func theTemplateSaysWhatTheBarDoesNot() {
        search.requestTemplate.sort = .price
        search.requestTemplate.limit = 40
        search.requestTemplate.catalogs = ["shop"]
        bar.text = "rosen"
        #expect(
            search.request
                == SearchRequest("rosen", locale: german, catalogs: ["shop"], sort: .price, limit: 40))
        search.requestTemplate.scope = "birthdays"
        // The bar has scopes, and "all" is no restriction.
        #expect(search.request.scope == nil)
        bar.scopes = []
        #expect(search.request.scope == "birthdays")
    }

    @Test func tokensNarrowTheRequest() {
        search.requestTemplate.year = NumericRange(lower: DecimalNumber(2000), upper: DecimalNumber(2010))
        bar.tokens = [
            yearToken("2003.."), yearToken("..2005"), SearchToken("f", representing: .custom("x")),
            SearchToken("p", representing: .price(NumericRange(upper: DecimalNumber(20)))),
        ]
        #expect(search.request.year == NumericRange(lower: DecimalNumber(2003), upper: DecimalNumber(2005)))
        #expect(search.request.price == NumericRange(upper: DecimalNumber(20)))
    }

    @Test func theLastScopeCounts() {
        bar.selectedScopeButtonIndex = 1
        #expect(search.request.scope == "birthdays")
        bar.tokens = [
            SearchToken("g", representing: .scope("birthdays")),
            SearchToken("h", representing: .scope("weddings")),
        ]
        #expect(search.request.scope == "weddings")
        bar.tokens.append(SearchToken("a", representing: .scope("all")))
        #expect(search.request.scope == nil)
    }

    @Test func theBeginningOfATokenIsNotLookedFor() {
        bar.text = "rosen year:"
        #expect(search.request.query == "rosen year:")
        search.tokenParser = SearchTokenParser()
        #expect(search.request.query == "rosen ")
        bar.text = "scope:"
        #expect(search.request.query == "")
        bar.text = "rosen: year"
        #expect(search.request.query == "rosen: year")
        bar.text = "rosen:"
        #expect(search.request.query == "rosen:")
    }

    /// Invariant: the request is the same whether words are already tokens or not.
    @Test(arguments: 0..<30 as Range<UInt64>) func tokensAreLookedForBeforeTheyAreMade(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        search.tokenParser = SearchTokenParser()
        let words = [
            "rosen", "year:2001..", "year:..2005", "scope:weddings", "scope:all", "scope:x", "price:..20",
            "year:",
            "price:1,5", "karte",
        ]
        for _ in 0..<10 {
            bar.clear()
            bar.text = (0..<Int.random(in: 1..<6, using: &random)).map { _ in
                words.randomElement(using: &random)!
            }.joined(separator: " ")
            let request = search.request
            bar.becomeFirstResponder()
            bar.clickSearchButton()
            #expect(search.request == request, "\(request)")
        }
    }

    @Test func switchingTheLocaleSwitchesTheChain() {
        let austrian = LocaleIdentifier("de_AT")!
        search.setLocale(austrian)
        #expect(search.request.chain == [austrian, german])
        search.setLocale(austrian, chain: [german, english])
        #expect(search.locale == austrian)
        #expect(search.request.chain == [german, english])
        search.chainNegotiation = { [$0, english] }
        search.setLocale(german)
        #expect(search.request.chain == [german, english])
    }

    @Test(arguments: ["de", "en", "sv"]) func numbersAreThoseOfTheLocale(locale: String) {
        search.tokenParser = SearchTokenParser()
        search.setLocale(LocaleIdentifier(locale)!)
        bar.text = "price:1.500"
        let expected = locale == "de" ? DecimalNumber(1_500) : DecimalNumber("1.5")
        #expect(search.request.price?.lower == expected)
    }
}
