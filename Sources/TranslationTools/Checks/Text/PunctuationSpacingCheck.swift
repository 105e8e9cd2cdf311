// Finds signs that French sets apart by a space, and Greek does not.

internal import Localization

/// `Nom:` in French, which writes a space before `:`, `;`, `?` and `!`; `Τι ;` in Greek,
/// which writes none. A matter of style.
///
/// French of Canada and Switzerland has other rules.
struct PunctuationSpacingCheck: TextCheck {
    let identifier = "punctuation-spacing"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.text
    let example = CheckExample("Really?", locale: "fr", wrong: "Vraiment?", right: "Vraiment\u{202F}?")

    func problems(in text: TextPair) -> [TranslationProblem] {
        switch text.locale.language {
        case "fr", "br":
            guard !["CA", "CH"].contains(text.locale.region ?? "") else { return [] }
            return sign(in: text, among: ":;?!", isSetApart: true)
        case "el": return sign(in: text, among: ";·!", isSetApart: false)
        default: return []
        }
    }

    private func sign(in text: TextPair, among signs: String, isSetApart: Bool) -> [TranslationProblem] {
        let scalars = Array(text.prose.unicodeScalars)
        for (index, scalar) in scalars.enumerated() where signs.unicodeScalars.contains(scalar) && index > 0 {
            // `10:30`, `https://`, `:)` and `&amp;` are no punctuation.
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            let previous = scalars[index - 1]
            guard next.properties.isWhitespace || ")»\"”".unicodeScalars.contains(next),
                !signs.unicodeScalars.contains(previous), !"…(«".unicodeScalars.contains(previous),
                !(scalar == ";" && Self.endsReference(scalars[..<index]))
            else { continue }
            if previous.properties.isWhitespace != isSetApart {
                let start = max(0, index - 8)
                let excerpt = String(String.UnicodeScalarView(scalars[start...index]))
                return [TranslationProblem(.text(excerpt), variant: isSetApart ? nil : "close")]
            }
        }
        return []
    }

    private static func endsReference(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let start = scalars.suffix(10).lastIndex(of: "&") else { return false }
        return scalars[start...].dropFirst().allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0 == "#" || $0.properties.numericType != nil)
        }
    }
}
