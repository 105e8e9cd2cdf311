// Words for answers in a terminal.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

extension Wording {
    /// The direction in which the user reads.
    var direction: Direction { Direction(isRightToLeft: texts.locale.isRightToLeft) }

    /// The most similar words that are named for one word of the query.
    private static let relaxedWords = 3

    /// Sentences about the search for similar words: which were found, and whether some were not tried.
    func relaxationNotes(_ results: SearchResults, _ request: SearchRequest) -> [String] {
        let relaxed = relaxed(results, request).map { [$0] } ?? []
        return results.isRelaxationComplete ? relaxed : relaxed + [texts("RelaxationPartial")]
    }

    /// A sentence about the similar words that were found; `nil` if there are none.
    private func relaxed(_ results: SearchResults, _ request: SearchRequest) -> String? {
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
