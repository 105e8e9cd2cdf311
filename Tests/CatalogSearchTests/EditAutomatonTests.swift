// The automaton counts the same edits as a table.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct EditAutomatonTests {
    /// The edits between all prefixes of two words, by the definition of optimal string alignment.
    ///
    /// - Parameter isAnchored: whether the match must begin at the text's first letter.
    private static func table(_ word: [UInt32], _ text: [UInt32], isAnchored: Bool) -> [Int] {
        var rows = Array(repeating: Array(repeating: 0, count: text.count + 1), count: word.count + 1)
        for column in 0...text.count { rows[0][column] = isAnchored ? column : 0 }
        for row in 0...word.count { rows[row][0] = row }
        for row in 1...word.count where !text.isEmpty {
            for column in 1...text.count {
                let isEqual = word[row - 1] == text[column - 1]
                var least = rows[row - 1][column - 1] + (isEqual ? 0 : 1)
                least = min(least, rows[row - 1][column] + 1, rows[row][column - 1] + 1)
                if row > 1, column > 1, word[row - 1] == text[column - 2], word[row - 2] == text[column - 1] {
                    least = min(least, rows[row - 2][column - 2] + 1)
                }
                rows[row][column] = least
            }
        }
        return rows[word.count]
    }

    @Test(arguments: [1, 2, 5, 31, 63, 64]) func countsAsATableDoes(length: Int) {
        var random = SeededGenerator(seed: UInt64(length))
        // Few letters, so that many are equal; ASCII and others.
        let alphabet: [UInt32] = [0x61, 0x62, 0x3B1, 0x4E00]
        func word(_ count: Int) -> [UInt32] {
            (0..<count).map { _ in alphabet.randomElement(using: &random)! }
        }
        for _ in 0..<60 {
            let pattern = word(length)
            let text = word(Int.random(in: 0...length + 6, using: &random))
            let automaton = EditAutomaton(pattern)
            let anchored = Self.table(pattern, text, isAnchored: true)
            let free = Self.table(pattern, text, isAnchored: false)
            #expect(automaton.editsOfBeginnings(text) == anchored)
            #expect(automaton.editsOfEnds(text) == free)
            #expect(automaton.leastEdits(within: text) == free.min())
        }
    }

    @Test(arguments: [
        ("grafik", "garfik", 1), ("grafik", "grafk", 1), ("grafik", "grafiik", 1), ("grafik", "grabik", 1),
        ("grafik", "grafik", 0), ("grafik", "rgafki", 2), ("ab", "ba", 1), ("abc", "ca", 3),
    ]) func knowsTheFourEdits(word: String, text: String, edits: Int) {
        let automaton = EditAutomaton(word.unicodeScalars.map(\.value))
        #expect(automaton.editsOfBeginnings(text.unicodeScalars.map(\.value)).last == edits)
    }

    @Test func syllablesOfHangulAreLetters() throws {
        let folded = Array("한글a값".withHangulTakenApart.utf8)
        let letters = folded.withUnsafeBytes { Array(FoldedLetters($0)) }
        #expect(letters == "한글a값".unicodeScalars.map(\.value))
    }

    /// Invalid UTF-8 is read within bounds.
    @Test func brokenBytesAreReadToTheirEnd() {
        for bytes: [UInt8] in [
            [0xF0], [0xE1, 0x84], [0xE1, 0x84, 0x80, 0xE1], [0x80, 0xC3], [0xFF, 0x61],
        ] {
            let count = bytes.withUnsafeBytes { Array(FoldedLetters($0)).count }
            #expect((1...bytes.count).contains(count))
        }
    }
}

extension String {
    /// The text with its syllables decomposed into letters.
    var withHangulTakenApart: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            var letters: [UInt32] = []
            Hangul.forEachLetter(of: scalar.value) { letters.append($0) }
            scalars.append(contentsOf: letters.isEmpty ? [scalar] : letters.map { Unicode.Scalar($0)! })
        }
        return String(scalars)
    }
}
