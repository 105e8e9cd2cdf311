// How near to each other the words of a query are, and in which order.

import Testing

@testable import CatalogSearch

@Suite struct NearnessTests {
    /// The gap of the words 0, 1, ... in a text of words; other numbers are other words.
    private static func gap(_ text: [Int], wordCount: Int) -> WordGap? {
        var finder = GapFinder(wordCount: wordCount)
        for (place, word) in text.enumerated() where word < wordCount {
            finder.add(word: word, terms: place...place)
        }
        return finder.gap
    }

    @Test(arguments: [
        ([0, 1], 2, WordGap(words: 0)), ([1, 0], 2, WordGap(words: 0, isReordered: true)),
        ([0, 9, 1], 2, WordGap(words: 1)), ([1, 9, 0], 2, WordGap(words: 1, isReordered: true)),
        // The nearest pair counts, and of equally near ones that in the order of the query.
        ([1, 0, 9, 9, 1], 2, WordGap(words: 0, isReordered: true)), ([1, 0, 1], 2, WordGap(words: 0)),
        ([0, 1, 2], 3, WordGap(words: 0)), ([1, 2, 0], 3, WordGap(words: 1, isReordered: true)),
    ]) func gapsSayTheOrder(text: [Int], wordCount: Int, expected: WordGap) {
        #expect(Self.gap(text, wordCount: wordCount) == expected)
    }

    @Test func aTextWithoutAWordHasNoGap() {
        #expect(Self.gap([0, 9], wordCount: 2) == nil && Self.gap([0], wordCount: 1) == nil)
    }

    @Test func wordsInOneTermAreInOrder() {
        var finder = GapFinder(wordCount: 2)
        finder.add(word: 1, terms: 3...3)
        finder.add(word: 0, terms: 3...3)
        #expect(finder.gap == WordGap(words: 0))
    }

    @Test(arguments: [
        ("shade lamp", ["Lamp shade", "Shade lamp"]), ("lamp shade", ["Shade lamp", "Lamp shade"]),
        ("gift box", ["Box gift", "Gift box"]), ("tisch holz", ["Holz Tisch", "Tisch Holz"]),
        // One letter means a word of one letter before the beginning of another.
        ("vitamin c", ["Face cream vitamin", "Vitamin C serum"]), ("plan b", ["Bed plan", "Plan B poster"]),
        ("t model", ["Trunk model", "Model T car"]),
    ]) func theTextAsTypedIsFirst(query: String, titles: [String]) throws {
        #expect(try EquivalenceTests.found(query, titles, "en") == [1, 0])
    }
}
