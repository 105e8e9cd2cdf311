// Checks output to terminals, closed pipes and full disks.

import TestSupport
import Testing

@Suite struct StreamTests {
    private static let emphasis = "\u{1B}[1;33mtorte\u{1B}[0m"

    @Test(arguments: [
        "-l de geburtstag", "-l de geburtstag --format json", "-l de --format jsonl", "--list-scopes",
        "--help",
        "--version",
    ])
    func aReaderWhoHasGoneIsNoError(words: String) throws {
        let run = try lsearch(words, output: .closedPipe)
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test func aBatchEndsWithItsReader() throws {
        let run = try lsearch("--batch", input: "{\"q\":\"rose\"}\n", output: .closedPipe)
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test(arguments: ["-l de rose", "--format json", "--list-locales", "--help"])
    func aResponseThatCannotBeWrittenIsAnError(words: String) throws {
        let run = try lsearch(words, output: .path("/dev/full"))
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("lsearch: "))
    }

    @Test(arguments: [
        (["--color", "always"], [:], true), (["--color", "never"], [:], false), ([], [:], false),
        (["--color", "auto"], ["TERM": "xterm"], false), (["--color", "always"], ["NO_COLOR": "1"], true),
    ])
    func colorsAreForTerminalsUnlessAlwaysRequested(
        options: [String], variables: [String: String], isColored: Bool
    ) throws {
        let run = try searchShop(["-l", "de", "torte"] + options, environment: variables)
        #expect(run.output.contains("\u{1B}") == isColored)
        if isColored { #expect(run.output.contains("Geburtstags" + Self.emphasis)) }
    }

    @Test(arguments: [
        ([], ["TERM": "xterm"], true), (["--color", "auto"], ["TERM": "xterm"], true),
        (["--color", "never"], ["TERM": "xterm"], false), ([], ["TERM": "xterm", "NO_COLOR": "1"], false),
        ([], ["TERM": "xterm", "NO_COLOR": ""], true), ([], ["TERM": "dumb"], false),
        (["--color", "always"], ["TERM": "dumb", "NO_COLOR": "1"], true),
    ])
    func aTerminalHasColorsUnlessItsUserHasNot(
        options: [String], variables: [String: String], isColored: Bool
    ) throws {
        let run = try searchShop(
            ["-l", "de", "torte"] + options, environment: variables, output: .terminal(columns: 80))
        #expect(run.output.contains("torte"))
        #expect(run.output.contains(Self.emphasis) == isColored)
    }

    @Test func jsonHasNoColors() throws {
        let run = try searchShop(
            "-l de torte --format json --color always", environment: ["TERM": "xterm"],
            output: .terminal(columns: 80))
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func whatLeadsElsewhereIsNotCut() throws {
        let title = String(repeating: "langer Titel ", count: 40) + "Ende"
        try withFiles(["a.jsonl": "{\"id\":\"a\",\"title\":\"\(title)\"}"]) { (folder) throws in
            #expect(try lsearch("-c \(folder)").output.contains(title))
            let narrow = try lsearch("-c \(folder)", environment: ["COLUMNS": "70"])
            #expect(!narrow.output.contains("Ende"))
            #expect(narrow.output.contains("…"))
            let terminal = try lsearch("-c \(folder)", output: .terminal(columns: 70))
            #expect(terminal.lines.last == narrow.lines.last)
        }
    }

    /// Whether a text has no control characters, and no bidirectional embeddings or isolates from catalogs.
    private func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "\n": true
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": false
            default: scalar.properties.generalCategory != .control
            }
        }
    }

    @Test func controlCharactersOfACatalogDoNotReachTheTerminal() throws {
        let catalog = #"""
            {"id":"a","title":"Rote\u001b[31m Rose\u0007\u009b2J\r\nzweite Zeile \u202egnithton \u2069","type":"x\u001b]0;y","price":{"amount":"5","currency":"\u001b[32m"},"keywords":{"de":["\u001bRosa"]}}
            {"id":"\u001bb"}
            {"id":"\u001bb"}
            """#
        try withFiles(["a.jsonl": catalog]) { (folder) throws in
            for options in [
                "rose", "rosa --explain", "rose --scope \u{1B}[31m", "--list-scopes", "--list-catalogs",
                "--scope nowhere", "--sort \u{1B}[31m", "-l de\u{1B}[31m", "-c no\u{1B}[31m.jsonl",
                "--localizations \u{1B}[31m",
            ] {
                let run = try lsearch("-l de -c \(folder) \(options)")
                #expect(isHarmless(run.output), "\(options)")
                #expect(isHarmless(run.errors), "\(options)")
            }
        }
    }

    @Test func controlCharactersOfATranslationDoNotReachTheTerminalInMessages() throws {
        let table = #""a\U001b[31mb" = "x""# + "\n" + #""Count: %1$@ %2$ld" = "%s\U001b[33m";"#
        try withFiles(["de.lproj/Localizable.strings": table]) { (folder) throws in
            let run = try searchShop("-l de --localizations \(folder) torte")
            #expect(run.errorLines.count == 2)
            #expect(isHarmless(run.errors))
        }
    }
}
