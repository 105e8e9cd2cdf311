// What else is put into words where a person reads the answer in a terminal?

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

extension Wording {
    /// The direction in which the user reads.
    var direction: Direction { Direction(isRightToLeft: texts.locale.isRightToLeft) }

    /// So many words are named that were taken for another one.
    private static let relaxedWords = 3

    /// What was looked for instead of the words typed.
    func relaxed(_ results: SearchResults, _ request: SearchRequest) -> String? {
        guard let relaxation = results.relaxation else { return nil }
        let separator = texts("ListSeparator")
        let words = relaxation.words.map { word in
            var found = word.found.prefix(Self.relaxedWords).map { texts.quoted($0.singleLine) }
            if word.found.count > Self.relaxedWords { found.append("…") }
            return texts(
                "RelaxedWord: %1$@ %2$@", found.joined(separator: separator),
                texts.quoted(word.word.singleLine))
        }
        let list = words.joined(separator: separator)
        return request.relax == .always ? texts("RelaxedAlso: %@", list) : texts("RelaxedOnly: %@", list)
    }
}
