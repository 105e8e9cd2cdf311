// Whether texts contain a word.

internal import ICU

extension WordFinder {
    /// Whether texts contain the word, be it inside other words.
    func isInTexts() throws(SegmentError) -> Bool {
        var interruption = Interruption()
        for dictionary in dictionaries {
            let form = word.forms[dictionary.position]
            let patterns = [form.standard, form.search].compactMap(\.self)
            if patterns.isEmpty { continue }
            let isFound = try dictionary.isAnyTerm(containingAnyOf: patterns) { term throws(SegmentError) in
                try interruption.count(term.steps)
                guard form.isContained(by: term) else { return false }
                return try dictionary.uses(ofTerm: term.number, within: records, &interruption) > 0
            }
            if isFound { return true }
        }
        return false
    }
}
