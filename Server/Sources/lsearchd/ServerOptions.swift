// The options of the server, and the configuration that follows from them.

internal import ArgumentParser
internal import CatalogSearch
internal import CatalogStorage
internal import Files
internal import FoundationEssentials
internal import Localization
internal import Logging
internal import ProductStore
internal import S3Objects
internal import Storefront
internal import Support

struct ServerOptions: ParsableArguments {
    private static func help(_ key: String, _ value: String? = nil) -> ArgumentHelp {
        var help = ArgumentHelp(stringLiteral: ServerMessages.current.help(key))
        help.valueName = value
        return help
    }

    @Option(help: help("Listen", "address"))
    var listen = "127.0.0.1:8080"
    @Option(name: [.short, .long], parsing: .singleValue, help: help("Catalog", "path"))
    var catalog: [String] = []
    @Option(help: help("Store", "path"))
    var store: String?
    @Option(help: help("Shard", "number/count"))
    var shard: String?
    @Option(name: .customLong("router"), parsing: .singleValue, help: help("Router", "address"))
    var shardAddresses: [String] = []
    @Option(help: help("Checkpoints", "place"))
    var checkpoints: String?
    @Option(help: help("Backups", "folder"))
    var backups: String?
    @Option(help: help("MaxLag", "seconds"))
    var maxLag: Int?
    @Option(help: help("Verify", "path"))
    var verify: String?
    @Option(help: help("Restore", "path"))
    var restore: String?
    @Option(help: help("AdminListen", "address"))
    var adminListen: String?
    @Option(help: help("AdminTokenFile", "path"))
    var adminTokenFile: String?
    @Option(help: help("MeilisearchListen", "address"))
    var meilisearchListen: String?
    @Flag(inversion: .prefixedNo, help: help("PublicSearch"))
    var publicSearch = true
    @Flag(help: help("TokensWithoutExpiry"))
    var tokensWithoutExpiry = false
    @Option(help: help("QueryLog", "path"))
    var queryLog: String?
    @Flag(help: help("Learn"))
    var learn = false
    @Option(help: help("SuggestQueries", "number"))
    var suggestQueries: Int?
    @Option(help: help("Embedder", "command"))
    var embedder: String?
    @Option(help: help("SemanticRatio", "number"))
    var semanticRatio: String?
    @Option(help: help("MetricsListen", "address"))
    var metricsListen: String?
    @Option(name: .customLong("trusted-proxy"), parsing: .singleValue, help: help("TrustedProxy", "address"))
    var trustedProxies: [String] = []
    @Option(name: [.short, .long], help: help("Locale", "locale"))
    var locale: String?
    @Option(help: help("Localizations", "folder"))
    var localizations: String?
    @Option(help: help("Page", "folder"))
    var page: String?
    @Option(help: help("Site", "address"))
    var site: String?
    @Option(help: help("Languages", "locales"))
    var languages: String?
    @Flag(help: help("NoPage"))
    var noPage = false
    @Option(help: help("Cache", "folder"))
    var cache: String?
    @Flag(help: help("ReadIndexes"))
    var readIndexes = false
    @Flag(help: help("NoCache"))
    var noCache = false
    @Option(help: help("AllowOrigin", "origin"))
    var allowOrigin: String?
    @Option(help: help("Searches", "number"))
    var searches: Int?
    @Option(help: help("ClientSearches", "number"))
    var clientSearches: Int?
    @Option(help: help("BodyMemory", "megabytes"))
    var bodyMemory: Int?
    @Option(help: help("ResponseMemory", "megabytes"))
    var answerMemory: Int?
    @Option(help: help("ResponseCache", "megabytes"))
    var answerCache: Int?
    @Option(help: help("SearchTime", "seconds"))
    var searchTime: Int?
    @Option(help: help("ReadTime", "seconds"))
    var readTime: Int?
    @Option(help: help("Connections", "number"))
    var connections: Int?
    @Option(help: help("StopDelay", "seconds"))
    var stopDelay: Int?
    @Option(help: help("LogLevel", "level"))
    var logLevel = Logger.Level.notice.rawValue

