// Finds numbers of the source text that a translation lost or changed.

internal import Localization
internal import Support

/// Other digits than in the source text, in any script and with any separators.
/// Words may stand for numbers: opt-in.
struct NumbersCheck: TextCheck {
    let identifier = "numbers"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.digit
    let example = CheckExample(
        "At least 12 characters", locale: "ar", wrong: "١٠ أحرف على الأقل", right: "١٢ حرفًا على الأقل")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, text.sourceTraits.contains(.digit) else { return [] }
        let lost = Self.numbers(in: source).subtracting(Self.numbers(in: text.text))
        return lost.first.map { [TranslationProblem(.text($0))] } ?? []
    }

    /// The runs of digits as ASCII, grouped digits as one number; what belongs to a specifier is left out.
    private static func numbers(in text: String) -> [String] {
        var numbers: [String] = []
        let format = FormatString(text)
        for case .literal(let literal) in format.segments {
            var digits = ""
            var separators = 0
            for scalar in literal.unicodeScalars {
                if let value = scalar.decimalValue {
                    digits += String(value)
                    separators = 0
                } else if !digits.isEmpty, separators == 0, isSeparator(scalar) {
                    separators = 1
                } else {
                    if !digits.isEmpty { numbers.append(digits) }
                    digits = ""
                    separators = 0
                }
            }
            if !digits.isEmpty { numbers.append(digits) }
        }
        return numbers
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", "'", "’", "\u{A0}", "\u{202F}", "٫", "٬": true
        default: false
        }
    }
}
