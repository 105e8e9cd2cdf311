// Finds translations that are empty while the source text is not.

internal import Localization

/// An empty text, or nothing but white space, in place of a translation: readers show
/// nothing at all, not the source text. Without the entry they show that, but without
/// one of several plural forms another form, or nothing.
struct EmptyValueCheck: TextCheck {
    let identifier = "empty-value"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let triggers = TextTraits.text
    let example = CheckExample("Open", locale: "ja", wrong: "", right: "開く")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, Self.isMissing(text.text, for: source) else { return [] }
        if let category = text.variation?.category {
            return [TranslationProblem(.text(category.rawValue), .text(source), variant: "form")]
        }
        return [TranslationProblem(.text(source))]
    }

    /// Whether there is nothing to read in a text for a source.
    static func isMissing(_ text: String, for source: String) -> Bool {
        text.isBlank && !source.isBlank && !mayBeOmitted(source) && (text.isEmpty || !isFragment(source))
    }

    /// Whether a text only goes with another one, so that a space may be all that a language has in its
    /// place: `th`, ` at `, `expires in `.
    private static func isFragment(_ source: String) -> Bool {
        source.first?.isWhitespace == true || source.last?.isWhitespace == true
            || source.count <= 3 && source.allSatisfy(\.isLowercase)
    }

    /// Whether a text is only punctuation between others, which not all languages write.
    private static func mayBeOmitted(_ source: String) -> Bool {
        source.allSatisfy { $0.isWhitespace || $0.isPunctuation }
    }
}

extension VariationKey.Variation {
    /// The numbers that the form is for; `nil` for one that is not for numbers.
    fileprivate var category: PluralCategory? {
        switch self {
        case .plural(let category), .substitution(_, let category), .devicePlural(_, let category): category
        case .device, .alternative: nil
        }
    }
}

extension String {
    /// Whether the text has no other characters than white space.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