    /// The configuration of the service.
    ///
    /// - Throws: `StartError` if an option is invalid.
    func configuration(_ messages: ServerMessages) throws -> StorefrontConfiguration {
        let variables = ProcessInfo.processInfo.environment
        let folders = DataFolders(variables: variables)
        var configuration = StorefrontConfiguration()
        configuration.address = try Self.address(listen, "--listen")
        if let locale, LocaleIdentifier(locale) == nil {
            throw StartError("UnknownLocale: %@", .text(locale), table: "Errors")
        }
        configuration.locale = messages.locale.base
        configuration.localizations = messages.folders
        // A shop without products would look ready.
        if let missing = catalog.first(where: { (try? LocalFileSystem().kind(of: $0)) == nil }) {
            throw StartError("CatalogPathMissing: %@", .text(missing))
        }
        configuration.records = try records(
            variables, files: catalog.isEmpty ? Self.defaultCatalogs(variables, folders, store) : catalog)
        if let maxLag {
            guard (1...1_000_000).contains(maxLag) else {
                throw StartError("InvalidNumber: %1$@ %2$@", .text("\(maxLag)"), .text("--max-lag"))
            }
            configuration.longestLag = .seconds(maxLag)
        }
        let (learns, suggestedClients) = (try learns(), try suggestedClients())
        configuration.queryLog = queryLog.map { .init(path: $0) }
        configuration.queryLog?.learns = learns
        configuration.queryLog?.suggestedClients = suggestedClients
        configuration.metricsAddress = try metricsListen.map { try Self.address($0, "--metrics-listen") }
        configuration.trustedProxies = try trustedProxies.map { text in
            guard let proxy = TrustedProxy(text) else {
                throw StartError("InvalidProxy: %1$@ %2$@", .text(text), .text("--trusted-proxy"))
            }
            return proxy
        }
        configuration.readsIndexes = readIndexes
        if !noCache { configuration.cacheFolder = cache ?? IndexCache.defaultFolder(variables) }
        configuration.embedder = try embedderCommand(
            keepsVectors: configuration.cacheFolder != nil, configuration.records)
        if let ratio = try checkedSemanticRatio() { configuration.semanticRatio = ratio }
        if !noPage {
            let own = folders.folder("Page", "Server/Page")
            configuration.pageFolders = [page, own].compactMap(\.self)
        }
        configuration.site = try site.map { text in
            guard let site = Self.site(text) else {
                throw StartError("InvalidSite: %1$@ %2$@", .text(text), .text("--site"))
            }
            return site
        }
        configuration.languages =
            try languages.map { list in
                try list.split(separator: ",").map { name in
                    guard let locale = LocaleIdentifier(String(name)), locale.isKnown else {
                        throw StartError("UnknownLocale: %@", .text(String(name)), table: "Errors")
                    }
                    return locale.base
                }
            } ?? []
        configuration.interfaceFolder = folders.folder("Interface", "Server/Interface")
        configuration.allowedOrigin = allowOrigin
        func set(
            _ value: Int?, _ option: String, from least: Int = 1,
            _ set: (inout StorefrontConfiguration.Limits, Int) -> Void
        ) throws {
            guard let value else { return }
            guard (least...1_000_000).contains(value) else {
                throw StartError(
                    least == 0 ? "InvalidCount: %1$@ %2$@" : "InvalidNumber: %1$@ %2$@", .text("\(value)"),
                    .text(option),
                    table: least == 0 ? "Errors" : "Storefront")
            }
            set(&configuration.limits, value)
        }
        try set(searches, "--searches") { $0.searches = $1 }
        try set(clientSearches, "--client-searches") { $0.clientSearches = $1 }
        try set(bodyMemory, "--body-memory") { $0.bodyMemory = $1 << 20 }
        try set(answerMemory, "--answer-memory") { $0.responseMemory = $1 << 20 }
        try set(answerCache, "--answer-cache", from: 0) { $0.cachedResponses = $1 << 20 }
        try set(searchTime, "--search-time") { $0.searchTime = .seconds($1) }
        try set(readTime, "--read-time") { $0.readTime = .seconds($1) }
        try set(connections, "--connections") { $0.connections = $1 }
        try set(stopDelay, "--stop-delay", from: 0) { $0.stopDelay = .seconds($1) }
        return configuration
    }

