// The ids of all records, for lists of what there is.

extension SearchEngine {
    /// The number of records of all catalogs.
    public var recordCount: Int { catalogs.reduce(0) { $0 + $1.recordCount } }

    /// The same of shards: shard by shard.
    private func identifiersInShards(
        offset: Int, limit: Int
    ) throws(SearchError) -> [MatchedRecords.Reference] {
        guard let shards else { return [] }
        var references: [MatchedRecords.Reference] = []
        var skipped = 0
        for shard in 0..<shards.count where references.count < limit {
            let lists: [ShardIdentifiers] = try shards.ask(
                [
                    (
                        shard,
                        .identifiers(offset: max(0, offset - skipped), limit: limit - references.count)
                    )
                ], of: catalogs.map(\.description.id))
            for list in lists {
                skipped += list.total
                references += list.references.map { .init(catalog: $0.catalog, id: $0.id) }
            }
        }
        return references
    }

    /// The records of all catalogs from a position on, catalog by catalog, without their content. The order stays as long as
    /// the catalogs do.
    ///
    /// - Parameters:
    ///   - offset: the number of records to skip.
    ///   - limit: the most records.
    /// - Throws: `SearchError.damagedIndex`; `SearchError.cancelled`.
    public func identifiers(
        offset: Int, limit: Int
    ) throws(SearchError) -> [MatchedRecords.Reference] {
        if shards != nil { return try identifiersInShards(offset: offset, limit: limit) }
        var references: [MatchedRecords.Reference] = []
        var skipped = 0
        for catalog in catalogs {
            for segment in catalog.segments {
                guard references.count < limit else { return references }
                if skipped + segment.recordCount <= offset {
                    skipped += segment.recordCount
                    continue
                }
                try catalog.damageNamed { () throws(SegmentError) in
                    try Interruption.check()
                    for number in 0..<segment.numberCount where references.count < limit {
                        if segment.deleted?.contains(number) == true { continue }
                        if skipped < offset {
                            skipped += 1
                        } else {
                            references.append(
                                .init(catalog: catalog.description.id, id: try segment.id(of: number)))
                        }
                    }
                }
            }
        }
        return references
    }
}
