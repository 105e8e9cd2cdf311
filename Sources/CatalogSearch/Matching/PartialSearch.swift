// Finds the records with the most of a query's words: by the sets of the words, the rarest word first.

/// Finds the records of a segment that have enough of a query's words. For one query and one thread.
struct PartialSearch {
    private let search: IndexedSearch
    private let partial: PartialQuery

    /// - Parameter search: the search for a partial query.
    init(_ search: IndexedSearch, _ partial: PartialQuery) {
        self.search = search
        self.partial = partial
    }

    /// The number of records that have each word, then the number of all records; without deleted records and
    /// those that the query's filter excludes.
    func counts() throws(SegmentError) -> [Int] {
        var visible = RecordSet(all: search.recordCount)
        if let deleted = search.segment.deleted { visible.subtract(deleted) }
        let filter = try SegmentFilter(search.segment, search.query)
        if let common = filter.common { visible.formIntersection(common) }
        if let others = filter.others { visible.formIntersection(others) }
        return try sets().map { $0.countOfIntersection(visible) } + [visible.count]
    }

    /// The records of each word, deleted or not.
    private func sets() throws(SegmentError) -> [RecordSet] {
        let version = search.segment.version
        if let known = partial.found.words(of: version) { return known }
        let sets = try search.words.indices.map { word throws(SegmentError) in
            try search.allRecords(of: word)
        }
        partial.found.keep(sets, of: version)
        return sets
    }

    /// The records that may match.
    ///
    /// - Parameter filter: that of the query.
    func candidates(_ filter: SegmentFilter) throws(SegmentError) -> PartialCandidates {
        let version = search.segment.version
        if let known = partial.found.candidates(of: version) { return known }
        let sets = try sets()
        var limits = filter.common ?? RecordSet(all: search.recordCount)
        if let deleted = search.segment.deleted { limits.subtract(deleted) }
        for word in sets.indices where partial.required.contains(word) { limits.formIntersection(sets[word]) }
        try search.subtractExcluded(from: &limits)
        let found = try candidates(among: limits, claimants: filter.others, sets)
        partial.found.keep(found, of: version)
        return found
    }

    /// The records with at least the least claim or, while that is unknown, half of the greatest claim.
    ///
    /// Starts with the heaviest words. A record without them cannot reach the least claim once the remaining
    /// words weigh less, so records with only frequent words are never visited.
    ///
    /// - Parameters:
    ///   - limits: the only records to look at.
    ///   - claimants: the records that count for the greatest claim; `nil` for all.
    private func candidates(
        among limits: RecordSet, claimants: RecordSet?, _ sets: [RecordSet]
    ) throws(SegmentError) -> PartialCandidates {
        let weights = partial.weights
        let order = weights.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
        var rest = weights.reduce(0, +)
        let total = rest
        var found = PartialCandidates()
        var least = partial.leastClaim ?? 1
        var seen = RecordSet(universe: search.recordCount)
        var interruption = Interruption()
        // The total weight of the words after each one.
        var later: [Int] = []
        for word in order {
            rest -= weights[word]
            later.append(rest)
        }
        rest = total
        for (position, word) in order.enumerated() {
            if rest < least { break }
            var new = sets[word]
            new.formIntersection(limits)
            new.subtract(seen)
            seen.formUnion(new)
            try new.forEach { record throws(SegmentError) in
                try interruption.count()
                // It has none of the words before this one.
                var words = WordMask()
                var claim = 0
                for next in position..<order.count {
                    let word = order[next]
                    if sets[word].contains(record) {
                        words.insert(word)
                        claim += weights[word]
                    }
                    if claim + later[next] < least { return }
                }
                found.records.append(Int32(truncatingIfNeeded: record))
                found.words.append(words)
                guard claimants?.contains(record) ?? true else { return }
                found.greatest.add(GreatestClaim(claim: claim, words: words))
                if partial.leastClaim == nil {
                    least = max(1, Score.leastClaim(greatest: found.greatest.claim))
                }
            }
            rest = later[position]
        }
        found.remove { partial.claim($0) < least }
        return found
    }
}

extension PartialCandidates {
    /// Removes the records whose words meet a condition.
    fileprivate mutating func remove(where isUnwanted: (WordMask) -> Bool) {
        var kept = 0
        for position in records.indices where !isUnwanted(words[position]) {
            records[kept] = records[position]
            words[kept] = words[position]
            kept += 1
        }
        records.removeLast(records.count - kept)
        words.removeLast(words.count - kept)
    }

    /// The records with at least some claim, as a set.
    func set(_ partial: PartialQuery, universe: Int) -> RecordSet {
        var set = RecordSet(universe: universe)
        let least = partial.leastClaim ?? 1
        for (record, words) in zip(records, words) where partial.claim(words) >= least {
            set.insert(Int(record))
        }
        return set
    }
}
