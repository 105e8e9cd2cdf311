// Finds brackets that are opened and not closed, or the other way round.

internal import Localization

/// Unbalanced brackets in a translation whose source text is balanced: `:-)` and `a)` are left alone.
struct BracketsCheck: TextCheck {
    let identifier = "brackets"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.bracket, .cjkSign, .special])
    let example = CheckExample(
        "Size (in bytes)", locale: "zh_Hans", wrong: "大小（字节", right: "大小（字节）")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, Self.unbalanced(source) == nil,
            let bracket = Self.unbalanced(text.text)
        else { return [] }
        // An enumeration `a)`, `b)` that only the translation has.
        if bracket == ")", Self.enumerates(text.text) { return [] }
        return [TranslationProblem(.text(bracket))]
    }

    /// Whether brackets without a partner follow a single letter or digit, as in a list.
    private static func enumerates(_ text: String) -> Bool {
        var depth = 0
        var signs: [Character] = []
        for sign in text {
            if sign == "(" { depth += 1 }
            if sign == ")" {
                let word = signs.reversed().prefix { !$0.isWhitespace }
                let isItem = word.count == 1 && word.first.map { $0.isLetter || $0.isNumber } == true
                if depth > 0 { depth -= 1 } else if !isItem { return false }
            }
            signs.append(sign)
        }
        return true
    }

    /// A kind of bracket that is not closed as often as it is opened; full-width ones count as the others do.
    private static func unbalanced(_ text: String) -> String? {
        let text = IntervalChoice.texts(of: text)
        var depths = [0, 0, 0, 0]
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(", "（", "﹙": depths[0] += 1
            case ")", "）", "﹚": depths[0] -= 1
            case "[", "［": depths[1] += 1
            case "]", "］": depths[1] -= 1
            case "{", "｛": depths[2] += 1
            case "}", "｝": depths[2] -= 1
            case "【": depths[3] += 1
            case "】": depths[3] -= 1
            default: break
            }
        }
        // `[0, 128)` is an interval.
        if text.contains("["), depths[0] + depths[1] == 0, abs(depths[0]) == 1, isInterval(text) {
            return nil
        }
        if depths[0] != 0, abs(depths[0]) <= Faces.count(in: text, mouth: depths[0] > 0 ? "(" : ")") {
            depths[0] = 0
        }
        for (depth, signs) in zip(depths, [("(", ")"), ("[", "]"), ("{", "}"), ("【", "】")]) where depth != 0 {
            return depth > 0 ? signs.0 : signs.1
        }
        return nil
    }

    /// Whether a text has a half-open interval of numbers.
    private static func isInterval(_ text: String) -> Bool {
        text.split { $0 == "[" || $0 == "(" }.dropFirst().contains { part in
            let inside = part.prefix { $0 != "]" && $0 != ")" }
            return inside.contains(",") && inside.allSatisfy { $0.isNumber || ", .-∞".contains($0) }
        }
    }
}
