// The modes in which an option has an effect. In others it is refused.

internal import ProgramSupport

/// An option that some modes would ignore.
struct ModeOption: Sendable {
    /// What an option changes.
    enum Concern {
        /// Which records are counted and found.
        case records
        /// How words are interpreted, and how records are ordered.
        case search
        /// Which of the found records a response has, and what it says about them.
        case response
        /// How a response is formatted for a person, or written as a table.
        case columns
        /// What the full screen stores between two searches.
        case screen

        /// Whether it has an effect in a mode.
        func holds(in mode: Mode) -> Bool {
            switch (self, mode) {
            case (.records, .listScopes): true
            case (.records, _), (.search, _): mode.searches
            // The measures need only the ids of the first hits.
            case (.response, .judge): false
            case (.response, _): mode.searches
            case (.columns, .search), (.columns, .interactive), (.screen, .interactive): true
            case (.columns, _), (.screen, _): false
            }
        }
    }

    /// The option's names, the first one for messages.
    let names: [String]
    let concern: Concern
    let isGiven: @Sendable (SearchArguments) -> Bool

    init(
        _ names: String..., about concern: Concern,
        isGiven: @escaping @Sendable (SearchArguments) -> Bool
    ) {
        self.names = names
        self.concern = concern
        self.isGiven = isGiven
    }

    static let all = [
        ModeOption("--scope", "-s", about: .search) { $0.scope != nil },
        ModeOption("--sort", about: .search) { $0.sort != nil },
        ModeOption("--reverse", about: .search) { $0.reverse },
        ModeOption("--spread", about: .search) { $0.spread != nil },
        ModeOption("--at-most", about: .search) { $0.atMost != nil },
        ModeOption("--filter", about: .records) { $0.filter != nil },
        ModeOption("--prefer", about: .search) { !$0.prefer.isEmpty },
        ModeOption("--preferences", about: .search) { $0.preferences != nil },
        ModeOption("--context", about: .records) { !$0.context.isEmpty },
        ModeOption("--facets", about: .response) { $0.facets != nil },
        ModeOption("--ranges", about: .response) { $0.ranges != nil },
        ModeOption("--buckets", about: .response) { $0.buckets != nil },
        ModeOption("--sums", about: .response) { $0.sums },
        ModeOption("--columns", about: .columns) { $0.columns != nil },
        ModeOption("--price", about: .records) { $0.price != nil },
        ModeOption("--currency", about: .records) { $0.currency != nil },
        ModeOption("--market", about: .records) { $0.market != nil },
        ModeOption("--group", about: .records) { $0.group != nil },
        ModeOption("--year", about: .records) { $0.year != nil },
        ModeOption("--limit", "-n", about: .response) { $0.limit != nil },
        ModeOption("--offset", about: .response) { $0.offset != nil },
        ModeOption("--syntax", about: .search) { $0.syntax != nil },
        ModeOption("--match", about: .records) { $0.match != nil },
        ModeOption("--relax", about: .search) { $0.relax != nil },
        ModeOption("--semantic-ratio", about: .search) { $0.semanticRatio != nil },
        ModeOption("--explain", about: .response) { $0.explain },
        ModeOption("--fresh", about: .screen) { $0.fresh },
        ModeOption("--no-recent", about: .screen) { $0.noRecent },
    ]

    /// The options that refine counts of values.
    static let refinements: Set<String> = ["--buckets", "--sums"]

    /// Whether an option has an effect in a mode.
    static func concerns(_ name: String, _ mode: Mode) -> Bool {
        all.first { $0.names.contains(name) }?.concern.holds(in: mode) ?? true
    }

    /// The options that an option requires, for a line of the configuration that has only this one.
    static func context(of name: String) -> [String] {
        if PickOptions.names.contains(name) { return ["--pick=\(PickOptions.usualForm)"] }
        if refinements.contains(name) { return ["--facets=attribute"] }
        return concerns(name, .search) ? [] : ["--interactive"]
    }
}

extension SearchArguments {
    /// Checks that options for counting values come with values to count. Requests of a batch and calls of
    /// agents name their own.
    func checkRefinements(_ mode: Mode) throws(UsageError) {
        guard facets == nil, ranges == nil, mode != .batch, mode != .mcp else { return }
        let given = buckets != nil ? "--buckets" : sums ? "--sums" : nil
        if let given { throw UsageError("OptionNeeds: %1$@ %2$@", given, "--facets") }
    }
}
