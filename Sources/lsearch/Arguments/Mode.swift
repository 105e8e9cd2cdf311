// The mode of one run, with the options that only it has.

internal import ProgramSupport

/// The mode of one run.
enum Mode: Equatable {
    case search
    case interactive(InteractiveOptions)
    case batch
    /// Serves agents with tools.
    case mcp
    /// Measures the rankings for judged queries.
    case judge(JudgeOptions)
    case listCatalogs
    case listScopes
    case listLocales
    case verify
    /// Builds a segment of a checkpoint from standard input, in a folder.
    ///
    /// `lineNumbers` is the file with the numbers of the lines; `nil` to count the lines.
    case buildSegment(folder: String, lineNumbers: String?)
    /// Makes a checkpoint of segments, in a folder.
    case publish(folder: String)

    /// Whether the texts of records are searched.
    var searches: Bool {
        switch self {
        case .search, .interactive, .batch, .mcp, .judge: true
        case .listCatalogs, .listScopes, .listLocales, .verify, .buildSegment, .publish: false
        }
    }

    /// The options of an interactive search; `nil` in other modes.
    var interactive: InteractiveOptions? { if case .interactive(let options) = self { options } else { nil } }

    /// The option that sets the mode; `nil` for a search.
    var option: String? {
        switch self {
        case .search: nil
        case .interactive(let interactive): interactive.pick == nil ? "--interactive" : "--pick"
        case .batch: "--batch"
        case .mcp: "--mcp"
        case .judge: "--judge"
        case .listCatalogs: "--list-catalogs"
        case .listScopes: "--list-scopes"
        case .listLocales: "--list-locales"
        case .verify: "--verify"
        case .buildSegment: "--build-segment"
        case .publish: "--publish"
        }
    }
}

/// The options of an interactive search.
struct InteractiveOptions: Equatable {
    /// The output of a choice; `nil` if the user does not choose for a script.
    let pick: PickOptions?
    /// Whether the search starts empty instead of restoring the stored one.
    let isFresh: Bool
    /// Whether recent searches are stored and suggested.
    let keepsRecentSearches: Bool

    /// The options of a command line with `--interactive` or `--pick`.
    fileprivate init(_ arguments: SearchArguments, pick: PickOptions?) {
        self.pick = pick
        // A choice for a script starts empty and stores nothing.
        isFresh = arguments.fresh || pick != nil
        keepsRecentSearches = !arguments.noRecent && pick == nil
    }
}

extension Mode {
    /// The mode that a command line specifies.
    ///
    /// - Throws: `UsageError`, also for options without a meaning in this mode.
    init(_ arguments: SearchArguments) throws(UsageError) {
        let pick = try PickOptions(arguments)
        let judging = try JudgeOptions(arguments)
        var requested: [(option: String, mode: Mode)] = []
        func request(_ option: String, _ mode: @autoclosure () -> Mode, if isGiven: Bool) {
            if isGiven { requested.append((option, mode())) }
        }
        request(
            arguments.interactive ? "--interactive" : "--pick",
            .interactive(InteractiveOptions(arguments, pick: pick)),
            if: arguments.interactive || pick != nil)
        request("--batch", .batch, if: arguments.batch)
        request("--mcp", .mcp, if: arguments.mcp)
        if let judging { requested.append(("--judge", .judge(judging))) }
        request("--list-catalogs", .listCatalogs, if: arguments.listCatalogs)
        request("--list-scopes", .listScopes, if: arguments.listScopes)
        request("--list-locales", .listLocales, if: arguments.listLocales)
        request("--verify", .verify, if: arguments.verify)
        if let folder = arguments.buildSegment {
            requested.append(
                ("--build-segment", .buildSegment(folder: folder, lineNumbers: arguments.lineNumbers)))
        }
        if let folder = arguments.publish { requested.append(("--publish", .publish(folder: folder))) }
        if requested.count > 1 {
            throw UsageError("Conflict: %1$@ %2$@", requested[0].option, requested[1].option)
        }
        self = requested.first?.mode ?? .search
        try check(arguments, requested.first?.option)
    }

    /// - Parameter option: the option that set the mode.
    private func check(_ arguments: SearchArguments, _ option: String?) throws(UsageError) {
        if arguments.lineNumbers != nil, arguments.buildSegment == nil {
            throw UsageError("OptionNeeds: %1$@ %2$@", "--line-numbers", "--build-segment")
        }
        switch self {
        case .buildSegment("", _): throw UsageError("FolderUnnamed: %@", "--build-segment")
        case .publish(""): throw UsageError("FolderUnnamed: %@", "--publish")
        case .search, .interactive, .batch: break
        default:
            if let option, arguments.lines != nil {
                throw UsageError("Conflict: %1$@ %2$@", option, "--lines")
            }
        }
        // An interactive search may start with a query.
        if let option, interactive == nil, let word = arguments.query ?? arguments.words.first {
            throw UsageError("Conflict: %1$@ %2$@", option, word)
        }
        for other in ModeOption.all where other.isGiven(arguments) && !other.concern.holds(in: self) {
            guard let option else {
                throw UsageError("OptionNeeds: %1$@ %2$@", other.names[0], "--interactive")
            }
            throw UsageError("Conflict: %1$@ %2$@", option, other.names[0])
        }
    }
}
