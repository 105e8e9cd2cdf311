// Whether texts contain a word.

internal import ICU

extension WordFinder {
    /// Whether texts contain the word, be it inside other words.
    func isInTexts() throws(SegmentError) -> Bool {
        var isFound = false
        var interruption = Interruption()
        for dictionary in dictionaries {
            let form = word.forms[dictionary.position]
            let patterns = [form.standard, form.search].compactMap(\.self)
            if isFound || patterns.isEmpty { continue }
            try dictionary.forEachTerm(holdingAnyOf: patterns) { term throws(SegmentError) in
                if isFound { return }
                try interruption.count(term.steps)
                guard form.isHeld(by: term) else { return }
                isFound = try dictionary.uses(ofTerm: term.number, within: records, &interruption) > 0
            }
        }
        return isFound
    }
}
