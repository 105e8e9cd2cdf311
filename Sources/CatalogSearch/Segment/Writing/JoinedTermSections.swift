// The terms of a locale by their components, joined without separators.

internal import ICU

/// Writes kind 52 of a locale: `Wi-Fi` is found by `wifi`.
enum JoinedTermSections {
    static func make(
        locale number: Int, _ texts: LocaleTexts, _ lazyNumbering: LazyNumbering
    ) throws -> [FinishedSection] {
        guard texts.terms.count > 0 else { return [] }
        let numbering = try lazyNumbering.value()
        let grouping = try LetterRuns.grouping(of: texts.locale)
        return try make(locale: number, grouping: grouping, count: texts.terms.count) {
            (term) throws(SegmentError) in try numbering.term(term)
        }
    }

    /// The section of some terms; empty if no term has several components.
    ///
    /// - Parameters:
    ///   - grouping: see ``LetterRuns/grouping(of:)``.
    ///   - term: returns the term with a number.
    static func make(
        locale number: Int, grouping: UInt8?, count: Int, term: (Int) throws(SegmentError) -> IndexedTerm
    ) throws(SegmentError) -> [FinishedSection] {
        var buckets = TermBucketMaker()
        for number in 0..<count {
            let term = try term(number)
            for folding in term.isSplit ? [term.standard, term.search] : [term.standard] {
                let folding = folding.assumingMemoryBound(to: UInt8.self)
                let runs = LetterRuns(folding, grouping: grouping)
                runs.forEachJoined(in: folding) { (joined) throws(Never) in
                    let key = LetterRuns.joined(joined, in: folding)
                    buckets.append(term: number, String(decoding: key, as: UTF8.self))
                }
            }
        }
        guard buckets.count > 0 else { return [] }
        return [FinishedSection(.joinedTerms, locale: number, buckets.section())]
    }
}