    /// The records to search.
    private func records(
        _ variables: [String: String], files: [String]
    ) throws -> StorefrontConfiguration.Records {
        let shard = try storeShard()
        let addresses = try routedShards()
        let checkpoints = try storeCheckpoints(variables)
        let backups = try storeBackups()
        let access = try access(variables)
        if !addresses.isEmpty { return .shards(addresses) }
        guard let store else { return .files(files) }
        let database: StorefrontConfiguration.Database
        do throws(StoreError) {
            database = try .init(store)
        } catch {
            throw StorefrontError.store(path: store, error)
        }
        if let shard, case .postgreSQL(let address) = database {
            var settings = StorefrontConfiguration.Shard(shard, of: address)
            settings.checkpoints = checkpoints
            settings.administration = access.flatMap { access in
                access.administrationAddress.map { .init(token: access.token, address: $0) }
            }
            return .shard(settings)
        }
        var settings = StorefrontConfiguration.Store(database)
        settings.checkpoints = checkpoints
        settings.backups = backups
        settings.access = access
        return .store(settings, files: files)
    }

    /// The shard of the store's records that this server searches.
    private func storeShard() throws -> StoreShard? {
        guard let shard else { return nil }
        guard let share = StoreShard(shard) else { throw StartError("InvalidShard: %@", .text(shard)) }
        guard let store, PostgreSQLAddress.isAddress(store) else { throw StartError("ShardNeedsPostgreSQL") }
        // With these options, a shard of the records would be searched as if it were all of them.
        let others = [
            ("--meilisearch-listen", meilisearchListen != nil), ("--no-public-search", !publicSearch),
            ("--catalog", !catalog.isEmpty), ("--router", !shardAddresses.isEmpty),
        ]
        for (option, isUsed) in others where isUsed {
            throw StartError("OptionsExclude: %1$@ %2$@", .text("--shard"), .text(option))
        }
        return share
    }

    /// Whether the server learns from the results that readers choose.
    private func learns() throws -> Bool {
        guard learn else { return false }
        guard shard == nil else {
            throw StartError("OptionsExclude: %1$@ %2$@", .text("--shard"), .text("--learn"))
        }
        guard store != nil else { throw StartError("NeedsStore: %@", .text("--learn")) }
        try checkQueryLog(for: "--learn")
        return true
    }

    /// How many clients must have sent a query before it is suggested.
    private func suggestedClients() throws -> Int? {
        guard let suggestQueries else { return nil }
        // A query that only one client sent is not shown to others.
        guard (2...100).contains(suggestQueries) else {
            throw StartError("InvalidClientCount: %@", .text("\(suggestQueries)"))
        }
        try checkQueryLog(for: "--suggest-queries")
        return suggestQueries
    }

    private func checkQueryLog(for option: String) throws {
        guard queryLog != nil else { throw StartError("NeedsQueryLog: %@", .text(option)) }
    }

    /// The location of the store's checkpoints.
    private func storeCheckpoints(
        _ variables: [String: String]
    ) throws -> StorefrontConfiguration.Checkpoints? {
        guard let checkpoints else { return nil }
        guard store != nil else { throw StartError("NeedsStore: %@", .text("--checkpoints")) }
        guard S3Address.isAddress(checkpoints) else { return .init(folder: checkpoints) }
        guard let address = S3Address(checkpoints) else {
            throw StartError("InvalidObjectAddress: %@", .text(checkpoints))
        }
        guard !noCache, let cache = cache ?? IndexCache.defaultFolder(variables) else {
            throw StartError("CheckpointsNeedCache: %@", .text(checkpoints))
        }
        // Each location of checkpoints has a folder of its own.
        var place = Fingerprint()
        place.add("\(address)")
        place.add(shard ?? "")
        var settings = StorefrontConfiguration.Checkpoints(folder: cache + "/checkpoints." + place.text)
        do throws(S3Access.Fault) {
            settings.objects = S3Objects(address, try S3Access(variables: variables))
            return settings
        } catch {
            switch error {
            case .missing(let name):
                throw StartError("MissingVariable: %1$@ %2$@", .text(name), .text(checkpoints))
            case .invalid(let name): throw StartError("InvalidVariable: %@", .text(name))
            }
        }
    }

