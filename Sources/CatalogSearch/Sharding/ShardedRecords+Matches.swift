// What queries match in all shards together: their findings are merged, and then
// the records of the page are fetched.

internal import ICU

extension ShardedRecords {
    // MARK: Matches

    func matches(
        of query: PreparedQuery, in catalogs: [CatalogIndex], _ counter: FacetCounter?
    ) throws(SearchError) -> SearchEngine.Matches {
        try merged([query], in: catalogs, counter)
    }

    func matches(
        ofAny queries: [PreparedQuery], in catalogs: [CatalogIndex], _ counter: FacetCounter?,
        within budget: RelaxationBudget
    ) throws(SearchError) -> SearchEngine.Matches {
        var found: SearchEngine.Matches?
        try budget.run { () throws(SearchError) in found = try merged(queries, in: catalogs, counter) }
        if let found { return found }
        return try matches(of: queries[0], in: catalogs, counter)
    }

    /// What queries match together in all shards.
    private func merged(
        _ queries: [PreparedQuery], in searched: [CatalogIndex], _ counter: FacetCounter?
    ) throws(SearchError) -> SearchEngine.Matches {
        let request = queries[0].request
        let known = Dictionary(uniqueKeysWithValues: searched.map { ($0.description.id, $0) })
        let parts: [ShardCandidates] = try responses(to: .find(queries), searched)
        var merged = SearchEngine.Matches(queries: queries, hasTitleKeys: true, counter: counter)
        var lists: [String: [(shard: Int, groups: ShardGroups)]] = [:]
        var groups: [ShardGroup: Int] = [:]
        for (shard, part) in parts.enumerated() {
            merged.counts.add(part.counts)
            var isOfRequest = merged.counter == nil && part.facets.isEmpty
            if merged.counter != nil { isOfRequest = merged.counter!.add(part.facets) }
            for list in part.groups {
                isOfRequest =
                    isOfRequest && request.isGrouped && known[list.catalog]?.description.groupAttribute != nil
                lists[list.catalog, default: []].append((shard, list))
            }
            guard isOfRequest else { throw .unavailable(shard: shard) }
            for (number, candidate) in (part.candidates + part.pinned).enumerated() {
                guard queries.indices.contains(candidate.query), let catalog = known[candidate.rank.catalog]
                else {
                    throw .unavailable(shard: shard)
                }
                var ranked = RankedMatch(record: 0, rank: candidate.rank, move: candidate.move)
                if let key = candidate.group {
                    let group = ShardGroup(catalog: candidate.rank.catalog, key: key)
                    ranked.group = groups[group] ?? groups.count
                    groups[group] = ranked.group
                }
                let match = SearchEngine.Candidate(
                    catalog: catalog, part: shard, query: candidate.query, match: ranked,
                    group: candidate.group,
                    pin: candidate.pin, spreadValues: candidate.spreadValues)
                if number < part.candidates.count {
                    merged.candidates.append(match)
                } else {
                    merged.pinned.append(match)
                }
            }
        }
        for (catalog, lists) in lists {
            let merge = try GroupMerge(
                lists, isText: known[catalog]?.description.groupAttribute?.type == .text,
                ranges: merged.counter?.rangeCounts ?? [])
            merged.counts.add(merge.counts)
            merged.counter?.add(merge.facets)
        }
        merged.candidates = try SearchEngine.sorted(merged.candidates[...])
        return merged
    }

    /// Shards tell the keys with their matches.
    func addTitleKeys(to candidates: inout ArraySlice<SearchEngine.Candidate>, _ queries: [PreparedQuery]) {}

    /// Shards tell the values with their matches.
    func addSpreadValues(to candidates: inout [SearchEngine.Candidate], _ request: SearchRequest) {}

    // MARK: Records

    func readHits(
        of candidates: ArraySlice<SearchEngine.Candidate>, into page: inout HitPage
    ) throws(SearchError) {
        var wanted: [Int: [(position: Int, reference: ShardReference)]] = [:]
        var groups: [(position: Int, group: ShardGroup)] = []
        for (position, match) in candidates.enumerated() {
            let rank = match.match.rank
            wanted[match.part, default: []].append(
                (position, ShardReference(catalog: rank.catalog, id: rank.id, query: match.query)))
            if let group = try match.shardGroup() { groups.append((position, group)) }
        }
        guard !wanted.isEmpty else { return }
        // Variants may be in any shard.
        let requestedShards = groups.isEmpty ? wanted.keys.sorted() : Array(0..<shards.count)
        let catalogs = Set(candidates.map(\.catalog.description.id)).sorted()
        let responses: [ShardHits] = try shards.ask(
            requestedShards.map { shard in
                (
                    shard,
                    .hits(
                        wanted[shard, default: []].map(\.reference), groups: groups.map(\.group),
                        page.queries
                    )
                )
            }, of: catalogs)
        var records = candidates.map { _ in CatalogRecord(id: "") }
        var variants = groups.map { _ in Hit.Variants(count: 0, ids: []) }
        var summaries = groups.map { _ in GroupSummary() }
        for (shard, response) in zip(requestedShards, responses) {
            let requested = wanted[shard, default: []]
            guard response.records.count == requested.count, response.variants.count == groups.count,
                response.summaries.count == groups.count,
                zip(response.records, requested).allSatisfy({ $0.id == $1.reference.id })
            else { throw .unavailable(shard: shard) }
            for (record, position) in zip(response.records, requested) { records[position.position] = record }
            for (position, part) in response.variants.enumerated() { variants[position].add(part) }
            for (position, part) in response.summaries.enumerated() { summaries[position].add(part) }
        }
        let groupNumbers = Dictionary(
            uniqueKeysWithValues: groups.enumerated().map { ($0.element.position, $0.offset) })
        for (number, candidate) in candidates.enumerated() {
            let group = groupNumbers[number]
            try page.append(candidate, group.map { summaries[$0] }) { builder throws(SegmentError) in
                try builder.hit(
                    records[number], rank: candidate.match.rank, group.map { variants[$0] })
            }
        }
    }
}

extension Hit.Variants {
    /// Adds those of other records.
    mutating func add(_ other: Hit.Variants) {
        count += other.count
        ids += other.ids
        ids.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        ids.removeLast(max(0, ids.count - Hit.maximumVariantCount))
    }
}
