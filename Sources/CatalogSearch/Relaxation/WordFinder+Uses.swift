// Whether texts contain a word, and how.

internal import ICU

extension WordFinder {
    /// Whether texts contain the word itself, and how.
    func use() throws(SegmentError) -> WordUse {
        var use = WordUse.none
        var interruption = Interruption()
        for dictionary in dictionaries {
            let form = word.forms[dictionary.position]
            guard foldings[dictionary.position] != nil else { continue }
            try dictionary.forEachTerm(beginningWith: form) { term throws(SegmentError) in
                // Whole words come first, and are enough.
                guard use < .wholeWord else { return }
                try interruption.count(term.steps)
                let bounds = try dictionary.details(ofTerm: term.number).bounds
                let here = max(
                    Self.use(of: form.standard, in: term.standard, bounds.standard),
                    Self.use(of: form.search, in: term.search ?? term.standard, bounds.search))
                guard here > use,
                    try dictionary.uses(ofTerm: term.number, within: records, &interruption) > 0
                else { return }
                use = here
            }
        }
        return use
    }

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

    private static func use(
        of pattern: BytePattern?, in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?
    ) -> WordUse {
        guard let pattern else { return .none }
        var use = WordUse.none
        for start in bounds?.map(Int.init) ?? [0] {
            let end = start + pattern.bytes.count
            guard end <= folding.count, folding[start..<end].elementsEqual(pattern.bytes) else { continue }
            let match = IndexedTerm.Bounds.matchClass(start, end, length: folding.count, bounds: bounds)
            use = max(use, match == .wholeWord ? .wholeWord : .beginning)
        }
        return use
    }
}
