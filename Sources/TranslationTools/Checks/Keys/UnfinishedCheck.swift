// Finds entries whose comments say that they need more work.

internal import Localization

/// `Flag: untranslated`, which new entries get, and `Flag: fuzzy`, which a guessed or outdated translation
/// has.
struct UnfinishedCheck: MessageCheck {
    let identifier = "unfinished"
    let category = CheckCategory.keys
    let severity = Severity.note
    let triggers = MessageTraits.annotations
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "pl",
        wrong: "/* Flag: untranslated */\n\"Open\" = \"Open\";", right: "\"Open\" = \"Otwórz\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        guard !message.isSource, let comment = message.message.comment,
            EntryAnnotations.mayHaveStateOrLimit(comment)
        else { return [] }
        switch EntryAnnotations(comment).state {
        case .new: return [TranslationProblem(.text(message.message.key))]
        case .needsReview: return [TranslationProblem(.text(message.message.key), variant: "review")]
        case .translated, .obsolete: return []
        }
    }
}
