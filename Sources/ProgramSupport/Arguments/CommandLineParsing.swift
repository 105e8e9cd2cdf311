// Parses command lines with the argument library, and prints what the library responds itself.

public import ArgumentParser
internal import Support

/// What a command line leads to.
public enum ParsedCommandLine {
    /// A command to run.
    case command(any ParsableCommand)
    /// The library responded itself: help, the version, a completion script, or an error.
    case finished(isSuccess: Bool)

    /// Prints the manual page, as `--generate-completion-script` prints completions.
    static let manualOption = "--generate-manual"

    /// Parses a command line.
    ///
    /// - Parameters:
    ///   - program: the program's name.
    ///   - variables: environment variables that the program reads, each with the key of its help.
    package init(
        _ root: any ParsableCommand.Type, _ arguments: [String], program: String,
        variables: [(name: String, help: String)] = []
    ) {
        if arguments == [Self.manualOption] {
            guard HelpTexts.load(for: arguments) else {
                self = Self.withoutTexts(program)
                return
            }
            let page = ManualPage.text(
                description: root._dumpHelp(), variables: variables.map { .init($0.name, $0.help) },
                words: HelpTexts.text)
            if let page {
                Output.standardOutput.writeLine(page)
                self = .finished(isSuccess: true)
                return
            }
        }
        do {
            var command = try root.parseAsRoot(arguments)
            if command is any ProgramCommand {
                self = .command(command)
            } else {
                // A command of the library's own, such as `help`.
                try command.run()
                self = .finished(isSuccess: true)
            }
        } catch {
            let isSuccess = root.exitCode(for: error).isSuccess
            if isSuccess {
                var message = root.fullMessage(for: error)
                // The version needs no texts. The library builds help and completions when their text is
                // read.
                if message != programVersion {
                    guard HelpTexts.load(for: arguments) else {
                        self = Self.withoutTexts(program)
                        return
                    }
                    message = Self.repaired(root.fullMessage(for: error))
                }
                // Scripts of completions have to stay as they are.
                let isScript = arguments.contains { $0.hasPrefix("--generate-completion") }
                Output.standardOutput.writeLine(isScript ? message : Typography.printed(message))
            } else if let message = CommandLineFault.message(for: error, root, program: program),
                let texts = HelpTexts.texts(for: arguments)
            {
                Reporter(texts, program: program).report(UsageError(message))
            } else {
                // Without loaded texts the library would show the option with an empty line of help.
                let lines = root.fullMessage(for: error).split(
                    separator: "\n", omittingEmptySubsequences: false)
                Output.standardError.writeLine(
                    lines.filter { !$0.hasPrefix("Help:") }.joined(separator: "\n"))
            }
            self = .finished(isSuccess: isSuccess)
        }
    }

    /// Prints the version, as the library does, if a command line asks for nothing else. Setting up all
    /// options in order to find this one takes longer than the rest of the run.
    package static func printsVersion(_ arguments: [String]) -> Bool {
        guard arguments == ["--version"] else { return false }
        Output.standardOutput.writeLine(programVersion)
        return true
    }

    /// The library's completions for zsh, in which a command with both words and the command `help`
    /// describes all further words twice. zsh refuses that, so the description of the words alone
    /// remains; other texts stay as they are.
    private static func repaired(_ text: String) -> String {
        let (rest, others) = ("'*:", ["'(-): :->command'", "'(-)*:: :->arg'"])
        guard text.contains(others[1]) else { return text }
        var describesRest = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let words = line.drop { $0 == " " }
            if words == ")" { describesRest = false }
            if words.hasPrefix(rest) { describesRest = true }
            return !describesRest || !others.contains(String(words))
        }.joined(separator: "\n")
    }

    private static func withoutTexts(_ program: String) -> ParsedCommandLine {
        ProgramEnvironment.current.reportMissingTexts(program: program)
        return .finished(isSuccess: false)
    }
}

/// A command of one of our programs: parsed by the library, run by the program itself.
package protocol ProgramCommand: ParsableCommand {}
