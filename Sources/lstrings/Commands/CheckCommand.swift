// `lstrings check`: the command line of the checks.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct CheckCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check", abstract: HelpTexts.text("Tools.Check"),
            discussion: HelpTexts.text("Tools.Check.Discussion"))
    }

    /// The least severity of findings that makes the exit status 1.
    enum Threshold: String, CaseIterable {
        case note, warning, error, never
    }

    @Argument(help: HelpTexts.help("Tools.Paths.AnyFormat", "PATH"))
    var paths: [String] = []

    @Option(help: HelpTexts.help("Tools.Check.Format", "FORM"))
    var format: String?

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Select", "ID,ID,…"))
    var select: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Ignore", "ID,ID,…"))
    var ignore: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Glossary", "FILE"))
    var glossary: [String] = []

    @Option(help: HelpTexts.help("Tools.Check.Meaning", "COMMAND"), completion: .shellCommand("compgen -c"))
    var meaning: String?

    @Option(help: HelpTexts.help("Tools.Check.Baseline", "FILE"))
    var baseline: String?

    @Flag(help: HelpTexts.help("Tools.Check.WriteBaseline"))
    var writeBaseline = false

    @Option(help: HelpTexts.help("Tools.Check.FailOn", "SEVERITY"))
    var failOn: String?

    @Option(help: HelpTexts.help("Tools.Check.Explain", "ID"))
    var explain: String?

    @Flag(help: HelpTexts.help("Tools.Check.List"))
    var list = false

    @Flag(help: HelpTexts.help("Tools.Check.All"))
    var all = false

    @Flag(help: HelpTexts.help("Tools.Check.Unfinished"))
    var unfinished = false

    @OptionGroup var sources: SourceOptions

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var checkOptions = try checkOptions()
        checkOptions.includesUnfinished = unfinished
        if let explain {
            let check = try Self.check(named: explain)
            AvailableChecks(context: context).explain(check)
            return .clean
        }
        if list {
            AvailableChecks(context: context).list()
            return .clean
        }
        var report = CheckReport.Form.text
        if let format { report = try OptionValue.choice(format, of: "--format") }
        var threshold = Threshold.warning
        if let failOn { threshold = try OptionValue.choice(failOn, of: "--fail-on") }
        if writeBaseline, baseline == nil { throw UsageError("BaselineUnnamed") }
        let meanings = try meaningLoader(&checkOptions, context)

        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        loader.keepsDocuments = false
        var findings: [Finding] = []
        var files: [String] = []
        let program = try await sources.load(in: context)
        var projects: [LocalizationProject] = []
        var hasMeanings = true
        var isWholeProject = select.isEmpty && ignore.isEmpty && options.table.isEmpty
        let selections = try await loader.load(paths)
        let named = GlossaryLoader(context: context).glossary(
            glossary, source: selections.first?.project.sourceLocale ?? .english)
        for loaded in selections {
            checkOptions.glossary =
                glossary.isEmpty ? GlossaryLoader(context: context).glossary(of: loaded.project) : named
            if let meanings {
                let distant = hasMeanings ? meanings.distantTexts(of: loaded.project) : nil
                checkOptions.distantTexts = distant ?? DistantTexts()
                hasMeanings = distant != nil
            }
            findings += await loaded.findings(checkOptions, among: selections)
            if !loaded.isWhole { isWholeProject = false }
            files += Set(loaded.files.map(\.path)).sorted()
            projects.append(loaded.project)
        }
        // In `--sources A B .`, the folder B has sources, too: each key that it uses would count as unused.
        if program != nil, let folder = loader.emptyFolder {
            throw UsageError("NoTranslationsBesideSources: %@", folder)
        }
        if let program {
            let run = SourceCheckRun(
                projects: projects, sources: program.uses, kept: KeptKeys(sources.keep),
                selectedTables: Set(options.table))
            let found = SourceCheckRunner(run, options: checkOptions).findings()
            findings = run.reconciled(findings, with: found)
            // A source that could not be read may use any key.
            findings += found.filter { program.isComplete || $0.check != "unused-key" }
            files += program.uses.files.map { $0.path }
        }
        let isComplete = loader.isComplete && hasMeanings && program?.isComplete != false
        guard isComplete || !writeBaseline,
            let (new, known, fixed) = compare(findings, readsSources: program != nil, context)
        else {
            return .failed
        }
        if writeBaseline { return .clean }
        CheckReport(context: context, form: report, listsAll: all)
            // A part of the project does not show whether known findings elsewhere still occur.
            .write(new, files: files, known: known, fixed: isWholeProject ? fixed : 0)
        let failing = Severity(rawValue: threshold.rawValue).map { least in
            new.contains { $0.severity >= least }
        }
        guard isComplete else { return .failed }
        return failing == true ? .findings : .clean
    }

    /// Removes the findings in the file of known findings, or writes that file.
    ///
    /// - Returns: `nil` if the file cannot be read or written, which is reported.
    private func compare(
        _ findings: [Finding], readsSources: Bool, _ context: ToolContext
    ) -> (new: [Finding], known: Int, fixed: Int)? {
        guard let baseline else { return (findings, 0, 0) }
        if writeBaseline {
            return context.write(Array(Baseline(findings).text.utf8), to: baseline)
                ? ([], findings.count, 0) : nil
        }
        guard let bytes = context.read(baseline, whenMissing: "BaselineMissing") else { return nil }
        let known = Baseline(parsing: bytes)
        for diagnostic in known.diagnostics {
            context.reporter.report(file: baseline, line: diagnostic.place.line, diagnostic)
        }
        guard !known.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        let (new, unneeded) = known.filter(findings, without: readsSources ? [] : CheckRegistry.ofSources)
        return (new, findings.count - new.count, unneeded)
    }

    /// Compares meanings; `nil` if the options do not request that.
    private func meaningLoader(
        _ options: inout CheckOptions, _ context: ToolContext
    ) throws(UsageError) -> MeaningLoader? {
        guard let meaning, !meaning.isEmpty else {
            if options.selected.contains(CheckRegistry.ofMeaning) { throw UsageError("MeaningUnnamed") }
            return nil
        }
        options.selected.insert(CheckRegistry.ofMeaning)
        return try MeaningLoader(meaning, in: context)
    }

    private func checkOptions() throws(UsageError) -> CheckOptions {
        try Self.options(select: select, ignore: ignore)
    }

    /// The checks that `--select` and `--ignore` name.
    static func options(select: [String], ignore: [String]) throws(UsageError) -> CheckOptions {
        let selected = names(select)
        let added = selected.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
        let options = CheckOptions(
            selected: Set(selected.filter { !$0.hasPrefix("+") } + added),
            runsOnlySelected: selected.count > added.count, ignored: Set(names(ignore)))
        if let unknown = options.unknownNames().first { throw Self.unknown(unknown) }
        return options
    }

    private static func names(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",").map(String.init) }
    }

    private static func check(named name: String) throws(UsageError) -> any TranslationCheck {
        guard let check = CheckRegistry.check(name) else { throw unknown(name) }
        return check
    }

    private static func unknown(_ name: String) -> UsageError {
        let known = CheckRegistry.all.map(\.identifier).joined(separator: ", ")
        return UsageError("UnknownCheck: %1$@ %2$@", name, known)
    }
}
