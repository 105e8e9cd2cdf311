// The checked options of the command line. Checking reads no files.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

/// The form of the answer.
enum OutputFormat: String, CaseIterable {
    case text
    case json
    case jsonl
    case csv
    case tsv
}

/// How indexes of catalogs are kept.
struct IndexOptions: Equatable {
    /// Whether indexes are read and written.
    var usesCache = true
    /// The folder of indexes; the default folder if `nil`.
    var folder: String?
    var rebuilds = false
    /// Whether indexes are read into memory instead of mapped.
    var readsIntoMemory = false
}

/// The checked options.
struct SearchOptions {
    let mode: Mode
    /// The request that the command line makes. Its scope is an id or a label, and its chain is missing where
    /// none was given: both depend on the catalogs.
    private(set) var request: ServiceRequest
    /// The user's locale, then other locales that the user reads.
    let preferredLocales: [LocaleIdentifier]
    let catalogPaths: [String]
    /// The members that columns of the catalogs are.
    let mappedColumns: [String: String]
    let indexes: IndexOptions
    /// The command that makes vectors; `nil` to search by words.
    let embedder: String?
    /// The columns of the table; the usual ones if `nil`.
    private(set) var columns: [AttributeName]?
    private(set) var format = OutputFormat.text
    private(set) var color = UsagePolicy.auto
    let localizationsFolder: String?
    let isStrict: Bool
    /// The file whose lines are the records; `nil` if catalogs are searched.
    let lines: LineInput?
    /// Whether the command line names the user's locale.
    let namesLocale: Bool

    /// The number of results that are shown by default.
    static let usualLimit = 10

    /// The options with a chain of locales where the command line names none.
    func preferring(_ chain: [LocaleIdentifier]) -> SearchOptions {
        var options = self
        options.request.chain = request.chain ?? chain
        return options
    }

    var search: SearchRequest { request.request }

    /// The user's locale.
    var locale: LocaleIdentifier { preferredLocales[0] }

    /// The options of an interactive search; `nil` in other modes.
    var interactive: InteractiveOptions? { mode.interactive }

    /// What a choice prints; `nil` if nothing is chosen for a script.
    var pick: PickOptions? { interactive?.pick }

