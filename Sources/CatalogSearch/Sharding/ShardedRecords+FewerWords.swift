// How many records of all shards have each word of a query whose matches may lack some of them.

internal import ICU

extension ShardedRecords {
    func wordCounts(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> [Int] {
        guard query.partial != nil else { return [] }
        let responses: [[Count]] = try responses(to: .wordCounts(query), catalogs)
        var sums = [Int](repeating: 0, count: query.words.count + 1)
        for (shard, response) in responses.enumerated() {
            guard response.count == sums.count else { throw .unavailable(shard: shard) }
            for (position, count) in response.enumerated() { sums[position] += count.number }
        }
        return sums
    }

    func greatestClaim(
        of query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> GreatestClaim {
        guard query.partial != nil else { return GreatestClaim() }
        let responses: [GreatestClaim] = try responses(to: .greatestClaim(query), catalogs)
        return responses.reduce(into: GreatestClaim()) { $0.add($1) }
    }
}
