// A query on one segment.

extension IndexedSegment {
    /// Runs a query.
    ///
    /// - Parameters:
    ///   - keeping: the number of best matches wanted.
    ///   - sets: receives the matching records; `nil` if not needed.
    ///   - groups: the groups of the records, to return only the best match of each; `nil` for all matches.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    func search(
        _ query: PreparedQuery, keeping: Int, _ sets: inout MatchSets?, groups: ValueNumbers.Part?
    ) throws(SegmentError) -> SegmentMatches {
        try IndexedSearch(self, query).matches(keeping: keeping, &sets, groups)
    }

    /// Runs a query.
    ///
    /// - Parameters:
    ///   - keeping: the number of best matches wanted.
    ///   - sets: receives the matching records; `nil` if not needed.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    package func search(
        _ query: PreparedQuery, keeping: Int, _ sets: inout MatchSets?
    ) throws(SegmentError) -> SegmentMatches {
        try search(query, keeping: keeping, &sets, groups: nil)
    }

    /// Runs a query.
    ///
    /// - Parameter keeping: the number of best matches wanted.
    /// - Throws: `SegmentError`, also if the task is cancelled.
    package func search(_ query: PreparedQuery, keeping: Int) throws(SegmentError) -> SegmentMatches {
        var sets: MatchSets?
        return try search(query, keeping: keeping, &sets)
    }
}
