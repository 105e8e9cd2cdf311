// Who searches at a terminal? Somebody with a home of their own, in which a search may go on the next time.

import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A user whose files are removed behind the test.
struct TerminalUser {
    let home: String
    /// What is searched: the shop, or the samples.
    private let catalogs: [String: String]

    /// Where the search keeps what is there again at the next start.
    var stateFolder: String { home + "/state/lsearch" }
    var searchFile: String { stateFolder + "/interactive.json" }

    private var environment: [String: String] {
        variables([
            "HOME": home, "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache",
            "LC_ALL": "C.UTF-8", "PATH": Self.path, "LSEARCH_CATALOGS": home + "/shop",
            "HISTFILE": "",
            // A program that crashes is not asked about.
            "SWIFT_BACKTRACE": "enable=no",
        ]).merging(catalogs) { $1 }
    }

    /// Where tmux and the shell are found: where whoever runs the tests finds them.
    private static let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"

    /// Runs a test with a user of the shop.
    static func ofShop<Result>(_ body: (TerminalUser) throws -> Result) throws -> Result {
        try withFiles(["shop/shop.jsonl": Shop.records, "shop/shop.catalog.json": Shop.sidecar]) {
            (home) throws in
            try body(TerminalUser(home: home, catalogs: [:]))
        }
    }

    /// Runs a test with a user of the samples.
    static func ofSamples<Result>(_ body: (TerminalUser) throws -> Result) throws -> Result {
        try withTemporaryFolder { (home) throws in
            try body(
                TerminalUser(
                    home: home,
                    catalogs: [
                        "LSEARCH_CATALOGS": packageFolder + "/Catalogs",
                        "XDG_CACHE_HOME": sampleIndexes.get(),
                    ]))
        }
    }

    /// Searches at a terminal.
    ///
    /// - Parameters:
    ///   - words: the arguments beside `--interactive`, without blanks in a word.
    ///   - environment: variables beside those of the user; a value given here replaces one of these.
    func search<Result>(
        _ words: String = "-l de", columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        _ body: (TmuxTerminal) throws -> Result
    ) throws -> Result {
        let arguments = ["--interactive"] + words.split(separator: " ").map(String.init)
        return try start(
            [programFolder + Program.lsearch.rawValue] + arguments, columns, rows, environment
        ) { (terminal) throws in
            try terminal.waitUntil("the search is there") { _ in
                try terminal.format("#{alternate_on}") == "1"
            }
            try terminal.waitUntil("something is found or said") { screen in
                screen.lines.contains { !$0.isEmpty }
            }
            return try body(terminal)
        }
    }

    /// Works at a terminal with a shell, in which `search` is the search in German.
    func shell<Result>(_ body: (TmuxTerminal) throws -> Result) throws -> Result {
        try makeFile(
            home + "/.rc", "PS1='$ '\nsearch() { '\(programFolder)lsearch' --interactive -l de \"$@\"; }\n")
        return try start(["bash", "--noprofile", "--rcfile", home + "/.rc"], 80, 24, [:]) {
            (terminal) throws in
            try terminal.waitUntil("the shell asks") { $0.lines.contains("$") }
            return try body(terminal)
        }
    }

    private func start<Result>(
        _ command: [String], _ columns: Int, _ rows: Int, _ additional: [String: String],
        _ body: (TmuxTerminal) throws -> Result
    ) throws -> Result {
        let terminal = try TmuxTerminal(
            command, columns: columns, rows: rows,
            environment: environment.merging(additional) { $1 }, folder: home)
        defer { terminal.close() }
        return try body(terminal)
    }

    // MARK: Processes

    /// The search of this user that runs, without those that only guard its terminal.
    var searches: [RunningProcess] { processes(inHome: home).filter { $0.isSearch && !$0.isGuard } }

    /// Waits until a condition holds that no screen shows.
    func waitUntil(
        _ description: String, file: String = #fileID, line: Int = #line, _ isSo: () throws -> Bool
    ) throws {
        let end = ContinuousClock.now + .seconds(30)
        while try !isSo() {
            if ContinuousClock.now > end {
                throw TerminalFault("\(file):\(line): waited in vain until \(description)")
            }
            usleep(10_000)
        }
    }

    // MARK: What was stored

    /// The stored search, which is whole whenever it is looked at; `nil` where nothing was stored.
    func storedSearch() throws -> JSON? {
        exists(searchFile) ? try JSON(contents(of: searchFile)) : nil
    }

    /// Waits until a text was stored as the one that is looked for.
    func waitUntilStored(_ text: String, file: String = #fileID, line: Int = #line) throws {
        try waitUntil("“\(text)” is stored", file: file, line: line) {
            // Until then there may be something else in its place.
            (try? storedSearch())?["search"]?["text"]?.text == text
        }
    }
}

/// The indexes of the samples, made once for all tests; they are removed when the tests have run.
private let sampleIndexes: Result<String, any Error> = Result {
    let folder = "/tmp/lsearch-tests-indexes-\(getpid())"
    atexit { remove("/tmp/lsearch-tests-indexes-\(getpid())") }
    let run = try lsearch("--list-catalogs", environment: ["XDG_CACHE_HOME": folder])
    if run.status != 0 { throw TerminalFault("the samples could not be indexed: \(run.errors)") }
    return folder
}
