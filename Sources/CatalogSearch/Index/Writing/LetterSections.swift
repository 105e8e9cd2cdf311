// The terms that only their letters find, see ``LetterKeys``.

/// Writes kind 41 of a locale.
enum LetterSections {
    static func make(
        locale number: Int, _ texts: LocaleTexts, _ lazyNumbering: LazyNumbering
    ) throws -> [FinishedSection] {
        guard texts.terms.count > 0 else { return [] }
        let numbering = try lazyNumbering.value()
        return [
            try make(locale: number, language: texts.locale.language, count: texts.terms.count) {
                (term) throws(SegmentError) in try numbering.term(term)
            }
        ]
    }

    /// The section of some terms.
    ///
    /// - Parameter term: the term with a number.
    static func make(
        locale number: Int, language: String, count: Int, term: (Int) throws(SegmentError) -> IndexedTerm
    ) throws(SegmentError) -> FinishedSection {
        let keys = LetterKeys(language)
        var others = GrowingBuffer<UInt32>()
        // Room for their number.
        others.append(0)
        for number in 0..<count {
            let term = try term(number)
            var areFoldings = false
            try term.withSource { areFoldings = keys.areFoldings($0, of: term) }
            if !areFoldings { others.append(UInt32(number)) }
        }
        others[0] = UInt32(others.count - 1)
        return FinishedSection(.otherLetters, locale: number, others)
    }
}
