// The program for translators and for continuous integration: command line, messages, command, exit status.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import Support

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The whole command line.
struct RootCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lstrings", abstract: HelpTexts.text("Tools.Abstract"),
            discussion: HelpTexts.text("Tools.Discussion"), version: programVersion,
            subcommands: [
                CheckCommand.self, StatsCommand.self, ExportCommand.self, ImportCommand.self,
                SyncCommand.self,
                ExtractCommand.self, CompileCommand.self, GenerateCommand.self, PseudoCommand.self,
                GetCommand.self,
                DumpCommand.self, FormatCommand.self,
                MergeFileCommand.self,
                LSPCommand.self, MCPCommand.self,
                MemoryCommand.self, TranslateCommand.self,
            ])
    }
}

@main
struct LStrings {
    static func main() {
        Output.prepare(program: ToolContext.program)
        let arguments = Array(CommandLine.arguments.dropFirst())
        if ParsedCommandLine.printsVersion(arguments) { exit(0) }
        Typography.followLocale()
        MainThread.run { exit(await run(arguments).rawValue) }
    }

    private static func run(_ commandLine: [String]) async -> ExitStatus {
        let command: any ToolCommand
        switch ParsedCommandLine(
            RootCommand.self, commandLine, program: ToolContext.program,
            variables: ProgramEnvironment.helpVariables)
        {
        case .command(let parsed as any ToolCommand): command = parsed
        case .command: return .failed
        case .finished(let isSuccess): return isSuccess ? .clean : .failed
        }
        let environment = ProgramEnvironment.current
        guard !environment.localizationFolders(first: nil).isEmpty else {
            environment.reportMissingTexts(program: ToolContext.program)
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
