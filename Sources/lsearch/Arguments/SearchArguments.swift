// The options of the command line, unchecked.

internal import ArgumentParser
internal import CatalogSearch
internal import ProgramSupport
internal import SearchService
internal import Support

/// The options of `lsearch`, as the user typed them. The argument library parses them and prints their help.
struct SearchArguments: ProgramCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lsearch", abstract: HelpTexts.text("Abstract"),
            discussion: HelpTexts.text("Discussion"),
            version: programVersion)
    }

    @Argument(help: HelpTexts.help("Words", "WORD"))
    var words: [String] = []

    @Option(
        name: [.customShort("l", allowingJoined: true), .long], help: HelpTexts.help("Locale", "L"),
        completion: ValueCompletion.locale.kind)
    var locale: String?

    @Option(help: HelpTexts.help("Chain", "L,L,…"), completion: ValueCompletion.chain.kind)
    var chain: String?

    @Option(
        name: [.short, .long], parsing: .singleValue, help: HelpTexts.help("Catalog", "PATH"),
        completion: .file())
    var catalog: [String] = []

    @Option(
        name: [.customShort("s", allowingJoined: true), .long], help: HelpTexts.help("Scope", "S"),
        completion: ValueCompletion.scope.kind)
    var scope: String?

    @Option(help: HelpTexts.help("Sort", "ORDER"), completion: ValueCompletion.order.kind)
    var sort: String?

    @Flag(help: HelpTexts.help("Reverse"))
    var reverse = false

    @Option(help: HelpTexts.help("Spread", "A"), completion: ValueCompletion.attributes.kind)
    var spread: String?

    @Option(
        name: .customLong("at-most"), parsing: .unconditional, help: HelpTexts.help("AtMost", "N"))
    var atMost: String?

    @Option(
        parsing: .unconditional, help: HelpTexts.help("Filter", "F"), completion: ValueCompletion.filter.kind)
    var filter: String?

    @Option(parsing: .unconditionalSingleValue, help: HelpTexts.help("Prefer", "P"))
    var prefer: [String] = []

    @Option(
        help: HelpTexts.help("Preferences", "WHICH"),
        completion: .list(ServiceRequest.Preferences.allCases.map(\.rawValue)))
    var preferences: String?

    @Option(parsing: .unconditionalSingleValue, help: HelpTexts.help("Context", "NAME"))
    var context: [String] = []

    @Option(help: HelpTexts.help("Facets", "A,B,…"), completion: ValueCompletion.attributes.kind)
    var facets: String?

    @Option(help: HelpTexts.help("Ranges", "A:N,N,…"))
    var ranges: String?

    @Option(parsing: .unconditional, help: HelpTexts.help("Buckets", "N"))
    var buckets: String?

    @Flag(help: HelpTexts.help("Sums"))
    var sums = false

    @Option(help: HelpTexts.help("Map", "COLUMN=MEMBER,…"))
    var map: [String] = []

    @Option(help: HelpTexts.help("Columns", "A,B,…"), completion: ValueCompletion.attributes.kind)
    var columns: String?

    @Option(parsing: .unconditional, help: HelpTexts.help("Price", "A..B"))
    var price: String?

    @Option(help: HelpTexts.help("Currency", "C"), completion: ValueCompletion.currency.kind)
    var currency: String?

    @Option(help: HelpTexts.help("Market", "M"))
    var market: String?

    @Option(
        help: HelpTexts.help("Group", "WHEN"),
        completion: .list(ServiceRequest.Grouping.allCases.map(\.rawValue)))
    var group: String?

    @Option(parsing: .unconditional, help: HelpTexts.help("Year", "A..B"))
    var year: String?

    @Option(
        name: [.customShort("n", allowingJoined: true), .long], parsing: .unconditional,
        help: HelpTexts.help("Limit", "N"))
    var limit: String?

    @Option(parsing: .unconditional, help: HelpTexts.help("Offset", "N"))
    var offset: String?

    @Option(help: HelpTexts.help("Syntax", "SYNTAX"), completion: .list(QuerySyntax.allCases.map(\.rawValue)))
    var syntax: String?

    @Option(
        help: HelpTexts.help("Match", "LOCALES"), completion: .list(MatchedLocales.allCases.map(\.rawValue)))
    var match: String?

    @Option(
        help: HelpTexts.help("Relax", "WHEN"), completion: .list(Relaxation.Policy.allCases.map(\.rawValue)))
    var relax: String?

    @Option(help: HelpTexts.help("Embedder", "COMMAND"), completion: .shellCommand("compgen -c"))
    var embedder: String?

    @Option(
        name: .customLong("semantic-ratio"), parsing: .unconditional,
        help: HelpTexts.help("SemanticRatio", "R"))
    var semanticRatio: String?

    @Flag(help: HelpTexts.help("Explain"))
    var explain = false

    @Option(help: HelpTexts.help("Format", "FORM"), completion: .list(OutputFormat.allCases.map(\.rawValue)))
    var format: String?

    @Option(help: HelpTexts.help("Color", "WHEN"), completion: .list(UsagePolicy.allCases.map(\.rawValue)))
    var color: String?

    @Flag(name: [.short, .long], help: HelpTexts.help("Interactive"))
    var interactive = false

    @Option(name: [.customShort("q", allowingJoined: true), .long], help: HelpTexts.help("Query", "TEXT"))
    var query: String?

    @Option(help: HelpTexts.help("Lines", "FILE"), completion: .file())
    var lines: String?

    @Flag(name: .customLong("read0"), help: HelpTexts.help("Read0"))
    var read0 = false

    @Flag(help: HelpTexts.help("Ansi"))
    var ansi = false

    @Option(
        name: [.customShort("d", allowingJoined: true), .long], parsing: .unconditional,
        help: HelpTexts.help("Delimiter", "TEXT"))
    var delimiter: String?

    @Option(parsing: .unconditional, help: HelpTexts.help("WithNth", "N,N,…"))
    var withNth: String?

    @Option(parsing: .unconditional, help: HelpTexts.help("AcceptNth", "N,N,…"))
    var acceptNth: String?

    @Option(help: HelpTexts.help("HeaderLines", "N"))
    var headerLines: String?

    @Option(
        help: HelpTexts.help("Pick", "FORM"), completion: .list(PickOptions.Form.allCases.map(\.rawValue)))
    var pick: String?

    @Flag(name: [.short, .long], help: HelpTexts.help("Multi"))
    var multi = false

    @Flag(name: .customLong("print0"), help: HelpTexts.help("Print0"))
    var print0 = false

    @Option(parsing: .unconditional, help: HelpTexts.help("Header", "TEXT"))
    var header: String?

    @Option(help: HelpTexts.help("Height", "N|N%"))
    var height: String?

    @Option(parsing: .unconditional, help: HelpTexts.help("Preview", "COMMAND"))
    var preview: String?

    @Option(help: HelpTexts.help("Expect", "KEY,KEY,…"))
    var expect: String?

    @Option(parsing: .singleValue, help: HelpTexts.help("Bind", "KEY:ACTION"))
    var bind: [String] = []

    @Flag(help: HelpTexts.help("PrintQuery"))
    var printQuery = false

    @Flag(name: [.customShort("1"), .customLong("select-1")], help: HelpTexts.help("SelectOne"))
    var selectOne = false

    @Flag(name: [.customShort("0"), .customLong("exit-0")], help: HelpTexts.help("ExitZero"))
    var exitZero = false

    @Flag(help: HelpTexts.help("Fresh"))
    var fresh = false

    @Flag(help: HelpTexts.help("NoRecent"))
    var noRecent = false

    @Flag(help: HelpTexts.help("Batch"))
    var batch = false

    @Flag(help: HelpTexts.help("MCP"))
    var mcp = false

    @Option(help: HelpTexts.help("Judge", "FILE"), completion: .file())
    var judge: String?

    @Option(help: HelpTexts.help("JudgedQueries", "FILE"), completion: .file())
    var queries: String?

    @Option(help: HelpTexts.help("Against", "FILE"), completion: .file())
    var against: String?

    @Option(parsing: .singleValue, help: HelpTexts.help("AtLeast", "MEASURE=N"))
    var atLeast: [String] = []

    @Option(help: HelpTexts.help("JUnit", "FILE"), completion: .file())
    var junit: String?

    @Flag(help: HelpTexts.help("ListCatalogs"))
    var listCatalogs = false

    @Flag(help: HelpTexts.help("ListScopes"))
    var listScopes = false

    @Flag(help: HelpTexts.help("ListLocales"))
    var listLocales = false

    @Option(help: HelpTexts.help("Localizations", "DIR"), completion: .directory)
    var localizations: String?

    @Option(help: HelpTexts.help("Cache", "DIR"), completion: .directory)
    var cache: String?

    @Flag(help: HelpTexts.help("NoCache"))
    var noCache = false

    @Flag(help: HelpTexts.help("ReadIndexes"))
    var readIndexes = false

    @Flag(help: HelpTexts.help("Rebuild"))
    var rebuild = false

    @Flag(help: HelpTexts.help("Verify"))
    var verify = false

    @Option(help: HelpTexts.help("BuildSegment", "DIR"), completion: .directory)
    var buildSegment: String?

    @Option(help: HelpTexts.help("LineNumbers", "FILE"), completion: .file())
    var lineNumbers: String?

    @Option(help: HelpTexts.help("Publish", "DIR"), completion: .directory)
    var publish: String?

    @Flag(help: HelpTexts.help("Strict"))
    var strict = false

    @Flag(help: HelpTexts.help("NoConfig"))
    var noConfig = false
}

extension SearchArguments {
    /// The options whose value may be omitted, with the value that they have then.
    private static let optionalValues = ["--pick": PickOptions.usualForm, "--lines": LineInput.standardInput]

    /// Accepts `mcp` as the first word, since clients of that protocol start servers like this. To search for
    /// this word, put an option or `--` before it.
    static func withMode(_ words: [String]) -> [String] {
        words.first == "mcp" ? ["--mcp"] + words.dropFirst() : words
    }

    /// A command line with omitted values filled in: the argument library would read the next word as the
    /// value.
    static func completed(_ words: [String]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end].map { word in optionalValues[word].map { "\(word)=\($0)" } ?? word }
            + words[end...]
    }
}
