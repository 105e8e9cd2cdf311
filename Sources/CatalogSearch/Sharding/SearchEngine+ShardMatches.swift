// What queries match in all shards together: their findings are merged, and then the records of the page are fetched.

internal import ICU

extension CatalogDescription {
    /// The attribute by whose values records are grouped; `nil` if they are not.
    fileprivate var groupAttribute: Attribute? {
        group.flatMap { attribute($0) }.flatMap { $0.canGroup ? $0 : nil }
    }
}

extension SearchEngine {
    // MARK: Merging

    /// What queries match together in all shards.
    func foundInShards(
        _ queries: [PreparedQuery], in searched: [CatalogIndex]
    ) throws(SearchError) -> Findings {
        let request = queries[0].request
        let known = Dictionary(uniqueKeysWithValues: searched.map { ($0.description.id, $0) })
        let parts: [ShardFindings] = try askShards(.find(queries), searched) ?? []
        var found = Matches(counter: request.facets.isEmpty ? nil : try FacetCounter(request, self))
        var lists: [String: [(shard: Int, groups: ShardGroups)]] = [:]
        var groups: [ShardGroup: Int] = [:]
        for (shard, part) in parts.enumerated() {
            found.counts.add(part.counts)
            var isOfRequest = found.counter == nil && part.facets.isEmpty
            if found.counter != nil { isOfRequest = found.counter!.add(part.facets) }
            for list in part.groups {
                isOfRequest =
                    isOfRequest && request.isGrouped && known[list.catalog]?.description.groupAttribute != nil
                lists[list.catalog, default: []].append((shard, list))
            }
            guard isOfRequest else { throw .unavailable(shard: shard) }
            for place in part.places {
                guard queries.indices.contains(place.query), let catalog = known[place.rank.catalog] else {
                    throw .unavailable(shard: shard)
                }
                var match = RankedMatch(record: 0, rank: place.rank)
                if let key = place.group {
                    let group = ShardGroup(catalog: place.rank.catalog, key: key)
                    match.group = groups[group] ?? groups.count
                    groups[group] = match.group
                }
                found.places.append(
                    Place(
                        catalog: catalog, origin: .shard(shard, group: place.group), query: place.query,
                        match: match))
            }
        }
        for (catalog, lists) in lists {
            let merge = try GroupMerge(
                lists, isText: known[catalog]?.description.groupAttribute?.type == .text,
                ranges: found.counter?.rangeCounts ?? [])
            found.counts.add(merge.counts)
            found.counter?.add(merge.facets)
        }
        var findings = Findings(queries: queries)
        findings.hasTitleKeys = true
        try finish(&findings, found, try sorted(found.places[...]), searched)
        return findings
    }

    /// What queries match together, for the merge of shards.
    func shardFindings(
        _ queries: [PreparedQuery], in searched: [CatalogIndex]
    ) throws(SearchError) -> ShardFindings {
        var found: Matches
        if queries.count == 1 {
            found = try matches(queries[0], in: searched, isShare: true)
        } else {
            var search = try VariantSearch(searched, queries[0].request)
            for query in queries { try search.add(query) }
            found = try matches(search, isShare: true)
        }
        var result = ShardFindings()
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
        var places = found.places[...]
        try addTitleKeys(&places, queries)
        let best = Self.firstOfGroups(try sorted(places)).prefix(queries[0].request.keeping)
        for place in best {
            let group = try place.catalog.damageNamed { () throws(SegmentError) in
                try found.grouped[place.catalog.description.id]?.key(of: place)
            }
            result.places.append(.init(query: place.query, rank: place.match.rank, group: group))
        }
        if let counter = found.counter {
            result.facets = try Self.interruptible { () throws(SegmentError) in try counter.parts() }
        }
        return result
    }

    // MARK: Records

