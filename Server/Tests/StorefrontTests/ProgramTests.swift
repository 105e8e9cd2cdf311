// The server starts with valid options, explains invalid ones in the user's language, and stops on a signal.

import Foundation
import HTTPTypes
import ProductStore
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct ProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Shop.teas, to: "catalogs/teas.jsonl")
    }

    private func start(_ arguments: String..., language: String = "en_GB") throws -> RunningProgram {
        try RunningProgram(
            "lsearchd",
            ["--listen", "127.0.0.1:0", "--catalog", folder.path + "/catalogs", "--no-cache"] + arguments,
            reading: .error,
            environment: ["LANG": "\(language).UTF-8", "HOME": folder.path])
    }

    /// The port in a line about a listener.
    private func port(_ line: String) throws -> Int {
        try #require(line.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
    }

    @Test func serverAnswersUntilItIsToldToStop() async throws {
        try folder.write("0123456789abcdef\n", to: "token")
        let program = try start(
            "--store", folder.store, "--admin-listen", "127.0.0.1:0", "--admin-token-file",
            folder.path + "/token", "--metrics-listen", "127.0.0.1:0",
            // Other tests may keep this one from its connections for longer than they may be idle by default.
            "--read-time", "3600")
        defer { program.kill() }
        var ports: [String: Int] = [:]
        for line in program.lines() {
            let pieces = line.split(separator: " http://")
            if pieces.count == 2 { ports[String(pieces[0])] = try port(line) }
            if ports.count == 3 { break }
        }
        let search = try Connection(port: try #require(ports["lsearchd: listening at"]))
        #expect(try await search.ask("GET", "/v1/search?q=assam").json["total"] == 1)
        #expect(try await search.ask("GET", "/").headers[.contentType] == "text/html; charset=utf-8")
        #expect(try await search.ask("GET", "/v1/openapi.json").json["openapi"] == "3.1.0")
        let administration = try Connection(port: try #require(ports["lsearchd: accepting changes at"]))
        let response = try await administration.ask(
            "GET", "/admin/v1/catalogs", ["Authorization: Bearer 0123456789abcdef"])
        #expect(response.json == ["catalogs": []])
        let metrics = try Connection(port: try #require(ports["lsearchd: serving metrics at"]))
        #expect(try await metrics.ask("GET", "/metrics").text.contains("http_requests_total{"))
        program.terminate()
        #expect(program.waitForEnd() == 0)
    }

    @Test(arguments: ["--listen", "--admin-listen", "--meilisearch-listen", "--metrics-listen"])
    func serverThatCannotListenSaysSoAtOnce(option: String) throws {
        let busy = try ListeningSocket(.host("127.0.0.1", port: 0))
        try busy.listen()
        try folder.write("", to: "file")
        for (address, reason) in [
            ("\(busy.address)", "Address already in use"),
            ("203.0.113.1:80", "Cannot assign requested address"),
            ("unix:\(folder.path)/file", "File exists"),
            ("unix:\(folder.path)/none/socket", "No such file or directory"),
        ] {
            let program = try RunningProgram(
                "lsearchd",
                [
                    "--listen", "127.0.0.1:0", "--catalog", folder.path + "/catalogs", "--no-cache",
                    "--store",
                    folder.store, option, address,
                ], reading: .error,
                environment: [
                    "LANG": "en_GB.UTF-8", "HOME": folder.path,
                    "LSEARCHD_ADMIN_TOKEN": "0123456789abcdef0123456789abcdef",
                ])
            defer { program.kill() }
            #expect(
                Array(program.lines()) == [
                    "lsearchd: cannot listen at \(address) (\(reason)); choose another address"
                ])
            #expect(program.waitForEnd() == 2)
        }
    }

    /// A pipe takes 64 kB, which is a few hundred lines.
    @Test func serverAnswersAlthoughNobodyReadsItsLog() async throws {
        let program = try start("--log-level", "debug", "--read-time", "3600")
        defer { program.kill() }
        let line = try #require(program.lines().first { $0.hasPrefix("lsearchd: listening at") })
        let search = try Connection(port: try port(line))
        for _ in 0..<1_000 { #expect(try await search.ask("GET", "/v1/scopes").status == 200) }
        // None is lost, because they have room until they are read.
        var count = 0
        for line in program.lines() where line.contains("path=/v1/scopes") {
            count += 1
            if count == 1_000 { break }
        }
        #expect(count == 1_000)
        for _ in 0..<1_000 { _ = try await search.ask("GET", "/v1/scopes") }
        program.terminate()
        #expect(program.waitForEnd() == 0)
    }

    @Test func serverWritesABackup() async throws {
        let store = try ProductStore(path: folder.store)
        try await store.putCatalog("mugs")
        try await store.put(bytes(#"{"id": "m-1", "title": "Mug"}"#), in: "mugs")
        try await store.close()
        let program = try start("--store", folder.store, "--backups", folder.path + "/backups")
        defer { program.kill() }
        _ = try #require(program.lines().first { $0.contains("Backup written") })
        program.terminate()
        #expect(program.waitForEnd() == 0)
        let name = "0000000000000000002.backup"
        #expect(try folder.names(below: "backups") == [name])
        func verify() throws -> (lines: [String], status: Int32) {
            let program = try RunningProgram(
                "lsearchd", ["--verify", folder.store, "--backups", folder.path + "/backups"],
                environment: ["LANG": "en_GB.UTF-8"])
            let lines = Array(program.lines())
            return (lines, program.waitForEnd())
        }
        let sound = try verify()
        #expect(sound.status == 0)
        #expect(
            sound.lines.last
                == "the backup \(folder.path)/backups/\(name) is complete; newest revision: 2")
        try folder.write(try folder.bytes(of: "backups/" + name).dropLast(9) + [], to: "backups/" + name)
        let damaged = try verify()
        #expect(damaged.status == 1)
        #expect(
            damaged.lines.last?.hasPrefix("the backup \(folder.path)/backups/\(name) is incomplete") == true)
    }

    @Test func serverOutlivesTheReaderOfItsLog() async throws {
        let program = try start("--log-level", "debug", "--read-time", "3600")
        defer { program.kill() }
        let line = try #require(program.lines().first { $0.hasPrefix("lsearchd: listening at") })
        program.stopReading()
        let search = try Connection(port: try port(line))
        for _ in 0..<10 { #expect(try await search.ask("GET", "/v1/scopes").status == 200) }
        program.terminate()
        #expect(program.waitForEnd() == 0)
    }

    @Test(
        arguments: [
            (["--listen", "nowhere"], "en_GB", "lsearchd: “nowhere” is not a valid address for --listen"),
            (["--listen", "nowhere"], "de_AT", "lsearchd: „nowhere“"),
            (["--locale", "!"], "en_GB", "lsearchd: there is no language “!”"),
            (["--searches", "0"], "de_DE", "lsearchd: „0“"),
            (
                ["--client-searches", "0"], "en_GB",
                "lsearchd: “0” is not a valid value for --client-searches"
            ),
            (["--trusted-proxy", "10.0.0.0/33"], "en_GB", "lsearchd: “10.0.0.0/33” is not a valid value"),
            (["--metrics-listen", "nowhere"], "en_GB", "lsearchd: “nowhere” is not a valid address"),
            (["--log-level", "loud"], "en_GB", "lsearchd: “loud” "),
            (
                ["--admin-listen", "127.0.0.1:0"], "en_GB",
                "lsearchd: --admin-listen needs a store to write to"
            ),
            (["--backups", "backups"], "en_GB", "lsearchd: --backups needs a store"),
            (
                ["--store", "postgresql://db/shop", "--backups", "backups"], "en_GB",
                "lsearchd: --backups and --store postgresql: exclude each other"
            ),
            (
                ["--localizations", "/nowhere", "--page", "/nowhere"], "en_GB",
                "lsearchd: /nowhere cannot be read"
            ),
        ] as [([String], String, String)])
    func optionsThatMakeNoSenseAreReported(arguments: [String], language: String, words: String) throws {
        let program = try RunningProgram(
            "lsearchd", ["--listen", "127.0.0.1:0", "--no-cache"] + arguments, reading: .error,
            environment: ["LANG": "\(language).UTF-8", "LSEARCH_CATALOGS": folder.path + "/catalogs"])
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        #expect(lines.contains { $0.hasPrefix(words) }, "\(lines)")
    }

    @Test(arguments: [
        ("short", "the token has fewer than 16 visible characters"), ("", "--admin-listen needs a token"),
        ("1234567890123456", "the token is easy to guess"),
    ])
    func tokensThatAreNoneAreReported(token: String, words: String) throws {
        try folder.write(token, to: "token")
        let program = try start(
            "--store", folder.store, "--admin-listen", "127.0.0.1:0", "--admin-token-file",
            folder.path + "/token")
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        #expect(lines.contains { $0.hasPrefix("lsearchd: " + words) }, "\(lines)")
    }

    /// An account that can write to a folder can replace the token's file in it, or a folder on its path.
    @Test(arguments: [
        (0o666, 0o700, 0o700, "other accounts can change the file of the token"),
        (0o600, 0o777, 0o700, "other accounts can replace the file of the token"),
        (0o600, 0o700, 0o777, "other accounts can replace the file of the token"),
        (0o600, 0o700, 0o770, "other accounts can replace the file of the token"),
    ])
    func aTokenThatOthersCanChooseIsRefused(file: Int, inner: Int, outer: Int, words: String) throws {
        let files = FileManager.default
        let path = folder.path + "/outer/inner/token"
        try files.createDirectory(atPath: folder.path + "/outer/inner", withIntermediateDirectories: true)
        try folder.write("8f14e45fceea167a5a36dedd4bea2543", to: "outer/inner/token")
        for (name, mode) in [("", outer), ("/inner", inner), ("/inner/token", file)] {
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path + "/outer" + name)
        }
        // A link to the file makes no difference.
        try files.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: path)
        let program = try start(
            "--store", folder.store, "--admin-listen", "127.0.0.1:0", "--admin-token-file",
            folder.path + "/link")
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        #expect(lines.contains { $0.hasPrefix("lsearchd: " + words) }, "\(lines)")
    }

    /// Another account could replace the link itself, and let it lead to a token of its own.
    @Test(arguments: ["open/link", "open/folder/token", "first"])
    func aLinkToATokenInAFolderOfOthersIsRefused(name: String) throws {
        let files = FileManager.default
        let path = try folder.write("8f14e45fceea167a5a36dedd4bea2543", to: "token")
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try files.createDirectory(atPath: folder.path + "/open", withIntermediateDirectories: true)
        try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path + "/open")
        for (link, target) in [("open/link", path), ("open/folder", folder.path), ("first", "open/link")] {
            try files.createSymbolicLink(atPath: folder.path + "/" + link, withDestinationPath: target)
        }
        let program = try start(
            "--store", folder.store, "--admin-listen", "127.0.0.1:0", "--admin-token-file",
            folder.path + "/" + name)
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        let words = "lsearchd: other accounts can replace the file of the token"
        #expect(lines.contains { $0.hasPrefix(words) }, "\(lines)")
    }

    @Test func aFileThatIsFarLongerThanATokenIsNotRead() throws {
        let path = try folder.write("", to: "token")
        try #require(truncate(path, 1 << 40) == 0)
        let program = try start(
            "--store", folder.store, "--admin-listen", "127.0.0.1:0", "--admin-token-file", path)
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        #expect(lines.contains { $0.hasPrefix("lsearchd: \(path) cannot be read") }, "\(lines)")
    }

    @Test func aMissingFolderOfTextsIsNamedInEnglish() throws {
        let copy = folder.path + "/lsearchd"
        // Another process writes the copy: a program cannot start while a process of the
        // tests has it open for writing.
        #expect(try RunningProgram("/bin/cp", [RunningProgram.path("lsearchd"), copy]).waitForEnd() == 0)
        let program = try RunningProgram(
            copy, ["--help"], reading: .error, environment: ["LANG": "de_DE.UTF-8", "LSEARCH_DATA": ""])
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("lsearchd: the program's folder “Localizations” is missing"), "\(lines)")
    }

    @Test(arguments: [("en_US", ".SH \"NAME\""), ("de_DE", ".SH \"BEZEICHNUNG\"")])
    func theManualPageIsInTheLanguageOfTheEnvironment(language: String, heading: String) throws {
        let program = try RunningProgram(
            "lsearchd", ["--generate-manual"], environment: ["LANG": "\(language).UTF-8"])
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 0)
        #expect(lines.first?.hasPrefix(".TH \"LSEARCHD\" \"8\"") == true)
        #expect(lines.contains(heading) && lines.contains { $0.contains("\\-\\-listen") })
    }

    @Test(arguments: [
        (["--stor", "x"], "die Option „--stor“ gibt es nicht; war „--store“ gemeint?"),
        (
            ["--max-lag", "soon"],
            "„soon“ ist kein gültiger Wert für --max-lag; „lsearchd --help“ zeigt, welcher passt"
        ),
        (
            ["shop"],
            "mit „shop“ kann der Befehl nichts anfangen; das Wort weglassen, oder „lsearchd --help“ ansehen"
        ),
    ])
    func wrongCommandLinesAreReportedInTheOperatorsLanguage(arguments: [String], message: String) throws {
        let program = try RunningProgram(
            "lsearchd", arguments, reading: .error, environment: ["LANG": "de_DE.UTF-8"])
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        #expect(lines == ["lsearchd: \(message)"])
    }

    @Test func storeOfAnotherIsNotTouched() throws {
        let text = String(repeating: "no database", count: 100)
        try folder.write(text, to: "shop.sqlite")
        let program = try start("--store", folder.store, language: "de_DE")
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 2)
        #expect(lines.contains { $0.hasPrefix("lsearchd: " + folder.store) }, "\(lines)")
        #expect(try folder.bytes() == bytes(text))
    }
}
