// `lstrings extract`: the keys in the sources of a program.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct ExtractCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "extract", abstract: HelpTexts.text("Tools.Extract"),
            discussion: HelpTexts.text("Tools.Extract.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Extract.Paths", "PATH"))
    var paths: [String]

    @Option(name: .shortAndLong, help: HelpTexts.help("Tools.Extract.Output", "DIR"))
    var output: String?

    @Option(
        name: [.customShort("r", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Extract.Routine", "NAME"))
    var routine: [String] = []

    @Flag(help: HelpTexts.help("Tools.Extract.SwiftUI"))
    var swiftUI = false

    @Flag(name: [.customShort("n"), .long], help: HelpTexts.help("Tools.DryRun"))
    var dryRun = false

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let source = try options.sourceLocale
        var loader = SourceLoader(context: context)
        loader.languages = SourceLanguage.all.subtracting([.script, .markup])
        loader.readsSwiftUI = swiftUI
        loader.findsSwiftUI = true
        loader.routines = try SourceOptions.routines(routine, formats: false)
        let sources = try await loader.load(paths)
        let extraction = SourceExtraction(sources)
        for finding in extraction.findings {
            context.reporter.report(file: finding.file, line: finding.line, finding)
        }
        let isComplete = loader.isComplete
        let tables = extraction.tables(sourceLocale: source).filter {
            options.table.isEmpty || options.table.contains($0.name)
        }
        guard let output else {
            let template = GettextDocument.template(of: tables, context: context)
            Output.standardOutput.writeContents(String(decoding: template, as: UTF8.self))
            return isComplete ? .clean : .failed
        }
        let path = PathName.normalized(output)
        // A string catalog has all languages of one table in a file.
        if TranslationFormats().format(ofFile: path)?.contents == .allLocales {
            guard isComplete else { return .failed }
            return writeCatalog(tables, sources, to: path, source, context)
        }
        if let format = format(ofFile: path, context) {
            guard isComplete else { return .failed }
            return writeFile(tables, to: path, format, source, context)
        }
        let status = write(tables, to: path, source, context)
        return isComplete ? status : .failed
    }

    /// The format of a file with the texts of one table in one language; `nil` for a folder.
    private func format(ofFile path: String, _ context: ToolContext) -> (any TranslationFormat)? {
        guard (try? context.fileSystem.kind(of: path)) != .folder,
            let format = TranslationFormats().format(ofFile: path), format.contents == .table,
            format.sourceTexts == .otherFile
        else { return nil }
        return format
    }

    /// Adds the new keys of one table to a file: of the table with its name, otherwise of the only one,
    /// otherwise of the default one.
    private func writeFile(
        _ tables: [TranslationTable], to path: String, _ format: any TranslationFormat,
        _ source: LocaleIdentifier, _ context: ToolContext
    ) -> ExitStatus {
        var report = ChangeReport(context, isDryRun: dryRun, below: [PathName.split(path).folder])
        let stem = PathName.split(path).name.split(separator: ".").first.map(String.init) ?? ""
        let names = [format.place(of: path)?.table, stem, tables.count == 1 ? tables[0].name : nil]
        let name =
            names.compactMap(\.self).first { name in tables.contains { $0.name == name } }
            ?? Localizer.defaultTable
        guard let table = tables.first(where: { $0.name == name }) else { return report.summarize() }
        return write(table, to: path, format, source, &report) ? report.summarize() : .failed
    }

    /// Synchronizes a string catalog with the keys of the table that has its name.
    private func writeCatalog(
        _ tables: [TranslationTable], _ sources: SourceUses, to path: String, _ source: LocaleIdentifier,
        _ context: ToolContext
    ) -> ExitStatus {
        var report = ChangeReport(context, isDryRun: dryRun, below: [PathName.split(path).folder])
        var old: [UInt8]?
        if (try? context.fileSystem.kind(of: path)) != nil {
            guard let bytes = context.read(path) else { return .failed }
            old = bytes
        }
        let name = PathName.split(path).name.split(separator: ".").first.map(String.init) ?? ""
        let (bytes, changedKeys, findings) = StringCatalog.extracting(
            tables.first { $0.name == name }?.units ?? [], into: old, name: name, sourceLocale: source
        ) { sources.uses($0, table: name) }
        report.report(findings, path: path)
        guard let bytes else { return .failed }
        report.replace(old, with: bytes, changedMessages: changedKeys, path: path)
        return report.summarize()
    }

    /// Adds new keys to the source's files. Existing entries stay as they are.
    private func write(
        _ tables: [TranslationTable], to folder: String, _ source: LocaleIdentifier, _ context: ToolContext
    ) -> ExitStatus {
        var report = ChangeReport(context, isDryRun: dryRun, below: [folder])
        for table in tables {
            let path = PathName.joined(folder, table.name + ".strings")
            guard write(table, to: path, StringsFormat(), source, &report) else { return .failed }
        }
        return report.summarize()
    }

    /// Adds new keys to a file, in the order of the sources.
    ///
    /// - Returns: `false` if the file cannot be read.
    private func write(
        _ table: TranslationTable, to path: String, _ format: any TranslationFormat,
        _ source: LocaleIdentifier,
        _ report: inout ChangeReport
    ) -> Bool {
        var known = MessageCatalog(locale: source, messages: [])
        if (try? report.context.fileSystem.kind(of: path)) != nil {
            guard let old = report.context.read(path) else { return false }
            let place = TranslationFileSource(
                project: LocalizationProject(sourceLocale: source, files: []), path: path, locale: source,
                table: table.name)
            known =
                format is StringsFormat
                ? LocalizationFile(path: path, table: table.name, locale: source, bytes: old).catalog
                : LocalizationFile.files(of: old, format, from: place)?.first?.catalog ?? known
        }
        var new = table
        new.locale = source
        for index in new.units.indices {
            (new.units[index].references, new.units[index].flags) = ([], [])
            new.units[index].translation = new.units[index].source
            new.units[index].state = .translated
        }
        let order = LocalizationFile(path: path, format: format, table: new)
        new.units.removeAll { known[$0.key] != nil || !$0.hasText }
        report.edit(path, order.format, [TableEdits(setting: new)], following: order)
        return true
    }
}
