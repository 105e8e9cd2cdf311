// The program for translators and for continuous integration: command line, texts, command, exit status.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import Support

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// How the program ends.
enum ExitStatus: Int32 {
    /// All is well.
    case clean = 0
    /// There are findings, or the text does not exist.
    case findings = 1
    /// The input cannot be used.
    case failed = 2
}

/// A command of `lstrings`: parsed first, run once the user's language is known.
protocol ToolCommand: ProgramCommand {
    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus
}

/// The command line as a whole.
struct RootCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lstrings", abstract: HelpTexts.text("Tools.Abstract"),
            discussion: HelpTexts.text("Tools.Discussion"), version: kitVersion,
            subcommands: [
                CheckCommand.self, StatsCommand.self, ExportCommand.self, ImportCommand.self,
                SyncCommand.self,
                ExtractCommand.self, GenerateCommand.self, PseudoCommand.self, GetCommand.self,
                DumpCommand.self,
                MergeFileCommand.self,
                LSPCommand.self,
                MemoryCommand.self, TranslateCommand.self,
            ])
    }
}

@main
struct LStrings {
    static let name = "lstrings"

    static func main() async {
        Output.prepare(program: name)
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ commandLine: [String]) async -> ExitStatus {
        let command: any ToolCommand
        switch ParsedCommandLine(
            RootCommand.self, commandLine, program: name, variables: ProgramEnvironment.helpVariables)
        {
        case .command(let parsed as any ToolCommand): command = parsed
        case .command: return .failed
        case .finished(let isSuccess): return isSuccess ? .clean : .failed
        }
        let environment = ProgramEnvironment.current
        guard !environment.localizationFolders(first: nil).isEmpty else {
            environment.reportMissingTexts(program: name)
            return .failed
        }
        let context = ToolContext(environment)
        do throws(UsageError) {
            return try await command.perform(in: context)
        } catch {
            context.reporter.report(error)
            return .failed
        }
    }
}
