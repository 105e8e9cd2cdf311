// `lstrings extract`: the keys that sources use.

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

    /// The program that reads Swift sources. This one reads the others.
    private static let program = "lstrings-extract"

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let source = try options.sourceLocale
        var loader = SourceLoader(context: context)
        loader.languages = [.c, .interface]
        loader.routines = routine.compactMap { SourceRoutine(specification: $0) }
        // The program that reads Swift reports paths that are not there.
        let missing = paths.filter { (try? context.fileSystem.kind(of: PathName.normalized($0))) == nil }
        let others = try await loader.load(paths.filter { !missing.contains($0) })
        let swift = paths.filter { missing.contains($0) || loader.pathsWithSwift.contains($0) }
        var answer = ExtractionAnswer()
        if !swift.isEmpty {
            guard let program = Self.locate(context) else {
                throw UsageError("ExtractorMissing: %@", Self.program)
            }
            answer = try self.answer(of: program, paths: swift)
        }
        answer.add(others)
        var isComplete = loader.isComplete
        for finding in answer.findings {
            context.reporter.report(file: finding.file, line: finding.line, finding)
            if finding.severity == .error { isComplete = false }
        }
        let tables = answer.tables(sourceLocale: source).filter {
            options.table.isEmpty || options.table.contains($0.name)
        }
        guard let output else {
            let template = GettextDocument.template(of: tables, context: context)
            Output.standardOutput.write(String(decoding: template, as: UTF8.self))
            return isComplete ? .clean : .failed
        }
        let status = write(tables, to: PathName.normalized(output), source, context)
        return isComplete ? status : .failed
    }

    /// Adds new keys to the source's files. Existing entries stay as they are.
    private func write(
        _ tables: [TranslationTable], to folder: String, _ source: LocaleIdentifier, _ context: ToolContext
    ) -> ExitStatus {
        var report = ChangeReport(context, isDryRun: dryRun, below: [folder])
        for table in tables {
            let path = PathName.joined(folder, table.name + ".strings")
            var old: StringsFile?
            if (try? context.fileSystem.kind(of: path)) != nil {
                guard let bytes = context.read(path) else { return .failed }
                old = StringsFile(bytes)
            }
            let model = StringsWriter.file(table)
            let known = old.map { MessageCatalog(locale: source, strings: $0) }
            var new = table
            new.locale = source
            new.units.removeAll { known?[$0.key] != nil }
            for index in new.units.indices {
                new.units[index].translation = new.units[index].source
                new.units[index].state = .translated
            }
            let merger = TranslationMerger(source: model, sourceLocale: source)
            report.take(merger.merge(new, into: old), old: old, path: path)
        }
        return report.summarize()
    }

    private func answer(of program: String, paths: [String]) throws(UsageError) -> ExtractionAnswer {
        let arguments =
            (swiftUI ? ["--swift-ui"] : []) + routine.flatMap { ["--routine", $0] } + ["--"] + paths
        let process: ChildProcess
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(program, arguments)
        } catch {
            throw UsageError("ExtractorFailed: %1$@ %2$@", program, error.message)
        }
        // 2: some file could not be read, and a finding says which. An incomplete answer is not used.
        guard process.status == 0 || process.status == 2 else {
            throw UsageError("ExtractorFailed: %1$@ %2$@", program, String(process.status))
        }
        guard let answer = ExtractionAnswer(process.output) else {
            throw UsageError("ExtractorUnknownAnswer: %@", program)
        }
        return answer
    }

    /// Finds the program: named by the environment, installed, or built in the source tree.
    private static func locate(_ context: ToolContext) -> String? {
        if let named = context.environment.variables["LSTRINGS_EXTRACT"], !named.isEmpty { return named }
        guard let folder = context.environment.programFolder else { return nil }
        var candidates = [folder + "/" + program, folder + "/../libexec/lsearch/" + program]
        // The folder of `.build/debug/lstrings` also contains the builds of its companions.
        var parent = folder[...]
        for _ in 0..<4 {
            guard let slash = parent.lastIndex(of: "/") else { break }
            parent = parent[..<slash]
            candidates += ["release", "debug"].map { parent + "/key-extraction/\($0)/" + program }
        }
        return candidates.first { (try? context.fileSystem.kind(of: $0)) == .file }
    }
}
