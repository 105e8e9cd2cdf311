// The requests of a search to other processes, which each have a share of the records.

/// A request to a shard. Each is a function of ``SearchEngine`` whose results can be merged over shards.
enum RecordSourceRequest {
    /// The merged matches of several queries.
    case find([PreparedQuery])
    /// How many records a query matches.
    case uses(PreparedQuery)
    /// The words of the texts that resemble one.
    case words(WordQuery, like: PreparedQuery.Word, PreparedQuery)
    /// The words that complete one, in records that a query matches.
    case completions(PreparedQuery.Word, PreparedQuery)
    /// Which spellings of a word occur in the records that match the other words.
    case spellings(word: Int, PreparedQuery)
    case hasValue(AttributeName, id: String)
    /// Records for hits, and the matches of their groups.
    case hits([ShardReference], groups: [ShardGroup], [PreparedQuery])
    /// The record with an id, with all its texts.
    case record(id: String)
    /// The ids of all records.
    case identifiers(offset: Int, limit: Int)
    /// The number of records with texts in each locale.
    case localeCounts
    /// How many records have each word of a query, then how many records there are.
    case wordCounts(PreparedQuery)
    /// The greatest claim of a record to a query whose matches may lack words.
    case greatestClaim(PreparedQuery)
    /// The records whose vectors are nearest to a vector, among those that a query without words admits.
    case nearest(VectorQuery, PreparedQuery)
    /// Several requests, processed in order.
    case several([RecordSourceRequest])
}

/// A record of a page.
struct ShardReference {
    let catalog: String
    let id: String
    /// The index of the query that found it.
    var query = 0
}

/// A group of a page.
struct ShardGroup: Hashable {
    let catalog: String
    let key: GroupKey
}
