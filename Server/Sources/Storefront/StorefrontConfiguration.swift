// The settings of a storefront.

public import CatalogSearch
public import CatalogStorage
public import ProductStore

/// The settings of a storefront.
public struct StorefrontConfiguration: Sendable {
    /// Where searches are answered.
    public var address = ListeningAddress.host("127.0.0.1", port: 8080)
    /// Files and folders of catalogs, which are served read-only.
    public var catalogPaths: [String] = []
    /// The folder for cached indexes of these files; `nil` to keep indexes in memory only.
    public var cacheFolder: String?
    /// Whether these indexes, and checkpoints, are read into memory instead of mapped.
    public var readsIndexes = false
    /// The records that change while the service runs.
    public var records = Records.none
    /// How far searches may lag behind the database before `/readyz` answers 503.
    public var longestLag = Duration.seconds(10)
    /// The file in which queries are counted; `nil` to count none.
    public var queryLogPath: String?
    /// How many clients must have asked a query on one day, so that it is suggested to others; `nil` to suggest none. It needs a
    /// query log.
    public var suggestedClients: Int?
    /// Whether what readers choose teaches how popular records of the store are; it needs a query log and a store.
    public var learns = false
    /// Where metrics are answered to everybody; `nil` for nowhere but at the administration's address, with its token.
    public var metricsAddress: ListeningAddress?
    /// The proxies before the service. Their `X-Forwarded-For` names the clients whose searches take turns.
    public var trustedProxies: [TrustedProxy] = []
    /// Folders of `.lproj` folders with all texts, best first.
    public var localizations: [String] = []
    /// The folders with the pages (`page.mustache`, `assets`), best first: each file is taken from the first one that has it.
    /// Empty for no pages.
    public var pageFolders: [String] = []
    /// The address of the site without a path, such as `https://shop.example`, for search engines. Without it there is no sitemap,
    /// and pages name their addresses without a host.
    public var site: String?
    /// The languages that readers of the page can choose, the first for those who read none of them; empty for all that have
    /// texts.
    public var languages: [LocaleIdentifier] = []
    /// The folder with the descriptions of the interfaces (`openapi.json`, `admin.openapi.json`).
    public var interfaceFolder: String?
    /// The language of an answer if none of the preferred languages is available.
    public var locale = LocaleIdentifier.english
    /// The value of `Access-Control-Allow-Origin`, for pages of other sites that search here; `nil` for none.
    public var allowedOrigin: String?
    /// Limits of requests and connections.
    public var limits = Limits()

    /// Where the records are that change while the service runs.
    public enum Records: Sendable {
        /// Nowhere: only catalogs in files are served.
        case none
        /// In a database.
        case store(Store)
        /// In other services, which are searched as one.
        case shards([ShardAddress])
    }

    /// The database of writable catalogs.
    public struct Store: Sendable {
        /// A file of SQLite, or an address of PostgreSQL (`postgresql://…`).
        public var path: String
        /// The checkpoints from which the store starts without reading all records; `nil` for none.
        public var checkpoints: Checkpoints?
        /// The share of the records to search here, for a router; `nil` for all. It needs a database in PostgreSQL.
        public var shard: StoreShard?
        /// Who may do more than search; `nil` if all may search and none may write.
        public var access: Access?

        /// A store that is only searched.
        public init(path: String) { self.path = path }
    }

    /// Where a store's checkpoints are.
    public struct Checkpoints: Sendable {
        /// The folder of the checkpoints, or of their cache.
        public var folder: String
        /// The object store that the folder caches; `nil` if the folder has the checkpoints themselves.
        public var objects: (any ObjectStore)?

        /// Checkpoints in a folder.
        public init(folder: String) { self.folder = folder }
    }

    /// What a token and the keys that it makes give access to.
    public struct Access: Sendable {
        /// The token that permits everything.
        public var token: AccessToken
        /// Where writes are accepted; `nil` for nowhere.
        public var administrationAddress: ListeningAddress?
        /// Where existing clients of search servers are answered, in Meilisearch's protocol; `nil` for nowhere.
        public var meilisearchAddress: ListeningAddress?
        /// Whether everybody may search. If not, the search listener requires a key that permits to search everything.
        public var isSearchPublic = true
        /// Whether signed tokens without `exp` are valid, as long as the keys that signed them.
        public var acceptsTokensWithoutExpiry = false

        /// Access with a token, at no address yet.
        public init(token: AccessToken) { self.token = token }
    }

    /// Limits of requests and connections.
    public struct Limits: Hashable, Sendable {
        /// The most hits or suggestions of an answer.
        public var hits = 100
        /// The most ids of an answer.
        public var ids = 10_000
        /// The last result that paging reaches.
        public var depth = 10_000
        /// The most requests in a batch.
        public var requests = 100
        /// The most values of an attribute that an answer lists.
        public var values = 1_000
        /// The most bytes of texts in the hits of an answer.
        public var textSize = 16 << 20
        /// The most bytes of a body, except for bulk loads.
        public var bodyBytes = 2 << 20
        /// The most bytes of all bodies that are being read or worked on, except for bulk loads.
        public var bodyMemory = 256 << 20
        /// The most bytes of one answer.
        public var answerBytes = 32 << 20
        /// The most bytes of all answers that are being made, or that their clients have not taken yet.
        public var answerMemory = 256 << 20
        /// The most searches that run or wait at a time.
        public var searches = 256
        /// The most searches of one client that run or wait at a time.
        public var clientSearches = 128
        /// The approximate number of bytes of cached answers; 0 for no cache.
        public var cachedResponses = 64 << 20
        /// The longest time in which a search may wait and run.
        public var searchTime = Duration.seconds(5)
        /// The longest time of silence on a connection, for sending a body, and in which a client takes nothing of an answer.
        public var readTime = Duration.seconds(30)
        /// The most open connections.
        public var connections = 20_000
        /// How long new requests are still accepted during a stop, when `/readyz` already answers 503: load balancers
        /// take this long to notice.
        public var stopDelay = Duration.zero
        /// How long running requests may take when new ones are no longer accepted.
        public var stopTime = Duration.seconds(20)

        /// The default limits.
        public init() {}
    }

    /// A service on the loopback address, without catalogs.
    public init() {}

    /// The database; `nil` if there is none.
    var store: Store? {
        if case .store(let store) = records { store } else { nil }
    }

    /// Who may do more than search; `nil` if all may search and none may write.
    var access: Access? { store?.access }
}
