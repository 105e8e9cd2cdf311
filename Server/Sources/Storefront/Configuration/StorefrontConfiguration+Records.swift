// What a storefront searches, and who may do more than search. What the cases do not have would mean nothing
// there: a router has no store, and a shard's clients are routers only.

public import CatalogStorage
public import ProductStore

extension StorefrontConfiguration {
    /// What is searched.
    public enum Records: Sendable {
        /// Files and folders of catalogs, which are served read-only.
        case files([String])
        /// A store, whose records change while the service runs, and files and folders of catalogs beside it.
        case store(Store, files: [String] = [])
        /// A share of the records of a store, for a router.
        case shard(Shard)
        /// Shards in other services, which this one, a router, searches as one.
        case shards([ShardAddress])
    }

    /// A store of writable catalogs.
    public struct Store: Sendable {
        /// Where the records are stored.
        public var database: Database
        /// The checkpoints from which the store starts without reading all records; `nil` for none.
        public var checkpoints: Checkpoints?
        /// Who may do more than search; `nil` if all may search and none may write.
        public var access: Access?

        /// A store that is only searched.
        public init(_ database: Database) { self.database = database }
    }

    /// The database of a store.
    public enum Database: Hashable, Sendable, CustomStringConvertible {
        /// A file, which one process has open at a time.
        case sqlite(path: String)
        /// A database that several processes share.
        case postgreSQL(PostgreSQLAddress)

        /// A path, or an address of PostgreSQL (`postgresql://…`).
        ///
        /// - Throws: `StoreError.refused(.invalidAddress)`.
        public init(_ text: String) throws(StoreError) {
            self =
                PostgreSQLAddress.isAddress(text)
                ? .postgreSQL(try PostgreSQLAddress(text)) : .sqlite(path: text)
        }

        /// The path, or the address without its password.
        public var description: String {
            switch self {
            case .sqlite(let path): path
            case .postgreSQL(let address): address.description
            }
        }
    }

    /// A share of the records of a store.
    public struct Shard: Sendable {
        /// Which share.
        public var share: StoreShard
        public var address: PostgreSQLAddress
        /// The checkpoints from which the shard starts without reading all its records; `nil` for none.
        public var checkpoints: Checkpoints?
        /// Where writes are accepted; `nil` for nowhere.
        public var administration: Administration?

        /// A share that is only searched.
        public init(_ share: StoreShard, of address: PostgreSQLAddress) {
            self.share = share
            self.address = address
        }
    }

    /// Where a store's checkpoints are.
    public struct Checkpoints: Sendable {
        /// The folder of the checkpoints, or of their cache.
        public var folder: String
        /// The object store that the folder caches; `nil` if the folder has the checkpoints themselves.
        public var objects: (any ObjectStore)?

        public init(folder: String) { self.folder = folder }
    }

    /// An address that accepts writes with a token.
    public struct Administration: Sendable {
        /// The token that permits everything.
        public var token: AccessToken
        /// Where writes are accepted.
        public var address: ListeningAddress

        /// Writes with a token at an address.
        public init(token: AccessToken, address: ListeningAddress) {
            self.token = token
            self.address = address
        }
    }

    /// What a token and the keys that it makes give access to.
    public struct Access: Sendable {
        /// The token that permits everything.
        public let token: AccessToken
        /// Where writes are accepted; `nil` for nowhere.
        public let administrationAddress: ListeningAddress?
        /// Where existing clients of search servers are answered, in Meilisearch's protocol; `nil` for
        /// nowhere.
        public let meilisearchAddress: ListeningAddress?
        /// Whether everybody may search. If not, the search listener requires a key
        /// that permits to search everything.
        public let isSearchPublic: Bool
        /// Whether signed tokens without `exp` are valid, as long as the keys that signed them.
        public var acceptsTokensWithoutExpiry = false

        /// Access with a token; `nil` if there is nothing that needs one.
        public init?(
            token: AccessToken, administrationAddress: ListeningAddress? = nil,
            meilisearchAddress: ListeningAddress? = nil, isSearchPublic: Bool = true
        ) {
            if administrationAddress == nil, meilisearchAddress == nil, isSearchPublic { return nil }
            self.token = token
            self.administrationAddress = administrationAddress
            self.meilisearchAddress = meilisearchAddress
            self.isSearchPublic = isSearchPublic
        }
    }

    /// The files and folders of catalogs.
    var catalogPaths: [String] {
        switch records {
        case .files(let paths), .store(_, let paths): paths
        case .shard, .shards: []
        }
    }

    /// The database of the store; `nil` if there is none.
    var database: Database? {
        switch records {
        case .store(let store, _): store.database
        case .shard(let shard): .postgreSQL(shard.address)
        case .files, .shards: nil
        }
    }

    /// The share of records to search here; `nil` for all.
    var share: StoreShard? {
        if case .shard(let shard) = records { shard.share } else { nil }
    }

    /// Who may do more than search; `nil` if all may search and none may write.
    var access: Access? {
        switch records {
        case .store(let store, _): store.access
        case .shard(let shard):
            shard.administration.flatMap { Access(token: $0.token, administrationAddress: $0.address) }
        case .files, .shards: nil
        }
    }
}
