// How is the service set up?

public import CatalogSearch

/// Where to listen.
public enum ListeningAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host's name or address, and a port; 0 for any that is free.
    case host(String, port: Int)
    /// A socket in the file system.
    case socket(path: String)

    /// Reads `HOST:PORT`, `[::1]:PORT`, `:PORT` for all addresses, or `unix:PATH`.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            // The longest name that the address of a socket holds (unix(7)).
            guard !path.isEmpty, path.utf8.count <= 107 else { return nil }
            self = .socket(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        // Numbers may have signs, and ports have none.
        guard digits.first != "+", let port = UInt16(digits) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self = .host(host.isEmpty ? "::" : String(host), port: Int(port))
    }

    /// The address as it is read.
    public var description: String {
        switch self {
        case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .socket(let path): "unix:\(path)"
        }
    }
}

/// How a storefront is set up.
public struct StorefrontConfiguration: Sendable {
    /// Where searches are answered.
    public var address = ListeningAddress.host("127.0.0.1", port: 8080)
    /// Catalogs in files and folders, served as they are.
    public var catalogPaths: [String] = []
    /// Where indexes of these files are kept; `nil` for in memory alone.
    public var cacheFolder: String?
    /// The database of records that may be written; `nil` for none.
    public var storePath: String?
    /// Where writes are taken, by whoever has the token; `nil` for nowhere. It needs a store.
    public var administration: (address: ListeningAddress, token: AccessToken)?
    /// Folders of `.lproj` folders with all texts, best first.
    public var localizations: [String] = []
    /// The folder with the page (`page.mustache`, `assets`); `nil` for none.
    public var pageFolder: String?
    /// The folder with the descriptions of the interfaces (`openapi.json`, `admin.openapi.json`).
    public var interfaceFolder: String?
    /// The language of whoever prefers none that there is.
    public var locale = LocaleIdentifier.english
    /// The value of `Access-Control-Allow-Origin`, for pages of other sites that search here; `nil` for none.
    public var allowedOrigin: String?
    /// What requests and those who make them may take.
    public var limits = Limits()

    /// What requests and those who make them may take.
    public struct Limits: Hashable, Sendable {
        /// How many hits or suggestions are on a page.
        public var hits = 100
        /// How many ids an answer names.
        public var ids = 10_000
        /// How far may be paged.
        public var depth = 10_000
        /// How many requests are in a batch.
        public var requests = 100
        /// How many bytes a body has, but that of a bulk load.
        public var bodyBytes = 2 << 20
        /// How many searches run and wait at once.
        public var searches = 256
        /// How many bytes of answers are kept for whoever asks the same, about; 0 for none.
        public var keptAnswers = 64 << 20
        /// How long a search may wait and run.
        public var searchTime = Duration.seconds(5)
        /// How long a connection may be silent, and a body be on its way.
        public var readTime = Duration.seconds(30)
        /// How many connections are open at once.
        public var connections = 20_000
        /// How long requests are still welcome when the service is to stop, though `/readyz` says otherwise already:
        /// so long balancers take to notice.
        public var stopDelay = Duration.zero
        /// How long requests may still run when none is welcome any more.
        public var stopTime = Duration.seconds(20)

        /// The usual limits.
        public init() {}
    }

    /// A service on the loopback address, without catalogs.
    public init() {}
}
