// The response of a segment to a query.

/// The response of a segment to a query.
package struct SegmentMatches: Sendable {
    /// The number of matches in the requested scope.
    package var total = 0
    /// The number of matches in each scope, not only the requested one; records without a scope have the key
    /// `nil`.
    package var scopeCounts: [String?: Int] = [:]
    /// The best matches in order. Their ranks lack the title's key, which only a merge with other segments
    /// needs.
    package var best: [RankedMatch] = []

    /// Sorts the best matches.
    ///
    /// - Parameter titlePosition: the position of a record by title.
    /// - Throws: `SegmentError.cancelled`.
    mutating func sort(titlePosition: (Int) -> Int) throws(SegmentError) {
        let indices = Dictionary(uniqueKeysWithValues: best.map { ($0.record, titlePosition($0.record)) })
        try best.sortInterruptibly { left, right in
            var (first, second) = (left.rank, right.rank)
            // Big-endian positions compare like keys.
            first.titleKey = Self.key(indices[left.record]!)
            second.titleKey = Self.key(indices[right.record]!)
            return first < second
        }
    }

    private static func key(_ index: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(index).bigEndian) { Array($0) }
    }
}

/// The matching records.
package struct MatchSets: Sendable {
    /// In any scope.
    package var all: RecordSet
    /// In the requested scope.
    package var inScope: RecordSet
    /// In any scope, without the conditions that facets leave out; `nil` if no attributes are counted.
    package var base: RecordSet?

    /// No records.
    ///
    /// - Parameter isCounted: whether the request counts values of attributes.
    package init(universe: Int, isCounted: Bool = false) {
        all = RecordSet(universe: universe)
        inScope = all
        base = isCounted ? all : nil
    }

    /// Adds the records of another segment.
    ///
    /// - Parameter number: maps a record's number there to its number here.
    mutating func formUnion(_ other: MatchSets, number: (Int) -> Int) {
        other.all.forEach { (record: Int) throws(Never) in all.insert(number(record)) }
        other.inScope.forEach { (record: Int) throws(Never) in inScope.insert(number(record)) }
    }
}

/// A matching record with its rank.
package struct RankedMatch: Sendable {
    /// The record's number in its segment.
    package var record: Int
    /// The rank, comparable across segments and catalogs.
    package var rank: Rank
    /// The number of the record's group in the catalog; `nil` if it has none, or matches are not grouped.
    var group: Int?
    /// The effect of the catalog's rules that raised or buried the record, see
    /// ``CatalogPlacements/moves``; `nil` if none did.
    var move: Int?
}
