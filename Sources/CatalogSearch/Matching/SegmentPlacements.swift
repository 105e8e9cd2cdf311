// The best matches of a segment, with the records that rules raise, bury or pin.

extension IndexedSegment {
    /// Searches for the matches of a query, and moves those that rules raise or bury.
    ///
    /// Invariant: the order of two matches depends only on the records and the query. So matches of segments
    /// and shards merge by rank.
    ///
    /// - Parameters:
    ///   - query: adapted to the catalog.
    ///   - catalog: the id of the catalog, which has the effects of its rules.
    ///   - sets: the sets to which the matching records are added; `nil` if they are not needed.
    ///   - groups: the groups of the records, to return only the best match of each; `nil` for all matches.
    /// - Returns: the best matches in the order of their tiers.
    func placedMatches(
        _ query: PreparedQuery, of catalog: String, into sets: consuming MatchSets?,
        _ groups: ValueNumbers.Part?
    ) throws(SegmentError) -> SegmentMatches {
        let keeping = query.keeping
        guard query.placements?.moves == true, let placements = query.placements?.catalogs[catalog],
            keeping > 0
        else { return try search(query, keeping: keeping, into: sets, groups: groups) }
        var found = try search(query, into: sets, groups, placements, keeping: keeping)
        guard found.total > 0 else { return found }
        if let pinned = placements.pinnedRecords {
            var own = query
            own.restrict(to: pinned)
            for var match in try search(own, keeping: placements.pinned.count).best {
                guard let pin = placements.pinned[match.rank.id] else { continue }
                match.group = try groups?.number(ofRecord: match.record)
                found.pinned.append((pin, match))
            }
        }
        // Earlier pins may use some of these matches.
        let wanted = query.placements?.pinCount ?? 0
        for pin in placements.filterPins {
            var own = query
            own.restrict(to: pin.node)
            found.pinned += try search(own, into: nil, groups, placements, keeping: wanted).best.map {
                (pin.number, $0)
            }
        }
        return found
    }

    /// The matches in the order of their tiers.
    private func search(
        _ query: PreparedQuery, into sets: consuming MatchSets?, _ groups: ValueNumbers.Part?,
        _ placements: CatalogPlacements, keeping: Int
    ) throws(SegmentError) -> SegmentMatches {
        guard !placements.moves.isEmpty else {
            return try search(query, keeping: keeping, into: sets, groups: groups)
        }
        var found = try search(query, keeping: 0, into: sets, groups: groups)
        guard found.total > 0 else { return found }
        let moves = try placements.moves.map { node throws(SegmentError) in
            try records(node, query)
        }
        for tier in Rank.Tier.allCases {
            guard let node = placements.node(of: tier) else { continue }
            var own = query
            own.restrict(to: node)
            // A group may have matches in several tiers.
            let wanted = groups == nil ? keeping - found.best.count : keeping
            guard wanted > 0 else { break }
            for var match in try search(own, keeping: wanted, groups: groups).best {
                match.rank.tier = tier
                if tier != .ordinary { match.move = moves.firstIndex { $0.contains(match.record) } }
                found.best.append(match)
            }
        }
        return found
    }
}
