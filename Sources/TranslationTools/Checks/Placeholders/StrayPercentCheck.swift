// Finds percent signs in formats that are meant as text and are not written `%%`.

internal import Localization

/// `%d% complete` and `100% von`: a formatter drops the sign or takes the next letter for a conversion.
struct StrayPercentCheck: MessageCheck {
    let identifier = "stray-percent"
    let category = CheckCategory.formats
    let severity = Severity.warning
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "%ld%% of %@", locale: "de", wrong: "%ld% von %@", right: "%ld%% von %@")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        let problems = message.formatProblems([.strayPercent, .spaceFlag, .hyphenFlag])
        guard !problems.isEmpty, let source = message.source, source.isFormatOfGettext,
            message.placeholders.authority == .flags
        else { return problems }
        // msgfmt(1) refuses it where a flag says that the text is a format.
        return problems.map { problem in
            var problem = problem
            problem.severity = .error
            return problem
        }
    }
}
