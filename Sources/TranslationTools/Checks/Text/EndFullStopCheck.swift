// Finds sentences that have a full stop in one language and none in the other.

internal import Localization

/// A full stop, `。` or `।` on one side only. Many languages do without it where English writes one: opt-in.
struct EndFullStopCheck: TextCheck {
    let identifier = "end-full-stop"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.endsInSign
    let example = CheckExample(
        "The file is empty.", locale: "hi", wrong: "फ़ाइल खाली है", right: "फ़ाइल खाली है।")

    func problems(in text: TextPair) -> [TranslationProblem] {
        // Short texts may be abbreviations (Weblate).
        guard let source = text.source, source.utf8.count > 4, !text.text.isEmpty,
            !["th", "lo", "jbo"].contains(text.locale.language)
        else { return [] }
        let marks = (
            EndMark(text.text, language: text.locale.language),
            EndMark(source, language: text.sourceLocale?.language ?? "")
        )
        guard (marks.0 == .fullStop && marks.1 == .none) || (marks.0 == .none && marks.1 == .fullStop) else {
            return []
        }
        return [
            TranslationProblem(
                .text(EndMark.end(of: text.text, language: text.locale.language)),
                .text(EndMark.end(of: source, language: text.sourceLocale?.language ?? "")))
        ]
    }
}
