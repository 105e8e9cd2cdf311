// `lstrings compile`: the files that programs read at run time.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct CompileCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "compile", abstract: HelpTexts.text("Tools.Compile"),
            discussion: HelpTexts.text("Tools.Compile.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Paths.AnyFormat", "PATH"))
    var paths: [String] = []

    @Option(name: .shortAndLong, help: HelpTexts.help("Tools.Output", "DIR"))
    var output: String

    @Option(help: HelpTexts.help("Tools.Compile.To", "FORMAT"))
    var to = TextCompilation.Form.stringsdict.rawValue

    @Option(
        name: [.customShort("l", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Export.Locale", "L"))
    var locale: [String] = []

    @Flag(help: HelpTexts.help("Tools.Compile.DryRun"))
    var dryRun = false

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let form: TextCompilation.Form = try OptionValue.choice(to, of: "--to")
        var wanted: Set<LocaleIdentifier> = []
        for name in locale { wanted.insert(try OptionValue.locale(name).base) }
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        let projects = try await loader.load(paths)
        guard loader.isComplete else { return .failed }
        var writer = CompilationWriter(
            context: context, folder: PathName.normalized(output), isDryRun: dryRun)
        for loaded in projects {
            // A text that cannot be read is missing in the program; the others are written.
            _ = loaded.reportDamages(context)
            if loaded.files.contains(where: { !$0.damages.isEmpty }) { writer.hasFailed = true }
            writer.sources.formUnion(loaded.files.map { PathName.normalized($0.path) })
            let compilation = TextCompilation(loaded.project, as: form)
            for locale in loaded.locales where wanted.isEmpty || wanted.contains(locale) {
                for table in loaded.tables {
                    for file in compilation.files(table, locale) { writer.write(file) }
                }
            }
        }
        return writer.summarize()
    }
}

/// Writes compiled files, or lists them.
private struct CompilationWriter {
    let context: ToolContext
    let folder: String
    let isDryRun: Bool
    /// The files with the texts, which must not be overwritten.
    var sources: Set<String> = []
    var hasFailed = false
    private var written: Set<String> = []
    private var changedFiles = 0

    init(context: ToolContext, folder: String, isDryRun: Bool) {
        (self.context, self.folder, self.isDryRun) = (context, folder, isDryRun)
    }

    mutating func write(_ file: TranslationFile) {
        let path = PathName.joined(folder, file.path)
        let old = try? context.fileSystem.contents(of: path, limit: ToolContext.sizeLimit)
        // A file without texts is written only to replace one with texts.
        if file.isEmpty, old == nil { return }
        hasFailed = context.reporter.report(file: path, file.findings) || hasFailed
        guard !sources.contains(PathName.normalized(path)) else { return fail(path, "CompiledOverSource") }
        guard written.insert(path).inserted else { return fail(path, "CompiledTwice") }
        if isDryRun {
            Output.standardOutput.writeContents(path + "\n")
        } else if old != file.bytes {
            // An unchanged file keeps its modification time, so that nothing is rebuilt.
            if context.write(file.bytes, to: path, below: [folder], makesFolder: true) {
                changedFiles += 1
            } else {
                hasFailed = true
            }
        }
    }

    private mutating func fail(_ path: String, _ key: String) {
        context.reporter.report(file: path, key)
        hasFailed = true
    }

    func summarize() -> ExitStatus {
        if hasFailed { return .failed }
        if !isDryRun {
            Output.standardError.writeLine(context.texts.tool("Files written: %ld", changedFiles))
        }
        return .clean
    }
}
