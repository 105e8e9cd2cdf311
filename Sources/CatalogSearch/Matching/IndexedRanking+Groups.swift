// Chooses the best match of each group.

extension IndexedRanking {
    /// The best match of each of the first groups, in order.
    ///
    /// Reads the best matches until they contain enough groups. Each round reads more matches and removes the
    /// groups found from the candidates, so that neither a large group nor many groups make this slow.
    func best(
        _ keeping: Int, _ groups: ValueNumbers.Part, of candidates: RecordSet
    ) throws(SegmentError) -> [RankedMatch] {
        var rest = candidates
        var found: [RankedMatch] = []
        var known: Set<Int> = []
        var factor = 4
        while true {
            let count = rest.count
            let (wanted, overflows) = (keeping - found.count).multipliedReportingOverflow(by: factor)
            let read = overflows ? count : min(count, wanted)
            guard read > 0 else { return found }
            for var match in try best(read, of: rest) {
                match.group = try groups.number(ofRecord: match.record)
                if let group = match.group, !known.insert(group).inserted { continue }
                found.append(match)
                if found.count == keeping { return found }
                rest.remove(match.record)
            }
            guard read < count else { return found }
            var interruption = Interruption()
            for record in rest.records {
                try interruption.count()
                if let group = try groups.number(ofRecord: Int(record)), known.contains(group) {
                    rest.remove(Int(record))
                }
            }
            factor = min(factor * 8, 1 << 20)
        }
    }
}
