// `lstrings mcp`: tools for agents, on standard input and output.

internal import ArgumentParser
internal import ModelContextProtocol
internal import ProgramSupport
internal import Support

struct MCPCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "mcp", abstract: HelpTexts.text("Tools.MCP"),
            discussion: HelpTexts.text("Tools.MCP.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Paths.AnyFormat", "PATH"))
    var paths: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Select", "ID,ID,…"))
    var select: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Ignore", "ID,ID,…"))
    var ignore: [String] = []

    @OptionGroup var requestOptions: RequestOptions

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let tools = ProjectTools(
            context: context, paths: paths, options: options, requestOptions: requestOptions,
            checks: try CheckCommand.options(select: select, ignore: ignore))
        // If a path does not exist, the command fails at once; otherwise each call would fail.
        let projects = try await tools.load(context).projects
        _ = try await RequestContextLoader(requestOptions, of: projects, in: context)
        await ToolServer(
            name: ToolContext.program, version: programVersion, instructions: ProjectTools.instructions,
            tools, words: context.texts.message(for:)
        ).serve()
        return .clean
    }
}
