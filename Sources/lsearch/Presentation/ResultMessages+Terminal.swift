// Messages of responses in a terminal.

internal import Localization
internal import ProgramSupport
internal import SearchService

extension ResultMessages {
    /// The message that a word of the query was not searched.
    func ignored(_ word: String) -> String {
        let isIncomplete = word.contains(where: \.isLetter)
        return texts(
            isIncomplete ? "ExplainIncomplete: %@" : "ExplainIgnored: %@", texts.quoted(word.singleLine))
    }

    /// The direction in which the user reads.
    var direction: Direction { Direction(isRightToLeft: texts.locale.isRightToLeft) }
}
