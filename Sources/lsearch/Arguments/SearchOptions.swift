// The checked options of the command line. Checking reads no files.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

/// The form of the response.
enum OutputFormat: String, CaseIterable {
    case text
    case json
    case jsonl
    case csv
    case tsv
}

/// How indexes of catalogs are stored.
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
    /// The request that the command line specifies. Its scope is an id or a label, and its chain is missing
    /// if the command line has none: both depend on the catalogs.
    private(set) var request: ServiceRequest
    /// The user's locale, then other locales that the user reads.
    let preferredLocales: [LocaleIdentifier]
    let catalogPaths: [String]
    /// The record members for columns of the catalogs.
    let mappedColumns: [String: String]
    let indexes: IndexOptions
    /// The command that makes vectors; `nil` to search by words alone.
    let embedder: String?
    /// The columns of the table; the default ones if `nil`.
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

    /// The options with a chain of locales, unless the command line has one.
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

    /// The output of a choice; `nil` if the user does not choose for a script.
    var pick: PickOptions? { interactive?.pick }

    /// Checks the options.
    init(_ arguments: SearchArguments, preferredLocales: [LocaleIdentifier]) throws(UsageError) {
        self.preferredLocales = preferredLocales
        catalogPaths = arguments.catalog
        mappedColumns = try arguments.mappedColumns()
        localizationsFolder = arguments.localizations
        isStrict = arguments.strict
        namesLocale = arguments.locale != nil
        mode = try Mode(arguments)
        try arguments.checkRefinements(mode)
        lines = try LineInput(arguments)
        var request = try arguments.request(
            in: preferredLocales[0], limit: lines == nil ? Self.usualLimit : .max)
        // The field of an interactive search shows the query as it was typed.
        if lines != nil, mode.interactive == nil {
            request.request.query = LineQuery.translated(request.request.query, request.request.syntax)
        }
        self.request = request
        if let columns = arguments.columns {
            self.columns = columns.split(separator: ",").map { AttributeName(String($0)) }
        }
        if let format = arguments.format { self.format = try OptionValue.choice(format, of: "--format") }
        if let color = arguments.color { self.color = try OptionValue.choice(color, of: "--color") }
        embedder = arguments.embedder?.isEmpty == true ? nil : arguments.embedder
        if mode.interactive != nil, format != .text {
            throw UsageError("Conflict: %1$@ %2$@", "--interactive", "--format")
        }
        if [.csv, .tsv].contains(format), mode != .search, let option = mode.option {
            throw UsageError("Conflict: %1$@ %2$@", option, "--format \(format.rawValue)")
        }
        indexes = try Self.indexes(arguments)
    }

    /// Whether an interactive search uses the controlling terminal, because standard input or output belongs
    /// to a script.
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
        // `--verify` would check the rebuilt indexes instead of the existing ones.
        if arguments.verify, arguments.rebuild {
            throw UsageError("Conflict: %1$@ %2$@", "--verify", "--rebuild")
        }
        if arguments.cache == "" { throw UsageError("FolderUnnamed: %@", "--cache") }
        return IndexOptions(
            usesCache: !arguments.noCache, folder: arguments.cache, rebuilds: arguments.rebuild,
            readsIntoMemory: arguments.readIndexes)
    }
}
