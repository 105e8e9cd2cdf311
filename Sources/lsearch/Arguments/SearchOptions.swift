// The checked options of the command line. Checking reads no files.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

/// What the program does in one run.
enum Mode: Equatable {
    case search
    case interactive
    case batch
    /// Measures how well judged queries are answered.
    case judge
    case listCatalogs
    case listScopes
    case listLocales
    case verify
    /// Builds a segment of a checkpoint from standard input.
    case buildSegment
    /// Makes a checkpoint of segments.
    case publish

    /// Whether the texts of records are searched.
    var searches: Bool {
        switch self {
        case .search, .interactive, .batch, .judge: true
        case .listCatalogs, .listScopes, .listLocales, .verify, .buildSegment, .publish: false
        }
    }
}

/// The form of the answer.
enum OutputFormat: String, CaseIterable {
    case text
    case json
    case jsonl
    case csv
    case tsv
}

/// The checked options.
struct SearchOptions {
    var mode = Mode.search
    var query = ""
    /// The user's locale, then other locales that the user reads.
    var preferredLocales: [LocaleIdentifier]
    /// The locales to search; negotiated if `nil`.
    var chain: [LocaleIdentifier]?
    var catalogPaths: [String]
    /// The members that columns of the catalogs are.
    var mappedColumns: [String: String] = [:]
    /// A scope's id or label. It depends on the catalogs which scope it names.
    var scope: String?
    var sort = SearchRequest.SortOrder.relevance
    /// The attributes that order the results.
    var order: [SortKey] = []
    var filter: Filter?
    /// What multiplies the scores of records.
    var preferences: [Preference] = []
    /// Whether those of the catalogs do, too.
    var appliesPreferences = true
    var facets: [String] = []
    var ranges: [(AttributeName, [AttributeValue])] = []
    /// The columns of the table; the usual ones if `nil`.
    var columns: [AttributeName]?
    var isReversed = false
    var price: NumericRange?
    var currency: String?
    var market: String?
    /// Whether variants are found as one hit.
    var isGrouped = true
    var year: NumericRange?
    var limit = Self.usualLimit
    /// The number of results that are shown by default.
    static let usualLimit = 10
    var offset = 0
    /// How the query is read.
    var syntax = QuerySyntax.operators
    /// The locales in which each field is searched.
    var match = MatchedLocales.nearest
    /// When similar words are searched.
    var relax = Relaxation.Policy.auto
    var explains = false
    var format = OutputFormat.text
    var color = Occasion.auto
    var localizationsFolder: String?
    var isStrict = false
    /// Whether indexes are read and written.
    var usesCache = true
    /// The folder of indexes; the default folder if `nil`.
    var cacheFolder: String?
    var rebuildsIndexes = false
    /// Whether indexes are read into memory instead of mapped.
    var readsIndexes = false
    /// The folder in which bulk indexing builds or publishes.
    var bulkFolder = ""
    /// The file with the numbers of the lines of standard input; `nil` to count them.
    var lineNumbers: String?
    /// What a choice prints; `nil` if nothing is chosen for a script.
    var pick: PickOptions?
    /// The file whose lines are the records; `nil` if catalogs are searched.
    var lines: LineInput?
    /// The judgments to measure; `nil` in other modes.
    var judging: JudgeOptions?
    /// Whether an interactive search ignores the stored one.
    var isFresh = false
    /// Whether recent searches are stored and suggested.
    var keepsRecentSearches = true
    /// Whether the command line names the user's locale.
    var namesLocale = false

    /// The user's locale.
    var locale: LocaleIdentifier { preferredLocales[0] }

