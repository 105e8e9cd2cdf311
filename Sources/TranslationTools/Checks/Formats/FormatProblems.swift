// How the checks of single formats share what the parser of formats found.

internal import Localization

extension MessagePair {
    /// The problems of some kinds in all texts, where the message is a format at all.
    ///
    /// A text that programs show as it is may contain any `%`. The source text decides, because translators follow it.
    func formatProblems(_ kinds: Set<FormatProblem.Kind>) -> [TranslationProblem] {
        guard hasFormatProblems, (source ?? message).isFormat else { return [] }
        return (Self.forms(of: message) + Self.parts(of: message)).flatMap { form in
            form.format.problems.filter { kinds.contains($0.kind) }.map {
                TranslationProblem($0, variation: form.variation)
            }
        }
    }
}
