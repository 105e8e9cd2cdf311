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
        let offsets = UnsafeBufferPointer(start: numbering.offsets.base, count: numbering.offsets.count)
        defer { withExtendedLifetime(numbering) {} }
        let leaves = try numbering.terms.withBytes { terms in
            try LeafSections.make(locale: number, terms: terms, offsets: offsets)
        }
        return [
            AscendingNumbers.section(.termOffsets, locale: number, offsets), numbering.terms,
            FinishedSection(.frequentTerms, locale: number, frequent),
        ] + leaves
    }
}
