// The response of a segment to a query.

/// The response of a segment to a query.
struct SegmentMatches: Sendable {
    /// The number of matches in the requested scope.
    var total = 0
    /// The number of matches in each scope, not only the requested one; records without a scope have the key
    /// `nil`.
    var scopeCounts: [String?: Int] = [:]
    /// The best matches in order. Their ranks lack the title's key, which only a merge with other segments
    /// needs.
    var best: [RankedMatch] = []
    /// The matches that pins of rules may want, each with the number of its pin.
    var pinned: [(pin: Int, match: RankedMatch)] = []
    /// The matching records, if the search collects them.
    var sets: MatchSets?

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
struct MatchSets: Sendable {
    /// In any scope.
    var all: RecordSet
    /// In the requested scope.
    var inScope: RecordSet
    /// In any scope, without the conditions that facets leave out; `nil` if no attributes are counted.
    var base: RecordSet?

    /// No records.
    ///
    /// - Parameter isCounted: whether the request counts values of attributes.
    init(universe: Int, isCounted: Bool = false) {
        all = RecordSet(universe: universe)
        inScope = all
        base = isCounted ? all : nil
    }
}

/// A matching record with its rank.
struct RankedMatch: Sendable {
    /// The record's number in its segment.
    var record: Int
    /// The rank, comparable across segments and catalogs.
    var rank: Rank
    /// The number of the record's group in the catalog; `nil` if it has none, or matches are not grouped.
    var group: Int?
    /// The effect of the catalog's rules that raised or buried the record, see
    /// ``CatalogPlacements/moves``; `nil` if none did.
    var move: Int?
}
