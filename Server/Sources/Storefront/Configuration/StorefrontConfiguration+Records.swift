// Which records a storefront searches, and which access it grants. The cases exclude combinations without
// meaning: a router has no store, and only routers are clients of a shard.

public import CatalogStorage
public import ProductStore

extension StorefrontConfiguration {
    /// The records that are searched.
    public enum Records: Sendable {
        /// Files and folders of catalogs, which are served read-only.
        case files([String])
        /// A store, whose records change while the service runs, and files and folders of catalogs beside it.
        case store(Store, files: [String] = [])
        /// A shard of a store's records, for a router.
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
        /// The folder of the backups from which damaged parts are restored, for a store in SQLite; `nil` for none.
        public var backups: BackupFolder?
        /// The access for administrators and API clients; `nil` if all may search and none may write.
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

    /// A shard of the records of a store.
    public struct Shard: Sendable {
        /// Which shard it is.
        public var share: StoreShard
        public var address: PostgreSQLAddress
        /// The checkpoints from which the shard starts without reading all its records; `nil` for none.
        public var checkpoints: Checkpoints?
        /// Accepts writes; `nil` for a shard that accepts none.
        public var administration: Administration?

        /// A shard that is only searched.
        public init(_ share: StoreShard, of address: PostgreSQLAddress) {
            self.share = share
            self.address = address
        }
    }

    /// The location of a store's checkpoints.
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
        /// The address that accepts writes.
        public var address: ListeningAddress

        /// Accepts writes with a token at an address.
        public init(token: AccessToken, address: ListeningAddress) {
            self.token = token
            self.address = address
        }
    }

    /// The access that a token and the keys derived from it grant.
    public struct Access: Sendable {
        /// The token that permits everything.
        public let token: AccessToken
        /// The address that accepts writes; `nil` for none.
        public let administrationAddress: ListeningAddress?
        /// The address for existing clients of search servers, which use Meilisearch's protocol; `nil` for
        /// none.
        public let meilisearchAddress: ListeningAddress?
        /// Whether all clients may search. If not, the search listener requires a key that permits searching
        /// everything.
        public let isSearchPublic: Bool
        /// Whether signed tokens without `exp` are valid, as long as the keys that signed them.
        public var acceptsTokensWithoutExpiry = false

        /// Access with a token; `nil` if nothing needs one.
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

    /// The folder of the store's backups; `nil` for none.
    var backups: BackupFolder? {
        if case .store(let store, _) = records, case .sqlite = store.database { store.backups } else { nil }
    }

    /// The shard of the records to search here; `nil` for all records.
    var share: StoreShard? {
        if case .shard(let shard) = records { shard.share } else { nil }
    }

    /// The access for administrators and API clients; `nil` if all may search and none may write.
    var access: Access? {
        switch records {
        case .store(let store, _): store.access
        case .shard(let shard):
            shard.administration.flatMap { Access(token: $0.token, administrationAddress: $0.address) }
        case .files, .shards: nil
        }
    }
}
