// Runs interactive searches for a user with a home folder of the test's own.

import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A user whose files are removed after the test.
struct TerminalUser {
    let home: String
    /// The searched catalogs: the shop or the samples.
    private let catalogs: [String: String]

    /// The folder of the stored search.
    var stateFolder: String { home + "/state/lsearch" }
    var searchFile: String { stateFolder + "/interactive.json" }

    private var environment: [String: String] {
        variables([
            "HOME": home, "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache",
            "LC_ALL": "C.UTF-8", "PATH": Self.path, "LSEARCH_CATALOGS": home + "/shop",
            "HISTFILE": "",
            // No interactive backtraces after a crash.
            "SWIFT_BACKTRACE": "enable=no",
        ]).merging(catalogs) { $1 }
    }

    /// The `PATH` of the tests, for tmux and the shell.
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

    /// Runs a shell at a terminal. Its command `search` is the search in German.
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

    /// The running search of this user, without the guard of its terminal.
    var searches: [RunningProcess] { processes(inHome: home).filter { $0.isSearch && !$0.isGuard } }

    /// Waits for a condition that no screen shows.
    func waitUntil(
        _ description: String, file: String = #fileID, line: Int = #line, _ isSo: () throws -> Bool
    ) throws {
        let end = ContinuousClock.now + .seconds(120)
        while try !isSo() {
            if ContinuousClock.now > end {
                throw TerminalFault("\(file):\(line): waited in vain until \(description)")
            }
            usleep(10_000)
        }
    }

    // MARK: Stored searches

    /// The stored search; `nil` if there is none. Its file must be whole at any time.
    func storedSearch() throws -> JSON? {
        exists(searchFile) ? try JSON(contents(of: searchFile)) : nil
    }

    /// Waits until a query is stored.
    func waitUntilStored(_ text: String, file: String = #fileID, line: Int = #line) throws {
        try waitUntil("“\(text)” is stored", file: file, line: line) {
            // Another query may be stored before.
            (try? storedSearch())?["search"]?["text"]?.text == text
        }
    }
}
