// Responds to what a merge asks of a shard, from the records that this process has.

internal import ICU

/// Responds to requests to a shard.
struct ShardResponder {
    /// Has the shard's part of all catalogs.
    let engine: SearchEngine
    /// The most bytes of the list of a catalog's groups.
    let groupListLimit: Int
    let local = LocalRecords()

    /// Responds to a request about some catalogs of this shard.
    func respond(
        to request: RecordSourceRequest, about catalogs: [CatalogIndex], _ response: inout MessageWriter
    ) throws(SearchError) {
        switch request {
        case .find(let queries): response.write(try findings(queries, in: catalogs))
        case .uses(let query): response.write(Count(try local.uses(of: query, in: catalogs)))
        case .words(let wordQuery, let word, let query):
            response.write(try local.words(wordQuery, like: word, query, in: catalogs))
        case .completions(let word, let query):
            response.write(try local.words(completing: word, query, in: catalogs))
        case .spellings(let word, let query):
            response.write(try local.spellings(ofWord: word, in: query, in: catalogs))
        case .hasValue(let name, let id): response.write(try local.haveValue(id, of: name, in: catalogs))
        case .hits(let references, let groups, let queries):
            response.write(
                ShardHits(
                    records: try records(of: references, queries, in: catalogs),
                    variants: try variants(of: groups, queries, in: catalogs),
                    summaries: groups.isEmpty
                        ? [] : try local.summaries(of: groups, queries[0], in: catalogs)))
        case .record(let id):
            var found: CatalogRecord?
            for catalog in catalogs where found == nil {
                found = try local.record(id, in: catalog)
            }
            response.write(found)
        case .identifiers(let offset, let limit):
            let list = try local.identifiers(of: catalogs, offset: offset, limit: limit)
            response.write(
                ShardIdentifiers(
                    total: catalogs.reduce(0) { $0 + $1.recordCount },
                    references: list.map { ShardReference(catalog: $0.catalog, id: $0.id) }))
        case .localeCounts:
            var counts: [LocaleIdentifier: Count] = [:]
            for catalog in catalogs {
                for (locale, count) in try local.recordCountsByLocale(of: catalog) {
                    counts[locale] = Count((counts[locale]?.number ?? 0) + count)
                }
            }
            response.write(counts)
        case .wordCounts(let query):
            response.write(try local.wordCounts(of: query, in: catalogs).map { Count($0) })
        case .greatestClaim(let query): response.write(try local.greatestClaim(of: query, in: catalogs))
        case .nearest(let vector, let query):
            response.write(try local.nearest(to: vector, query, in: catalogs))
        case .several(let requests):
            var responses: [TransmittedBytes] = []
            var size = 0
            for request in requests {
                var part = MessageWriter()
                try SearchError.interruptible { () throws(SegmentError) in try Interruption.check() }
                try self.respond(to: request, about: catalogs, &part)
                size += part.bytes.count
                // Those of a search take far less.
                guard size <= 4 * groupListLimit else { throw .unavailable(shard: 0) }
                responses.append(TransmittedBytes(part.bytes))
            }
            response.write(responses)
        }
    }
}
