// Checks which part of a long text is shown.

import ProgramSupport
import TestSupport
import Testing

@testable import lsearch

@Suite struct ExcerptTests {
    @Test func aTextThatFitsIsItsOwnExcerpt() {
        #expect(Excerpt("rote Rose", around: [5..<9], columns: 9).text == "rote Rose")
        #expect(Excerpt("rote Rose", around: [], columns: 2).text == "rote Rose")
    }

    @Test func anExcerptBeginsAtAWordBeforeTheMatch() {
        let text = "eins zwei drei vier fünf sechs sieben acht neun zehn elf"
        let excerpt = Excerpt(text, around: [38..<42, 43..<47], columns: 30)
        #expect(excerpt.text == "…sieben acht neun zehn elf")
        #expect(excerpt.ranges == [8..<12, 13..<17])
    }

    /// Invariant: an excerpt has the same matching texts as the whole text.
    @Test func theMatchesOfAnExcerptAreThoseOfTheText() {
        var random = SeededGenerator(seed: 8)
        let words = ["Rose", "märz", "漢字", "👩‍👩‍👧", "e\u{301}té", "a", "langesWortOhneEnde"]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                words.randomElement(using: &random)!
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            let scalars = Array(text.unicodeScalars)
            let start = Int.random(in: 0..<scalars.count, using: &random)
            let end = Int.random(in: start..<scalars.count, using: &random) + 1
            let excerpt = Excerpt(
                text, around: [start..<end], columns: Int.random(in: 5...40, using: &random))
            let shown = Array(excerpt.text.unicodeScalars)
            #expect(excerpt.ranges.count == 1)
            #expect(Array(shown[excerpt.ranges[0]]) == Array(scalars[start..<end]))
        }
    }
}
