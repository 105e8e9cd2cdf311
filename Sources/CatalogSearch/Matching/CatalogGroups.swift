// Records that are found as one hit: the groups of a catalog, and those among the matches of a search.

/// The groups of a catalog's records. Records without a value of the group's attribute are in none.
struct CatalogGroups: Sendable {
    let numbers: ValueNumbers

    /// `nil` where no record is in a group.
    init?(_ description: CatalogDescription, _ segments: [IndexedSegment]) throws(SegmentError) {
        guard let attribute = description.groupAttribute else { return nil }
        numbers = try ValueNumbers(segments, attribute.name, attribute.type)
        guard numbers.count > 0 else { return nil }
    }

    /// The groups of a segment's records; `nil` where none is in a group.
    func segment(_ position: Int) -> ValueNumbers.Part? { numbers.parts[position] }
}

/// The matches of a search in a catalog whose records are grouped.
struct GroupedMatches {
    /// The matches in a segment.
    struct Part {
        let segment: IndexedSegment
        let groups: ValueNumbers.Part?
        let sets: MatchSets
    }

    let groups: CatalogGroups
    private(set) var parts: [Part] = []

    init(_ groups: CatalogGroups) { self.groups = groups }

    /// Adds the matches of the next segment.
    mutating func append(_ segment: IndexedSegment, _ sets: MatchSets) {
        parts.append(Part(segment: segment, groups: groups.segment(parts.count), sets: sets))
    }

    /// The number of groups in all scopes, and in each: one counts in each scope that a match of it has.
    func count() throws(SegmentError) -> (all: Int, scopes: [String?: Int]) {
        var all = 0
        let (scopeNames, scopes) = scopeNumbers()
        // The first one is of records without a scope.
        let names = [nil] + scopeNames
        var counts = names.map { _ in 0 }
        var seen = RecordSet(universe: groups.numbers.count)
        // Read only where a group was seen.
        var firstScopes = GrowingBuffer<UInt32>(capacity: groups.numbers.count)
        firstScopes.advance(groups.numbers.count)
        var others: Set<GroupInScope> = []
        var interruption = Interruption()
        for (position, part) in parts.enumerated() {
            try part.sets.all.forEach { record throws(SegmentError) in
                try interruption.count()
                let scope =
                    try part.segment.records.scopeNumber(of: record).map { scopes[position][$0] + 1 } ?? 0
                guard let group = try part.groups?.number(ofRecord: record) else {
                    all += 1
                    counts[scope] += 1
                    return
                }
                if !seen.contains(group) {
                    seen.insert(group)
                    firstScopes[group] = UInt32(scope)
                    all += 1
                    counts[scope] += 1
                } else if firstScopes[group] != UInt32(scope),
                    others.insert(GroupInScope(group: group, scope: scope)).inserted
                {
                    counts[scope] += 1
                }
            }
        }
        var named: [String?: Int] = [:]
        for (name, count) in zip(names, counts) where count > 0 { named[name] = count }
        return (all, named)
    }

    /// The scopes of all segments, and the position of each segment's scopes among them.
    func scopeNumbers() -> (names: [String], positions: [[Int]]) {
        var names: [String] = []
        var known: [String: Int] = [:]
        let positions = parts.map { part in
            part.segment.records.scopes.map { name in
                if let position = known[name] { return position }
                known[name] = names.count
                names.append(name)
                return names.count - 1
            }
        }
        return (names, positions)
    }

    /// A group that has matches in several scopes, and one of these but the first.
    private struct GroupInScope: Hashable {
        let group: Int
        let scope: Int
    }

    /// The matches of some groups in the requested scope.
    func variants(of wanted: Set<Int>) throws(SegmentError) -> [Int: Hit.Variants] {
        var found: [Int: Hit.Variants] = [:]
        guard !wanted.isEmpty else { return found }
        var set = RecordSet(universe: groups.numbers.count)
        for group in wanted {
            set.insert(group)
            found[group] = Hit.Variants(count: 0, ids: [])
        }
        var interruption = Interruption()
        for part in parts {
            // Records are in the order of their ids.
            var listed: [Int: Int] = [:]
            guard let owners = try part.groups?.records(ofNumbers: set) else { continue }
            var members = part.sets.inScope
            members.formIntersection(owners)
            try members.forEach { record throws(SegmentError) in
                try interruption.count()
                guard let group = try part.groups?.number(ofRecord: record), set.contains(group) else {
                    return
                }
                found[group]!.count += 1
                guard listed[group, default: 0] < Hit.maximumVariantCount else { return }
                listed[group, default: 0] += 1
                found[group]!.ids.append(try part.segment.id(of: record))
            }
        }
        for group in wanted {
            found[group]!.ids.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            found[group]!.ids = Array(found[group]!.ids.prefix(Hit.maximumVariantCount))
        }
        return found
    }
}