    /// The shards that are searched as one catalog.
    private func routedShards() throws -> [ShardAddress] {
        guard !shardAddresses.isEmpty else { return [] }
        let others = [
            ("--store", store != nil), ("--catalog", !catalog.isEmpty), ("--no-public-search", !publicSearch),
        ]
        for (option, isUsed) in others where isUsed {
            throw StartError("OptionsExclude: %1$@ %2$@", .text("--router"), .text(option))
        }
        return try shardAddresses.flatMap { $0.split(separator: ",") }.map { text in
            guard let address = ShardAddress(String(text)) else {
                throw StartError("InvalidShardAddress: %@", .text(String(text)))
            }
            return address
        }
    }

    /// The log level.
    ///
    /// - Throws: `StartError` if there is no such level.
    func level() throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: logLevel) else {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartError(
                "UnknownOptionValue: %1$@ %2$@ %3$@", .text(logLevel), .text("--log-level"), .text(known),
                table: "Errors")
        }
        return level
    }

    /// An address of a site: `https://` or `http://`, and a host, with or without a slash at the end.
    private static func site(_ text: String) -> String? {
        let site = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: site), let scheme = url.scheme, ["https", "http"].contains(scheme),
            url.host() != nil, url.path().isEmpty, url.query() == nil, url.fragment() == nil,
            url.user() == nil
        else { return nil }
        return site
    }

    private static func address(_ text: String, _ option: String) throws -> ListeningAddress {
        guard let address = ListeningAddress(text) else {
            throw StartError("InvalidAddress: %1$@ %2$@", .text(text), .text(option))
        }
        return address
    }

    /// The same default catalogs as those of `lsearch`; none if the server has a store.
    private static func defaultCatalogs(
        _ variables: [String: String], _ folders: DataFolders, _ store: String?
    ) -> [String] {
        if store != nil, (variables["LSEARCH_CATALOGS"] ?? "").isEmpty { return [] }
        return folders.catalogPaths(variables)
    }

    /// The access for administrators and API clients; `nil` if no option permits any.
    private func access(_ variables: [String: String]) throws -> StorefrontConfiguration.Access? {
        let (administration, meilisearch) = ("--admin-listen", "--meilisearch-listen")
        let administrationAddress = try adminListen.map { try Self.address($0, administration) }
        let meilisearchAddress = try meilisearchListen.map { try Self.address($0, meilisearch) }
        let options = [
            adminListen.map { _ in administration }, meilisearchListen.map { _ in meilisearch },
            publicSearch ? nil : "--no-public-search",
        ]
        guard let option = options.compactMap(\.self).first else { return nil }
        guard store != nil else { throw StartError("AdministrationWithoutStore: %@", .text(option)) }
        var access = StorefrontConfiguration.Access(
            token: try token(variables, for: option), administrationAddress: administrationAddress,
            meilisearchAddress: meilisearchAddress, isSearchPublic: publicSearch)
        access?.acceptsTokensWithoutExpiry = tokensWithoutExpiry
        return access
    }

    /// The administration token, which an option requires.
    private func token(_ variables: [String: String], for option: String) throws -> AccessToken {
        var secret = variables["LSEARCHD_ADMIN_TOKEN"] ?? ""
        if let adminTokenFile {
            guard let file = SecretFile(adminTokenFile) else {
                throw StartError("FileUnreadable: %@", .text(adminTokenFile))
            }
            guard !file.isWritableByOthers else {
                throw StartError("TokenFileWritable: %@", .text(adminTokenFile))
            }
            if let folder = file.folderWritableByOthers {
                throw StartError("TokenFolderWritable: %@", .text(folder))
            }
            secret = file.text
        }
        guard !secret.isEmpty else { throw StartError("AdministrationWithoutToken: %@", .text(option)) }
        guard let token = AccessToken(secret) else {
            throw StartError("TokenTooShort: %ld", .init(AccessToken.minimumLength))
        }
        guard !token.isGuessable else { throw StartError("TokenGuessable") }
        return token
    }
}
