// A query on one segment.

extension IndexedSegment {
    /// The best matches of a query.
    ///
    /// - Parameters:
    ///   - keeping: the number of best matches wanted.
    ///   - sets: the sets to which the matching records are added; `nil` if they are not needed.
    ///   - groups: the groups of the records, to return only the best match of each; `nil` for all matches.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func search(
        _ query: PreparedQuery, keeping: Int, into sets: consuming MatchSets? = nil,
        groups: ValueNumbers.Part? = nil
    ) throws(SegmentError) -> SegmentMatches {
        try IndexedSearch(self, query).matches(keeping: keeping, into: sets, groups)
    }

    /// The records that match a query.
    ///
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func matchingRecords(_ query: PreparedQuery) throws(SegmentError) -> MatchSets {
        try search(query, keeping: 0, into: MatchSets(universe: numberCount)).sets!
    }
}
