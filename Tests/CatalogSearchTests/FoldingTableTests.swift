// The derived folding compared with its collator.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct FoldingTableTests {
    /// Pieces of many scripts, with contractions, contexts, expansions and marks in both orders.
    static let pieces: [String] =
        [
            "a", "b", "c", "h", "s", "z", "d", "l", "y", "j", "n", "A", "C", "Z", "i", "I", "ı", "İ", "ß",
            "ä", "ö", "å", "ø", "æ",
            "œ", "ñ", "č", "ł", "é", "\u{0308}", "\u{030A}", "\u{0323}", "\u{0301}", "\u{0306}", "\u{0327}",
            "o", "u", "ǖ", "ạ",
            "カ", "ガ", "ー", "か", "゛", "\u{3099}", "ｶ", "ﾞ", "ｰ", "ハ", "パ", "々", "ゝ", "ゞ", "ア", "キ", "ョ", "日",
            "本", "㈱", "株", "金",
            "เ", "แ", "ก", "า", "ำ", "่", "้", "ไ", "ฟ", "ล", "์", "ี", "ໍ", "າ", "ເ", "ກ",
            "ا", "أ", "إ", "آ", "\u{0653}", "\u{0654}", "\u{0655}", "ي", "ى", "ه", "ة", "َ", "ّ", "لا", "م",
            "ש", "ל", "ם", "ִ", "ּ",
            "Й", "й", "и", "е", "ё", "Г", "ґ", "њ", "љ", "Σ", "σ", "ς", "ά", "ϊ", "ΰ", "ὀ",
            "한", "글", "하", "ㄱ", "ㅏ", "가", "각", "\u{1100}", "\u{1161}", "\u{11A8}", "佳",
            "क", "ि", "ी", "ं", "्", "त", "़", "ো", "ে", "া", "ৌ", "ொ", "ெ", "ா", "ೆ", "ೕ", "ೊ", "ೋ", "ෙ",
            "ා", "්", "ྲ", "ཱ", "ི", "ྀ",
            " ", "-", "'", ".", "1", "２", "½", "①", "🎂", "ǆ", "ﬁ", "Ⅷ", "℃", "≠", "=", "\u{0338}", "·", "ch",
            "cs", "dzs", "ll",
        ]

    static let locales = [
        "en", "de", "sv", "da", "nb", "fi", "tr", "es", "hu", "cs", "pl", "hr", "lt", "vi", "el", "ru", "uk",
        "sr", "ar", "fa",
        "he", "hi", "bn", "ta", "kn", "si", "th", "lo", "my", "ja", "ko", "zh", "zh_Hant", "dz", "cy", "is",
    ]

    /// Two texts are equal by the table exactly if they are equal by ICU; likewise for containment.
    @Test(arguments: locales)
    func holdsEqualWhatTheCollatorHoldsEqual(locale: String) throws {
        let locale = try #require(LocaleIdentifier(locale))
        let folding = try Folding(locale)
        for (kind, table) in [(Collator.Kind.standard, folding.standard), (.search, folding.search)] {
            let weights = try Collator(locale, kind: kind, strength: .primary).primaryWeights()
            var random = SeededGenerator(seed: 7)
            var classes: [[UInt32]: [UInt8]] = [:]
            for _ in 0..<300 {
                let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                    Self.pieces.randomElement(using: &random)!
                }
                .joined()
                let expected = try weights.weights(of: Normalizer.decomposed(text.unicodeScalars))
                let folded = table.folded(text)
                #expect(
                    String(decoding: folded, as: UTF8.self).unicodeScalars.count == expected.count,
                    "\(kind) \(text) \(text.unicodeScalars.map { String($0.value, radix: 16) }) \(String(decoding: folded, as: UTF8.self))"
                )
                if let known = classes[expected] { #expect(known == folded, "\(kind) \(text)") }
                classes[expected] = folded
            }
            #expect(Set(classes.values).count == classes.count, "\(kind): different weights, same folding")
        }
    }
}
