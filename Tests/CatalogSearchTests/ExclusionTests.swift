// What an excluded word excludes.

import Testing

@testable import CatalogSearch

@Suite struct ExclusionTests {
    /// Titles, and those that a query finds, in their order.
    @Test(arguments: [
        // Words that contain the excluded one are others.
        ("en", "shirt -men", ["Men shirt", "Women shirt", "Men's shirt"], [1]),
        ("en", "blue -air", ["Chair blue", "Air pump blue", "Hair dryer blue"], [0, 2]),
        ("en", "iphone -5", ["iPhone 5", "iPhone 15", "iPhone 5 case"], [1]),
        ("sv", "blå -is", ["Is blå", "Spis blå"], [1]),
        ("ru", "синий -кот", ["Кот синий", "Скотч синий"], [1]),
        ("de", "becher -ei", ["Ei Becher", "Reis Becher"], [1]),
        // Other forms, and other ways to write the word, are the same.
        ("en", "red -rose", ["Red rose", "Red roses", "Red primrose"], [2]),
        ("en", "red -roses", ["Red rose", "Red roses", "Red tulip"], [2]),
        ("en", "blue -tshirt", ["Blue T-Shirt", "Blue tshirt", "Blue t shirts", "Blue shirt"], [3]),
        ("fr", "crème -argan", ["Crème d'argan", "Crème à l'argan", "Crème"], [2]),
        // A compound is about what its parts name.
        (
            "de", "karte -geburtstag", ["Karte Kindergeburtstag", "Karte Geburtstagsfeier", "Karte Ostern"],
            [2]
        ),
        // Articles and particles are written with the word, or no spaces.
        ("he", "אדום -כובע", ["הכובע אדום", "צעיף אדום"], [1]),
        ("ja", "赤い -バラ", ["赤いバラの花束", "赤いチューリップ"], [1]),
        ("ko", "빨간 -장미", ["빨간 장미를", "빨간 튤립"], [1]),
    ]) func anExcludedWordExcludesWholeWordsAndTheirForms(
        locale: String, query: String, titles: [String], expected: [Int]
    ) throws {
        #expect(try EquivalenceTests.found(query, titles, locale).sorted() == expected)
    }

    @Test func withoutOtherWordsTheSameIsExcluded() throws {
        let titles = ["Red rose", "Red roses", "Primrose", "Rose-bush"]
        #expect(try EquivalenceTests.found("-roses", titles, "en") == [2])
        #expect(try EquivalenceTests.found("-rose", titles, "en") == [2])
    }

    @Test func whereOnlyWhatWasTypedCountsAnyTextWithItIsExcluded() throws {
        let catalog = try EquivalenceTests.catalog(["Men shirt", "Women shirt", "Shirt"], "en")
        let results = try SearchEngine([catalog]).search(EquivalenceTests.request("shirt -men", "en", .never))
        #expect(results.hits.map(\.id) == ["2"])
    }
}
