// What shards and routers say to each other about themselves, in JSON. Questions
// and answers are bytes of the engine.

internal import CatalogSearch
internal import FoundationEssentials
internal import ProductStore

/// What a shard is, and about which revisions it can be asked.
struct ShardState: Decodable, Sendable {
    /// Revisions at which the shard's contents are known exactly.
    struct Version: Decodable, Hashable, Sendable {
        let since: Int64
        let until: Int64
        /// Another number for other contents.
        let number: Int
    }

    /// ``SearchEngine/shardVersions``.
    let versions: String
    /// Identifies the database.
    let store: String
    /// The number of the shard and that of all shards: `2/4`.
    let shard: String
    /// Another one for each start of a process: the numbers of its versions begin again.
    let process: String
    let moments: [Version]

    /// The path of the state, and those below.
    static let path = "/shard/v1/state"
}

/// What a shard has in a version.
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

/// The path of questions.
enum ShardRequestKinds {
    static let path = "/shard/v1/questions"
    static let type = "application/octet-stream"
    /// The longest time that a question waits for a revision that the shard does not know yet.
    static let longestWait = Duration.seconds(1)
}