    /// Checks the options.
    init(_ arguments: SearchArguments, preferredLocales: [LocaleIdentifier]) throws(UsageError) {
        self.preferredLocales = preferredLocales
        query = ((arguments.query.map { [$0] } ?? []) + arguments.words).joined(separator: " ")
        catalogPaths = arguments.catalog
        for map in arguments.map {
            mappedColumns.merge(
                try OptionValue.read("--map") { () throws(InvalidValue) in try ValueReader.columns(map) }
            ) { _, later in later }
        }
        scope = arguments.scope
        isReversed = arguments.reverse
        explains = arguments.explain
        localizationsFolder = arguments.localizations
        isStrict = arguments.strict
        isFresh = arguments.fresh
        keepsRecentSearches = !arguments.noRecent
        namesLocale = arguments.locale != nil
        mode = try Self.mode(arguments)
        try checkBulk(arguments)
        pick = try PickOptions(arguments)
        if pick != nil {
            // A choice for a script begins afresh and leaves nothing behind.
            isFresh = true
            keepsRecentSearches = false
        }
        judging = try JudgeOptions(arguments)
        lines = try LineInput(arguments)
        if lines != nil { limit = .max }

        if let chain = arguments.chain {
            var locales: [LocaleIdentifier] = []
            for name in chain.split(separator: ",", omittingEmptySubsequences: false) {
                let locale = try OptionValue.locale(String(name)).base
                if !locales.contains(locale) { locales.append(locale) }
            }
            self.chain = locales
        }
        if let sort = arguments.sort {
            (self.sort, order) = try OptionValue.read("--sort") { () throws(InvalidValue) in
                try ValueReader.order(sort)
            }
        }
        if let filter = arguments.filter { self.filter = try Self.filter(filter) }
        for text in arguments.prefer {
            preferences += try OptionValue.read("--prefer") { () throws(InvalidValue) in
                try ValueReader.preferences(text)
            }
        }
        if let preferences = arguments.preferences {
            let choice: ServiceRequest.Preferences = try OptionValue.choice(preferences, of: "--preferences")
            appliesPreferences = choice == .all
        }
        if let facets = arguments.facets { self.facets = facets.split(separator: ",").map(String.init) }
        if let ranges = arguments.ranges {
            self.ranges = try OptionValue.read("--ranges") { () throws(InvalidValue) in
                try ValueReader.ranges(ranges)
            }
        }
        if let columns = arguments.columns {
            self.columns = columns.split(separator: ",").map { AttributeName(String($0)) }
        }
        if let format = arguments.format { self.format = try OptionValue.choice(format, of: "--format") }
        if let color = arguments.color { self.color = try OptionValue.choice(color, of: "--color") }
        if let price = arguments.price { self.price = try Self.range(price, of: "--price") }
        currency = arguments.currency?.uppercased()
        market = arguments.market
        if let group = arguments.group {
            let choice: ServiceRequest.Grouping = try OptionValue.choice(group, of: "--group")
            isGrouped = choice == .auto
        }
        if let year = arguments.year { self.year = try Self.range(year, of: "--year") }
        if let limit = arguments.limit { self.limit = try OptionValue.count(limit, of: "--limit") }
        if let offset = arguments.offset { self.offset = try OptionValue.count(offset, of: "--offset") }
        if let syntax = arguments.syntax { self.syntax = try OptionValue.choice(syntax, of: "--syntax") }
        if let match = arguments.match { self.match = try OptionValue.choice(match, of: "--match") }
        if let relax = arguments.relax { self.relax = try OptionValue.choice(relax, of: "--relax") }
        if mode == .interactive, format != .text {
            throw UsageError("Conflict: %1$@ %2$@", "--interactive", "--format")
        }
        if [.csv, .tsv].contains(format), mode != .search, let option = Self.option(mode) {
            throw UsageError("Conflict: %1$@ %2$@", option, "--format \(format.rawValue)")
        }
        try checkCache(arguments)
    }

    /// The option that sets a mode.
    private static func option(_ mode: Mode) -> String? {
        switch mode {
        case .search: nil
        case .interactive: "--interactive"
        case .batch: "--batch"
        case .judge: "--judge"
        case .listCatalogs: "--list-catalogs"
        case .listScopes: "--list-scopes"
        case .listLocales: "--list-locales"
        case .verify: "--verify"
        case .buildSegment: "--build-segment"
        case .publish: "--publish"
        }
    }

    /// Whether an interactive search uses the controlling terminal, because a script has standard input or output.
    var usesControllingTerminal: Bool { pick != nil || lines != nil }

