// What queries match in a shard, as far as a merge needs it, and the records of its page.

internal import ICU

extension ShardResponder {
    /// What queries match together, for the merge of shards.
    func findings(
        _ queries: [PreparedQuery], in searched: [CatalogIndex]
    ) throws(SearchError) -> ShardCandidates {
        let counter = try engine.counter(queries[0].request)
        var found: SearchEngine.Matches
        if queries.count == 1 {
            found = try local.collected(queries[0], in: searched, counter, isShare: true)
        } else {
            var search = try VariantSearch(searched, queries[0].request)
            for query in queries { try search.add(query) }
            found = try search.matches(counter, isShare: true)
        }
        var result = ShardCandidates()
        for catalog in searched {
            let id = catalog.description.id
            guard let grouped = found.grouped[id] else { continue }
            let query = catalog.adapted(queries[0])
            let limit = groupListLimit
            let list = try catalog.damageNamed { () throws(SegmentError) in
                found.counts.add(try grouped.singleCounts())
                return try ShardGroups(grouped, of: id, &found.counter, query, limit: limit)
            }
            guard let list else { throw .groupsInShards(catalog: id) }
            result.groups.append(list)
        }
        result.counts = found.counts
        let grouped = found.grouped
        func message(_ position: SearchEngine.Candidate) throws(SearchError) -> ShardCandidates.Candidate {
            let group = try position.catalog.damageNamed { () throws(SegmentError) in
                try grouped[position.catalog.description.id]?.key(of: position)
            }
            return .init(
                query: position.query, rank: position.match.rank, group: group, move: position.match.move,
                pin: position.pin, spreadValues: position.spreadValues)
        }
        let query = queries[0]
        var positions = found.candidates[...]
        try local.addTitleKeys(to: &positions, queries)
        var best = Array(SearchEngine.firstOfGroups(try SearchEngine.sorted(positions)).prefix(query.keeping))
        var pinned = found.pinned[...]
        try local.addTitleKeys(to: &pinned, queries)
        var wanted = Array(pinned)
        if query.isSpread {
            try local.addSpreadValues(to: &best, query.request)
            try local.addSpreadValues(to: &wanted, query.request)
        }
        result.candidates = try best.map(message)
        result.pinned = try wanted.map(message)
        if let counter = found.counter {
            result.facets = try SearchError.interruptible { () throws(SegmentError) in try counter.parts() }
        }
        return result
    }

    /// The records of a page, as hits need them.
    func records(
        of references: [ShardReference], _ queries: [PreparedQuery], in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [CatalogRecord] {
        var records: [CatalogRecord] = []
        for reference in references {
            guard let catalog = catalogs.first(where: { $0.description.id == reference.catalog }) else {
                throw .unavailable(shard: 0)
            }
            let query = catalog.adapted(queries[reference.query])
            let record = try catalog.damageNamed { () throws(SegmentError) -> CatalogRecord? in
                try Interruption.check()
                guard let found = try catalog.location(ofID: reference.id) else { return nil }
                return try found.segment.record(found.number, for: query).record
            }
            guard let record else { throw .unavailable(shard: 0) }
            records.append(record)
        }
        return records
    }

    /// The matches of some groups in the requested scope.
    func variants(
        of groups: [ShardGroup], _ queries: [PreparedQuery], in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Hit.Variants] {
        var found = Dictionary(groups.map { ($0, Hit.Variants(count: 0, ids: [])) }) { first, _ in first }
        for catalog in catalogs {
            let id = catalog.description.id
            let keys = Set(groups.filter { $0.catalog == id }.map(\.key))
            guard !keys.isEmpty, let attribute = catalog.description.groupAttribute else { continue }
            // Few records are of these groups, so that nothing is searched twice.
            let condition = PreparedFilter.Node.groups(keys.sorted(), by: attribute)
            _ = try local.forEachSegment(of: [catalog]) { catalog, segment throws(SegmentError) in
                guard let column = segment.attributes.column(attribute.name), column.type == attribute.type
                else { return }
                var sets: MatchSets? = MatchSets(universe: segment.numberCount)
                for query in queries {
                    var query = catalog.adapted(query)
                    query.restrict(to: condition)
                    // Taken, so that the sets are not copied for each query.
                    sets = try segment.search(query, keeping: 0, into: sets.take()).sets
                }
                // Records are in the order of their ids.
                var listed: [ShardGroup: Int] = [:]
                var interruption = Interruption()
                try sets?.inScope.forEach { record throws(SegmentError) in
                    try interruption.count()
                    guard let key = try column.groupKey(ofRecord: record) else { return }
                    let group = ShardGroup(catalog: id, key: key)
                    guard found[group] != nil else { return }
                    found[group]!.count += 1
                    guard listed[group, default: 0] < Hit.maximumVariantCount else { return }
                    listed[group, default: 0] += 1
                    found[group]!.ids.append(try segment.id(of: record))
                }
            }
        }
        return groups.map { group in
            var variants = Hit.Variants(count: 0, ids: [])
            if let own = found[group] { variants.add(own) }
            return variants
        }
    }
}
