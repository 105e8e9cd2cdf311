// Checks help, version, manual pages and completions of both programs, closed pipes and full disks.

import Localization
import TestSupport
import Testing

@Suite struct LstringsHelpTests {
    static let commands = [
        "check", "stats", "export", "import", "sync", "extract", "compile", "pseudo", "get", "dump",
        "format", "merge-file", "memory", "translate",
    ]

    @Test(arguments: commands) func eachCommandExplainsItself(command: String) throws {
        let help = try lstrings("help " + command)
        #expect(help.status == 0)
        #expect(help.errors == "")
        #expect(help.output.hasPrefix("OVERVIEW: "))
        #expect(help.output.contains("USAGE: lstrings \(command) "))
        #expect(try lstrings("\(command) --help").output == help.output)
    }

    @Test func withoutACommandTheCommandsAreExplained() throws {
        let help = try lstrings("--help")
        #expect(help.status == 0)
        for command in Self.commands {
            #expect(help.lines.contains { $0.hasPrefix("  \(command) ") && $0.count > 26 }, "\(command)")
        }
        #expect(try lstrings("").output == help.output)
    }

    @Test func theVersionIsReported() throws {
        let run = try lstrings("--version")
        #expect(run.status == 0)
        #expect(run.output == (try lsearch("--version").output))
        #expect(run.lines.count == 1)
        // With a command, the argument library answers.
        #expect(try lstrings("check --version").output == run.output)
    }

    @Test(arguments: [
        ("merge-file", "BASE"), ("merge-file a b c", "PATH"), ("memory -l en", "TEXT"),
        ("memory text", "--locale"), ("import", "FILE"),
    ])
    func aMissingArgumentIsNamed(words: String, name: String) throws {
        let run = try lstrings(words)
        #expect(run.status == 2)
        #expect(run.errors.contains("the argument \(name) is missing"), "\(run.errors)")
    }

    @Test(arguments: ["--unknown", "unknown", "check --unknown", "check --format", "dump", "stats --list"])
    func aWrongCommandLineIsAnErrorWithoutEmptyHelp(words: String) throws {
        let run = try lstrings(words)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("lstrings: ") && run.errors.contains("--help"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: Program.allCases) func theManualIsAPageForMan(program: Program) throws {
        let page = try run(program, ["--generate-manual"])
        #expect(page.status == 0)
        #expect(page.output.hasPrefix(".TH \"\(program.rawValue.uppercased())\" \"1\" "))
        #expect(page.lines.contains(".SH \"NAME\""))
        // Every line that begins with a dot is a macro of man(7).
        for line in page.lines where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(
                [".TH", ".SH", ".SS", ".TP", ".PP", ".br"].contains { line == $0 || line.hasPrefix($0 + " ") }
            )
        }
    }

    @Test func theManualIsInTheUsersLanguage() throws {
        let folders = ["en", "de"].map { packageFolder + "/Localizations/\($0).lproj/Help.strings" }
        let files = try folders.map { StringsFile(try bytes(of: $0)) }
        let page = try run(.lstrings, ["--generate-manual"], environment: ["LANGUAGE": "de"]).output
        let english = try run(.lstrings, ["--generate-manual"]).output
        for entry in files[0].entries {
            guard let text = entry.text, let german = files[1][entry.key]?.text, german != text else {
                continue
            }
            // No text of several words remains in English if it has a translation.
            guard text.contains(" "), english.contains(text) else { continue }
            #expect(!page.contains(text), "\(entry.key)")
        }
    }

    /// In Chinese `man` never ended at a list of names that fills a line without a place to break it.
    @Test(arguments: Program.allCases, ["zh_CN", "zh_TW", "ja"]) func linesOfTheManualMayEndBehindCommas(
        program: Program, language: String
    ) throws {
        let page = try run(program, ["--generate-manual"], environment: ["LANGUAGE": language]).output
        let parts = page.split(separator: "、")
        #expect(parts.count > 3 && parts.dropFirst().allSatisfy { $0.hasPrefix("\\:") })
    }

    /// Without isolates, the hyphens of an option and the dot of `.lproj` would move to the other end of a
    /// name.
    @Test(arguments: Program.allCases, ["ar", "he"]) func namesKeepTheirDirectionInRightToLeftHelp(
        program: Program, language: String
    ) throws {
        let help = try run(
            program, program == .lstrings ? ["help", "import"] : ["--help"],
            environment: ["LANGUAGE": language])
        #expect(help.status == 0)
        #expect(help.output.contains("\u{200F}\u{2066}."))
        var isIsolated = false
        for line in help.lines {
            var followsRightToLeft = false
            var rest = line[...]
            while let character = rest.unicodeScalars.first {
                if character == "\u{2066}" { isIsolated = true }
                if character == "\u{2069}" { isIsolated = false }
                if (0x0590...0x06FF).contains(character.value) { followsRightToLeft = true }
                let isName = ["--", ".lproj", ".strings", ".json", "./", "$"].contains { rest.hasPrefix($0) }
                #expect(!isName || !followsRightToLeft || isIsolated, "\(line)")
                rest.unicodeScalars.removeFirst()
            }
        }
        let manual = try run(program, ["--generate-manual"], environment: ["LANGUAGE": language])
        #expect(!manual.output.unicodeScalars.contains("\u{2066}"))
    }

    @Test(arguments: Program.allCases, ["bash", "zsh", "fish"]) func shellsGetCompletions(
        program: Program, shell: String
    ) throws {
        let script = try run(program, ["--generate-completion-script", shell])
        #expect(script.status == 0)
        #expect(script.output.contains(program.rawValue))
        #expect(script.lines.count > 20)
        if program == .lstrings { #expect(script.output.contains("write-baseline")) }
        #expect(try run(program, ["--generate-completion-script", "nonsense"]).status == 2)
    }

    @Test(arguments: [
        "--help", "--version", "check --list", "--generate-manual", "check", "check --format json", "stats",
        "dump Localizations/en.lproj/Localizable.strings", "get Title", "sync -n",
    ])
    func aReaderWhoHasGoneIsNoError(words: String) throws {
        try withProject { (project) throws in
            let status = try project.run(words).status
            let run = try lstrings(words, in: project.path, output: .closedPipe)
            #expect(run.status == status || run.status == 0)
            #expect(!run.errors.contains("cannot be written"))
        }
    }

    @Test(arguments: ["--help", "check --list", "check --format json", "stats", "get Title"])
    func aResponseThatCannotBeWrittenIsAnError(words: String) throws {
        try withProject { (project) throws in
            let run = try lstrings(words, in: project.path, output: .path("/dev/full"))
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("lstrings: "))
        }
    }
}
