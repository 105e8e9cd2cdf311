// Answers what a merge asks of a shard, from the records that this process has.

internal import ICU

/// Answers questions to a shard.
struct ShardResponder {
    /// Has the shard's part of all catalogs.
    let engine: SearchEngine
    /// The most bytes of the list of a catalog's groups.
    let groupListLimit: Int
    let local = LocalRecords()

    /// Answers a question about some catalogs of this shard.
    func answer(
        _ question: RecordSourceRequest, about catalogs: [CatalogIndex], _ answer: inout MessageWriter
    ) throws(SearchError) {
        switch question {
        case .find(let queries): answer.write(try findings(queries, in: catalogs))
        case .uses(let query): answer.write(Count(try local.uses(of: query, in: catalogs)))
        case .words(let wordQuery, let word, let query):
            answer.write(try local.words(wordQuery, like: word, query, in: catalogs))
        case .completions(let word, let query):
            answer.write(try local.words(completing: word, query, in: catalogs))
        case .spellings(let word, let query):
            answer.write(try local.spellings(ofWord: word, in: query, in: catalogs))
        case .hasValue(let name, let id): answer.write(try local.haveValue(id, of: name, in: catalogs))
        case .hits(let references, let groups, let queries):
            answer.write(
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
            answer.write(found)
        case .identifiers(let offset, let limit):
            let list = try local.identifiers(of: catalogs, offset: offset, limit: limit)
            answer.write(
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
            answer.write(counts)
        case .wordCounts(let query):
            answer.write(try local.wordCounts(of: query, in: catalogs).map { Count($0) })
        case .greatestClaim(let query): answer.write(try local.greatestClaim(of: query, in: catalogs))
        case .nearest(let vector, let query):
            answer.write(try local.nearest(to: vector, query, in: catalogs))
        case .several(let questions):
            var answers: [TransmittedBytes] = []
            var size = 0
            for question in questions {
                var part = MessageWriter()
                try SearchError.interruptible { () throws(SegmentError) in try Interruption.check() }
                try self.answer(question, about: catalogs, &part)
                size += part.bytes.count
                // Those of a search take far less.
                guard size <= 4 * groupListLimit else { throw .unavailable(shard: 0) }
                answers.append(TransmittedBytes(part.bytes))
            }
            answer.write(answers)
        }
    }
}
