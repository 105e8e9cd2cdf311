// Reads what requests to translate have beside texts: glossaries, memories, sources.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// The contexts of all tables of some projects. What is costly is made when a table first needs it.
struct RequestContextLoader {
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

    /// The context of a table of a project.
    mutating func context(
        of target: TranslationTarget, in loaded: ProjectSelection
    ) throws(UsageError) -> RequestContext {
        let folder = loaded.project.folder
        let glossary =
            glossaries[folder]
            ?? GlossaryLoader(context: context).glossary(options.glossary, of: loaded.project)
        glossaries[folder] = glossary
        let project = loaded.project
        let beside = project.files(target.source.table, project.sourceLocale).first { $0.path != target.path }
        return RequestContext(
            context: TranslationContext(
                target.table, format: target.source.format, glossary: glossary, uses: uses,
                sourceTexts: beside?.catalog),
            memory: try memories[loaded.project.sourceLocale]?.memory(for: target.locale), sources: lines)
    }
}