    /// The records of a page in shards, whose variants it sets; `nil` if this engine has the records itself.
    func records(of found: inout Findings) throws(SearchError) -> [CatalogRecord]? {
        guard let shards else { return nil }
        var wanted: [Int: [(place: Int, reference: ShardReference)]] = [:]
        var groups: [(place: Int, group: ShardGroup)] = []
        for (place, match) in found.page.enumerated() {
            guard case .shard(let shard, let group) = match.origin else { continue }
            let rank = match.match.rank
            wanted[shard, default: []].append(
                (place, ShardReference(catalog: rank.catalog, id: rank.id, query: match.query)))
            if let group { groups.append((place, ShardGroup(catalog: rank.catalog, key: group))) }
        }
        guard !wanted.isEmpty else { return [] }
        // Variants may be in any shard.
        let asked = groups.isEmpty ? wanted.keys.sorted() : Array(0..<shards.count)
        let catalogs = Set(found.page.map(\.catalog.description.id)).sorted()
        let answers: [ShardHits] = try shards.ask(
            asked.map { shard in
                (
                    shard,
                    .hits(
                        wanted[shard, default: []].map(\.reference), groups: groups.map(\.group),
                        found.queries
                    )
                )
            }, of: catalogs)
        var records = found.page.map { _ in CatalogRecord(id: "") }
        var variants = groups.map { _ in Hit.Variants(count: 0, ids: []) }
        for (shard, answer) in zip(asked, answers) {
            let places = wanted[shard, default: []]
            guard answer.records.count == places.count, answer.variants.count == groups.count,
                zip(answer.records, places).allSatisfy({ $0.id == $1.reference.id })
            else { throw .unavailable(shard: shard) }
            for (record, place) in zip(answer.records, places) { records[place.place] = record }
            for (place, part) in answer.variants.enumerated() { variants[place].add(part) }
        }
        for (variants, group) in zip(variants, groups) {
            found.page[found.page.startIndex + group.place].variants = variants
        }
        return records
    }

    /// The records of a page, as hits need them.
    func records(
        _ references: [ShardReference], _ queries: [PreparedQuery], in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [CatalogRecord] {
        var records: [CatalogRecord] = []
        for reference in references {
            guard let catalog = catalogs.first(where: { $0.description.id == reference.catalog }) else {
                throw .unavailable(shard: 0)
            }
            let query = catalog.adapted(queries[reference.query])
            let record = try catalog.damageNamed { () throws(SegmentError) -> CatalogRecord? in
                try Interruption.check()
                for segment in catalog.segments {
                    guard let number = try segment.number(ofID: reference.id),
                        segment.deleted?.contains(number) != true
                    else { continue }
                    return try segment.record(number, for: query).record
                }
                return nil
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
            let condition = PreparedFilter.Node.condition(
                PreparedCondition(attribute: attribute.name, test: .equals(keys.map(\.preparedValue))))
            _ = try forEachSegment(of: [catalog]) { catalog, segment throws(SegmentError) in
                guard let column = segment.attributes.column(attribute.name), column.type == attribute.type
                else { return }
                var sets: MatchSets? = MatchSets(universe: segment.numberCount)
                for query in queries {
                    var query = catalog.adapted(query)
                    query.restrict(to: condition)
                    _ = try segment.search(query, keeping: 0, &sets)
                }
                // Records are in the order of their ids.
                var listed: [ShardGroup: Int] = [:]
                var interruption = Interruption()
                try sets?.inScope.forEach { record throws(SegmentError) in
                    try interruption.count()
                    guard let value = try column.firstValue(of: record) else { return }
                    let group = ShardGroup(catalog: id, key: try column.groupKey(value))
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

extension Hit.Variants {
    /// Adds those of other records.
    fileprivate mutating func add(_ other: Hit.Variants) {
        count += other.count
        ids += other.ids
        ids.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        ids.removeLast(max(0, ids.count - Hit.maximumVariantCount))
    }
}

extension GroupKey {
    /// The value in a condition.
    fileprivate var preparedValue: PreparedValue {
        switch self {
        case .text(let bytes):
            PreparedValue(text: PreparedText(exactly: String(decoding: bytes, as: UTF8.self)))
        case .number(let number): PreparedValue(number: number)
        }
    }
}
