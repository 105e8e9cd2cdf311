// The terms of a locale, and the leaves that find them by their parts.

/// Writes kinds 34, 35, 39 and 40 of a locale.
enum TermSections {
    static func make(
        locale number: Int, _ texts: LocaleTexts, _ lazyNumbering: LazyNumbering
    ) throws -> [FinishedSection] {
        guard texts.terms.count > 0 else { return [] }
        let numbering = try lazyNumbering.value()
        var frequent = GrowingBuffer<UInt32>(capacity: numbering.frequent.count)
        frequent.append(numbering.frequent.base, count: numbering.frequent.count)
        let leaves = try numbering.terms.withBytes { terms in
            try numbering.offsets.withBytes { offsets in
                try LeafSections.make(locale: number, terms: terms, offsets: offsets)
            }
        }
        return [
            numbering.offsets, numbering.terms,
            FinishedSection(.frequentTerms, locale: number, frequent),
        ] + leaves
    }
}