    /// Checks the options.
    init(_ arguments: SearchArguments, preferredLocales: [LocaleIdentifier]) throws(UsageError) {
        self.preferredLocales = preferredLocales
        catalogPaths = arguments.catalog
        var mappedColumns: [String: String] = [:]
        for map in arguments.map {
            mappedColumns.merge(
                try OptionValue.read("--map") { () throws(InvalidValue) in try ValueReader.columns(map) }
            ) { _, later in later }
        }
        self.mappedColumns = mappedColumns
        localizationsFolder = arguments.localizations
        isStrict = arguments.strict
        namesLocale = arguments.locale != nil
        mode = try Mode(arguments)
        try arguments.checkRefinements(mode)
        lines = try LineInput(arguments)

        let query = ((arguments.query.map { [$0] } ?? []) + arguments.words).joined(separator: " ")
        var request = SearchRequest(query, locale: preferredLocales[0])
        request.scope = arguments.scope
        request.isReversed = arguments.reverse
        request.limit = lines == nil ? Self.usualLimit : .max
        var chain: [LocaleIdentifier]?
        if let names = arguments.chain {
            var locales: [LocaleIdentifier] = []
            for name in names.split(separator: ",", omittingEmptySubsequences: false) {
                let locale = try OptionValue.locale(String(name)).base
                if !locales.contains(locale) { locales.append(locale) }
            }
            chain = locales
        }
        if let sort = arguments.sort {
            (request.sort, request.order) = try OptionValue.read("--sort") { () throws(InvalidValue) in
                try ValueReader.order(sort)
            }
        }
        if let spread = arguments.spread {
            request.spread = spread == "none" ? .off : .by(AttributeName(spread))
        }
        if let count = arguments.atMost {
            request.spreadLimit = try OptionValue.read("--at-most") { () throws(InvalidValue) in
                try ValueReader.positive(count)
            }
        }
        if let filter = arguments.filter { request.filter = try Self.filter(filter) }
        for text in arguments.prefer {
            request.preferences += try OptionValue.read("--prefer") { () throws(InvalidValue) in
                try ValueReader.preferences(text)
            }
        }
        request.contexts = arguments.context
        if let preferences = arguments.preferences {
            let choice: ServiceRequest.Preferences = try OptionValue.choice(preferences, of: "--preferences")
            request.appliesPreferences = choice == .all
        }
        if let facets = arguments.facets { request.count(facets.split(separator: ",").map(String.init)) }
        if let ranges = arguments.ranges {
            request.count(
                try OptionValue.read("--ranges") { () throws(InvalidValue) in
                    try ValueReader.ranges(ranges)
                })
        }
        if let columns = arguments.columns {
            self.columns = columns.split(separator: ",").map { AttributeName(String($0)) }
        }
        if let format = arguments.format { self.format = try OptionValue.choice(format, of: "--format") }
        if let color = arguments.color { self.color = try OptionValue.choice(color, of: "--color") }
        if let price = arguments.price { request.price = try Self.range(price, of: "--price") }
        request.currency = arguments.currency?.uppercased()
        request.market = arguments.market
        if let group = arguments.group {
            let choice: ServiceRequest.Grouping = try OptionValue.choice(group, of: "--group")
            request.isGrouped = choice == .auto
        }
        if let year = arguments.year { request.year = try Self.range(year, of: "--year") }
        if let limit = arguments.limit { request.limit = try OptionValue.count(limit, of: "--limit") }
        if let offset = arguments.offset { request.offset = try OptionValue.count(offset, of: "--offset") }
        if let syntax = arguments.syntax { request.syntax = try OptionValue.choice(syntax, of: "--syntax") }
        if let match = arguments.match { request.match = try OptionValue.choice(match, of: "--match") }
        if let relax = arguments.relax { request.relax = try OptionValue.choice(relax, of: "--relax") }
        if let ratio = arguments.semanticRatio {
            request.semanticRatio = try OptionValue.read("--semantic-ratio") { () throws(InvalidValue) in
                try ValueReader.ratio(ratio)
            }
        }
        embedder = arguments.embedder?.isEmpty == true ? nil : arguments.embedder
        var service = ServiceRequest(request, chain: chain, explains: arguments.explain)
        service.sumsFacets = arguments.sums
        if let buckets = arguments.buckets {
            service.facetBuckets = try OptionValue.count(buckets, of: "--buckets")
        }
        self.request = service
        if mode.interactive != nil, format != .text {
            throw UsageError("Conflict: %1$@ %2$@", "--interactive", "--format")
        }
        if [.csv, .tsv].contains(format), mode != .search, let option = mode.option {
            throw UsageError("Conflict: %1$@ %2$@", option, "--format \(format.rawValue)")
        }
        indexes = try Self.indexes(arguments)
    }

    /// Whether an interactive search uses the controlling terminal, because a
    /// script has standard input or output.
    var usesControllingTerminal: Bool { pick != nil || lines != nil }

    private static func indexes(_ arguments: SearchArguments) throws(UsageError) -> IndexOptions {
        if arguments.noCache {
            let conflicts = [
                ("--embedder", arguments.embedder != nil),
                ("--cache", arguments.cache != nil), ("--rebuild", arguments.rebuild),
                ("--read-indexes", arguments.readIndexes), ("--verify", arguments.verify),
            ]
            for (option, isGiven) in conflicts where isGiven {
                throw UsageError("Conflict: %1$@ %2$@", "--no-cache", option)
            }
        }
        // Rebuilt indexes would be verified instead of those that are there.
        if arguments.verify, arguments.rebuild {
            throw UsageError("Conflict: %1$@ %2$@", "--verify", "--rebuild")
        }
        if arguments.cache == "" { throw UsageError("FolderUnnamed: %@", "--cache") }
        return IndexOptions(
            usesCache: !arguments.noCache, folder: arguments.cache, rebuilds: arguments.rebuild,
            readsIntoMemory: arguments.readIndexes)
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
