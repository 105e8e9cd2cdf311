// `lstrings generate`: source code with a member for each text.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct GenerateCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "generate", abstract: HelpTexts.text("Tools.Generate"),
            discussion: HelpTexts.text("Tools.Generate.Discussion"))
    }

    /// The programming languages.
    enum Language: String, CaseIterable {
        case swift
    }

    @Argument(help: HelpTexts.help("Tools.Paths.AnyFormat", "PATH"))
    var paths: [String] = []

    @Option(help: HelpTexts.help("Tools.Generate.To", "LANGUAGE"))
    var to: String

    @Option(name: .shortAndLong, help: HelpTexts.help("Tools.Generate.Output", "FILE"))
    var output: String?

    @Option(help: HelpTexts.help("Tools.Generate.Type", "NAME"))
    var type = "Texts"

    @Option(help: HelpTexts.help("Tools.Generate.Access", "LEVEL"))
    var access = "internal"

    @Flag(help: HelpTexts.help("Tools.Generate.Complete"))
    var complete = false

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let _: Language = try OptionValue.choice(to, of: "--to")
        let access: SwiftAccessors.Access = try OptionValue.choice(access, of: "--access")
        guard SwiftAccessors.isTypeName(type) else { throw UsageError("TypeNameInvalid: %@", type) }
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        let loaded = try await loader.loadOne(paths)
        guard loader.isComplete, loaded.reportMissingSources(context) else { return .failed }
        var report = ChangeReport(context, isDryRun: false, below: [])
        for file in loaded.project.files where loaded.project.isSource(file) {
            if report.refuses(file.damages, path: file.path) { return .failed }
        }
        if complete, await !isComplete(loaded.project, context) { return .findings }
        let accessors = SwiftAccessors(
            loaded.project, typeName: type, access: access, path: loaded.project.folder)
        for (path, diagnostic) in accessors.refused {
            context.reporter.report(file: path, line: diagnostic.position?.line, diagnostic)
        }
        guard accessors.refused.isEmpty else { return .failed }
        guard let output else {
            Output.standardOutput.writeContents(accessors.text)
            return .clean
        }
        let bytes = Array(accessors.text.utf8)
        // An unchanged file keeps its modification time, so that nothing is rebuilt.
        if let old = try? context.fileSystem.contents(ofRegularFile: output), old == bytes { return .clean }
        return context.write(bytes, to: output, makesFolder: true) ? .clean : .failed
    }

    /// Whether each language has each text, with the arguments that the program passes. Reports missing ones
    /// as errors, in the form that builds show.
    private func isComplete(_ project: LocalizationProject, _ context: ToolContext) async -> Bool {
        let checks: Set = [
            "missing-table", "missing-key", "unfinished", "missing-argument", "extra-argument",
            "argument-type",
            "argument-order", "invalid-format",
        ]
        let options = CheckOptions(
            selected: checks, runsOnlySelected: true,
            severities: Dictionary(uniqueKeysWithValues: checks.map { ($0, .error) }))
        // A translation for review exists.
        let findings = await CheckRunner(project: project, options: options).concurrentFindings().filter {
            $0.messageKey != "unfinished.review"
        }
        let report = CheckReport(context: context, form: .text, output: .standardError)
        for finding in findings {
            report.output.writeLine(Styler(usesColor: false).render(report.line(finding)))
        }
        return findings.isEmpty
    }
}
