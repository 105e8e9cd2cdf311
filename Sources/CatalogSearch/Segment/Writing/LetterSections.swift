// Terms whose letters are not found by their foldings, see ``LetterKeys``.

/// Writes kind 41 of a locale.
///
/// Most terms' letters equal their foldings, which the leaves find. Others equal them without hyphens: a
/// pattern that is not in the folding contains the two letters around a hyphen, so these terms are put into
/// buckets by such pairs. The rest is examined for each word.
enum LetterSections {
    /// The key of the terms whose letters differ by more than hyphens.
    static let always = ""

    /// More buckets than this would be empty.
    private static let mostBits = 12
    private static let hyphen: Unicode.Scalar = "-"

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
    /// - Parameter term: returns the term with a number.
    static func make(
        locale number: Int, language: String, count: Int, term: (Int) throws(SegmentError) -> IndexedTerm
    ) throws(SegmentError) -> FinishedSection {
        let keys = LetterKeys(language)
        var buckets = TermBucketMaker(mostBits: mostBits)
        for number in 0..<count {
            let term = try term(number)
            var relation = LetterKeys.Relation.other
            try term.withSource { relation = keys.relation($0, to: term) }
            switch relation {
            case .equal: break
            case .withoutHyphens:
                let foldings = term.isSplit ? [term.standard, term.search] : [term.standard]
                for pair in Set(foldings.flatMap(pairsAroundHyphens)).sorted() {
                    buckets.append(term: number, pair)
                }
            case .other: buckets.append(term: number, always)
            }
        }
        return FinishedSection(.otherLetters, locale: number, buckets.section())
    }

    /// The two scalars around each hyphen of a folding.
    private static func pairsAroundHyphens(_ folding: UnsafeRawBufferPointer) -> [String] {
        var pairs: [String] = []
        var last: Unicode.Scalar?
        var isBehindHyphen = false
        for scalar in String(decoding: folding, as: UTF8.self).unicodeScalars {
            if scalar == hyphen {
                isBehindHyphen = true
                continue
            }
            if isBehindHyphen, let last { pairs.append(pair(last, scalar)) }
            isBehindHyphen = false
            last = scalar
        }
        return pairs
    }

    /// The two scalars around each position in a pattern at which a term may have a hyphen.
    static func pairs(of pattern: [UInt8]) -> [String] {
        let scalars = Array(String(decoding: pattern, as: UTF8.self).unicodeScalars)
        return zip(scalars, scalars.dropFirst()).map(pair)
    }

    private static func pair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> String {
        var pair = String.UnicodeScalarView()
        pair.append(first)
        pair.append(second)
        return String(pair)
    }
}
