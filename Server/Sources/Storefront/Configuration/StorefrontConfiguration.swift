// The settings of a storefront.

public import CatalogSearch

/// The settings of a storefront.
public struct StorefrontConfiguration: Sendable {
    /// The address of the search listener.
    public var address = ListeningAddress.host("127.0.0.1", port: 8080)
    /// The records that are searched.
    public var records = Records.files([])
    /// The folder for cached indexes of files; `nil` to keep indexes in memory only.
    public var cacheFolder: String?
    /// Whether these indexes, and checkpoints, are read into memory instead of mapped.
    public var readsIndexes = false
    /// How far searches may lag behind the database before `/readyz` responds 503.
    public var longestLag = Duration.seconds(10)
    /// How queries are counted; `nil` to count none.
    public var queryLog: QueryLog?
    /// The command that makes vectors of queries and of records, for searches by meaning; `nil` for none.
    public var embedder: String?
    /// The weight of meaning beside words, from 0 to 1, in requests that do not specify it.
    public var semanticRatio = SearchRequest.defaultSemanticRatio
    /// The address that serves metrics without a token; `nil` to serve them only at the administration's
    /// address, with its token.
    public var metricsAddress: ListeningAddress?
    /// The proxies in front of the service. Their `X-Forwarded-For` identifies the clients among which
    /// searches are shared out.
    public var trustedProxies: [TrustedProxy] = []
    /// Folders of `.lproj` folders with all texts, best first.
    public var localizations: [String] = []
    /// The folders with the pages (`page.mustache`, `assets`), best first: each file is taken from the first
    /// one that has it. Empty for no pages.
    public var pageFolders: [String] = []
    /// The address of the site without a path, such as `https://shop.example`, for search engines. Without it
    /// there is no sitemap, and pages name their addresses without a host.
    public var site: String?
    /// The languages that readers of the page can choose; the first is for readers who prefer none of them.
    /// Empty for all that have messages.
    public var languages: [LocaleIdentifier] = []
    /// The folder with the descriptions of the interfaces (`openapi.json`, `admin.openapi.json`).
    public var interfaceFolder: String?
    /// The language of a response if none of the preferred languages is available.
    public var locale = LocaleIdentifier.english
    /// The value of `Access-Control-Allow-Origin`, for pages of other sites that search this server; `nil`
    /// for none.
    public var allowedOrigin: String?
    /// Limits of requests and connections.
    public var limits = Limits()

    /// How queries are counted, and what the counts are used for.
    public struct QueryLog: Sendable {
        /// The file in which they are counted.
        public var path: String
        /// How many clients must have sent a query on one day before it is suggested to others; `nil` to
        /// suggest none.
        public var suggestedClients: Int?
        /// Whether the results that readers choose determine how popular records of the store are.
        public var learns = false

        /// Counts queries, and uses the counts for nothing else.
        public init(path: String) { self.path = path }
    }

    /// Limits of requests and connections.
    public struct Limits: Hashable, Sendable {
        /// The most hits or suggestions of a response.
        public var hits = 100
        /// The most ids of a response.
        public var ids = 10_000
        /// The greatest position of a result that paging reaches.
        public var depth = 10_000
        /// The most requests in a batch.
        public var requests = 100
        /// The most values of an attribute that a response lists.
        public var values = 1_000
        /// The most bytes of texts in the hits of a response.
        public var textSize = 16 << 20
        /// The most bytes of a body, except for bulk loads.
        public var bodyBytes = 2 << 20
        /// The most bytes of all bodies that are being read or processed, except for bulk loads.
        public var bodyMemory = 256 << 20
        /// The most bytes of one response.
        public var responseBytes = 32 << 20
        /// The most bytes of all responses that are being made, or that their clients have not received yet.
        public var responseMemory = 256 << 20
        /// The most searches that run or wait at a time.
        public var searches = 256
        /// The most searches of one client that run or wait at a time.
        public var clientSearches = 128
        /// The approximate number of bytes of cached responses; 0 for no cache.
        public var cachedResponses = 64 << 20
        /// The longest time for which a search may wait and run, together.
        public var searchTime = Duration.seconds(5)
        /// How long a search waits for the vector of its query.
        public var embeddingTime = Duration.seconds(1)
        /// The longest pause on a connection, the longest time to send a body, and the longest time in which
        /// a client may receive nothing of a response.
        public var readTime = Duration.seconds(30)
        /// The most open connections.
        public var connections = 20_000
        /// How long new requests are still accepted during a stop, when `/readyz` already responds 503: load
        /// balancers take this long to notice.
        public var stopDelay = Duration.zero
        /// How long running requests may take when new ones are no longer accepted.
        public var stopTime = Duration.seconds(20)

        public init() {}
    }

    /// A service on the loopback address, without catalogs.
    public init() {}
}
