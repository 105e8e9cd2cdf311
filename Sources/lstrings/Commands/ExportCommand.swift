// `lstrings export`: translations in the formats of others.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import Storage
internal import TranslationTools

struct ExportCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "export", abstract: HelpTexts.text("Tools.Export"))
    }

    @Argument(help: HelpTexts.help("Tools.Paths", "PATH"))
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

    @Flag(help: HelpTexts.help("Tools.Export.Check"))
    var check = false

    @OptionGroup var options: ProjectOptions

    /// The byte orders of MO files.
    enum ByteOrder: String, CaseIterable {
        case little, big
    }

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let format: ExchangeFormat = try OptionValue.choice(to, of: "--to")
        guard let output else { throw UsageError("OutputMissing") }
        if domain != nil, !format.isGettext { throw UsageError("DomainWithoutMerge: %@", to) }
        var locales: [LocaleIdentifier] = []
        for name in locale { locales.append(try OptionValue.locale(name).base) }
        var loader = ProjectLoader(
            context: context, sourceLocale: try options.sourceLocale, tables: Set(options.table))
        let loaded = try await loader.loadOne(paths)
        guard loader.isComplete else { return .failed }
        guard loaded.reportMissingSources(context) else { return .failed }
        if check, await hasErrors(loaded, context) { return .findings }
        var exporter = Exporter(
            context: context, loaded: loaded, folder: PathName.normalized(output), domain: domain,
            locales: locales.isEmpty ? loaded.selectedLocales : locales)
        var gettext = GettextDocument.options(domain: "", context: context)
        if let msgid { gettext.identifiers = try OptionValue.choice(msgid, of: "--msgid") }
        if let named = self.context { gettext.contexts = try OptionValue.choice(named, of: "--context") }
        if let bugAddress { gettext.bugAddress = bugAddress }
        exporter.gettext = gettext
        if let byteOrder {
            let order: ByteOrder = try OptionValue.choice(byteOrder, of: "--byte-order")
            exporter.isBigEndian = order == .big
        }
        return exporter.export(format)
    }

    /// Tells the errors in what is to be exported, as `lstrings check` does.
    private func hasErrors(_ loaded: LoadedProject, _ context: ToolContext) async -> Bool {
        let paths = Set(loaded.selectedFiles.map(\.path))
        let errors = await CheckRunner(project: loaded.project).concurrentFindings().filter {
            $0.severity == .error && paths.contains($0.path)
        }
        let report = CheckReport(context: context, form: .text, output: .standardError)
        if !errors.isEmpty { report.write(errors, files: Array(paths), known: 0, fixed: 0) }
        return !errors.isEmpty
    }
}
