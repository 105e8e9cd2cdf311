// `lstrings import`: merges translations into the files of a project.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct ImportCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import", abstract: HelpTexts.text("Tools.Import"),
            discussion: HelpTexts.text("Tools.Import.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Import.Files", "FILE"))
    var files: [String]

    @Option(help: HelpTexts.help("Tools.Import.Into", "DIR"))
    var into: String?

    @Option(
        name: [.customShort("l", allowingJoined: true), .long],
        help: HelpTexts.help("Tools.Import.Locale", "L"))
    var locale: String?

    @Option(help: HelpTexts.help("Tools.Export.Msgid", "WHAT"))
    var msgid: String?

    @Flag(name: [.customShort("n"), .long], help: HelpTexts.help("Tools.DryRun"))
    var dryRun = false

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var formatOptions = TranslationFormatOptions()
        if let msgid { formatOptions.gettext.identifiers = try OptionValue.choice(msgid, of: "--msgid") }
        let formats = TranslationFormats(formatOptions)
        let files = exchanged(context).map { path in
            let bytes = context.read(path)
            let format =
                bytes.map { formats.format(ofFile: path, containing: $0) } ?? formats.format(ofFile: path)
            return (path: path, bytes: bytes, format: format)
        }
        var loader = ProjectLoader(context: context, sourceLocale: try options.sourceLocale)
        loader.findsSource = options.source == nil
        loader.acceptsNoFiles = files.contains { $0.format?.facts.contains(.sources) == true }
        // A file with tables of several folders can be for several projects.
        let isForSeveral = files.allSatisfy { $0.format?.contents == .locale }
        let paths = into.map { [$0] } ?? []
        loader.acceptsFormats = true
        let found = try await loader.load(paths)
        let loaded = isForSeveral ? receivers(found) : [try ProjectLoader.only(receivers(found), in: paths)]
        guard loader.isComplete else { return .failed }
        var named: LocaleIdentifier?
        if let locale { named = try OptionValue.locale(locale).base }
        let projects = loaded.map(\.project)
        let router = ImportRouter(
            projects, paths: projects.map { AbsolutePath.resolved($0.folder) ?? $0.folder })
        let reader = ExchangeReader(
            context: context, projects: projects, router: router, locale: named, table: options.table.first)
        var importer = Importer(context: context, projects: projects, isDryRun: dryRun)
        var isComplete = true
        var hasRead = false
        for file in files {
            guard let bytes = file.bytes else {
                isComplete = false
                continue
            }
            guard let format = file.format else {
                context.reporter.report(file: file.path, "FormatUnknown")
                isComplete = false
                continue
            }
            hasRead = true
            let (tables, isGood) = reader.tables(of: bytes, format, path: file.path)
            if !isGood { isComplete = false }
            for (project, table) in tables { importer.merge(table, into: project, facts: format.facts) }
        }
        // If nothing was read, a report that nothing changed would hide the reason.
        guard hasRead else { return .failed }
        let status = importer.finish()
        return isComplete ? status : .failed
    }

    /// The files to read; for a folder that Xcode exported (`de.xcloc`), those with its texts.
    private func exchanged(_ context: ToolContext) -> [String] {
        files.flatMap { path -> [String] in
            let folder = PathName.joined(PathName.normalized(path), "Localized Contents")
            let names = (try? context.fileSystem.names(inFolder: folder)) ?? []
            let found = names.filter(XLIFFFormat().isOwn).sorted()
            return found.isEmpty ? [path] : found.map { PathName.joined(folder, $0) }
        }
    }

    /// The projects that may get the translations. Leaves out projects whose files are imported, and empty
    /// ones if there are others.
    private func receivers(_ found: [ProjectSelection]) -> [ProjectSelection] {
        let imported = Set(files.map { AbsolutePath.resolved($0) ?? $0 })
        let others = found.filter { selection in
            !selection.project.files.contains {
                imported.contains(AbsolutePath.resolved($0.path) ?? $0.path)
            }
        }
        let filled = others.filter { !$0.project.files.isEmpty }
        // Files of another platform may be beside those of an Apple project.
        let apple = filled.filter { $0.project.files.contains { $0.strings != nil } }
        return !apple.isEmpty ? apple : !filled.isEmpty ? filled : others.isEmpty ? found : others
    }
}
