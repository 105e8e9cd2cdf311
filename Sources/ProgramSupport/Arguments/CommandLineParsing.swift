// How a command line is taken apart: by the argument library, whose own words come out as its users expect them.

package import ArgumentParser

/// What has become of a command line.
package enum ParsedCommandLine {
    /// A command to run.
    case command(any ParsableCommand)
    /// The library has answered itself: help, the version, a completion script, or a mistake.
    case finished(isSuccess: Bool)

    /// The option that prints the manual page, as `--generate-completion-script` prints completions.
    static let manualOption = "--generate-manual"

    /// Takes a command line apart.
    ///
    /// - Parameter variables: environment variables that the program heeds, each with the key of its help.
    package init(
        _ root: any ParsableCommand.Type, _ arguments: [String],
        variables: [(name: String, help: String)] = []
    ) {
        if arguments == [Self.manualOption], let page = ManualPage.text(of: root, variables: variables) {
            Output.standardOutput.writeLine(page)
            self = .finished(isSuccess: true)
            return
        }
        do {
            var command = try root.parseAsRoot(arguments)
            // The argument library's own commands, such as printing completions, carry themselves out.
            if Self.isForeign(command) {
                try command.run()
                self = .finished(isSuccess: true)
            } else {
                self = .command(command)
            }
        } catch {
            let message = root.fullMessage(for: error)
            let isSuccess = root.exitCode(for: error).isSuccess
            if isSuccess {
                Output.standardOutput.writeLine(message)
            } else {
                // Help texts are not loaded for a mistake; the library would show the option with an empty one.
                let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
                Output.standardError.writeLine(
                    lines.filter { !$0.hasPrefix("Help:") }.joined(separator: "\n"))
            }
            self = .finished(isSuccess: isSuccess)
        }
    }

    private static func isForeign(_ command: any ParsableCommand) -> Bool { !(command is any ProgramCommand) }
}

/// A command of one of our programs: parsed by the library, run by the program itself.
package protocol ProgramCommand: ParsableCommand {}
