// What the command line names for requests to translate: a glossary, memories, sources.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationMemory
internal import TranslationTools

/// Where programs that translate may look for more than a text says.
struct RequestOptions: ParsableArguments {
    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Glossary", "FILE"))
    var glossary: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Translate.Memory", "PATH"))
    var memory: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Translate.Sources", "PATH"))
    var sources: [String] = []

    @Option(
        name: [.customShort("r", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Extract.Routine", "NAME"))
    var routine: [String] = []
}

/// The surroundings of all tables of some projects. What is costly is made when a table first needs it.
struct RequestSurroundingsLoader {
    private let context: ToolContext
    private let options: RequestOptions
    private let projects: [ProjectSelection]
    private let uses: MessageUses
    private let lines: SourceLines
    private var glossaries: [String: Glossary] = [:]
    /// The memories by source locale.
    private var memories: [LocaleIdentifier: MemoryLoader] = [:]

    /// Reads the sources and memories that the options name.
    ///
    /// - Throws: `UsageError` if a path does not exist, or nothing below it is a source.
    nonisolated(nonsending) init(
        _ options: RequestOptions, of projects: [ProjectSelection], in context: ToolContext
    ) async throws(UsageError) {
        (self.options, self.projects, self.context) = (options, projects, context)
        guard !options.sources.isEmpty else {
            if !options.routine.isEmpty { throw UsageError("SourcesUnnamed: %@", "--routine") }
            (uses, lines) = (MessageUses(), SourceLines([], in: context))
            await readMemories()
            return
        }
        var loader = SourceLoader(context: context)
        loader.routines = try SourceOptions.routines(options.routine, formats: false)
        let sources = try await loader.load(options.sources)
        guard !sources.files.isEmpty || !loader.isComplete else {
            throw UsageError("NoSources: %@", options.sources[0])
        }
        uses = MessageUses(SourceCheckRun(projects: projects.map(\.project), sources: sources))
        lines = SourceLines(uses.all, in: context)
        await readMemories()
    }

    /// Reads the named memories, and adds the projects: what they say elsewhere is the nearest memory.
    nonisolated(nonsending) private mutating func readMemories() async {
        for loaded in projects {
            let locale = loaded.project.sourceLocale
            if memories[locale] == nil {
                var memory = MemoryLoader(context, sourceLocale: locale)
                await memory.read(options.memory)
                memories[locale] = memory
            }
            memories[locale]?.add(loaded)
        }
    }

    /// The surroundings of a table of a project.
    mutating func surroundings(
        of target: TranslationTarget, in loaded: ProjectSelection
    ) throws(UsageError) -> RequestSurroundings {
        let folder = loaded.project.folder
        let glossary =
            glossaries[folder]
            ?? GlossaryLoader(context: context).glossary(options.glossary, of: loaded.project)
        glossaries[folder] = glossary
        return RequestSurroundings(
            context: TranslationContext(
                target.table, format: target.source.format, glossary: glossary, uses: uses),
            memory: try memories[loaded.project.sourceLocale]?.memory(for: target.locale), sources: lines)
    }
}
