// Finds texts that end with an exclamation mark or a semicolon in one language only.

internal import Localization

/// `Saved!` became `Gesichert`. Languages differ in how often they exclaim, so the check is opt-in.
struct EndExclamationCheck: TextCheck {
    let identifier = "end-exclamation"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.endsInSign
    let example = CheckExample("Welcome!", locale: "it", wrong: "Benvenuto", right: "Benvenuto!")

    func problems(in text: TextPair) -> [TranslationProblem] {
        // These mark exclamations inside the sentence, by words, or not at all.
        guard let source = text.source, !source.isEmpty, !text.text.isEmpty,
            !["hy", "th", "lo", "km", "my", "jbo"].contains(text.locale.language)
        else { return [] }
        let marks = (
            EndMark(text.text, language: text.locale.language),
            EndMark(source, language: text.sourceLocale?.language ?? "")
        )
        let differ = [EndMark.exclamation, .semicolon].contains { ($0 == marks.0) != ($0 == marks.1) }
        // A character reference ends with a semicolon.
        guard differ, !Self.endsInReference(source), !Self.endsInReference(text.text),
            !(text.locale.language == "el" && marks.1 == .question)
        else { return [] }
        return [
            TranslationProblem(
                .text(EndMark.end(of: text.text, language: text.locale.language)),
                .text(EndMark.end(of: source, language: text.sourceLocale?.language ?? "")))
        ]
    }

    private static func endsInReference(_ text: String) -> Bool {
        guard text.utf8.last == 0x3B, let start = text.utf8.suffix(12).lastIndex(of: 0x26) else {
            return false
        }
        return !text.utf8[start...].contains(0x20)
    }
}
