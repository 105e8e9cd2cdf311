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
        let parts: [ShardCandidates] = try answers(to: .find(queries), searched)
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
            for (number, place) in (part.candidates + part.pinned).enumerated() {
                guard queries.indices.contains(place.query), let catalog = known[place.rank.catalog] else {
                    throw .unavailable(shard: shard)
                }
                var ranked = RankedMatch(record: 0, rank: place.rank, move: place.move)
                if let key = place.group {
                    let group = ShardGroup(catalog: place.rank.catalog, key: key)
                    ranked.group = groups[group] ?? groups.count
                    groups[group] = ranked.group
                }
                let match = SearchEngine.Candidate(
                    catalog: catalog, part: shard, query: place.query, match: ranked, group: place.group,
                    pin: place.pin, spreadValues: place.spreadValues)
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
    func addTitleKeys(to places: inout ArraySlice<SearchEngine.Candidate>, _ queries: [PreparedQuery]) {}

    /// Shards tell the values with their matches.
    func addSpreadValues(to places: inout [SearchEngine.Candidate], _ request: SearchRequest) {}

    // MARK: Records

    func readHits(
        of places: ArraySlice<SearchEngine.Candidate>, into page: inout HitPage
    ) throws(SearchError) {
        var wanted: [Int: [(place: Int, reference: ShardReference)]] = [:]
        var groups: [(place: Int, group: ShardGroup)] = []
        for (place, match) in places.enumerated() {
            let rank = match.match.rank
            wanted[match.part, default: []].append(
                (place, ShardReference(catalog: rank.catalog, id: rank.id, query: match.query)))
            if let group = try match.shardGroup() { groups.append((place, group)) }
        }
        guard !wanted.isEmpty else { return }
        // Variants may be in any shard.
        let asked = groups.isEmpty ? wanted.keys.sorted() : Array(0..<shards.count)
        let catalogs = Set(places.map(\.catalog.description.id)).sorted()
        let answers: [ShardHits] = try shards.ask(
            asked.map { shard in
                (
                    shard,
                    .hits(
                        wanted[shard, default: []].map(\.reference), groups: groups.map(\.group),
                        page.queries
                    )
                )
            }, of: catalogs)
        var records = places.map { _ in CatalogRecord(id: "") }
        var variants = groups.map { _ in Hit.Variants(count: 0, ids: []) }
        var summaries = groups.map { _ in GroupSummary() }
        for (shard, answer) in zip(asked, answers) {
            let asked = wanted[shard, default: []]
            guard answer.records.count == asked.count, answer.variants.count == groups.count,
                answer.summaries.count == groups.count,
                zip(answer.records, asked).allSatisfy({ $0.id == $1.reference.id })
            else { throw .unavailable(shard: shard) }
            for (record, place) in zip(answer.records, asked) { records[place.place] = record }
            for (place, part) in answer.variants.enumerated() { variants[place].add(part) }
            for (place, part) in answer.summaries.enumerated() { summaries[place].add(part) }
        }
        let groupNumbers = Dictionary(
            uniqueKeysWithValues: groups.enumerated().map { ($0.element.place, $0.offset) })
        for (number, place) in places.enumerated() {
            let group = groupNumbers[number]
            try page.append(place, group.map { summaries[$0] }) { builder throws(SegmentError) in
                try builder.hit(
                    records[number], rank: place.match.rank, group.map { variants[$0] })
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
