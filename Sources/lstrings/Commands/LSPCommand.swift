// `lstrings lsp`: the language server, on standard input and output.

internal import ArgumentParser
internal import Files
internal import LanguageServer
internal import Localization
internal import ProgramSupport
internal import Support
internal import TranslationTools

struct LSPCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lsp", abstract: HelpTexts.text("Tools.LSP"),
            discussion: HelpTexts.text("Tools.LSP.Discussion"))
    }

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Select", "ID,ID,…"))
    var select: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Ignore", "ID,ID,…"))
    var ignore: [String] = []

    /// Editors append this option to the command of every server.
    @Flag(help: .hidden)
    var stdio = false

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let source = ServedProjects(
            context: context, sourceLocale: try options.sourceLocale, findsSource: options.source == nil,
            tables: Set(options.table),
            options: try CheckCommand.options(select: select, ignore: ignore))
        let texts = context.texts
        let server = LanguageServer(
            channel: StandardChannel(), files: context.fileSystem, source: source,
            texts: ServerMessages(
                name: ToolContext.program, version: programVersion, finding: { texts.message(for: $0) },
                text: { texts.text($0, table: "Tools", arguments: $1) }))
        return await server.run() ? .clean : .findings
    }
}
