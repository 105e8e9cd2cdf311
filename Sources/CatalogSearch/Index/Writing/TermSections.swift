// The terms of a locale, and the leaves that find them by their parts.

/// Writes kinds 34 to 36, 39 and 40 of a locale.
enum TermSections {
    static func make(
        locale number: Int, _ texts: LocaleTexts, _ lazyNumbering: LazyNumbering
    ) throws -> [FinishedSection] {
        guard texts.terms.count > 0 else { return [] }
        let numbering = try lazyNumbering.value()
        let pieces = texts.terms.pieces
        // In the order of the table, whose entries are scattered in memory.
        var unsorted = GrowingBuffer<UInt8>(capacity: pieces.count)
        for number in 0..<pieces.count { unsorted.append(UInt8(min(255, pieces[number].scalarCount))) }
        var lengths = GrowingBuffer<UInt8>(capacity: pieces.count)
        for term in 0..<pieces.count { lengths.append(unsorted[Int(numbering.order[term])]) }
        var frequent = GrowingBuffer<UInt32>(capacity: numbering.frequent.count)
        frequent.append(numbering.frequent.base, count: numbering.frequent.count)
        return [
            numbering.offsets, numbering.terms, FinishedSection(.termLengths, locale: number, lengths),
            FinishedSection(.frequentTerms, locale: number, frequent),
        ]
            + (try LeafSections.make(
                locale: number, terms: numbering.terms.bytes, offsets: numbering.offsets.bytes))
    }
}
