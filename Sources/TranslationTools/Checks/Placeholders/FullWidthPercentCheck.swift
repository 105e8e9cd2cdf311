// Finds specifiers whose percent sign is a full-width one.

internal import Localization

/// `％@`, which input methods for Chinese, Japanese and Korean write, and which no
/// formatter takes for a specifier.
struct FullWidthPercentCheck: MessageCheck {
    let identifier = "full-width-percent"
    let category = CheckCategory.formats
    let severity = Severity.warning
    let triggers = MessageTraits.formats
    let example = CheckExample("Deleted %@", locale: "ja", wrong: "％@を削除しました", right: "%@を削除しました")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.formatProblems([.fullWidthPercent])
    }
}
