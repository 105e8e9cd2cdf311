// The command line as it is meant: every value checked, still without a look at files.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

/// What the program is asked to do.
enum Task: Equatable {
    case search
    case interactive
    case batch
    case listCatalogs
    case listScopes
    case listLocales

    /// Whether texts are looked at.
    var searches: Bool {
        switch self {
        case .search, .interactive, .batch: true
        case .listCatalogs, .listScopes, .listLocales: false
        }
    }
}

/// Where the answer goes in which form.
enum OutputFormat: String, CaseIterable {
    case text
    case json
    case jsonl
}

/// The checked options.
struct SearchOptions {
    var task = Task.search
    var query = ""
    /// The user's locale first, then others that they read.
    var preferredLocales: [LocaleIdentifier]
    /// The locales to search, where given.
    var chain: [LocaleIdentifier]?
    var catalogPaths: [String]
    /// A scope's id or label; resolved when the catalogs are known.
    var scope: String?
    var sort = SearchRequest.SortOrder.relevance
    var isReversed = false
    var price: NumericRange?
    var year: NumericRange?
    var limit = 10
    var offset = 0
    /// When similar words are looked for.
    var relax = Relaxation.Policy.auto
    var explains = false
    var format = OutputFormat.text
    var color = Occasion.auto
    var localizationsFolder: String?
    var isStrict = false
    /// Whether indexes are read and written.
    var usesCache = true
    /// The folder of indexes, where named.
    var cacheFolder: String?
    var rebuildsIndexes = false
    /// Whether an interactive search begins anew instead of where the last one was left.
    var isFresh = false
    /// Whether earlier searches are remembered and suggested.
    var keepsRecentSearches = true
    /// Whether the command line says the user's locale.
    var namesLocale = false

    /// The user's locale.
    var locale: LocaleIdentifier { preferredLocales[0] }

    /// Checks the options.
    init(_ arguments: SearchArguments, preferredLocales: [LocaleIdentifier]) throws(UsageError) {
        self.preferredLocales = preferredLocales
        query = arguments.words.joined(separator: " ")
        catalogPaths = arguments.catalog
        scope = arguments.scope
        isReversed = arguments.reverse
        explains = arguments.explain
        localizationsFolder = arguments.localizations
        isStrict = arguments.strict
        isFresh = arguments.fresh
        keepsRecentSearches = !arguments.noRecent
        namesLocale = arguments.locale != nil
        task = try Self.task(arguments)

        if let chain = arguments.chain {
            var locales: [LocaleIdentifier] = []
            for name in chain.split(separator: ",", omittingEmptySubsequences: false) {
                let locale = try OptionValue.locale(String(name)).base
                if !locales.contains(locale) { locales.append(locale) }
            }
            self.chain = locales
        }
        if let sort = arguments.sort { self.sort = try OptionValue.choice(sort, of: "--sort") }
        if let format = arguments.format { self.format = try OptionValue.choice(format, of: "--format") }
        if let color = arguments.color { self.color = try OptionValue.choice(color, of: "--color") }
        if let price = arguments.price { self.price = try Self.range(price, of: "--price") }
        if let year = arguments.year { self.year = try Self.range(year, of: "--year") }
        if let limit = arguments.limit { self.limit = try OptionValue.count(limit, of: "--limit") }
        if let offset = arguments.offset { self.offset = try OptionValue.count(offset, of: "--offset") }
        // A person wants to see what comes near; a program what it asked for.
        relax = [.search, .interactive].contains(task) && format == .text ? .auto : .never
        if let relax = arguments.relax { self.relax = try OptionValue.choice(relax, of: "--relax") }
        if task == .interactive, format != .text {
            throw UsageError("Conflict: %1$@ %2$@", "--interactive", "--format")
        }
        try checkCache(arguments)
    }

    private mutating func checkCache(_ arguments: SearchArguments) throws(UsageError) {
        if arguments.noCache {
            for (option, isGiven) in [("--cache", arguments.cache != nil), ("--rebuild", arguments.rebuild)]
            where isGiven {
                throw UsageError("Conflict: %1$@ %2$@", "--no-cache", option)
            }
        }
        if arguments.cache == "" { throw UsageError("FolderUnnamed: %@", "--cache") }
        usesCache = !arguments.noCache
        cacheFolder = arguments.cache
        rebuildsIndexes = arguments.rebuild
    }

    private static func task(_ arguments: SearchArguments) throws(UsageError) -> Task {
        let asked: [(option: String, task: Task)] = [
            ("--interactive", Task.interactive, arguments.interactive),
            ("--batch", .batch, arguments.batch),
            ("--list-catalogs", .listCatalogs, arguments.listCatalogs),
            ("--list-scopes", .listScopes, arguments.listScopes),
            ("--list-locales", .listLocales, arguments.listLocales),
        ].filter(\.2).map { ($0.0, $0.1) }
        if asked.count > 1 { throw UsageError("Conflict: %1$@ %2$@", asked[0].option, asked[1].option) }
        guard let only = asked.first else { return .search }
        // An interactive search may begin with words.
        if only.task != .interactive, let word = arguments.words.first {
            throw UsageError("Conflict: %1$@ %2$@", only.option, word)
        }
        return only.task
    }

    private static func range(_ value: String, of option: String) throws(UsageError) -> NumericRange {
        try OptionValue.read(option) { () throws(InvalidValue) in try ValueReader.range(value) }
    }
}
