// Finds texts that have another number of lines than their source text.

internal import Localization

/// A line more or less. Where sentences are broken is a matter of style. A text that lost all its lines is
/// found by `line-breaks`, and line breaks at the edges by `edge-whitespace`.
struct LineCountCheck: TextCheck {
    let identifier = "line-count"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.lineBreak
    let example = CheckExample(
        "One.\\nTwo.\\nThree.", locale: "de", wrong: "Eins.\\nZwei. Drei.", right: "Eins.\\nZwei.\\nDrei.")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, !text.text.utf8.isEmpty else { return [] }
        let breaks = (Self.breaks(in: text.text), Self.breaks(in: source))
        guard breaks.0 != breaks.1, breaks.0 > 0 else { return [] }
        return [TranslationProblem(.init(breaks.0), .init(breaks.1))]
    }

    private static func breaks(in text: String) -> Int {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        let inner = lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty)
        return max(inner.count - 1, 0)
    }
}
