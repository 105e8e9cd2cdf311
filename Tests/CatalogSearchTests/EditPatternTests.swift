// The index lookup of a word with typing errors loses no term that matches.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct EditPatternTests {
    /// Few letters, so that many are equal.
    private static let alphabets = ["abc", "abß", "天地人", "ab天", "가각나"]

    @Test(arguments: alphabets, 2...12)
    func foldingsWithForgivenEditsHoldAPiece(alphabet: String, length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        func letters(_ count: Int) -> [Character] {
            (0..<count).map { _ in alphabet.randomElement(using: &random)! }
        }
        func folded(_ letters: [Character]) -> [UInt8] { Array(String(letters).withHangulTakenApart.utf8) }
        for _ in 0..<100 {
            let word = letters(length)
            guard let pattern = EditPattern(BytePattern(folded(word))), let pieces = pattern.requiredFragments
            else { continue }
            for _ in 0..<10 {
                var text = word
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let place = Int.random(in: 0..<text.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: text.insert(contentsOf: letters(1), at: place)
                    case 1 where text.count > 1: text.remove(at: place)
                    case 2: text[place] = letters(1)[0]
                    default: text.swapAt(place, min(place + 1, text.count - 1))
                    }
                }
                text = letters(Int.random(in: 0...2, using: &random)) + text + letters(1)
                folded(text).withUnsafeBytes { text in
                    guard pattern.leastEdits(in: text) < .max else { return }
                    #expect(
                        pieces.contains { $0.isContained(by: text) }, "\(String(word)) \(text.map(\.self))")
                }
            }
        }
    }

    @Test(
        arguments: [
            ("grafik", ["gra", "fik", "grfa"]), ("geschenke", ["ges", "che", "nke", "gecs", "chne"]),
            ("天地人", nil), ("天地人天", ["天地", "人天", "天人地"]), ("karte", ["ka", "rte", "kra"]),
            ("geschenk", ["ge", "sch", "enk", "gse", "sceh"]),
        ] as [(String, [String]?)])
    func piecesAreLongEnoughToBeLookedUp(word: String, pieces: [String]?) throws {
        let pattern = try #require(EditPattern(BytePattern(Array(word.utf8))))
        #expect(pattern.requiredFragments?.map { String(decoding: $0.bytes, as: UTF8.self) } == pieces)
    }
}
