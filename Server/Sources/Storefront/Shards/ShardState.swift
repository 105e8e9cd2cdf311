// The JSON that shards and routers exchange about themselves. Requests and responses of searches are binary
// messages of the engine.

internal import CatalogSearch
internal import FoundationEssentials
internal import ProductStore

/// The identity of a shard, and the revisions that it can search.
struct ShardState: Decodable, Sendable {
    /// A range of revisions at which the shard's contents are the same and known exactly.
    struct Version: Decodable, Hashable, Sendable {
        let since: Int64
        let until: Int64
        /// Different for different contents.
        let number: Int
    }

    /// ``SearchEngine/shardVersions``.
    let versions: String
    /// Identifies the database.
    let store: String
    /// The number of the shard and that of all shards: `2/4`.
    let shard: String
    /// Different for each start of a process, because the numbers of its versions begin again.
    let process: String
    let moments: [Version]

    /// The path of the state, and of what is below it.
    static let path = "/shard/v1/state"
}

/// The contents of a shard in a version.
struct ShardContents: Decodable, Sendable {
    struct Catalog: Decodable, Sendable {
        let id: String
        /// The description as it is stored.
        let description: String
        /// `CatalogContents`.
        let contents: Data
    }

    let number: Int
    let catalogs: [Catalog]

    static let path = "/shard/v1/contents"
}

/// The path of requests.
enum ShardRequestKinds {
    static let path = "/shard/v1/questions"
    static let type = "application/octet-stream"
    /// The longest time that a request waits for a revision that the shard does not have yet.
    static let longestWait = Duration.seconds(1)
}
