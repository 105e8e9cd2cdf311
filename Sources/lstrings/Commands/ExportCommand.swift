// `lstrings export`: translations in exchange formats.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import Support
internal import TranslationTools

struct ExportCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "export", abstract: HelpTexts.text("Tools.Export"))
    }

    @Argument(help: HelpTexts.help("Tools.Paths.AnyFormat", "PATH"))
    var paths: [String] = []

    @Option(help: HelpTexts.help("Tools.Export.To", "FORMAT"))
    var to: String

    @Option(name: .shortAndLong, help: HelpTexts.help("Tools.Output", "DIR"))
    var output: String?

    @Option(help: HelpTexts.help("Tools.Export.Domain", "NAME"))
    var domain: String?

    @Option(
        name: [.customShort("l", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Export.Locale", "L"))
    var locale: [String] = []

    @Option(help: HelpTexts.help("Tools.Export.Msgid", "WHAT"))
    var msgid: String?

    @Option(help: HelpTexts.help("Tools.Export.Context", "WHEN"))
    var context: String?

    @Option(help: HelpTexts.help("Tools.Export.ByteOrder", "ORDER"))
    var byteOrder: String?

    @Option(help: HelpTexts.help("Tools.Export.BugAddress", "ADDRESS"))
    var bugAddress: String?

    @Option(help: HelpTexts.help("Tools.Export.Update", "FILE"))
    var update: String?

    @Flag(help: HelpTexts.help("Tools.Export.Check"))
    var check = false

    @OptionGroup var options: ProjectOptions

    /// The byte orders of MO files.
    enum ByteOrder: String, CaseIterable {
        case little, big
    }

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var formatOptions = try formatOptions(context)
        var format = try Self.format(to, of: formatOptions)
        guard let output = output ?? update else { throw UsageError("OutputMissing") }
        if update != nil, format.name != "po" { throw UsageError("UpdateWithoutPO: %@", to) }
        if domain != nil, !format.joinsTables { throw UsageError("DomainWithoutMerge: %@", to) }
        var locales: [LocaleIdentifier] = []
        for name in locale { locales.append(try OptionValue.locale(name).base) }
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        // If the format distinguishes folders, one file has the tables of several projects.
        let joins = format.contents == .locale && update == nil
        let found = joins ? try await loader.load(paths).withTexts : [try await loader.loadOne(paths)]
        guard loader.isComplete else { return .failed }
        // Damage in one language does not prevent exporting the others.
        var damaged: Set<LocaleIdentifier> = []
        var loaded: [ProjectSelection] = []
        for part in found {
            let source = part.project.sourceLocale
            let wanted = locales.isEmpty ? nil : Set(locales + [source])
            let damages = part.reportDamages(context, in: wanted)
            guard !damages.contains(source) else { return .failed }
            damaged.formUnion(damages)
            if part.reportMissingSources(context) { loaded.append(part) }
        }
        guard !loaded.isEmpty else { return .failed }
        var selected: [LocaleIdentifier] = []
        for locale in locales.isEmpty ? loaded.flatMap(\.locales) : locales
        where !damaged.contains(locale) && !selected.contains(locale) {
            selected.append(locale)
        }
        if format is TranslatorPageFormat {
            formatOptions.page = await pageOptions(loaded, selected, context)
            format = try Self.format(to, of: formatOptions)
        }
        // Users of the program would see a wrong specifier, so formats are always checked.
        let checkOptions =
            check ? CheckOptions() : CheckOptions(selected: ["formats"], runsOnlySelected: true)
        let checked = Set(loaded.flatMap(\.files).filter { selected.contains($0.locale) }.map(\.path))
        let runners = loaded.map {
            CheckRunner(project: $0.project, options: checkOptions) { checked.contains($0.path) }
        }
        // The texts are checked while they are written.
        async let findings = Self.findings(runners)
        if check {
            guard !report(await findings, in: checked, context) else { return .findings }
        }
        let status = try write(loaded, selected, format, to: output, context)
        if !check { report(await findings, in: checked, context) }
        return damaged.isEmpty ? status : .failed
    }

    /// What the pages for translators show beside messages.
    nonisolated(nonsending) private func pageOptions(
        _ loaded: [ProjectSelection], _ locales: [LocaleIdentifier], _ context: ToolContext
    ) async -> TranslatorPageOptions {
        var shown = PageContext(context)
        var concepts: [Glossary.Concept] = []
        for part in loaded {
            let glossary = GlossaryLoader(context: context).glossary(of: part.project)
            concepts += glossary.concepts
            await shown.add(
                part, folder: folder(of: part.project), glossary: glossary, locales: locales)
        }
        var options = TranslatorPageOptions(glossary: Glossary(concepts), texts: context.pageTexts)
        shown.describe(in: &options)
        return options
    }

    private static func findings(_ runners: [CheckRunner]) async -> [Finding] {
        var findings: [Finding] = []
        for runner in runners { findings += await runner.concurrentFindings() }
        return findings
    }

    private func write(
        _ loaded: [ProjectSelection], _ locales: [LocaleIdentifier], _ format: any TranslationFormat,
        to output: String, _ context: ToolContext
    ) throws(UsageError) -> ExitStatus {
        if let update {
            let named = locale.isEmpty ? [] : locales
            return try self.update(update, loaded[0], named, format, context)
        }
        var export = TranslationExport(locales: locales, commonName: domain)
        for part in loaded {
            export.add(part.project, tables: part.tables, folder: folder(of: part.project))
        }
        return Exporter(context: context, folder: PathName.normalized(output)).write(export, as: format)
    }

    /// The folder of a project in Xcode's form: relative to the one that the command line names.
    private func folder(of project: LocalizationProject) -> String? {
        let folder = PathName.normalized(project.folder)
        let named = paths.isEmpty ? [ProjectLoader.defaultPath] : paths.map(PathName.normalized)
        for path in named {
            if folder == path || PathName.split(path).folder == folder { return nil }
            if path == "." { return folder.hasPrefix("/") ? nil : folder }
            if folder.hasPrefix(path + "/") { return String(folder.dropFirst(path.count + 1)) }
        }
        return nil
    }

    /// Updates the file of a translator.
    private func update(
        _ path: String, _ loaded: ProjectSelection, _ named: [LocaleIdentifier],
        _ format: any TranslationFormat, _ context: ToolContext
    ) throws(UsageError) -> ExitStatus {
        guard let bytes = context.read(path, acceptsPipes: false) else { return .failed }
        let source = TranslationFileSource(project: loaded.project, path: path, locale: named.first)
        guard let locale = format.read(bytes, from: source).tables.first?.locale else {
            context.reporter.report(file: path, "LocaleUnknown")
            return .failed
        }
        let (folder, _) = PathName.split(path)
        let export = TranslationExport(
            loaded.project, tables: loaded.tables, locales: [locale],
            commonName: loaded.tables.count > 1 ? domain ?? source.stem : domain)
        return Exporter(context: context, folder: folder, file: path).write(export, as: format)
    }

    private func formatOptions(_ context: ToolContext) throws(UsageError) -> TranslationFormatOptions {
        var options = TranslationFormatOptions(
            gettext: GettextDocument.options(domain: "", context: context), toolVersion: programVersion)
        if let msgid { options.gettext.identifiers = try OptionValue.choice(msgid, of: "--msgid") }
        if let named = self.context {
            options.gettext.contexts = try OptionValue.choice(named, of: "--context")
        }
        options.gettext.updates = update != nil
        if let bugAddress { options.gettext.bugAddress = bugAddress }
        if let byteOrder {
            let order: ByteOrder = try OptionValue.choice(byteOrder, of: "--byte-order")
            options.isBigEndian = order == .big
        }
        return options
    }

    private static func format(
        _ name: String, of options: TranslationFormatOptions
    ) throws(UsageError) -> any TranslationFormat {
        let formats = TranslationFormats(options)
        guard let format = formats.format(named: name) else {
            throw UsageError(.unknownChoice(name, choices: formats.all.map(\.name)), of: "--to")
        }
        return format
    }

    /// Reports the errors in the exported texts, as `lstrings check` does.
    ///
    /// - Returns: whether there are any.
    @discardableResult
    private func report(_ findings: [Finding], in paths: Set<String>, _ context: ToolContext) -> Bool {
        let errors = findings.filter { $0.severity == .error && paths.contains($0.path) }
        let report = CheckReport(context: context, form: .text, output: .standardError)
        if !errors.isEmpty { report.write(errors, files: Array(paths), known: 0, fixed: 0) }
        return !errors.isEmpty
    }
}
