// The terms of a locale by the stems of their words.

internal import ICU
internal import Stemming

/// Writes kind 51 of a locale.
enum StemSections {
    /// The number of leading letters that all forms of a word share; shorter words have no other forms.
    static let sameLetters = 3

    static func make(
        locale number: Int, _ texts: LocaleTexts, _ lazyNumbering: LazyNumbering
    ) throws -> [FinishedSection] {
        guard texts.terms.count > 0 else { return [] }
        let numbering = try lazyNumbering.value()
        return try make(
            locale: number, language: texts.locale.language, texts.folding, count: texts.terms.count
        ) { (term) throws(SegmentError) in try numbering.term(term) }
    }

    /// The section of some terms; empty if no word has a stem.
    ///
    /// - Parameter term: returns the term with a number.
    static func make(
        locale number: Int, language: String, _ folding: Folding, count: Int,
        term: (Int) throws(SegmentError) -> IndexedTerm
    ) throws(SegmentError) -> [FinishedSection] {
        guard let stemmer = Stemmer(language: language) else { return [] }
        var buckets = TermBucketMaker()
        for number in 0..<count {
            for word in try words(of: try term(number), folding) {
                for stem in stemmer.stems(of: word) { buckets.append(term: number, stem) }
            }
        }
        guard buckets.count > 0 else { return [] }
        return [FinishedSection(.stems, locale: number, buckets.section())]
    }

    /// The words of a term that may have other forms, as the term spells them.
    static func words(of term: IndexedTerm, _ folding: Folding) throws(SegmentError) -> [String] {
        let (bounds, source) = try term.details()
        guard source.isValidUTF8 else { throw .damaged }
        let standard = words(in: term.standard, bounds.standard)
        let search = words(in: term.search, bounds.search)
        var pieces = TermFragments(source)
        if term.flags.contains(.isAligned) {
            // Offsets in the foldings equal those in the term, except in a forged file.
            guard term.standard.count == source.count, term.search.count == source.count else {
                throw .damaged
            }
            pieces.enter(standard)
            if term.isSplit { pieces.enter(search) }
        } else {
            pieces.enter(standard, of: term.standard, distance: 0, folding.standard)
            pieces.enter(search, of: term.search, distance: 0, folding.search)
        }
        return pieces.spellings
    }

    private static func words(in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?) -> [Range<Int>] {
        let bounds = bounds?.map(Int.init) ?? [0, folding.count]
        return zip(bounds, bounds.dropFirst()).compactMap { start, end in
            start < end && folding[start..<end].scalarCount >= sameLetters ? start..<end : nil
        }
    }
}
