// Messages about results that lack the words as typed: similar words, results by meaning.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

extension ResultMessages {
    /// The most similar words that are listed for one word of the query.
    private static let relaxedWords = 3

    /// Messages about results that do not contain the words as typed: similar words, results by meaning, and
    /// whether some similar words were not tried.
    func relaxationNotes(_ results: SearchResults) -> [String] {
        var notes: [String] = []
        if let relaxation = results.relaxation {
            if !relaxation.words.isEmpty { notes.append(relaxed(relaxation)) }
            if !relaxation.omitted.isEmpty {
                let words = relaxation.omitted.map { texts.quoted($0.singleLine) }
                notes.append(texts("RelaxedWithout: %@", words.joined(separator: texts("ListSeparator"))))
            }
        }
        if results.isByMeaning { notes.append(byMeaning) }
        if results.unsearched != nil { notes.append(texts("QueryCut")) }
        if !results.isRelaxationComplete { notes.append(texts("RelaxationPartial")) }
        return notes
    }

    /// The message about the similar words that were found.
    private func relaxed(_ relaxation: Relaxation) -> String {
        let separator = texts("ListSeparator")
        let words = relaxation.words.map { word in
            var found = word.found.prefix(Self.relaxedWords).map { texts.quoted($0.singleLine) }
            if word.found.count > Self.relaxedWords { found.append("…") }
            return texts(
                "RelaxedWord: %1$@ %2$@", found.joined(separator: separator),
                texts.quoted(word.word.singleLine))
        }
        let list = words.joined(separator: separator)
        let isAlso = relaxation.addsToStrict || relaxation.kind.keepsMeaning
        return isAlso ? texts("RelaxedAlso: %@", list) : texts("RelaxedOnly: %@", list)
    }
}
