// `lstrings sync`: synchronizes every locale with the source language.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct SyncCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sync", abstract: HelpTexts.text("Tools.Sync"),
            discussion: HelpTexts.text("Tools.Sync.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Paths", "PATH"))
    var paths: [String] = []

    @Option(
        name: [.customShort("l", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Sync.Locale", "L"))
    var locale: [String] = []

    @Option(help: HelpTexts.help("Tools.Sync.Previous", "PATH"))
    var previous: String?

    @Flag(help: HelpTexts.help("Tools.Sync.Record"))
    var record = false

    @Flag(help: HelpTexts.help("Tools.Sync.RemoveObsolete"))
    var removeObsolete = false

    @Flag(help: HelpTexts.help("Tools.Sync.RemoveUnused"))
    var removeUnused = false

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Sync.Memory", "PATH"))
    var memory: [String] = []

    @OptionGroup var sources: SourceOptions

    @Flag(name: [.customShort("n"), .long], help: HelpTexts.help("Tools.DryRun"))
    var dryRun = false

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let source = try options.sourceLocale
        if removeUnused, sources.sources.isEmpty { throw UsageError("SourcesUnnamed: %@", "--remove-unused") }
        let program = try await sources.load(in: context)
        guard program?.isComplete != false else { return .failed }
        var loader = try ProjectLoader(context: context, options)
        var named: [LocaleIdentifier] = []
        for name in locale { named.append(try OptionValue.locale(name).base) }
        var earlier: ProjectSelection?
        if let previous {
            var previousLoader = loader
            earlier = try await previousLoader.loadOne([previous])
            guard previousLoader.isComplete else { return .failed }
        }
        loader.acceptsFormats = true
        // `.stringsdict` files have no place for untranslated messages.
        loader.acceptsVaryingTexts = false
        // All files of a template at once would take many times their size in memory.
        loader.readsTemplates = false
        let projects = try await loader.load(paths)
        guard loader.isComplete else { return .failed }
        // For files of other formats these options would have no effect, without a message.
        let forStrings = [
            ("--record", record), ("--previous", previous != nil), ("--remove-unused", removeUnused),
        ]
        let templated = loader.documents.groups.filter { $0.kind == .gettext }
        if let option = forStrings.first(where: \.1)?.0,
            let other = projects.flatMap(\.files).first(where: { $0.strings == nil })?.path
                ?? templated.first.flatMap({ loader.documents.files[$0]?.min() })
        {
            throw UsageError("SyncStringsOnly: %1$@ %2$@", option, other)
        }
        var memories = MemoryLoader(context, sourceLocale: source)
        await memories.read(memory)
        var filledCount = 0
        var report = ChangeReport(context, isDryRun: dryRun, below: loader.writableFolders)
        let unused =
            removeUnused
            ? UnusedMessages(projects: projects.map(\.project), sources: program?.uses, kept: sources.keep)
            : nil
        let templates = TemplateSync(
            context: context, sourceLocale: source, locales: named, removesObsolete: removeObsolete)
        for group in templated {
            let files = (loader.documents.files[group] ?? []).sorted().compactMap(loader.documents.file)
            filledCount += try templates.run(
                files, wanted: loader.documents.selection(of: group), memories: &memories, report: &report)
        }
        let sync = FormatSync(
            locales: named, earlier: earlier?.project, records: record, removesObsolete: removeObsolete,
            unused: unused)
        guard let count = try sync.run(projects, context, memories: &memories, report: &report) else {
            return .failed
        }
        filledCount += count
        if !memory.isEmpty {
            Output.standardError.writeLine(context.texts.tool("FilledFromMemory: %ld", filledCount))
        }
        return report.summarize()
    }
}
