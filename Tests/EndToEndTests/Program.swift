// Runs the built programs as a user would.

import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The result of a run.
struct ProgramRun {
    /// The exit status; above 128 the signal that ended the program.
    var status: Int32
    var output: String
    var errors: String

    /// The lines of standard output.
    var lines: [String] { Self.lines(output) }
    /// The lines of standard error.
    var errorLines: [String] { Self.lines(errors) }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
            .map(String.init)
    }
}

/// The destination of standard output.
enum Destination {
    case captured
    /// A file or a device.
    case path(String)
    /// A pipe whose reading end is closed.
    case closedPipe
    /// A terminal of a width in columns. Its content is captured.
    case terminal(columns: Int)
}

/// The programs built beside these tests.
enum Program: String, CaseIterable {
    case lsearch, lstrings
}

/// Runs a program.
///
/// The program inherits no variable of the tests' environment except options of sanitizers. It searches the
/// samples in the sources, with indexes that are made once for all tests, unless the test names other
/// catalogs or another cache.
///
/// - Parameters:
///   - environment: variables beside `LANG` and those that name the samples and
///     the texts. A value replaces one of
///     these; an empty one counts as none.
///   - input: the bytes of standard input.
///   - folder: the current folder of the program; the sources by default.
///   - limits: the limits of the run.
func run(
    _ program: Program, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    in folder: String = packageFolder, output: Destination = .captured, limits: RunLimits = RunLimits()
) throws -> ProgramRun {
    var environment = environment
    let choices = ["LSEARCH_CATALOGS", "XDG_CACHE_HOME", "HOME"]
    if program == .lsearch, choices.allSatisfy({ environment[$0] == nil }) {
        environment["XDG_CACHE_HOME"] = try sampleIndexes.get()
    }
    return try run([programFolder + program.rawValue] + arguments, environment, input, folder, output, limits)
}

/// The indexes of the samples, made once for all tests and removed at their end. Without them every search of
/// the samples would derive the folding tables again.
let sampleIndexes: Result<String, any Error> = Result {
    let folder = "/tmp/lsearch-tests-indexes-\(getpid())"
    atexit { remove("/tmp/lsearch-tests-indexes-\(getpid())") }
    let run = try lsearch("--list-catalogs", environment: ["XDG_CACHE_HOME": folder])
    if run.status != 0 { throw SampleIndexFailure(errors: run.errors) }
    return folder
}

/// The samples could not be indexed.
struct SampleIndexFailure: Error {
    let errors: String
}

/// The limits of a run.
struct RunLimits {
    /// The most blocks of 512 bytes in a file that the program writes, as if the disk were full then.
    var fileBlocks: Int?
    /// The time after which the program is killed.
    var time = Duration.seconds(60)
}

/// Runs a shell script with the path of `lsearch` in `$0`.
func shell(_ script: String, _ environment: [String: String]) throws -> ProgramRun {
    try run(
        ["/bin/sh", "-c", script, programFolder + Program.lsearch.rawValue], environment, [], packageFolder,
        .captured, RunLimits())
}

/// Runs another program, found in `PATH`; the status is 127 if it does not exist.
func tool(_ command: [String], _ environment: [String: String]) throws -> ProgramRun {
    try run(command, environment, [], packageFolder, .captured, RunLimits())
}

/// The variables of a run: the folders of texts and catalogs, and those that a test adds or replaces.
func variables(_ environment: [String: String]) -> [String: String] {
    [
        "LANG": "en_US.UTF-8", "LSEARCH_DATA": packageFolder, "LSEARCH_CATALOGS": packageFolder + "/Catalogs",
    ].merging(sanitizerOptions) { $1 }.merging(environment) { $1 }
}

/// The options of the compiler's sanitizers, which programs built with one need as
/// well. Empty without a sanitizer.
private let sanitizerOptions: [String: String] = {
    var options: [String: String] = [:]
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"] {
        if let value = getenv(name) { options[name] = String(cString: value) }
    }
    return options
}()

private func run(
    _ command: [String], _ environment: [String: String], _ input: [UInt8], _ folder: String,
    _ output: Destination, _ limits: RunLimits
) throws -> ProgramRun {
    let variables = variables(environment)
    return try withTemporaryFolder { (files) throws in
        try makeFile(files + "/input", input)
        try makeFile(files + "/output", "")
        let status = try run(
            command, variables.map { "\($0.key)=\($0.value)" }, files, folder, output, limits)
        return ProgramRun(
            status: status, output: try contents(of: files + "/output"),
            errors: try contents(of: files + "/errors"))
    }
}