    /// The request that the command line makes. Its scope is an id or a label, and its chain is missing where none was
    /// given: both depend on the catalogs.
    var request: ServiceRequest {
        var request = SearchRequest(query, locale: locale)
        request.scope = scope
        request.syntax = syntax
        request.match = match
        request.relax = relax
        request.sort = sort
        request.order = order
        request.filter = filter
        request.preferences = preferences
        request.appliesPreferences = appliesPreferences
        request.count(facets)
        request.count(ranges)
        request.isReversed = isReversed
        request.price = price
        request.currency = currency
        request.market = market
        request.isGrouped = isGrouped
        request.year = year
        request.limit = limit
        request.offset = offset
        return ServiceRequest(request, chain: chain, explains: explains)
    }

    private mutating func checkCache(_ arguments: SearchArguments) throws(UsageError) {
        if arguments.noCache {
            let conflicts = [
                ("--cache", arguments.cache != nil), ("--rebuild", arguments.rebuild),
                ("--read-indexes", arguments.readIndexes), ("--verify", arguments.verify),
            ]
            for (option, isGiven) in conflicts where isGiven {
                throw UsageError("Conflict: %1$@ %2$@", "--no-cache", option)
            }
        }
        // Rebuilt indexes would be examined instead of those that are there.
        if arguments.verify, arguments.rebuild {
            throw UsageError("Conflict: %1$@ %2$@", "--verify", "--rebuild")
        }
        if arguments.cache == "" { throw UsageError("FolderUnnamed: %@", "--cache") }
        usesCache = !arguments.noCache
        cacheFolder = arguments.cache
        rebuildsIndexes = arguments.rebuild
        readsIndexes = arguments.readIndexes
    }

    private mutating func checkBulk(_ arguments: SearchArguments) throws(UsageError) {
        if arguments.lineNumbers != nil, mode != .buildSegment {
            throw UsageError("OptionNeeds: %1$@ %2$@", "--line-numbers", "--build-segment")
        }
        lineNumbers = arguments.lineNumbers
        guard let folder = arguments.buildSegment ?? arguments.publish else { return }
        if folder.isEmpty { throw UsageError("FolderUnnamed: %@", Self.option(mode) ?? "--publish") }
        bulkFolder = folder
    }

    private static func mode(_ arguments: SearchArguments) throws(UsageError) -> Mode {
        let asked: [(option: String, mode: Mode)] = [
            (
                arguments.interactive ? "--interactive" : "--pick", Mode.interactive,
                arguments.interactive || arguments.pick != nil
            ),
            ("--batch", .batch, arguments.batch),
            ("--judge", .judge, arguments.judge != nil),
            ("--list-catalogs", .listCatalogs, arguments.listCatalogs),
            ("--list-scopes", .listScopes, arguments.listScopes),
            ("--list-locales", .listLocales, arguments.listLocales),
            ("--verify", .verify, arguments.verify),
            ("--build-segment", .buildSegment, arguments.buildSegment != nil),
            ("--publish", .publish, arguments.publish != nil),
        ].filter(\.2).map { ($0.0, $0.1) }
        if asked.count > 1 { throw UsageError("Conflict: %1$@ %2$@", asked[0].option, asked[1].option) }
        guard let only = asked.first else { return .search }
        if only.mode != .interactive, only.mode != .batch, arguments.lines != nil {
            throw UsageError("Conflict: %1$@ %2$@", only.option, "--lines")
        }
        // An interactive search may start with words.
        if only.mode != .interactive, let word = arguments.query ?? arguments.words.first {
            throw UsageError("Conflict: %1$@ %2$@", only.option, word)
        }
        return only.mode
    }

    private static func filter(_ text: String) throws(UsageError) -> Filter {
        do throws(FilterError) {
            return try Filter(text)
        } catch {
            throw UsageError(error.message)
        }
    }

    private static func range(_ value: String, of option: String) throws(UsageError) -> NumericRange {
        try OptionValue.read(option) { () throws(InvalidValue) in try ValueReader.range(value) }
    }
}
