// Puts the records that rules move where they belong.

extension SearchEngine {
    /// The first results after rules have moved records.
    ///
    /// - Parameters:
    ///   - places: the best matches in order: as many as wanted, and as many more as may be moved.
    ///   - queries: the query, or the queries that replace it.
    func placed(
        _ places: [Place], _ queries: [PreparedQuery], in searched: [CatalogIndex]
    ) throws(SearchError) -> [Place] {
        let request = queries[0].request
        guard let rules = queries[0].rules, rules.movedCount > 0, request.keeping > 0 else { return places }
        let moved = try moved(by: rules, queries, in: searched)
        guard !moved.isEmpty else { return places }
        // Of the records of a group, the one that is moved first stands for the group.
        var groups: Set<GroupOfCatalog> = []
        func isFirst(_ place: Place) -> Bool { place.isFirst(of: &groups) }
        let pinned = rules.pins.compactMap { pin in
            moved[RecordKey(catalog: pin.catalog, id: pin.id)].map { (place: pin.place, record: $0) }
        }.filter { isFirst($0.record) }
        var raised = moved.values.filter {
            rules.catalogs[$0.match.rank.catalog]?.raised[$0.match.rank.id] != nil
        }[...]
        try source.addTitleKeys(to: &raised, queries)
        let first = try Self.sorted(raised).filter(isFirst)
        // The records of a group may come from several segments.
        let others = places.filter { moved[$0.recordKey] == nil && isFirst($0) }
        return Self.joined(pinned[...], first + others, count: request.keeping)
    }

    /// Puts pinned records at their places: at the next one, if another record has it, and at the end, if there are not so many.
    private static func joined(
        _ pinned: ArraySlice<(place: Int, record: Place)>, _ others: [Place], count: Int
    ) -> [Place] {
        var pinned = pinned
        var others = others[...]
        var result: [Place] = []
        while result.count < count {
            if let next = pinned.first, next.place <= result.count + 1 || others.isEmpty {
                result.append(next.record)
                pinned.removeFirst()
            } else if let next = others.popFirst() {
                result.append(next)
            } else {
                break
            }
        }
        return result
    }

    /// The matches that rules move, with their best ranks.
    private func moved(
        by rules: RulePlan, _ queries: [PreparedQuery], in searched: [CatalogIndex]
    ) throws(SearchError) -> [RecordKey: Place] {
        var found: [RecordKey: Place] = [:]
        for catalog in searched {
            guard let own = rules.catalogs[catalog.description.id], !own.placed.isEmpty else { continue }
            let groups = try catalog.groups(for: queries[0].request)
            for (number, query) in queries.enumerated() {
                var query = catalog.adapted(query)
                query.restrict(to: .records(own.placed))
                for (part, segment) in catalog.segments.enumerated() {
                    let matches = try catalog.damageNamed { () throws(SegmentError) in
                        try Interruption.check()
                        var best = try segment.search(query, keeping: own.placed.count).best
                        guard let numbers = groups?.segment(part) else { return best }
                        for index in best.indices {
                            best[index].group = try numbers.number(ofRecord: best[index].record)
                        }
                        return best
                    }
                    for var match in matches {
                        match.rank.catalog = catalog.description.id
                        let new = Place(catalog: catalog, part: part, query: number, match: match)
                        if let known = found[new.recordKey], known.match.rank <= match.rank { continue }
                        found[new.recordKey] = new
                    }
                }
            }
        }
        return found
    }

    fileprivate struct RecordKey: Hashable {
        let catalog: String
        let id: String
    }
}

extension SearchEngine.Place {
    fileprivate var recordKey: SearchEngine.RecordKey {
        .init(catalog: match.rank.catalog, id: match.rank.id)
    }
}
