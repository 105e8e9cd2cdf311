// Finds translations that end with another kind of sign than their source text.

internal import Localization

/// A question that became a statement, a label that lost its colon, a menu entry that lost its ellipsis.
///
/// Full stops are a matter of style and language: `end-full-stop` looks after them.
struct EndPunctuationCheck: TextCheck {
    let identifier = "end-punctuation"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.endsInSign
    let example = CheckExample(
        "Do you want to delete it?", locale: "el", wrong: "Να διαγραφεί", right: "Να διαγραφεί;")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, !source.isEmpty, !text.text.isEmpty, !text.isFragment else {
            return []
        }
        let language = text.locale.language
        let marks = (
            EndMark(text.text, language: language),
            EndMark(source, language: text.sourceLocale?.language ?? "")
        )
        guard marks.0 != marks.1, marks.1 == .question || marks.1 == .colon || marks.1 == .ellipsis,
            !Self.mayDiffer(marks.0, marks.1, language),
            // Some languages put the words after it: `… ithal et`.
            marks.1 != .ellipsis || !(text.text.contains("...") || text.text.contains("…")),
            // `Did you mean…` asks, and `Show in…` announces.
            marks.1 != .ellipsis || (marks.0 != .question && marks.0 != .colon && !Self.saysAndSoOn(text)),
            // `Red, Green, Blue…` gives examples, however a language says that there are more.
            marks.1 != .ellipsis || !source.givesExamples,
            // The words that follow `Filtered by…` come first in some languages.
            marks.1 != .ellipsis || !Self.putsLastWordFirst(source, language),
            // `Failed:` became `Error: failed`.
            marks.1 != .colon || !text.text.unicodeScalars.contains(where: EndMark.colons.contains),
            // The last of several sentences may say what the source asks: `It may have been deleted.`
            marks.1 != .question || marks.0 != .fullStop || !Self.hasSentences(source),
            // The sentences may be in another order: a question, then what it is about.
            marks.1 != .question || !text.text.unicodeScalars.contains(where: EndMark.questionMarks.contains),
            marks.1 != .question || !Questions.isAnswered(source, by: text, endingWith: marks.0),
            // In an empty field stands what belongs there, however it is said.
            marks.1 == .colon || !text.isShownInEmptyField,
            !TranslationPolicy.saysWhatToWrite(text.comment)
        else { return [] }
        let mayState = marks.1 == .question && Questions.mayBeStated(source, in: text)
        return [
            TranslationProblem(
                .text(EndMark.end(of: text.text, language: language)),
                .text(EndMark.end(of: source, language: text.sourceLocale?.language ?? "")),
                severity: mayState ? .note : nil)
        ]
    }

    private static func mayDiffer(_ mark: EndMark, _ model: EndMark, _ language: String) -> Bool {
        // A colon before a field may be a full stop where the text is a sentence.
        if model == .colon, mark == .fullStop { return true }
        switch language {
        // Armenian marks questions and exclamations inside the sentence, Lojban by words.
        case "hy", "jbo": return true
        // Thai, Lao, Khmer and Burmese write few of these signs.
        case "th", "lo", "km", "my", "ii", "bo": return true
        // Labels in Chinese, Japanese and Korean often have no colon.
        case "ja", "zh", "yue", "ko": return model == .colon && mark == .none
        default: return false
        }
    }

    /// Whether a text has the words for an ellipsis that ends a list.
    private static func saysAndSoOn(_ text: TextPair) -> Bool {
        switch text.locale.language {
        case "zh", "yue": text.text.contains("等")
        case "ja": text.text.contains("など")
        case "ko": text.text.contains(" 등")
        default: false
        }
    }

    /// Whether a language has no preposition to end a text with as the source does: `からの通知` for
    /// `Notifications from…`, `確認する操作` for `Ask before…`. `Save As…` is a command like any other.
    private static func putsLastWordFirst(_ source: String, _ language: String) -> Bool {
        guard languagesWithPostpositions.contains(language),
            let last = source.lowercased().split(whereSeparator: { !$0.isLetter }).last
        else { return false }
        return wordsBeforeOthers.contains(last)
    }

    /// Prepositions and conjunctions of English.
    private static let wordsBeforeOthers: Set<Substring> = [
        "about", "above", "after", "against", "around", "at", "because", "before", "behind", "below",
        "beside", "between", "beyond", "by", "during", "except", "for", "from", "if", "in", "inside", "into",
        "like", "near", "of", "on", "onto", "outside", "over", "per", "since", "than", "through", "till",
        "to", "toward", "towards", "under", "unless", "until", "via", "when", "whenever", "where", "while",
        "with", "within", "without",
    ]

    private static let languagesWithPostpositions: Set<String> = [
        "ja", "ko", "zh", "yue", "tr", "az", "kk", "ky", "uz", "tk", "tt", "ug", "mn", "hu", "fi", "et", "eu",
        "ka", "hi", "bn", "gu", "mr", "ne", "pa", "ur", "ta", "te", "kn", "ml", "si",
    ]

    private static func hasSentences(_ text: String) -> Bool {
        zip(text, text.dropFirst()).contains { ".!?".contains($0) && $1.isWhitespace }
    }
}