/// Runs `lsearch`.
func lsearch(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    in folder: String = packageFolder, output: Destination = .captured, limits: RunLimits = RunLimits()
) throws -> ProgramRun {
    try run(
        .lsearch, arguments, environment: environment, input: input, in: folder, output: output,
        limits: limits)
}

/// Runs `lsearch` with words that are separated by blanks.
func lsearch(
    _ words: String, environment: [String: String] = [:], input: String = "",
    in folder: String = packageFolder,
    output: Destination = .captured, limits: RunLimits = RunLimits()
) throws -> ProgramRun {
    try lsearch(
        words.split(separator: " ").map(String.init), environment: environment, input: Array(input.utf8),
        in: folder, output: output, limits: limits)
}

/// The folder of the programs: that of the running tests.
let programFolder: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex) + "/"
}()

private func run(
    _ command: [String], _ environment: [String], _ files: String, _ folder: String, _ output: Destination,
    _ limits: RunLimits
) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files + "/input", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, files + "/errors", O_WRONLY | O_CREAT, 0o600)
    // Threads that run tests may block signals, and a program would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var end: Int32 = -1
    var terminal: Terminal?
    switch output {
    case .captured: posix_spawn_file_actions_addopen(&actions, 1, files + "/output", O_WRONLY, 0)
    case .path(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .closedPipe:
        end = try closedPipe()
        posix_spawn_file_actions_adddup2(&actions, end, 1)
    case .terminal(let columns):
        let opened = try Terminal(columns: columns)
        posix_spawn_file_actions_addopen(&actions, 1, opened.path, O_WRONLY | O_NOCTTY, 0)
        terminal = opened
    }
    defer { if end >= 0 { close(end) } }
    var process = pid_t()
    // The shell changes to the folder and executes the program.
    let limit = limits.fileBlocks.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
    let shell = ["/bin/sh", "-c", limit + #"cd "$0" && exec "$@""#, folder]
    let arguments = (shell + command).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let code = posix_spawn(&process, shell[0], &actions, &attributes, arguments, variables)
    if code != 0 { throw SystemCallFailure("posix_spawn", command[0], code: code) }
    let status = try wait(for: process, limits.time) { terminal?.read() }
    if let terminal { try makeFile(files + "/output", terminal.shown) }
    return status
}

/// - Parameters:
///   - patience: a longer run is killed and fails its test.
///   - pause: called repeatedly until the program has ended, and once afterwards.
private func wait(for process: pid_t, _ patience: Duration, _ pause: () -> Void) throws -> Int32 {
    let started = ContinuousClock.now
    var status: Int32 = 0
    while true {
        let ended = waitpid(process, &status, WNOHANG)
        pause()
        if ended == process { break }
        if ended < 0, errno != EINTR { throw SystemCallFailure("waitpid", "\(process)", code: errno) }
        if ContinuousClock.now - started > patience { kill(process, SIGKILL) }
        usleep(1_000)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
}

/// One end of a stream whose other end is closed. Writing to it fails as with a pipe.
private func closedPipe() throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    // Unlike the ends of a pipe, programs that other tests start meanwhile inherit neither.
    if socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) != 0 {
        throw SystemCallFailure("socketpair", "", code: errno)
    }
    close(ends[0])
    return ends[1]
}

/// A terminal without a user.
private final class Terminal {
    private let main: Int32
    /// Kept open, so that output is not lost when the program ends.
    private let other: Int32
    let path: String
    /// The output so far.
    private(set) var shown: [UInt8] = []

    init(columns: Int) throws {
        var main: Int32 = -1
        var other: Int32 = -1
        var name = [CChar](repeating: 0, count: 256)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        if openpty(&main, &other, &name, nil, &size) != 0 {
            throw SystemCallFailure("openpty", "", code: errno)
        }
        for end in [main, other] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(main, F_SETFL, O_NONBLOCK)
        self.main = main
        self.other = other
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        close(main)
        close(other)
    }

    /// Reads the available output, without the carriage returns that the terminal adds.
    func read() {
        var block = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = Glibc.read(main, &block, block.count)
            if count <= 0 { return }
            shown += block[..<count].filter { $0 != 0x0D }
        }
    }
}
